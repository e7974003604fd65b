// Evaluates all terms on triangles and their centroids at the trial positions; stress and tangent are multiplied by the
// rest area. Twin of cpu's triangleCode and of the first half of evaluatePoints.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "elementary.glsl"
#include "response.glsl"
#include "strain.glsl"
#include "law.glsl"
#include "laws_triangle.glsl"
#include "three.glsl"
#include "face_terms.glsl"
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
IN4(TriangleHistory, triangleHistory)
INOUTI1(TriangleSide, triangleSide)
OUT4(TriangleSlot, triangleSlot)
uniform int begin; // 1: first evaluation of the step

void main() {
    int t = invocation();
    if (t >= triangleCount) return;
    ivec4 v = LOADI4(corners, t);
    vec4 b = LOAD4(triangleRest, 2 * t);
    vec4 rest = LOAD4(triangleRest, 2 * t + 1); // area, row of the laws, gap, longest edge
    float area = rest.x;
    vec3 h0 = LOAD4(positionHi, v.x).xyz, l0 = LOAD4(positionLo, v.x).xyz;
    vec3 h1 = LOAD4(positionHi, v.y).xyz, l1 = LOAD4(positionLo, v.y).xyz;
    vec3 h2 = LOAD4(positionHi, v.z).xyz, l2 = LOAD4(positionLo, v.z).xyz;
    vec3 ph, pl, qh, ql, wu, wul, wv, wvl;
    differenceSplit(h1, l1, h0, l0, ph, pl);
    differenceSplit(h2, l2, h0, l0, qh, ql);
    deformation(b, ph, pl, qh, ql, wu, wul, wv, wvl);
    vec3 e = greenStrain(wu, wul, wv, wvl);

    vec3 past[PAST];
    for (int j = 0; j < PAST; j++) past[j] = LOAD4(triangleHistory, PAST * t + j).xyz;
    int sides = begin != 0 ? NO_SIDES : triangleSide[t];
    MembraneResponse r = MembraneResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    respond(threeOf(int(rest.y), e, past), TERM_membrane, sides, r);
    if (begin != 0) triangleSide[t] = sides;
    r.s *= area;
    r.c *= area;
    r.d *= area;
    vec3 sp = clampStress(r.s);

    vec3 u = (LOAD4(moved, v.x).xyz + LOAD4(moved, v.y).xyz + LOAD4(moved, v.z).xyz) / 3.0;
    PointResponse p = PointResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    faceForces(Face(t, area, LOAD4(airSlot, 2 * t).xyz, u), p);
    if (obstacleCount > 0) {
        vec3 hi, lo;
        meanSplit(h0, l0, h1, l1, h2, l2, hi, lo);
        touch(vertexCount + t, hi, lo, u, 0.5 * contactStiffness * area, thickness + rest.z, p);
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
