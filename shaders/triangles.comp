// Evaluates all terms on triangles and their centroids at the trial positions; stress and tangent
// are times the rest area. Twin of cpu's evaluateTriangle and of the first half of evaluatePoints.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "pair.glsl"
#include "elementary.glsl"
#include "fabric.glsl"
#include "response.glsl"
#include "strain.glsl"
#include "membrane.glsl"
#include "dahl.glsl"
#include "damping.glsl"
#include "aero.glsl"
#include "near.glsl"
#include "contact.glsl"
#include "friction.glsl"
#include "touch.glsl"
#include "triangle_slot.glsl"
INI4(Corners, corners)
IN4(TriangleRest, triangleRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(Moved, moved)
IN4(TriangleMemory, triangleMemory) // ε_n; σ_n
IN4(AirSlot, airSlot)
INOUTI1(TriangleSide, triangleSide)
OUT4(TriangleSlot, triangleSlot)
uniform int begin; // 1: the first evaluation of a step

void main() {
    int t = invocation();
    if (t >= triangleCount) return;
    ivec4 v = LOADI4(corners, t);
    Fabric f = fabricOf(v.w);
    vec4 b = LOAD4(triangleRest, 2 * t);
    float area = LOAD4(triangleRest, 2 * t + 1).x, friction = LOAD4(triangleRest, 2 * t + 1).y;
    vec3 h0 = LOAD4(positionHi, v.x).xyz, l0 = LOAD4(positionLo, v.x).xyz;
    vec3 h1 = LOAD4(positionHi, v.y).xyz, l1 = LOAD4(positionLo, v.y).xyz;
    vec3 h2 = LOAD4(positionHi, v.z).xyz, l2 = LOAD4(positionLo, v.z).xyz;
    vec3 ph, pl, qh, ql, wu, wul, wv, wvl;
    differencePair(h1, l1, h0, l0, ph, pl);
    differencePair(h2, l2, h0, l0, qh, ql);
    deformation(b, ph, pl, qh, ql, wu, wul, wv, wvl);
    vec3 e = greenStrain(wu, wul, wv, wvl);

    vec3 epsN = LOAD4(triangleMemory, 2 * t).xyz, sigmaN = LOAD4(triangleMemory, 2 * t + 1).xyz;
    MembraneResponse r = MembraneResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    if (has(TERM_membrane)) membrane(f, e, r);
    if (has(TERM_dahl)) {
        int sides = begin != 0 ? 0 : triangleSide[t], next = 0;
        for (int k = 0; k < 3; k++) {
            float psi, sigma, slope, delta = e[k] - epsN[k];
            int last = begin != 0 ? 0 : sideOf(sides, k);
            dahl(friction * f.a[k], friction * f.b[k], f.tau[k], epsN[k], sigmaN[k], delta, changesSide(last, delta), psi, sigma, slope);
            r.s[k] += sigma;
            r.c[k] += slope;
            next |= packSide(nextSide(last, delta), k);
        }
        if (begin != 0) triangleSide[t] = next;
    }
    if (has(TERM_damping)) damping(f.damping, e, epsN, r);
    r.s *= area;
    r.c *= area;
    r.d *= area;
    vec3 sp = clampStress(r.s);

    vec3 u = (LOAD4(moved, v.x).xyz + LOAD4(moved, v.y).xyz + LOAD4(moved, v.z).xyz) / 3.0;
    PointResponse p = PointResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    if (has(TERM_aero)) {
        vec4 n = LOAD4(airSlot, 2 * t), c = LOAD4(airSlot, 2 * t + 1);
        if (n.w > 0.0 || c.w > 0.0) aero(Air(n.xyz, c.xyz, n.w, c.w), u, p);
    }
    if (obstacleCount > 0) {
        vec3 hi, lo;
        meanPair(h0, l0, h1, l1, h2, l2, hi, lo);
        touch(vertexCount + t, hi, lo, u, 0.5 * contactStiffness * area, thickness + f.gap, p);
    }
    int s = TRIANGLE_SLOT * t;
    triangleSlot[s] = vec4(wu, r.s.x);
    triangleSlot[s + 1] = vec4(wv, r.s.y);
    triangleSlot[s + 2] = vec4(r.s.z, sp);
    triangleSlot[s + 3] = vec4(r.c, e.x);
    triangleSlot[s + 4] = vec4(r.d, e.y);
    triangleSlot[s + 5] = vec4(p.h, e.z);
    triangleSlot[s + 6] = vec4(p.o, 0.0);
    triangleSlot[s + 7] = vec4(p.g, 0.0);
}
