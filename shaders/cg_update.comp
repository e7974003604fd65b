// Second half of an iteration: with β = γ/γ₋ and α = γ/(δ − βγ/α₋)
//   p = u + βp,  s = w + βs,  x += αp,  r −= αs,  u = M⁻¹r.
// All add up the sums of all by themselves, in the same order: groups, or invocations where each left its own. At the end the commands
// of the dispatches that follow are emptied, so that they do nothing.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
#include "status.glsl"
IN4(CgTally, cgTally)
IN4(Image, image)
IN4(BlockInverse, blockInverse)
UPDATE4(Preconditioned, preconditioned, preconditionedNext)
UPDATE4(Residual, residual, residualNext)
UPDATE4(Direction, direction, directionNext)
UPDATE4(Search, search, searchNext)
UPDATE4(SearchImage, searchImage, searchImageNext)
layout(std430) writeonly restrict buffer Command { uint groups[3 * COMMANDS]; };
uniform int iteration;     // from 0
uniform float tolerance;   // of the norm rᵀM⁻¹r, relative to that at the start
uniform int warm;          // 1: relative to that at the start of the solve before

// Relative rounding error of sums of products, for curvatures.
#define SUM_NOISE 1e-6

// α, β and how the solve ends, from the sums γ, δ, |w|ᵀ|u|; the first invocation keeps them for later ones.
int advance(vec4 sum, out vec2 factors) {
    float gamma = sum.x, delta = sum.y;
    int now = iteration & 1, before = 1 - now;
    float beta = 0.0, curvature = delta, start = iteration > 0 || warm != 0 ? first : gamma;
    if (iteration > 0) {
        beta = gamma / curve[before];
        curvature = delta - beta * gamma / stepLength[before];
    }
    int end = CG_RUNNING;
    if (!(abs(gamma) < 1e37 && sum.z < 1e37)) end = CG_NONFINITE;
    else if (delta < -1e-4 * sum.z) end = CG_INDEFINITE;
    else if (gamma <= tolerance * tolerance * start || gamma <= 0.0) end = CG_CONVERGED;
    else if (!(curvature > SUM_NOISE * sum.z)) end = CG_ROUNDOFF;
    float alpha = end == CG_RUNNING ? gamma / curvature : 0.0;
    factors = vec2(alpha, beta);
    if (gl_GlobalInvocationID.x == 0u) {
        if (iteration == 0 && warm == 0) first = gamma;
        last = gamma;
        curve[now] = gamma;
        stepLength[now] = alpha;
        outcome = end;
        iterations = end == CG_RUNNING ? iteration + 1 : iteration;
        if (end != CG_RUNNING)
            for (int k = 0; k < COMMANDS; k++) groups[3 * k] = 0u;
    }
    return end;
}

#ifndef FETCH
shared vec2 sharedFactors;
shared int sharedEnd;
#endif

void main() {
    vec4 sum = vec4(0.0);
    vec2 factors;
#ifdef FETCH
    int count = stride();
    for (int k = 0; k < count; k++) sum += LOAD4(cgTally, k);
    int ended = advance(sum, factors);
#else
    int count = int(gl_NumWorkGroups.x);
    for (int k = int(gl_LocalInvocationID.x); k < count; k += GROUP) sum += LOAD4(cgTally, k);
    sum = groupSum(sum);
    if (gl_LocalInvocationID.x == 0u) {
        sharedEnd = advance(sum, factors);
        sharedFactors = factors;
    }
    sync();
    int ended = sharedEnd;
    factors = sharedFactors;
#endif
    if (ended != CG_RUNNING) return;
    float alpha = factors.x, beta = factors.y;
    for (int i = invocation(); i < vertexCount; i += stride()) {
        vec3 p = LOAD4(preconditioned, i).xyz + beta * LOAD4(search, i).xyz;
        vec3 q = LOAD4(image, i).xyz + beta * LOAD4(searchImage, i).xyz;
        vec3 x = LOAD4(direction, i).xyz + alpha * p;
        vec4 a = LOAD4(blockInverse, 2 * i);
        vec3 r = a.x > 0.0 ? LOAD4(residual, i).xyz - alpha * q : vec3(0.0); // zero where held, for coarse levels
        vec2 b = LOAD4(blockInverse, 2 * i + 1).xy;
        vec3 u = vec3(dot(a.xyz, r), dot(vec3(a.y, a.w, b.x), r), dot(vec3(a.z, b), r));
        STORE3(search, searchNext, i, p);
        STORE3(searchImage, searchImageNext, i, q);
        STORE3(direction, directionNext, i, x);
        STORE3(residual, residualNext, i, r);
        KEEP3(preconditioned, preconditionedNext, i, u, a.x > 0.0 ? 1.0 : 0.0);
    }
}
