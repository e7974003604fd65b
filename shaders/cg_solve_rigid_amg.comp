// Conjugate gradient iterations in one dispatch, see include/cg_together.glsl, with AMG with rigid-body modes.
#version 430 core
#define FETCH // constant inputs are fetched: there are more buffers than storage blocks
#include "load.glsl"
#undef FETCH
#include "cg_together.glsl"
layout(std430) coherent restrict buffer AmgResidual { vec4 amgResidual[]; };
layout(std430) coherent restrict buffer AmgCorrection { vec4 amgCorrection[]; };
INI4(AmgLevel, amgLevel) // first row, end, 1 for the finest, 1 if a single work group processes it
#define TURNED_RESIDUAL(i) amgResidual[i].xyz
#define TURNED(i) amgCorrection[i].xyz
#include "rigid_amg_gather.glsl"
#include "rigid_amg_solve.glsl"
#include "rigid_amg_spread.glsl"

// Barrier between groups after a level. A level of the first group alone needs none.
bool pass(bool alone) {
    if (!alone) return gate();
    memoryBarrierBuffer();
    barrier();
    return true;
}

// Rows of small levels belong to the first work group, which synchronises only its own invocations: few rows are
// completed before other groups would arrive.
#define EACH_HALF(level) for (int n = 2 * level.x + int(level.w == 0 ? gl_GlobalInvocationID.x : \
    gl_WorkGroupID.x == 0u ? gl_LocalInvocationID.x : 0x40000000u); n < 2 * level.y; \
    n += int(level.w == 0 ? gl_NumWorkGroups.x * gl_WorkGroupSize.x : gl_WorkGroupSize.x))

#ifdef LANES
void gather(ivec4 level) {
    EACH_HALF(level) amgResidual[n] = vec4(gatheredTurn(n, level.z != 0), 0.0);
}
#else
// Rows of coarse levels are few, with dozens of items each. The invocations of a work group load items in parallel;
// then one invocation per row adds them up in sequential order.
void gather(ivec4 level) {
    int groups = level.w == 0 ? int(gl_NumWorkGroups.x) : 1, group = int(gl_WorkGroupID.x),
        id = int(gl_LocalInvocationID.x);
    if (group >= groups) return;
    int each = clamp((level.y - level.x + groups - 1) / groups, 1, GROUP / 2);
    for (int first = level.x + group * each; first < level.y; first += groups * each) {
        int last = min(first + each, level.y), n = 2 * first + id, begin = LOADI1(amgGatherStart, first),
            end = LOADI1(amgGatherStart, last), own = end, ownEnd = end;
        if (n < 2 * last) {
            own = LOADI1(amgGatherStart, n >> 1);
            ownEnd = LOADI1(amgGatherStart, (n >> 1) + 1);
        }
        vec3 r = vec3(0.0);
        for (int base = begin; base < end; base += GROUP) {
            if (base + id < end) putTerms(turnTerms(base + id, level.z != 0));
            sync();
            for (int k = max(own, base); k < min(ownEnd, base + GROUP); k++) {
                r += term[2 * (n & 1)][k - base];
                r += term[2 * (n & 1) + 1][k - base];
            }
            sync();
        }
        if (n < 2 * last) amgResidual[n] = vec4(r, 0.0);
    }
}
#endif

bool correct() {
    for (int l = 0; l < levels; l++) {
        ivec4 level = LOADI4(amgLevel, l);
        gather(level);
        if (!pass(level.w != 0)) return false;
    }
    for (int l = levels - 1; l >= 0; l--) {
        ivec4 level = LOADI4(amgLevel, l);
        EACH_HALF(level) amgCorrection[n] = vec4(solvedTurn(n) + spreadToRow(n), 0.0);
        if (!pass(level.w != 0 && l > 0 && LOADI4(amgLevel, max(0, l - 1)).w != 0)) return false;
    }
    EACH_SUM EACH_VERTEX {
        vec4 u = preconditioned[i];
        preconditioned[i] = vec4(u.xyz + u.w * spreadToVertex(i), u.w);
    }
    return true;
}
