// Conjugate gradient iterations in one dispatch, see cg.glsl: the work of cg_multiply and cg_update, with the same sums
// in the same order, and correct() of the preconditioner in between. Work groups synchronise at gates, so all of them
// must run concurrently; if some do not, the others give up after a while and set Status.stuck.
#include "params.glsl"
#include "reduce.glsl"
#include "status.glsl"
#include "cg.glsl"
layout(std430) coherent restrict buffer Preconditioned { vec4 preconditioned[]; };
layout(std430) coherent restrict buffer Residual { vec4 residual[]; };
layout(std430) restrict buffer Image { vec4 image[]; };
layout(std430) restrict buffer Direction { vec4 direction[]; };
layout(std430) restrict buffer Search { vec4 search[]; };
layout(std430) restrict buffer SearchImage { vec4 searchImage[]; };
layout(std430) coherent restrict buffer CgReduction { vec4 cgReduction[]; };
layout(std430) coherent restrict buffer CgEnd { vec4 cgEnd[]; };
layout(std430) coherent restrict buffer Gate { uint arrived; };
IN4(BlockInverse, blockInverse)
#define U(i) preconditioned[int(i)].xyz
#define RESIDUAL(i) residual[i].xyz
#include "row_product.glsl"
uniform int sums;        // partial sums of cg_multiply, one per group
uniform int each;        // most iterations of this dispatch, from those in Status on
uniform int all;         // most iterations of the solve
uniform float tolerance; // relative to the initial norm rᵀM⁻¹r; −1: that in Status
uniform float most;      // limit of the weighted residual
uniform int warm;        // 1: relative to the initial norm of the previous solve
uniform int levels;      // AMG levels, or groups of them; 0: none
uniform int barrierTests;  // gates to pass first, to test whether groups run concurrently

// Polls of a gate before a group gives up: some tens of ms.
#define PATIENCE 100000u

uint passed = 0u;
shared bool sharedOpen;
shared Iteration sharedIteration;

// Barrier between all groups; false if some do not arrive.
bool gate() {
    memoryBarrierBuffer();
    barrier();
    passed++;
    if (gl_LocalInvocationID.x == 0u) {
        uint all = passed * gl_NumWorkGroups.x, turn = 0u, here = atomicAdd(arrived, 1u) + 1u;
        while (here < all && turn < PATIENCE && atomicAdd(stuck, 0) == 0) {
            here = atomicAdd(arrived, 0u);
            turn++;
        }
        if (here < all) atomicAdd(stuck, 1);
        sharedOpen = here >= all;
    }
    sync();
    bool open = sharedOpen;
    memoryBarrierBuffer();
    barrier(); // the shared value may change again
    return open;
}

// Vertices are assigned as in cg_multiply, to its groups in turn. A work group here may process several of those, all
// of which reach every barrier; those after the last partial sum have no vertices.
#ifdef LANES
#define WIDE (LANES / GROUP)
#define EACH_SUM for (int s = int(gl_WorkGroupID.x) * WIDE + int(gl_LocalInvocationID.x) / GROUP, \
    s0 = int(gl_WorkGroupID.x) * WIDE; s0 < sums; \
    s += int(gl_NumWorkGroups.x) * WIDE, s0 += int(gl_NumWorkGroups.x) * WIDE)
#define FIRST_VERTEX (s < sums ? s * GROUP + int(LANE) : vertexCount)
#define EACH_ROW(first, after) for (int row = (first) + int(gl_GlobalInvocationID.x); row < (after); \
    row += int(gl_NumWorkGroups.x) * LANES)
#define LEAVES (LANE == 0u && s < sums)
#define EACH_OF_SUMS for (int k = int(gl_LocalInvocationID.x); k < sums && gl_LocalInvocationID.x < uint(GROUP); \
    k += GROUP)
#else
#define EACH_SUM for (int s = int(gl_WorkGroupID.x); s < sums; s += int(gl_NumWorkGroups.x))
#define FIRST_VERTEX (s * GROUP + int(gl_LocalInvocationID.x))
#define EACH_ROW(first, after) for (int row = (first) + int(gl_GlobalInvocationID.x); row < (after); \
    row += int(gl_NumWorkGroups.x) * GROUP)
#define LEAVES (gl_LocalInvocationID.x == 0u)
#define EACH_OF_SUMS for (int k = int(gl_LocalInvocationID.x); k < sums; k += GROUP)
#endif
#define EACH_VERTEX for (int i = FIRST_VERTEX; i < vertexCount; i += sums * GROUP)

