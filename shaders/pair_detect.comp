// Narrow phase: contact planes of candidates at the trial positions; twin of cpu's selfContact.detectPair. A pair with
// a hit on its path keeps the plane from just before, on the side it came from.
//
// Runs twice: for all candidates, to find the near ones, and, when pair_uncovered has flagged the active ones and these
// are counted, for these alone, to write them and to count those of each vertex. On software devices pair_preselect
// lists the candidates that may be near first, and the near ones are listed.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "response.glsl"
#include "contact.glsl"
#include "pair_near.glsl"
#include "pair_advance.glsl"
#include "pair_path.glsl"
#include "pair_features.glsl"
#include "pair_law.glsl"
#include "pair_share.glsl"
#include "friction_cone.glsl"
#include "pair_candidates.glsl"
#include "pair_link.glsl"
#include "pair_rotation.glsl"
#include "pair_anchor.glsl"
#include "pair_status_read.glsl"
TEXI1(pairState)
#define FLAGS_READ
#include "pair_flag.glsl" // of candidates: active
// of near candidates: bits of the vertices of the closest points, 0 of others
layout(std430) writeonly restrict buffer PairSupport { int pairSupport[]; };
layout(std430) writeonly restrict buffer PairVertex { ivec4 pairVertex[]; };
OUT4(PairWeight, pairWeight)
OUT4(PairPlane, pairPlane) // normal, friction limit [N]; friction axis, see friction_cone.glsl
OUT4(PairLaw, pairLaw)     // k [N/m], δ [m], query and partner, see pair_link.glsl; elastic slip at the start of the
                           // step, less the relative motion of the ends by the pair's rotation [m]
layout(std430) writeonly restrict buffer PairCandidate { int pairCandidate[]; };
INOUTI1(PairListStart, pairListStart) // number of active pairs of each vertex
uniform int count;      // items: candidates, or the room in lists
uniform int candidates; // counted candidates, or the room for them
uniform int fill;

#ifdef FETCH
TEXI1(pairPreselected)
layout(std430) readonly restrict buffer PairNear { int pairNear[]; }; // in the layout of pairPreselected
#endif

void main() {
    int at = invocation();
#ifdef FETCH
    if (at >= (fill != 0 ? count : TEXEL(pairPreselected, DETECT_COUNT).r)) return;
    int c = fill != 0 ? pairNear[DETECT_POINTS + at] : TEXEL(pairPreselected, DETECT_POINTS + at).r;
    if (fill != 0) at = flagPlace(c, candidates);
#else
    if (at >= (fill != 0 ? min(count, flagPlace(candidates, candidates)) : count)) return;
    if (fill == 0 && at >= pairCandidates) {
        pairSupport[at] = 0;
        return;
    }
    int c = fill != 0 ? flagged(at, candidates) : at;
#endif
    bool face;
    ivec4 v = pairVertices(TEXEL(candidate, 2 * c).r, TEXEL(candidate, 2 * c + 1).r, face);
    Path p = pairWay(face, v);
    float d = LOAD1(pairDistance, c), delta = pairThickness(v), l = pairReach(p);
    int query = TEXEL(candidate, 2 * c).r, partner = TEXEL(candidate, 2 * c + 1).r, support = 0;
    float share = 0.0;
    bool raised = false;
    vec3 n = vec3(0.0);
    Near near;
    if (d - l <= PAIR_REACH * delta) {
        bool hit;
        pairPlace(v, p);
        float t = pairAdvance(p, d, l, delta, hit);
        near = pairAt(p, t);
        if (near.d2 > 0.0 && (hit || sqrt(near.d2) <= PAIR_REACH * delta)) {
            n = near.r / sqrt(near.d2);
            support = supportOf(near.w);
            share = pairShare(query, partner, v, p, t, hit || TEXEL(pairState, c).r >= PAIR_STIFFER, near, n, raised);
        }
    }
    if (fill == 0) {
        pairSupport[c] = share > 0.0 ? support : 0;
        return;
    }
    float k = share * pairLayer(face, v, TEXEL(pairState, c).r, d, raised, delta), lambda = 0.0;
    vec3 r = near.w.y * (p.e1 + (p.u1 - p.u0)) + near.w.z * (p.e2 + (p.u2 - p.u0)) + near.w.w * (p.e3 + (p.u3 - p.u0));
    float depth = delta - dot(n, r);
    // A trial that passed through overestimates the force; its friction must not lock the rest.
    if (depth > 0.0) lambda = contactForce(k, min(depth, delta), delta);
    pairVertex[at] = v;
    pairWeight[at] = near.w;
    Friction_cone cone = coneBetween(v, near.w, n, lambda, share * pairArea(face, v), pairFriction(v));
    pairPlane[2 * at] = vec4(n, cone.limit);
    pairPlane[2 * at + 1] = cone.axis;
    pairLaw[2 * at] = vec4(k, delta, linkBits(query), linkBits(partner));
    vec3 slip = vec3(0.0);
    if (lambda > 0.0) {
        Turn turn = pairTurn(p);
        vec3 e = pairKeptSlip(query, partner, v);
        slip = (e + turnBy(turn, e)) - turnBy(turn, near.w.y * p.e1 + near.w.z * p.e2 + near.w.w * p.e3);
    }
    pairLaw[2 * at + 1] = vec4(slip, 0.0);
    pairCandidate[at] = c;
    for (int k = 0; k < 4; k++)
        if (near.w[k] != 0.0) atomicAdd(pairListStart[v[k]], 1);
}
