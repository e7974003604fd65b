// Iterations of the conjugate gradients in one dispatch, see include/cg_together.glsl, with levels that turn.
#version 430 core
#define FETCH // what stays the same is fetched: there are more buffers than storage blocks
#include "load.glsl"
#undef FETCH
#include "cg_together.glsl"
layout(std430) coherent restrict buffer TurnResidual { vec4 turnResidual[]; };
layout(std430) coherent restrict buffer TurnCorrection { vec4 turnCorrection[]; };
INI4(TurnLevel, turnLevel) // first row, end, 1 for the finest, 1 if one work group has it alone
#define TURNED_RESIDUAL(i) turnResidual[i].xyz
#define TURNED(i) turnCorrection[i].xyz
#include "turning_gather.glsl"
#include "turning_solve.glsl"
#include "turning_spread.glsl"

// Lets all groups arrive after a level; where the first has it alone and goes on by itself, nobody waits for it.
bool pass(bool alone) {
    if (!alone) return gate();
    memoryBarrierBuffer();
    barrier();
    return true;
}

// Rows of small levels are the first work group's, whose invocations wait for each other alone: few rows are done before other groups have arrived.
#define EACH_HALF(level) for (int n = 2 * level.x + int(level.w == 0 ? gl_GlobalInvocationID.x : gl_WorkGroupID.x == 0u ? gl_LocalInvocationID.x : 0x40000000u); n < 2 * level.y; n += int(level.w == 0 ? gl_NumWorkGroups.x * gl_WorkGroupSize.x : gl_WorkGroupSize.x))

bool correct() {
    for (int l = 0; l < levels; l++) {
        ivec4 level = LOADI4(turnLevel, l);
        EACH_HALF(level) turnResidual[n] = vec4(gatheredTurn(n, level.z != 0), 0.0);
        if (!pass(level.w != 0)) return false;
    }
    for (int l = levels - 1; l >= 0; l--) {
        ivec4 level = LOADI4(turnLevel, l);
        EACH_HALF(level) turnCorrection[n] = vec4(solvedTurn(n) + spreadToRow(n), 0.0);
        if (!pass(level.w != 0 && l > 0 && LOADI4(turnLevel, max(0, l - 1)).w != 0)) return false;
    }
    EACH_SUM EACH_VERTEX {
        vec4 u = preconditioned[i];
        preconditioned[i] = vec4(u.xyz + u.w * spreadToVertex(i), u.w);
    }
    return true;
}