void multiply() {
    EACH_SUM {
        vec4 sum = vec4(0.0);
        for (int i = FIRST_VERTEX; IN_STEP(i) < vertexCount; i += sums * GROUP) {
            vec3 u = vec3(0.0), w = u;
            ivec4 pairs = ivec4(0);
            if (pairCount > 0) pairs = pairsOf(i); // loads overlap with the row product
            if (i < vertexCount) w = productOfRow(i, u = U(i));
            if (pairCount > 0) w += productOfPairs(pairs);
            if (i < vertexCount) {
                image[i] = vec4(w, 0.0);
                vec4 r = residual[i];
                sum += vec4(dot(r.xyz, u), dot(w, u), dot(abs(w), abs(u)), r.w);
            }
        }
        sum = groupSum(sum);
        if (LEAVES) cgReduction[s] = sum;
        sync(); // before lanes are reused
    }
}

float asked() { return tolerance < 0.0 ? wanted : tolerance; }

Iteration advance(vec2 before, float start) {
    vec4 sum = vec4(0.0);
    EACH_OF_SUMS sum += cgReduction[k];
    sum = groupSum(sum);
    if (gl_LocalInvocationID.x == 0u) {
        lane[0] = sum;
        sharedIteration = iterate(sum, before, start < 0.0 ? sum.x : start, asked(), most);
    }
    sync();
    return sharedIteration;
}

// γ and the weighted residual after update.
vec2 reached() {
    vec4 sum = vec4(0.0);
    EACH_OF_SUMS sum += cgEnd[k];
    sum = groupSum(sum);
    if (gl_LocalInvocationID.x == 0u) lane[0] = sum;
    sync();
    vec2 now = lane[0].xw;
    sync();
    return now;
}

void update(Iteration it, bool near) {
    EACH_SUM {
        vec4 end = vec4(0.0);
        EACH_VERTEX {
            vec3 p = U(i) + it.beta * search[i].xyz;
            vec3 q = image[i].xyz + it.beta * searchImage[i].xyz;
            vec4 a = LOAD4(blockInverse, 2 * i);
            vec3 r = a.x > 0.0 ? residual[i].xyz - it.alpha * q : vec3(0.0);
            search[i] = vec4(p, 0.0);
            searchImage[i] = vec4(q, 0.0);
            direction[i] = vec4(direction[i].xyz + it.alpha * p, 0.0);
            vec3 b = LOAD4(blockInverse, 2 * i + 1).xyz, u = preconditionedBy(a, b.xy, r);
            float weighed = b.z * dot(r, r);
            end += vec4(dot(r, u), 0.0, 0.0, weighed);
            residual[i] = vec4(r, weighed);
            preconditioned[i] = vec4(u, a.x > 0.0 ? 1.0 : 0.0);
        }
        if (near) {
            end = groupSum(end);
            if (LEAVES) cgEnd[s] = end;
            sync(); // before lanes are reused
        }
    }
}

// Whether the residual before iteration k is summed before its product.
bool near(int k, float latest, float left, float start) {
    return k > 0 && levels == 0 && nearEnd(latest, left, start, asked(), most);
}

#ifndef LANES
// Summands that invocations of a work group load in parallel.
shared vec3 term[4][GROUP];

void putTerms(mat4x3 t) {
    for (int c = 0; c < 4; c++) term[c][gl_LocalInvocationID.x] = t[c];
}
#endif

// Adds the coarse correction to the preconditioned residual; false if groups do not arrive.
bool correct();

void main() {
    if (outcome != CG_RUNNING) return;
    int begin = iterations, end = min(begin + each, all);
    vec2 before = vec2(0.0); // γ and α of the previous iteration
    float start = -1.0, latest = 0.0, left = 0.0;
    if (begin > 0) {
        before = vec2(curve[(begin - 1) & 1], stepLength[(begin - 1) & 1]);
        latest = last;
        left = linearResidual;
    }
    if (begin > 0 || warm != 0) start = first;
    for (int k = begin > 0 ? -1 : 0; k < barrierTests; k++) // all groups read Status before one may end
        if (!gate()) break;
    int k = begin;
    Iteration it = Iteration(CG_RUNNING, 0.0, 0.0);
    bool open = begin > 0 || end == 0 || levels == 0 || correct() && gate();
    for (; open && k < end; k++) {
        if (near(k, latest, left, start)) {
            vec2 now = reached();
            if (smallEnough(now.x, now.y, start, asked(), most)) {
                it.end = CG_EARLY;
                latest = now.x;
                left = now.y;
                break;
            }
        }
        multiply();
        if (!(open = gate())) break;
        it = advance(before, start);
        latest = lane[0].x;
        left = lane[0].w;
        sync();
        if (start < 0.0) start = latest;
        if (it.end != CG_RUNNING) break;
        before = vec2(latest, it.alpha);
        update(it, near(k + 1, latest, left, start));
        if (!(open = gate())) break;
        if (levels > 0 && !(open = correct() && gate())) break;
    }
    if (gl_GlobalInvocationID.x != 0u) return;
    if (end > begin) {
        first = start;
        last = latest;
        linearResidual = left;
        outcome = it.end;
        iterations = k;
        curve[(k + 1) & 1] = before.x; // iteration k − 1, the last but one
        stepLength[(k + 1) & 1] = before.y;
    }
}
