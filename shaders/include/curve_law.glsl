// The bending law of a part on curvature strains; twin of cpu's curveLaw.
struct CurveLaw {
    vec3 k1, k2; // along warp, along weft, twist [N·m; N·m²]
    float d12;   // [N·m]
    vec3 a, b, tau;
    vec3 damping; // K1·damping [N·m·s]
};

IN4(CurveLaws, curveLaws)

CurveLaw curveLawOf(int part) {
    int i = 6 * part;
    vec4 k = LOAD4(curveLaws, i);
    return CurveLaw(k.xyz, LOAD4(curveLaws, i + 1).xyz, k.w, LOAD4(curveLaws, i + 2).xyz, LOAD4(curveLaws, i + 3).xyz,
                    LOAD4(curveLaws, i + 4).xyz, LOAD4(curveLaws, i + 5).xyz);
}
