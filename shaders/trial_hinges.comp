// Change of the potential of hinges along α times the search direction; see trial_triangles.comp.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "pair.glsl"
#include "reduce.glsl"
#include "elementary.glsl"
#include "response.glsl"
#include "fabric.glsl"
#include "hinge.glsl"
#include "bending.glsl"
#include "dahl.glsl"
#include "damping.glsl"
INI4(HingeVertices, hingeVertices)
IN4(HingeRest, hingeRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(Direction, direction)
IN4(HingeMemory, hingeMemory)
IN4(HingeSlot, hingeSlot)
INOUTI1(HingeSide, hingeSide)
OUT1(HingeTrial, hingeTrial) // change of ε
OUT4(Tally, tally)
uniform float alpha;
uniform int firstTally;

// What rounding leaves of an angle [rad].
#define ANGLE_NOISE 4e-7

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < hingeCount; i += stride()) {
        ivec4 v = LOADI4(hingeVertices, i);
        vec4 rest = LOAD4(hingeRest, 3 * i), law = LOAD4(hingeRest, 3 * i + 1);
        float kd = LOAD4(hingeRest, 3 * i + 2).x;
        vec3 hi = LOAD4(positionHi, v.x).xyz, lo = LOAD4(positionLo, v.x).xyz;
        vec3 e = difference(LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz, hi, lo);
        vec3 a = difference(LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, hi, lo);
        vec3 b = difference(LOAD4(positionHi, v.w).xyz, LOAD4(positionLo, v.w).xyz, hi, lo);
        vec3 q = LOAD4(direction, v.x).xyz;
        e += alpha * (LOAD4(direction, v.y).xyz - q);
        a += alpha * (LOAD4(direction, v.z).xyz - q);
        b += alpha * (LOAD4(direction, v.w).xyz - q);
        vec2 memory = LOAD4(hingeMemory, i).xy;
        float theta = unwrap(dihedral(e, a, b), memory.x / rest.x + rest.y);
        float eps = LOAD4(hingeSlot, HINGE_SLOT * i + 2).w, d = rest.x * (theta - rest.y) - eps;
        float sigma = LOAD4(hingeSlot, HINGE_SLOT * i).w;
        hingeTrial[i] = d;

        float change = 0.0, size = 0.0;
        if (has(TERM_bending)) change += bendingChange(rest.w, law.x, eps, d);
        size += abs(change);
        if (has(TERM_dahl)) {
            float c = dahlChange(law.y, law.z, law.w, memory.x, memory.y, eps, d);
            change += c;
            size += abs(c);
            hingeSide[i] = nextSide(hingeSide[i], (eps + d) - memory.x);
        }
        if (has(TERM_damping)) {
            float c = dampingChange(kd, eps, memory.x, d);
            change += c;
            size += abs(c);
        }
        // The sizes are multiplied by the relative noise of a sum, 1e-6, later.
        size = size * rest.z + abs(sigma) * rest.x * (ANGLE_NOISE / 1e-6);
        sum = addTally(sum, vec4(rest.z * change, 0.0, size, 0.0));
    }
    sum = partTally(sum);
    if (leaves()) tally[firstTally + place()] = sum;
}
