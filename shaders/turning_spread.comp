// Adds the corrections of the levels that turn to the preconditioned residual of the vertices that are not held, see include/turning_spread.glsl.
#version 430 core
#include "load.glsl"
#include "params.glsl"
IN4(TurnCorrection, turnCorrection)
#include "turning_spread.glsl"
UPDATE4(Preconditioned, preconditioned, preconditionedNext)

void main() {
    for (int i = invocation(); i < vertexCount; i += invocations()) {
        vec4 u = LOAD4(preconditioned, i); // u.w is 0 where held
        KEEP3(preconditioned, preconditionedNext, i, u.xyz + u.w * spreadToVertex(i), u.w);
    }
}
