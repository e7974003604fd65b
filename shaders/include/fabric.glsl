// Twin of cloth.Fabric's membrane part; the host packs it in gpu/pack.go.
struct Fabric {
    vec3 k1, k2;       // warp, weft, shear [N/m]
    float c12;         // coupling [N/m]
    vec3 a, b, tau;    // Dahl friction
    vec3 damping;      // K1·damping [N·s/m]
    float gap;         // [m]
    float bodyFriction;
    float drag, dragSkin;
};

IN4(Fabrics, fabrics)

Fabric fabricOf(int part) {
    int i = 6 * part;
    vec4 p = LOAD4(fabrics, i), q = LOAD4(fabrics, i + 1), r = LOAD4(fabrics, i + 2);
    vec4 s = LOAD4(fabrics, i + 3), t = LOAD4(fabrics, i + 4), u = LOAD4(fabrics, i + 5);
    return Fabric(p.xyz, q.xyz, p.w, r.xyz, s.xyz, t.xyz, u.xyz, r.w, q.w, s.w, t.w);
}
