// Change of the potential of triangles and centroids from the accepted positions along α times the search direction,
// per element from differences, to avoid cancellation between totals. Also tracks the sides of internal friction: twin
// of Dahl.Track.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "reduce.glsl"
#include "elementary.glsl"
#include "response.glsl"
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
IN4(Direction, direction)
#include "rigid_way.glsl"
IN4(TriangleHistory, triangleHistory)
IN4(TriangleSlot, triangleSlot)
INOUTI1(TriangleSide, triangleSide)
OUT4(Reduction, reduction)
uniform float alpha;
uniform int firstReduction;

void main() {
    vec4 sum = vec4(0.0);
    for (int t = invocation(); t < triangleCount; t += invocations()) {
        ivec4 v = LOADI4(corners, t);
        vec4 b = LOAD4(triangleRest, 2 * t);
        vec4 rest = LOAD4(triangleRest, 2 * t + 1);
        float area = rest.x;
        vec3 q0 = alpha * WAY(v.x), q1 = alpha * WAY(v.y),
            q2 = alpha * WAY(v.z);
        vec3 p = q1 - q0, q = q2 - q0;
        vec3 du = b.x * p + b.z * q, dv = b.y * p + b.w * q;
        int s = TRIANGLE_SLOT * t;
        vec3 wu = LOAD4(triangleSlot, s).xyz, wv = LOAD4(triangleSlot, s + 1).xyz;
        vec3 e = vec3(LOAD4(triangleSlot, s + 3).w, LOAD4(triangleSlot, s + 4).w, LOAD4(triangleSlot, s + 5).w);
        vec3 d = vec3(dot(wu + 0.5 * du, du), dot(wv + 0.5 * dv, dv), dot(wu, dv) + dot(wv, du) + dot(du, dv));
        vec3 past[PAST];
        for (int j = 0; j < PAST; j++) past[j] = LOAD4(triangleHistory, PAST * t + j).xyz;

        int sides = triangleSide[t];
        vec2 psi = area * change(threeOf(int(rest.y), e, past), TERM_membrane, d, sides);
        triangleSide[t] = sides;
        float change = psi.x, size = psi.y;

        vec3 u = (LOAD4(moved, v.x).xyz + LOAD4(moved, v.y).xyz + LOAD4(moved, v.z).xyz) / 3.0;
        vec3 move = (q0 + q1 + q2) / 3.0;
        vec2 face = faceChanges(Face(t, area, LOAD4(airSlot, 2 * t).xyz, u), move);
        change += face.x;
        size += face.y;
        if (obstacleCount > 0) {
            vec3 hi, lo;
            meanSplit(LOAD4(positionHi, v.x).xyz, LOAD4(positionLo, v.x).xyz, LOAD4(positionHi, v.y).xyz,
                     LOAD4(positionLo, v.y).xyz, LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, hi, lo);
            vec2 c = touchChange(vertexCount + t, hi, lo, u, move, 0.5 * contactStiffness * area, thickness + rest.z);
            change += c.x;
            size += c.y;
        }
        sum = addReduction(sum, vec4(change, 0.0, size, 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[firstReduction + place()] = sum;
}
