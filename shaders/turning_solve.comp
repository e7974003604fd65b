// The correction of a level that turns, with those of the levels above: z = D⁻¹r + P z, see include/turning_solve.glsl.
#version 430 core
#include "load.glsl"
#include "params.glsl"
IN4(TurnResidual, turnResidual)
#define TURNED_RESIDUAL(i) LOAD4(turnResidual, i).xyz
UPDATE4(TurnCorrection, turnCorrection, turnCorrectionNext)
#include "turning_solve.glsl"
#include "turning_spread.glsl"
uniform int firstRow;
uniform int count; // twice the rows of the level

void main() {
    int n = invocation();
    if (n >= count) return;
    n += 2 * firstRow;
    vec3 z = solvedTurn(n) + spreadToRow(n);
    STORE3(turnCorrection, turnCorrectionNext, n, z);
}
