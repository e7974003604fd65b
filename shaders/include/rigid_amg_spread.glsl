// Prolongation of AMG with rigid-body modes: P z for a vertex or half a coarse row. Twin of spreadRows in
// linalg/rigid_amg_apply.go.
#ifndef TURNED
#define TURNED(i) LOAD4(amgCorrection, i).xyz
#endif
#include "rigid_amg_strip.glsl"
INI1(AmgStart, amgStart)   // per vertex, then per coarse row: its blocks of P
INI1(AmgColumn, amgColumn) // coarse row of each block
uniform int single; // number of blocks with one strip

vec3 stripOf(int at, int v) {
    vec3 x = TURNED(2 * v), y = TURNED(2 * v + 1), z = LOAD4(amgStrip, at).xyz * x.x;
    z += LOAD4(amgStrip, at + 1).xyz * x.y;
    z += LOAD4(amgStrip, at + 2).xyz * x.z;
    z += LOAD4(amgStrip, at + 3).xyz * y.x;
    z += LOAD4(amgStrip, at + 4).xyz * y.y;
    z += LOAD4(amgStrip, at + 5).xyz * y.z;
    return z;
}

vec3 spreadToVertex(int i) {
    vec3 z = vec3(0.0);
    int k = LOADI1(amgStart, i), end = LOADI1(amgStart, i + 1);
    if (k < end) do z += stripOf(6 * k, LOADI1(amgColumn, k));
    while (++k < end);
    return z;
}

// n is 2·row for translation, 2·row + 1 for rotation.
vec3 spreadToRow(int n) {
    vec3 z = vec3(0.0);
    int q = vertexCount + (n >> 1), k = LOADI1(amgStart, q), end = LOADI1(amgStart, q + 1);
    if (k < end) do z += stripOf(6 * (2 * k - single + (n & 1)), LOADI1(amgColumn, k));
    while (++k < end);
    return z;
}
