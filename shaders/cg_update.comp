// Second half of a conjugate gradient iteration, see include/cg.glsl. Every group (or invocation, where each left its
// own sum) adds up all partial sums itself, in the same order. At the end of the solve the commands of later dispatches
// are emptied.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
#include "status.glsl"
#include "cg.glsl"
IN4(CgReduction, cgReduction)
IN4(Image, image)
IN4(BlockInverse, blockInverse)
UPDATE4(Preconditioned, preconditioned, preconditionedNext)
UPDATE4(Residual, residual, residualNext)
UPDATE4(Direction, direction, directionNext)
UPDATE4(Search, search, searchNext)
UPDATE4(SearchImage, searchImage, searchImageNext)
OUT4(CgEnd, cgEnd) // partial sums of the residual, as in cg_multiply
layout(std430) writeonly restrict buffer Command { uint groups[3 * COMMANDS]; };
uniform int iteration;     // from 0
uniform float tolerance;   // relative to the initial norm rᵀM⁻¹r
uniform float most;        // limit of the weighted residual
uniform int warm;          // 1: relative to the initial norm of the previous solve

// The first invocation stores what later iterations need.
Iteration advance(vec4 sum) {
    int now = iteration & 1, before = 1 - now;
    vec2 last_ = iteration > 0 ? vec2(curve[before], stepLength[before]) : vec2(0.0);
    Iteration it = iterate(sum, last_, iteration > 0 || warm != 0 ? first : sum.x, tolerance, most);
    if (gl_GlobalInvocationID.x == 0u) {
        if (iteration == 0 && warm == 0) first = sum.x;
        last = sum.x;
        linearResidual = sum.w;
        curve[now] = sum.x;
        stepLength[now] = it.alpha;
        outcome = it.end;
        iterations = it.end == CG_RUNNING ? iteration + 1 : iteration;
        if (it.end != CG_RUNNING)
            for (int k = 0; k < COMMANDS; k++) groups[3 * k] = 0u;
    }
    return it;
}

#ifndef FETCH
shared Iteration sharedIteration;
shared bool sharedNear;
#endif

void main() {
    vec4 sum = vec4(0.0);
#ifdef FETCH
    int count = invocations();
    for (int k = 0; k < count; k++) sum += LOAD4(cgReduction, k);
    Iteration it = advance(sum);
    bool near = nearEnd(sum.x, sum.w, first, tolerance, most);
#else
    int count = int(gl_NumWorkGroups.x);
    for (int k = int(gl_LocalInvocationID.x); k < count; k += GROUP) sum += LOAD4(cgReduction, k);
    sum = groupSum(sum);
    if (gl_LocalInvocationID.x == 0u) {
        sharedIteration = advance(sum);
        sharedNear = nearEnd(sum.x, sum.w, first, tolerance, most);
    }
    sync();
    Iteration it = sharedIteration;
    bool near = sharedNear;
#endif
    if (it.end != CG_RUNNING) return;
    vec4 end = vec4(0.0);
    for (int i = invocation(); i < vertexCount; i += invocations()) {
        vec3 p = LOAD4(preconditioned, i).xyz + it.beta * LOAD4(search, i).xyz;
        vec3 q = LOAD4(image, i).xyz + it.beta * LOAD4(searchImage, i).xyz;
        vec3 x = LOAD4(direction, i).xyz + it.alpha * p;
        vec4 a = LOAD4(blockInverse, 2 * i);
        vec3 r = a.x > 0.0 ? LOAD4(residual, i).xyz - it.alpha * q : vec3(0.0); // zero where held, for AMG
        vec3 b = LOAD4(blockInverse, 2 * i + 1).xyz, u = preconditionedBy(a, b.xy, r);
        float weighed = b.z * dot(r, r);
        end += vec4(dot(r, u), 0.0, 0.0, weighed);
        STORE3(search, searchNext, i, p);
        STORE3(searchImage, searchImageNext, i, q);
        STORE3(direction, directionNext, i, x);
        STORE4(residual, residualNext, i, vec4(r, weighed));
        KEEP3(preconditioned, preconditionedNext, i, u, a.x > 0.0 ? 1.0 : 0.0);
    }
    if (!near) return;
    end = partSum(end);
    if (leaves()) cgEnd[place()] = end;
}
