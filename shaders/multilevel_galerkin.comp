// Blocks of one coarse level on or above its diagonal: A_l = Pᵀ A P from the finer level, in a fixed order, without
// held vertices and rigid bodies. Twin of galerkinRows in linalg/multilevel.go.
#version 430 core
#include "load.glsl"
#include "rigid_of.glsl"
INI1(CoarseStart, coarseStart)
INI1(CoarseRef, coarseRef) // places in the matrix, or 2·block + 1 if transposed
IN4(Matrix, matrix)
INI1(PlaneSlice, planeSlice)
INI1(Held, held)
UPDATE4(CoarseBlock, coarseBlock, coarseBlockNext) // rows, three to a block
uniform int firstBlock;
uniform int count; // blocks of the level
uniform int finest; // 1: the finer level is the matrix

void main() {
    int n = invocation();
    if (n >= count) return;
    n += firstBlock;
    mat3 m = mat3(0.0); // its columns are the rows of the block
    int k = LOADI1(coarseStart, n), end = LOADI1(coarseStart, n + 1);
    if (k < end) do { // do-while: software devices run a pre-tested loop once more
        int ref = LOADI1(coarseRef, k);
        if (finest != 0) {
            int at = ref >> 1, second = ref & 1, row = SLICE_ROWS * LOADI1(planeSlice, at / SLICE_ROWS) +
                (at & (SLICE_ROWS - 1));
            vec4 last = LOAD4(matrix, at + (2 - 3 * second) * SLICE_ROWS);
            vec2 c = second != 0 ? last.zw : last.xy;
            if (LOADI1(held, row) + LOADI1(held, c.y) != 0 || RIGID(row)) continue;
            vec4 a = LOAD4(matrix, at), b = LOAD4(matrix, at + SLICE_ROWS);
            m += mat3(a.xyz, vec3(a.w, b.xy), vec3(b.zw, c.x));
        } else {
            int at = 3 * (ref >> 1);
            mat3 b = mat3(LOAD4(coarseBlock, at).xyz, LOAD4(coarseBlock, at + 1).xyz, LOAD4(coarseBlock, at + 2).xyz);
            m += (ref & 1) != 0 ? transpose(b) : b;
        }
    } while (++k < end);
    for (int k = 0; k < 3; k++) STORE3(coarseBlock, coarseBlockNext, 3 * n + k, m[k]);
}
