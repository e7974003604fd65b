// What the gradient at the present positions has given the cloth over the step, less what backward Euler takes from its motion, and how far its
// mass went; twin of cpu's Gained.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
#include "split.glsl"
IN4(VertexRest, vertexRest)
INI1(Held, held)
IN4(Gradient, gradient)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(CoastHi, coastHi)
IN4(CoastLo, coastLo)
IN4(Moved, moved)
OUT4(Tally, tally)

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < vertexCount; i += invocations()) {
        if (LOADI1(held, i) != 0) continue;
        float mass = LOAD4(vertexRest, i).x;
        vec3 u = LOAD4(moved, i).xyz;
        vec3 dv = difference(LOAD4(positionHi, i).xyz, LOAD4(positionLo, i).xyz, LOAD4(coastHi, i).xyz, LOAD4(coastLo, i).xyz) / h;
        sum = addTally(sum, vec4(dot(LOAD4(gradient, i).xyz, u) - 0.5 * mass * dot(dv, dv), 0.0, mass * length(u), 0.0));
    }
    sum = partTally(sum);
    if (leaves()) tally[place()] = sum;
}
