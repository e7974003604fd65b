// Correction of a rigid-body level including those of coarser levels: z = D⁻¹r + P z, see include/rigid_amg_solve.glsl.
#version 430 core
#include "load.glsl"
#include "params.glsl"
IN4(AmgResidual, amgResidual)
#define TURNED_RESIDUAL(i) LOAD4(amgResidual, i).xyz
UPDATE4(AmgCorrection, amgCorrection, turnCorrectionNext)
#include "rigid_amg_solve.glsl"
#include "rigid_amg_spread.glsl"
uniform int firstRow;
uniform int count; // twice the rows of the level

void main() {
    int n = invocation();
    if (n >= count) return;
    n += 2 * firstRow;
    vec3 z = solvedTurn(n) + spreadToRow(n);
    STORE3(amgCorrection, turnCorrectionNext, n, z);
}
