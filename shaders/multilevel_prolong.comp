// Adds the corrections of all coarse levels to the preconditioned residual of the vertices that are not
// held. Twin of spreadRows and prolongRows in cpu/sparse/multilevel.go.
#version 430 core
#include "load.glsl"
#include "params.glsl"
INI4(Ancestor, ancestor) // rows of four levels for each vertex, then of the others for rows of the fourth
IN4(Correction, correction)
UPDATE4(Preconditioned, preconditioned, preconditionedNext)
uniform int fourth; // the first row of the fourth level; −1 where there are at most four levels

#define COARSE_WEIGHT 1.5 // coarseWeight of cpu/sparse/multilevel.go

vec3 sum(ivec4 a) {
    return (LOAD4(correction, a.x).xyz + LOAD4(correction, a.y).xyz) + (LOAD4(correction, a.z).xyz + LOAD4(correction, a.w).xyz);
}

void main() {
    for (int i = invocation(); i < vertexCount; i += stride()) {
        ivec4 a = LOADI4(ancestor, i);
        vec3 c = sum(a);
        if (fourth >= 0) c += sum(LOADI4(ancestor, vertexCount + a.w - fourth));
        vec4 u = LOAD4(preconditioned, i); // u.w is 0 where held
        KEEP3(preconditioned, preconditionedNext, i, u.xyz + COARSE_WEIGHT * u.w * c, u.w);
    }
}
