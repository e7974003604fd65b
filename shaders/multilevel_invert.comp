// Inverts the domains of all coarse levels, one work group per domain: fills in the blocks and sweeps
// every row's three pivots in turn (Goodnight 1979). Pivots that are zero to round-off, because
// others determine them or because all their vertices are held, are left out, with zeros in the
// inverse. Twin of factoriseDomains in cpu/sparse/multilevel.go and of invertDense.
#version 430 core
#include "multilevel.glsl"
#include "load.glsl"
INI4(Domain, domain)
INI1(DomainBlock, domainBlock)
IN4(CoarseBlock, coarseBlock)
layout(std430) coherent restrict buffer Inverse { float inverse[]; };
uniform int domains;

shared vec4 pivot[2][SIDE]; // the columns of the present pivots, by turns
shared float least[SIDE];   // below this a pivot is round-off

// What elimination leaves of a pivot is rounded in the last of 24 bits of what was there, some ten times.
#define PIVOT_NOISE 2e-6

void wait() {
    memoryBarrierBuffer();
    memoryBarrierShared();
    barrier();
}

int place(ivec4 d, int side, int i, int j) { return 4 * (d.z + (j >> 2) * side + i) + (j & 3); }

// Inverse of the symmetric 3×3 matrix with these rows, by LDLᵀ, without the pivots below least.
mat3 invert(vec3 a, vec3 b, vec3 c, vec3 least) {
    float i0 = a.x > least.x ? 1.0 / a.x : 0.0;
    float l1 = a.y * i0, l2 = a.z * i0;
    float d1 = b.y - l1 * a.y, i1 = d1 > least.y ? 1.0 / d1 : 0.0;
    float t = b.z - l1 * a.z, m = t * i1;
    float d2 = c.z - l2 * a.z - m * t, i2 = d2 > least.z ? 1.0 / d2 : 0.0;
    // Rows of L⁻¹: (1), (−l1, 1), (l1·m − l2, −m, 1).
    float k = l1 * m - l2;
    float xy = -l1 * i1 - k * m * i2, xz = k * i2, yz = -m * i2;
    return mat3(i0 + l1 * l1 * i1 + k * k * i2, xy, xz, xy, i1 + m * m * i2, yz, xz, yz, i2);
}

void main() {
    int id = int(gl_LocalInvocationID.x);
    for (int n = int(gl_WorkGroupID.x); n < domains; n += int(gl_NumWorkGroups.x)) {
        ivec4 d = LOADI4(domain, n);
        int rows = d.y, side = sideOf(rows), size = side * side, end = LOADI4(domain, n + 1).w;
        for (int k = id; k < size; k += GROUP) inverse[4 * d.z + k] = 0.0;
        wait();
        for (int k = d.w + id; k < end; k += GROUP) {
            int block = 3 * LOADI1(domainBlock, 2 * k), at = LOADI1(domainBlock, 2 * k + 1);
            int i = 3 * (at >> 8), j = 3 * (at & 255);
            for (int r = 0; r < 3; r++) {
                vec3 row = LOAD4(coarseBlock, block + r).xyz;
                for (int c = 0; c < 3; c++) {
                    inverse[place(d, side, i + r, j + c)] = row[c];
                    if (i != j) inverse[place(d, side, j + c, i + r)] = row[c];
                }
                if (i == j) least[i + r] = PIVOT_NOISE * row[r];
            }
        }
        wait();
        for (int p = 0; p < rows; p++) {
            int turn = p & 1;
            for (int i = id; i < side; i += GROUP)
                pivot[turn][i] = vec4(inverse[place(d, side, i, 3 * p)], inverse[place(d, side, i, 3 * p + 1)],
                                      inverse[place(d, side, i, 3 * p + 2)], 0.0);
            wait();
            mat3 q = invert(pivot[turn][3 * p].xyz, pivot[turn][3 * p + 1].xyz, pivot[turn][3 * p + 2].xyz,
                            vec3(least[3 * p], least[3 * p + 1], least[3 * p + 2]));
            // Each invocation has rows of its own, and reads the rest from the pivots' columns.
            for (int i = id; i < 3 * rows; i += GROUP) {
                bool own = i >= 3 * p && i < 3 * p + 3;
                vec3 g = own ? -q[clamp(i - 3 * p, 0, 2)] : q * pivot[turn][i].xyz;
                for (int j = 0; j < 3 * rows; j++) {
                    int at = place(d, side, i, j);
                    inverse[at] = (own ? 0.0 : inverse[at]) - dot(g, pivot[turn][j].xyz);
                }
                for (int c = 0; c < 3; c++) inverse[place(d, side, i, 3 * p + c)] = g[c];
            }
        }
        wait();
        // It is −A⁻¹ now, symmetric but for rounding.
        for (int i = id; i < 3 * rows; i += GROUP)
            for (int j = 0; j <= i; j++) {
                int at = place(d, side, i, j), mirror = place(d, side, j, i);
                float v = -0.5 * (inverse[at] + inverse[mirror]);
                inverse[at] = v;
                inverse[mirror] = v;
            }
        wait();
    }
}
