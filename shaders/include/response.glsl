// Sums of the contributions of terms; twins of cpu.MembraneResponse and PointResponse. Energies are not included: the
// line search only needs their change, see the …Change functions.
struct MembraneResponse {
    vec3 s;       // stress [N/m]: warp, weft, shear
    vec3 c, d;    // tangent [N/m]: uu, vv, γγ; vγ, uγ, uv
};

struct PointResponse {
    vec3 g;       // [N]
    vec3 h, o;    // second derivative [N/m]: xx, yy, zz; yz, xz, xy
};

void addOuter(inout PointResponse r, float k, vec3 n) {
    r.h += k * n * n;
    r.o += k * n.yxx * n.zzy;
}
