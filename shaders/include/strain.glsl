// Twin of cpu/strain.go. Strains are computed in split floats: with columns of F rounded to single floats, strains
// would have a noise of 1e-7, which at a stiffness of 1e4 N/m is as large as the weight of the vertices of a fine mesh.

// Columns of F = Σ x_a ⊗ B[a] as split floats; b has the shape gradients of corners 1 and 2.
void deformation(vec4 b, vec3 ph, vec3 pl, vec3 qh, vec3 ql, out vec3 wuh, out vec3 wul, out vec3 wvh, out vec3 wvl) {
    vec3 a, ea, c, ec, s, e;
    twoProduct(vec3(b.x), ph, a, ea);
    twoProduct(vec3(b.z), qh, c, ec);
    twoSum(a, c, s, e);
    precise vec3 lu = e + (ea + ec) + (b.x * pl + b.z * ql);
    quickTwoSum(s, lu, wuh, wul);
    twoProduct(vec3(b.y), ph, a, ea);
    twoProduct(vec3(b.w), qh, c, ec);
    twoSum(a, c, s, e);
    precise vec3 lv = e + (ea + ec) + (b.y * pl + b.w * ql);
    quickTwoSum(s, lv, wvh, wvl);
}

// a·b − minus for split floats a, b.
float dotMinus(vec3 ah, vec3 al, vec3 bh, vec3 bl, float minus) {
    vec3 p, e;
    twoProduct(ah, bh, p, e);
    float s1, e1, s2, e2, s3, e3;
    twoSum(p.x, -minus, s1, e1);
    twoSum(s1, p.y, s2, e2);
    twoSum(s2, p.z, s3, e3);
    precise float r = s3 + (((e1 + e2) + e3) + ((e.x + e.y) + e.z) + (dot(ah, bl) + dot(al, bh)));
    return r;
}

// E = ½(FᵀF − I) as (E_uu, E_vv, 2E_uv).
vec3 greenStrain(vec3 wuh, vec3 wul, vec3 wvh, vec3 wvl) {
    return vec3(0.5 * dotMinus(wuh, wul, wuh, wul, 1.0), 0.5 * dotMinus(wvh, wvl, wvh, wvl, 1.0),
        dotMinus(wuh, wul, wvh, wvl, 0.0));
}

// The 2×2 stress (S_uu, S_vv, S_uv) without its negative eigenvalues.
vec3 clampStress(vec3 s) {
    float m = 0.5 * (s.x + s.y), d = 0.5 * (s.x - s.y);
    float r = sqrt(d * d + s.z * s.z);
    if (m - r >= 0.0) return s;
    if (m + r <= 0.0) return vec3(0.0);
    float l = 0.5 * (m + r);
    return vec3(l * (1.0 + d / r), l * (1.0 - d / r), l * s.z / r);
}
