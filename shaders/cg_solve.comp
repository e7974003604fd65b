// Conjugate gradient iterations in one dispatch, see include/cg_together.glsl, with block Jacobi or AMG with a
// piecewise-constant coarse space.
#version 430 core
#define FETCH // constant inputs are fetched: there are more buffers than storage blocks
#include "load.glsl"
#undef FETCH
#include "cg_together.glsl"
layout(std430) coherent restrict buffer CoarseVector { vec4 coarseVector[]; };
layout(std430) coherent restrict buffer CoarseResidual { float coarseResidual[]; }; // coarse residual, packed
layout(std430) coherent restrict buffer Correction { vec4 correction[]; };
INI4(Restricted, restricted) // groups of levels: first row, end, 1 if restricted from vertices
#define COARSE(i) coarseVector[i].xyz
#define COARSE_RESIDUAL(i) vec4(coarseResidual[4 * (i)], coarseResidual[4 * (i) + 1], coarseResidual[4 * (i) + 2], \
    coarseResidual[4 * (i) + 3])
#define CORRECTION(i) correction[i].xyz
#include "coarse_restrict.glsl"
#include "coarse_solve.glsl"
#include "coarse_prolong.glsl"
uniform int coarseRows;

void put(int row, vec3 r) {
    coarseVector[row] = vec4(r, 0.0);
    for (int c = 0; c < 3; c++) coarseResidual[3 * row + c] = r[c];
}

#ifdef LANES
void gather(ivec4 rows) {
    EACH_ROW(rows.x, rows.y) put(row, gatheredRow(row, rows.z != 0));
}
#else
// See cg_solve_rigid_amg.comp. Rows of the coarsest levels sum many vertices, so a work group has few of these rows.
#define LEAST_ROWS 8
void gather(ivec4 rows) {
    int groups = int(gl_NumWorkGroups.x), id = int(gl_LocalInvocationID.x),
        each = clamp((rows.y - rows.x + groups - 1) / groups, LEAST_ROWS, GROUP);
    for (int first = rows.x + int(gl_WorkGroupID.x) * each; first < rows.y; first += groups * each) {
        int last = min(first + each, rows.y), row = first + id, begin = LOADI1(memberStart, first),
            end = LOADI1(memberStart, last), own = end, ownEnd = end;
        if (row < last) {
            own = LOADI1(memberStart, row);
            ownEnd = LOADI1(memberStart, row + 1);
        }
        vec3 r = vec3(0.0);
        for (int base = begin; base < end; base += GROUP) {
            if (base + id < end) putTerms(rowTerms(base + id, rows.z != 0));
            sync();
            for (int k = max(own, base); k < min(ownEnd, base + GROUP); k++)
                for (int c = 0; c < 4; c++) r += term[c][k - base];
            sync();
        }
        if (row < last) put(row, r);
    }
}
#endif

bool correct() {
    for (int g = 0; g < levels; g++) {
        gather(LOADI4(restricted, g));
        if (!gate()) return false;
    }
    EACH_ROW(0, coarseRows) {
        vec3 z;
        if (solvedRow(row, z)) correction[row] = vec4(z, 0.0);
    }
    if (!gate()) return false;
    EACH_SUM EACH_VERTEX {
        vec4 u = preconditioned[i];
        preconditioned[i] = vec4(u.xyz + u.w * correctionAt(i), u.w);
    }
    return true;
}
