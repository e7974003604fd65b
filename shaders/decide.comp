// Sums reductions as reduce does, decides whether the step follows the plan, and logs the reductions for the host. If
// not, the speculative dispatches that follow are cancelled. One group.
#version 430 core
#include "load.glsl"
#include "reduce.glsl"
#include "status.glsl"
#include "pair_status.glsl"
#include "speculation.glsl"
#include "safety_margin.glsl"
IN4(Reduction, reduction)
uniform ivec4 sum0; // per sum: first partial sum, count, index in reductions
uniform ivec4 sum1;
uniform ivec4 sum2;
uniform ivec4 sum3;
uniform int kind;     // kind of decision
uniform int late;     // 1: contacts are not detected in this iteration, and the slope after it counts
uniform int coarse;   // 1: AMG, 2: with new matrices; at the end of a step: pairs are active
uniform vec4 kept;    // see samePreconditioner
uniform vec4 limits;  // x: validity range of the contacts, largest change of the potential [J], or largest drift [m];
                      // y: tolerance [m]; z: largest wander of vertices [m]; w: least relative residual
shared bool sharedGoes;

void add(ivec4 of) {
    if (of.y == 0) return;
    vec4 sum = vec4(0.0);
    for (int k = int(gl_LocalInvocationID.x); k < of.y; k += GROUP) sum = addReduction(sum, LOAD4(reduction, of.x + k));
    sum = groupReduction(sum);
    if (gl_LocalInvocationID.x == 0u) reductions[of.z] = sum;
}

bool searched() {
    vec4 measure = reductions[REDUCTION_STEP];
    float slope = measure.x, move = sqrt(measure.w), norm2 = reductions[REDUCTION_NORM].x;
    vec4 energy = reductions[REDUCTION_ENERGY];
    float wandered = late != 0 ? intBitsToFloat(decisions[2].x) + move : 0.0;
    decisions[1] = floatBitsToInt(vec4(slope, move, norm2, extent(move, measure.z)));
    decisions[2] = ivec4(floatBitsToInt(wandered),
        coarse == 2 ? floatBitsToInt(float(iterations) / solverWork(first, last)) : decisions[2].y, 0, 0);
    return stuck == 0 && (outcome == CG_CONVERGED || outcome == CG_EARLY || outcome == CG_ROUNDOFF) &&
        surelyAccepted(norm2, slope, energy.x + energy.y) && surelyStays(wandered, limits.z);
}

bool evaluated() {
    vec4 before = intBitsToFloat(decisions[1]);
    float norm2 = reductions[REDUCTION_GRADIENT].x, left = sqrt(norm2) / sqrt(before.z);
    wanted = nextTolerance(before.w, limits.y, limits.w);
    return !isnan(left) && surelyGoesOn(before.w, left, limits.y) &&
        (kind == DECIDE_CONTINUES || samePreconditioner(coarse != 0, kept, iterations,
            solverWork(first, last), intBitsToFloat(decisions[2].y))) &&
           (late == 0 || surelyNoExtrapolation(before.x, reductions[REDUCTION_STEP].x));
}

bool decided() {
    vec4 energy = reductions[REDUCTION_ENERGY];
    switch (kind) {
    case DECIDE_TUNNELS:
        return surelySeen(reductions[REDUCTION_STEP].w, limits.x);
    case DECIDE_PAYS:
        return energy.x + energy.y <= limits.x;
    case DECIDE_ENDS:
        pairHits = pairClamped = 0; // for CCD
        return (pairActive > 0) == (coarse != 0) && intBitsToFloat(drift) <= limits.x;
    case DECIDE_SEARCHED:
        return searched();
    case DECIDE_EVALUATED:
    case DECIDE_CONTINUES:
        return evaluated();
    }
    return true;
}

void main() {
    add(sum0);
    add(sum1);
    add(sum2);
    add(sum3);
    if (gl_LocalInvocationID.x == 0u) {
        bool goes = decided();
        int at = DECISION_LOG + DECISION_SIZE * decisions[0].x;
        for (int k = 0; k < 4; k++) decisions[at + k] = floatBitsToInt(reductions[k]);
        decisions[at + 4] = ivec4(pushed, nonFinite, iterations, outcome);
        decisions[at + 5] = floatBitsToInt(vec4(first, last, curve[0], curve[1]));
        decisions[at + 6] = ivec4(floatBitsToInt(vec3(stepLength[0], stepLength[1], linearResidual)), stuck);
        decisions[at + 7] = ivec4(floatBitsToInt(wanted), inside, insideSharp, through);
        decisions[at + 8] = ivec4(tooFar, tooShort, drift, 0);
        decisions[at + 9] = ivec4(goes ? 1 : 0, pairActive, pairCandidates, pairMoved);
        decisions[0].x++;
        sharedGoes = goes;
    }
    sync();
    if (!sharedGoes) cancelSpeculation();
}
