// Iterations of the conjugate gradients in one dispatch, see include/cg_together.glsl, without coarse levels or with those of the multilevel preconditioner.
#version 430 core
#define FETCH // what stays the same is fetched: there are more buffers than storage blocks
#include "load.glsl"
#undef FETCH
#include "cg_together.glsl"
layout(std430) coherent restrict buffer CoarseVector { vec4 coarseVector[]; };
layout(std430) coherent restrict buffer CoarseResidual { float coarseResidual[]; }; // the same, packed
layout(std430) coherent restrict buffer Correction { vec4 correction[]; };
INI4(Restricted, restricted) // groups of levels: first row, end, 1 where from vertices
#define COARSE(i) coarseVector[i].xyz
#define COARSE_RESIDUAL(i) vec4(coarseResidual[4 * (i)], coarseResidual[4 * (i) + 1], coarseResidual[4 * (i) + 2], coarseResidual[4 * (i) + 3])
#define CORRECTION(i) correction[i].xyz
#include "coarse_restrict.glsl"
#include "coarse_solve.glsl"
#include "coarse_prolong.glsl"
uniform int coarseRows;

bool correct() {
    for (int g = 0; g < levels; g++) {
        ivec4 rows = LOADI4(restricted, g);
        EACH_ROW(rows.x, rows.y) {
            vec3 r = gatheredRow(row, rows.z != 0);
            coarseVector[row] = vec4(r, 0.0);
            for (int c = 0; c < 3; c++) coarseResidual[3 * row + c] = r[c];
        }
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
