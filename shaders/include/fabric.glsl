// Properties of a part's fabric besides its laws; packed by gpu/layout/pack.go.
struct Fabric {
    float gap;          // [m]
    float bodyFriction;
    float drag, dragSkin;
};

IN4(Fabrics, fabrics)

Fabric fabricOf(int part) {
    vec4 f = LOAD4(fabrics, part);
    return Fabric(f.x, f.y, f.z, f.w);
}
