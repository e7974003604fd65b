// Restricts the residual to a rigid-body level, see include/rigid_amg_gather.glsl.
#version 430 core
#include "load.glsl"
IN4(Residual, residual)
UPDATE4(AmgResidual, amgResidual, turnResidualNext)
#include "rigid_amg_gather.glsl"
uniform int firstRow;
uniform int count;  // twice the rows of the level
uniform int finest; // 1: from vertices

void main() {
    int n = invocation();
    if (n >= count) return;
    n += 2 * firstRow;
    vec3 r = gatheredTurn(n, finest != 0);
    STORE3(amgResidual, turnResidualNext, n, r);
}
