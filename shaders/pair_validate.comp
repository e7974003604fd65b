// Whether a trial position, or one at the start of the step, is farther than the slack from that at the last broad
// phase; twin of cpu's selfContact.covers.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "pair_status.glsl"
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(StartHi, startHi)
IN4(StartLo, startLo)
IN4(CollectedHi, collectedHi)
IN4(CollectedLo, collectedLo)
INOUTI1(PairListStart, pairListStart)
INOUTI1(PairListFill, pairListFill)
uniform int start; // 1: check the start of the step too
uniform int clear; // 1: clear the lists of pairs
uniform int anew;  // 1: the broad phase runs in any case

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    if (clear != 0) pairListStart[i] = pairListFill[i] = 0;
    vec3 hi = LOAD4(collectedHi, i).xyz, lo = LOAD4(collectedLo, i).xyz;
    vec3 d = difference(LOAD4(positionHi, i).xyz, LOAD4(positionLo, i).xyz, hi, lo), b = vec3(0.0);
    if (start != 0) b = difference(LOAD4(startHi, i).xyz, LOAD4(startLo, i).xyz, hi, lo);
    float most = selfSlack * selfSlack;
    if (dot(d, d) <= most && dot(b, b) <= most) return;
    if (anew != 0) pairMoved = 1; // all writers store the same value
    else pairLeft = 1;
}
