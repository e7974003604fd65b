// Results of the sums and products of include/split.glsl and of the reductions, which the host compares bit by bit: a
// compiler that reorders or fuses operations loses their low digits.
#version 430 core
#include "load.glsl"
#include "reduce.glsl"
#include "split.glsl"
IN4(ProbeIn, probeIn) // per item: two sums of two floats, hi, lo, hi, lo
OUT4(ProbeOut, probeOut) // PROBES per item, see gpu/precision.go
uniform int count;

void main() {
    int i = invocation();
    if (i >= count) return;
    vec3 ah = LOAD4(probeIn, 4 * i).xyz, al = LOAD4(probeIn, 4 * i + 1).xyz, bh = LOAD4(probeIn, 4 * i + 2).xyz,
        bl = LOAD4(probeIn, 4 * i + 3).xyz;
    vec3 r[PROBES];
    twoSum(ah, bh, r[0], r[1]);
    for (int c = 0; c < 3; c++) twoSum(ah[c], bl[c], r[2][c], r[3][c]);
    quickTwoSum(ah, al, r[4], r[5]);
    twoProduct(ah, bh, r[6], r[7]);
    r[8] = ah;
    r[9] = al;
    addTo(r[8], r[9], bh);
    r[10] = difference(ah, al, bh, bl);
    differenceSplit(ah, al, bh, bl, r[11], r[12]);
    meanSplit(ah, al, bh, bl, bh, al, r[13], r[14]);
    vec4 reduction = vec4(0.0);
    for (int c = 0; c < 3; c++) reduction = addReduction(reduction, vec4(ah[c], al[c], 0.0, 0.0));
    r[15] = vec3(reduction.xy, 0.0);
    for (int k = 0; k < PROBES; k++) probeOut[PROBES * i + k] = vec4(r[k], 0.0);
}
