// A row of the product of the matrix with the vector u, without the off-diagonal blocks of pairs, see
// pair_product.glsl.
#ifndef U
#define U(i) LOAD4(preconditioned, i).xyz
#endif
INI1(PlaneStart, planeStart)
IN4(Matrix, matrix) // see gpu/layout/matrix.go
#include "pair_product.glsl"

// A block times the vector.
vec3 times(vec4 a, vec4 b, float zz, vec3 u) {
    return vec3(dot(a.xyz, u), dot(vec3(a.w, b.xy), u), dot(vec3(b.zw, zz), u));
}

vec3 productOfRow(int i, vec3 u) {
    int slice = i / SLICE_ROWS, n = SLICE_ROWS * LOADI1(planeStart, slice) + (i & (SLICE_ROWS - 1)),
        end = SLICE_ROWS * LOADI1(planeStart, slice + 1);
    vec3 w = times(LOAD4(matrix, n), LOAD4(matrix, n + SLICE_ROWS), LOAD4(matrix, n + 2 * SLICE_ROWS).x, u);
    n += 3 * SLICE_ROWS;
#ifndef FETCH // prefetches the columns of the next iteration on hardware
    vec4 next = LOAD4(matrix, min(n + 2 * SLICE_ROWS, end - 1));
#endif
    if (n < end) do { // do-while: software devices run a pre-tested loop once more
#ifdef FETCH
        vec4 last = LOAD4(matrix, n + 2 * SLICE_ROWS);
#else
        vec4 last = next;
        next = LOAD4(matrix, min(n + 7 * SLICE_ROWS, end - 1));
#endif
        w += times(LOAD4(matrix, n), LOAD4(matrix, n + SLICE_ROWS), last.x, U(last.y));
        w += times(LOAD4(matrix, n + 3 * SLICE_ROWS), LOAD4(matrix, n + 4 * SLICE_ROWS), last.z, U(last.w));
        n += 5 * SLICE_ROWS;
    } while (n < end);
    return w;
}
