// Continuous collision detection of all candidates on straight paths from the start of the step to the trial positions;
// twin of cpu's checkPaths and, with stop, of Sim.stop: vertices go a fraction of their path, and free vertices of
// pairs that hit get a smaller one.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "pair_near.glsl"
#include "pair_advance.glsl"
#include "pair_path.glsl"
#include "pair_features.glsl"
#include "pair_law.glsl"
#include "pair_candidates.glsl"
#include "pair_status.glsl"
INI1(Held, held)
IN1(PairFraction, pairFraction)
INOUTI1(PairNextFraction, pairNextFraction) // bits of the floats, which compare alike
INOUTI1(PairFlag, pairFlag)                 // 1: hit
uniform int count;                          // candidates
uniform int stop;                           // 1: shorten paths; 2: to zero

#define CLAMP_SHARE 0.8  // share of the safe path that is used
#define LEAST_PATH 0.05 // smallest fraction; less counts as zero

void main() {
    int c = invocation();
    if (c >= count) return;
    bool face, hit;
    ivec4 v = pairVertices(TEXEL(candidate, 2 * c).r, TEXEL(candidate, 2 * c + 1).r, face);
    Path p = pairWay(face, v);
    float d = LOAD1(pairDistance, c), l = pairReach(p), delta = pairThickness(v), t = 1.0;
    hit = pairMayHit(d, l, delta);
    if (hit) {
        pairPlace(v, p);
        t = pairAdvance(p, d, l, delta, hit);
    }
    pairFlag[c] = hit ? 1 : 0;
    if (!hit) return;
    atomicAdd(pairHits, 1);
    if (stop == 0) return;
    for (int k = 0; k < 4; k++) {
        if (LOADI1(held, v[k]) != 0) continue;
        float next = LOAD1(pairFraction, v[k]) * CLAMP_SHARE * t;
        if (next < LEAST_PATH || stop == 2) next = 0.0;
        atomicMin(pairNextFraction[v[k]], floatBitsToInt(next));
    }
}
