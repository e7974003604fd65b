// Change of the potential of hinges along α times the search direction; see trial_triangles.comp.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "reduce.glsl"
#include "elementary.glsl"
#include "hinge.glsl"
#include "law.glsl"
#include "laws_hinge.glsl"
#include "one.glsl"
INI4(HingeVertices, hingeVertices)
IN4(HingeRest, hingeRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(Direction, direction)
IN4(HingeSlot, hingeSlot)
IN4(HingeHistory, hingeHistory)
INOUTI1(HingeSide, hingeSide)
OUT1(HingeTrial, hingeTrial) // change of ε
OUT4(Reduction, reduction)
uniform float alpha;
uniform int firstReduction;
PAST_OF(hingeHistory, HINGE_PAST)

// Rounding error of an angle [rad].
#define ANGLE_NOISE 4e-7

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < hingeCount; i += invocations()) {
        ivec4 v = LOADI4(hingeVertices, i);
        vec4 rest = LOAD4(hingeRest, i);
        vec3 hi = LOAD4(positionHi, v.x).xyz, lo = LOAD4(positionLo, v.x).xyz;
        vec3 e = difference(LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz, hi, lo);
        vec3 a = difference(LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, hi, lo);
        vec3 b = difference(LOAD4(positionHi, v.w).xyz, LOAD4(positionLo, v.w).xyz, hi, lo);
        vec3 q = LOAD4(direction, v.x).xyz;
        e += alpha * (LOAD4(direction, v.y).xyz - q);
        a += alpha * (LOAD4(direction, v.z).xyz - q);
        b += alpha * (LOAD4(direction, v.w).xyz - q);
        float past[PAST] = pastOf(i);
        float theta = unwrap(dihedral(e, a, b), past[0] / rest.x + rest.y);
        float eps = LOAD4(hingeSlot, HINGE_SLOT * i + 2).w, d = rest.x * (theta - rest.y) - eps;
        float sigma = LOAD4(hingeSlot, HINGE_SLOT * i).w;
        hingeTrial[i] = d;

        int side = hingeSide[i];
        vec2 psi = change(oneOf(int(rest.w), eps, past), TERM_bending, d, side);
        hingeSide[i] = side;
        // Sizes are multiplied by the relative noise of a sum, 1e-6, later.
        float size = psi.y * rest.z + abs(sigma) * rest.x * (ANGLE_NOISE / 1e-6);
        sum = addReduction(sum, vec4(rest.z * psi.x, 0.0, size, 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[firstReduction + place()] = sum;
}
