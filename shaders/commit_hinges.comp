// Moves the friction history of hinges to the accepted positions; twin of Dahl.Commit.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "pair.glsl"
#include "elementary.glsl"
#include "hinge.glsl"
#include "dahl.glsl"
#include "status_read.glsl"
INI4(HingeVertices, hingeVertices)
IN4(HingeRest, hingeRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
INOUT4(HingeMemory, hingeMemory)
uniform int reset;

void main() {
    int i = invocation();
    if (i >= hingeCount || nonFinite != 0 || (reset == 0 && !has(TERM_dahl))) return;
    ivec4 v = LOADI4(hingeVertices, i);
    vec4 rest = LOAD4(hingeRest, 3 * i), law = LOAD4(hingeRest, 3 * i + 1);
    vec3 hi = LOAD4(positionHi, v.x).xyz, lo = LOAD4(positionLo, v.x).xyz;
    float theta = dihedral(difference(LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz, hi, lo),
                           difference(LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, hi, lo),
                           difference(LOAD4(positionHi, v.w).xyz, LOAD4(positionLo, v.w).xyz, hi, lo));
    vec2 memory = hingeMemory[i].xy;
    if (reset != 0) memory = vec2(rest.x * (theta - rest.y), 0.0);
    else {
        theta = unwrap(theta, memory.x / rest.x + rest.y);
        float eps = memory.x, sigma = memory.y;
        dahlCommit(law.y, law.z, law.w, rest.x * (theta - rest.y), eps, sigma);
        memory = vec2(eps, sigma);
    }
    hingeMemory[i] = vec4(memory, 0.0, 0.0);
}
