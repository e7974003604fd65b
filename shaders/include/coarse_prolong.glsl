// The corrections of all coarse levels at a vertex. Twin of spreadRows and prolongRows in linalg/multilevel.go.
#ifndef CORRECTION
#define CORRECTION(i) LOAD4(correction, i).xyz
#endif
INI4(Ancestor, ancestor) // rows of four levels for each vertex, then of the others for rows of the fourth
uniform int fourth; // the first row of the fourth level; −1 where there are at most four levels

#define COARSE_WEIGHT 1.5 // coarseWeight of linalg/multilevel.go

vec3 sumOf(ivec4 a) { return (CORRECTION(a.x) + CORRECTION(a.y)) + (CORRECTION(a.z) + CORRECTION(a.w)); }

vec3 correctionAt(int i) {
    ivec4 a = LOADI4(ancestor, i);
    vec3 c = sumOf(a);
    if (fourth >= 0) c += sumOf(LOADI4(ancestor, vertexCount + a.w - fourth));
    return COARSE_WEIGHT * c;
}
