// A moving closed surface at the start and the end of the step.
TEX4(bodyStart)
TEX4(bodyEnd)
TEXI4(bodyTriangles)

// How far the point with barycentric coordinates b moves over the step.
vec3 bodyDisplacement(int tri, vec3 b) {
    ivec4 v = TEXEL(bodyTriangles, tri);
    return b.x * (TEXEL(bodyEnd, v.x).xyz - TEXEL(bodyStart, v.x).xyz) + b.y * (TEXEL(bodyEnd, v.y).xyz - TEXEL(bodyStart, v.y).xyz) +
           b.z * (TEXEL(bodyEnd, v.z).xyz - TEXEL(bodyStart, v.z).xyz);
}
