// Restriction to a coarse row, from vertices or rows of a finer level. Twin of the start of solveDomains in
// linalg/multilevel.go.
#ifndef RESIDUAL
#define RESIDUAL(i) LOAD4(residual, i).xyz
#define COARSE(i) LOAD4(coarseVector, i).xyz
#endif
INI1(MemberStart, memberStart)
INI4(Member, member) // four at a time, padded with a row of zeros

// Summands of an item, in this order.
mat4x3 rowTerms(int k, bool finest) {
    ivec4 m = LOADI4(member, k);
    return finest ? mat4x3(RESIDUAL(m.x), RESIDUAL(m.y), RESIDUAL(m.z), RESIDUAL(m.w)) :
        mat4x3(COARSE(m.x), COARSE(m.y), COARSE(m.z), COARSE(m.w));
}

vec3 gatheredRow(int row, bool finest) {
    vec3 r = vec3(0.0);
    int k = LOADI1(memberStart, row), end = LOADI1(memberStart, row + 1);
    if (finest) {
        if (k < end) do {
            ivec4 m = LOADI4(member, k);
            for (int c = 0; c < 4; c++) r += RESIDUAL(m[c]);
        } while (++k < end);
    } else {
        if (k < end) do {
            ivec4 m = LOADI4(member, k);
            for (int c = 0; c < 4; c++) r += COARSE(m[c]);
        } while (++k < end);
    }
    return r;
}
