// Change of the potential of triangles and centroids from the accepted positions along α times the
// search direction, per element from differences, so that nothing cancels between totals. Also
// follows the sides of friction: twin of Dahl.Track.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "pair.glsl"
#include "reduce.glsl"
#include "elementary.glsl"
#include "fabric.glsl"
#include "response.glsl"
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
IN4(Direction, direction)
IN4(TriangleMemory, triangleMemory)
IN4(AirSlot, airSlot)
IN4(TriangleSlot, triangleSlot)
INOUTI1(TriangleSide, triangleSide)
OUT4(Tally, tally)
uniform float alpha;
uniform int firstTally;

void main() {
    vec4 sum = vec4(0.0);
    for (int t = invocation(); t < triangleCount; t += stride()) {
        ivec4 v = LOADI4(corners, t);
        Fabric f = fabricOf(v.w);
        vec4 b = LOAD4(triangleRest, 2 * t);
        float area = LOAD4(triangleRest, 2 * t + 1).x, friction = LOAD4(triangleRest, 2 * t + 1).y;
        vec3 q0 = alpha * LOAD4(direction, v.x).xyz, q1 = alpha * LOAD4(direction, v.y).xyz, q2 = alpha * LOAD4(direction, v.z).xyz;
        vec3 p = q1 - q0, q = q2 - q0;
        vec3 du = b.x * p + b.z * q, dv = b.y * p + b.w * q;
        int s = TRIANGLE_SLOT * t;
        vec3 wu = LOAD4(triangleSlot, s).xyz, wv = LOAD4(triangleSlot, s + 1).xyz;
        vec3 e = vec3(LOAD4(triangleSlot, s + 3).w, LOAD4(triangleSlot, s + 4).w, LOAD4(triangleSlot, s + 5).w);
        vec3 d = vec3(dot(wu + 0.5 * du, du), dot(wv + 0.5 * dv, dv), dot(wu, dv) + dot(wv, du) + dot(du, dv));
        vec3 epsN = LOAD4(triangleMemory, 2 * t).xyz, sigmaN = LOAD4(triangleMemory, 2 * t + 1).xyz;

        float change = 0.0, size = 0.0;
        if (has(TERM_membrane)) change += membraneChange(f, e, d);
        size += abs(change);
        if (has(TERM_dahl)) {
            int sides = triangleSide[t], next = 0;
            for (int k = 0; k < 3; k++) {
                float c = dahlChange(friction * f.a[k], friction * f.b[k], f.tau[k], epsN[k], sigmaN[k], e[k], d[k]);
                change += c;
                size += abs(c);
                next |= packSide(nextSide(sideOf(sides, k), (e[k] + d[k]) - epsN[k]), k);
            }
            triangleSide[t] = next;
        }
        if (has(TERM_damping)) {
            float c = dampingChange(f.damping, e, epsN, d);
            change += c;
            size += abs(c);
        }
        change *= area;
        size *= area;

        vec3 u = (LOAD4(moved, v.x).xyz + LOAD4(moved, v.y).xyz + LOAD4(moved, v.z).xyz) / 3.0;
        vec3 move = (q0 + q1 + q2) / 3.0;
        if (has(TERM_aero)) {
            vec4 n = LOAD4(airSlot, 2 * t), c = LOAD4(airSlot, 2 * t + 1);
            if (n.w > 0.0 || c.w > 0.0) {
                float air = aeroChange(Air(n.xyz, c.xyz, n.w, c.w), u, move);
                change += air;
                size += abs(air);
            }
        }
        if (obstacleCount > 0) {
            vec3 hi, lo;
            meanPair(LOAD4(positionHi, v.x).xyz, LOAD4(positionLo, v.x).xyz, LOAD4(positionHi, v.y).xyz,
                     LOAD4(positionLo, v.y).xyz, LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, hi, lo);
            vec2 c = touchChange(vertexCount + t, hi, lo, u, move, 0.5 * contactStiffness * area, thickness + f.gap);
            change += c.x;
            size += c.y;
        }
        sum = addTally(sum, vec4(change, 0.0, size, 0.0));
    }
    sum = partTally(sum);
    if (leaves()) tally[firstTally + place()] = sum;
}
