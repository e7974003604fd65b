// Coarse correction of all levels at a vertex. Twin of spreadRows and prolongRows in linalg/multilevel.go.
#ifndef CORRECTION
#define CORRECTION(i) LOAD4(correction, i).xyz
#endif
INI4(Ancestor, ancestor) // per vertex: rows on four levels; then per row of the fourth: rows above
uniform int fourth; // first row of the fourth level; −1 with at most four levels

#define COARSE_WEIGHT 1.5 // coarseWeight of linalg/multilevel.go

vec3 sumOf(ivec4 a) { return (CORRECTION(a.x) + CORRECTION(a.y)) + (CORRECTION(a.z) + CORRECTION(a.w)); }

vec3 correctionAt(int i) {
    ivec4 a = LOADI4(ancestor, i);
    vec3 c = sumOf(a);
    if (fourth >= 0) c += sumOf(LOADI4(ancestor, vertexCount + a.w - fourth));
    return COARSE_WEIGHT * c;
}
