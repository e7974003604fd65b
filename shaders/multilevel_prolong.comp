// Adds the corrections of all coarse levels to the preconditioned residual of the vertices that are not
// held. Twin of spreadRows and prolongRows in cpu/sparse/multilevel.go.
#version 430 core
#include "load.glsl"
#include "params.glsl"
INI4(Ancestor, ancestor) // rows of four levels for each vertex, then of the others for rows of the fourth
INI1(Held, held)
IN4(Correction, correction)
UPDATE4(Preconditioned, preconditioned, preconditionedNext)
uniform int rowsBelow; // rows of the first three levels; −1 where there are at most four levels

vec3 sum(ivec4 a) {
    vec3 u = vec3(0.0);
    for (int k = 0; k < 4; k++)
        if (a[k] >= 0) u += LOAD4(correction, a[k]).xyz;
    return u;
}

void main() {
    for (int i = invocation(); i < vertexCount; i += stride()) {
        if (LOADI1(held, i) != 0) continue;
        ivec4 a = LOADI4(ancestor, i);
        vec3 u = LOAD4(preconditioned, i).xyz + sum(a);
        if (rowsBelow >= 0) u += sum(LOADI4(ancestor, vertexCount + a.w - rowsBelow));
        STORE4(preconditioned, preconditionedNext, i, vec4(u, 0.0));
    }
}
