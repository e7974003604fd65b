// Largest displacement of a surface's vertices since distances were measured; one group.
#version 430 core
#include "load.glsl"
#include "reduce.glsl"
IN4(BodyEnd, bodyEnd)
IN4(BodyLast, bodyLast)
OUT1(BodyMoved, bodyMoved) // per obstacle [m]
uniform int count;
uniform int obstacleIndex;

void main() {
    float most = 0.0;
    for (int i = int(gl_LocalInvocationID.x); i < count; i += GROUP)
        most = max(most, distance(LOAD4(bodyEnd, i).xyz, LOAD4(bodyLast, i).xyz));
    vec4 sum = groupReduction(vec4(0.0, 0.0, 0.0, most));
    if (gl_LocalInvocationID.x == 0u) bodyMoved[obstacleIndex] = sum.w;
}
