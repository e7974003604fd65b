// A moving closed surface at the start and the end of the step.
TEX4(bodyStart)
TEX4(bodyEnd)
TEXI4(bodyTriangles)

// Displacement over the step of the point with barycentric coordinates b.
vec3 bodyDisplacement(int tri, vec3 b) {
    ivec4 v = TEXEL(bodyTriangles, tri);
    return b.x * (TEXEL(bodyEnd, v.x).xyz - TEXEL(bodyStart, v.x).xyz) +
        b.y * (TEXEL(bodyEnd, v.y).xyz - TEXEL(bodyStart, v.y).xyz) +
           b.z * (TEXEL(bodyEnd, v.z).xyz - TEXEL(bodyStart, v.z).xyz);
}

// Rotates a vector with a triangle over the step, or back; twin of cpu's obstacle.turned.
vec3 bodyTurned(int tri, vec3 v, bool back) {
    if (tri < 0) return v;
    ivec4 t = TEXEL(bodyTriangles, tri);
    vec3 a0 = TEXEL(bodyStart, t.x).xyz, b0 = TEXEL(bodyStart, t.y).xyz, c0 = TEXEL(bodyStart, t.z).xyz;
    vec3 a1 = TEXEL(bodyEnd, t.x).xyz, b1 = TEXEL(bodyEnd, t.y).xyz, c1 = TEXEL(bodyEnd, t.z).xyz;
    if (a0 == a1 && b0 == b1 && c0 == c1) return v;
    vec3 u0 = b0 - a0, n0 = cross(u0, c0 - a0), u1 = b1 - a1, n1 = cross(u1, c1 - a1);
    if (n0 == vec3(0.0) || n1 == vec3(0.0)) return v;
    u0 = normalize(u0);
    n0 = normalize(n0);
    u1 = normalize(u1);
    n1 = normalize(n1);
    vec3 v0 = cross(n0, u0), v1 = cross(n1, u1);
    if (back) return dot(u1, v) * u0 + dot(v1, v) * v0 + dot(n1, v) * n0;
    return dot(u0, v) * u1 + dot(v0, v) * v1 + dot(n0, v) * n1;
}
