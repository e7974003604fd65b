// Sweeps the pivots of two more rows of each domain (Goodnight 1979); after the last sweep the matrix is the negative
// inverse. An invocation processes one row of blocks, or a part of its columns; a sweep reads one buffer and writes the
// other. Domains start at different sweeps, so that all end with the last. Pivots that are zero to round-off (dependent
// rows, or all vertices held) are left out and get zeros in the inverse. Twin of invertDense in linalg/dense.go.
#version 430 core
#include "load.glsl"
#include "multilevel.glsl"
#include "invert.glsl"
INI1(CoarseDiagonal, coarseDiagonal) // per row: its block; −1 for padding
IN4(CoarseBlock, coarseBlock)
IN4(SweepFrom, sweepFrom)
OUT4(SweepTo, sweepTo)
uniform int count; // coarse rows times parts
uniform int rows;
uniform int turn;

// Rounding error of a pivot after elimination, relative to its initial value: some ten errors of the last of 24 bits.
#define PIVOT_NOISE 2e-6

vec3 leastOf(int row) {
    int at = LOADI1(coarseDiagonal, row);
    if (at < 0) return vec3(0.0);
    return PIVOT_NOISE * vec3(LOAD4(coarseBlock, 3 * at).x, LOAD4(coarseBlock, 3 * at + 1).y,
        LOAD4(coarseBlock, 3 * at + 2).z);
}

// Columns j to j + 5 of scalar row c of row a; j is even.
void six(ivec4 d, int side, int a, int c, int j, out vec3 lo, out vec3 hi) {
    int at = d.z + ((j >> 2) * 3 + c) * side + a;
    vec4 s = LOAD4(sweepFrom, at), t = LOAD4(sweepFrom, at + 3 * side);
    if ((j & 2) == 0) {
        lo = s.xyz;
        hi = vec3(s.w, t.xy);
    } else {
        lo = vec3(s.zw, t.x);
        hi = t.yzw;
    }
}

// Row c of the blocks lo and hi, concatenated.
float pick(mat3 lo, mat3 hi, int c, int k) { return k < 3 ? lo[c][k] : hi[c][k - 3]; }

void main() {
    int n = invocation(), row = n % rows, part = n / rows, parts = count / rows;
    if (n >= count) return;
    ivec4 d = LOADI4(quad, row >> 2);
    int a = row - d.x, side = sideOf(d), p = 2 * (turn - d.w);
    if (a >= d.y || p < 0) return;
    // The pivots' block [A B; Bᵀ C]; columns of a mat3 are rows here.
    mat3 A, B, C, drop;
    for (int c = 0; c < 3; c++) {
        six(d, side, p, c, 3 * p, A[c], B[c]);
        six(d, side, p + 1, c, 3 * p, drop[c], C[c]);
    }
    mat3 I = invert(A, leastOf(d.x + p)), BI = B * I; // BI = (A⁻¹B) with its rows as columns
    mat3 S = invert(C - BI * transpose(B), leastOf(d.x + p + 1));
    mat3 T = -S * BI;
    mat3 D = I - transpose(BI) * T;
    // Rows of the block's inverse: (D, T), (Tᵀ, S).
    mat3 lo, hi;
    bool own = a == p || a == p + 1;
    if (own) {
        lo = a == p ? -D : -transpose(T);
        hi = a == p ? -T : -S;
    } else {
        mat3 f, g;
        for (int c = 0; c < 3; c++) six(d, side, a, c, 3 * p, f[c], g[c]);
        lo = D * f + transpose(T) * g;
        hi = T * f + S * g;
    }
    int j = 4 * part;
    if (j < 3 * side) do { // do-while: software devices run a pre-tested loop once more
        int q = d.z + (j >> 2) * 3 * side;
        vec4 r0 = LOAD4(sweepFrom, q + p), r1 = LOAD4(sweepFrom, q + side + p), r2 = LOAD4(sweepFrom, q + 2 * side + p);
        vec4 r3 = LOAD4(sweepFrom, q + p + 1), r4 = LOAD4(sweepFrom, q + side + p + 1),
            r5 = LOAD4(sweepFrom, q + 2 * side + p + 1);
        bool pivots = j + 3 >= 3 * p && j < 3 * p + 6;
        for (int c = 0; c < 3; c++) {
            vec3 f = lo[c], g = hi[c];
            vec4 v = -(f.x * r0 + f.y * r1 + f.z * r2 + g.x * r3 + g.y * r4 + g.z * r5);
            if (!own) v += LOAD4(sweepFrom, q + c * side + a);
            if (pivots)
                for (int k = 0; k < 4; k++) {
                    int n = j + k - 3 * p;
                    if (n >= 0 && n < 6) v[k] = pick(lo, hi, c, n);
                }
            sweepTo[q + c * side + a] = v;
        }
    } while ((j += 4 * parts) < 3 * side);
}
