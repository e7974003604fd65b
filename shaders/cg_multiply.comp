// First half of a conjugate gradient iteration, see include/cg.glsl: w = A u, and the sums γ = rᵀu, δ = wᵀu, |w|ᵀ|u|, Σ
// weight·|r|². Near convergence the partial sums of the residual from cg_update are checked first: if the residual is
// small enough the solve ends, and all dispatch commands are emptied.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
#include "status.glsl"
#include "cg.glsl"
IN4(Residual, residual)
IN4(Preconditioned, preconditioned)
#include "row_product.glsl"
#include "rigid_image.glsl"
OUT4(Image, image)
OUT4(CgReduction, cgReduction)
IN4(CgEnd, cgEnd)
layout(std430) writeonly restrict buffer Command { uint groups[3 * COMMANDS]; };
uniform int iteration;   // from 0; iteration 0 has no check
uniform float tolerance; // tolerance and most: see cg_update
uniform float most;

#ifndef FETCH
shared bool sharedEnded;
#endif

bool ended() {
    vec4 sum = vec4(0.0);
#ifdef FETCH
    int count = invocations();
    for (int k = 0; k < count; k++) sum += LOAD4(cgEnd, k);
    bool end = smallEnough(sum.x, sum.w, first, tolerance, most);
#else
    int count = int(gl_NumWorkGroups.x);
    for (int k = int(gl_LocalInvocationID.x); k < count; k += GROUP) sum += LOAD4(cgEnd, k);
    sum = groupSum(sum);
    if (gl_LocalInvocationID.x == 0u) sharedEnded = smallEnough(sum.x, sum.w, first, tolerance, most);
    sync();
    bool end = sharedEnded;
#endif
    if (end && gl_GlobalInvocationID.x == 0u) {
        outcome = CG_EARLY;
        last = sum.x; // may be less than other groups still read here: they are near the end, too
        linearResidual = sum.w;
        for (int k = 0; k < COMMANDS; k++) groups[3 * k] = 0u;
    }
    return end;
}

void main() {
    if (iteration > 0 && nearEnd(last, linearResidual, first, tolerance, most) && ended()) return;
    vec4 sum = vec4(0.0);
    for (int i = invocation(); IN_STEP(i) < vertexCount; i += invocations()) {
        vec3 u = vec3(0.0), w = u;
        ivec4 pairs = ivec4(0);
        if (pairCount > 0) pairs = pairsOf(i); // loads overlap with the row product
        if (i < vertexCount) w = productOfRow(i, u = U(i));
        if (pairCount > 0) w += productOfPairs(pairs);
        if (i < vertexCount) {
            RIGID_IMAGE(i)
            PUT3(image, i, w);
            vec4 r = LOAD4(residual, i);
            sum += vec4(dot(r.xyz, u), dot(w, u), dot(abs(w), abs(u)), r.w);
        }
    }
    sum = partSum(sum);
    if (leaves()) cgReduction[place()] = sum;
}
