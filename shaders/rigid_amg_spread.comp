// Adds the correction of AMG with rigid-body modes to the preconditioned residual of the vertices that are not held,
// see include/rigid_amg_spread.glsl.
#version 430 core
#include "load.glsl"
#include "params.glsl"
IN4(AmgCorrection, amgCorrection)
#include "rigid_amg_spread.glsl"
UPDATE4(Preconditioned, preconditioned, preconditionedNext)

void main() {
    for (int i = invocation(); i < vertexCount; i += invocations()) {
        vec4 u = LOAD4(preconditioned, i); // u.w is 0 where held
        KEEP3(preconditioned, preconditionedNext, i, u.xyz + u.w * spreadToVertex(i), u.w);
    }
}
