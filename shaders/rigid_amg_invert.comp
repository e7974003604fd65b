// Inverts the diagonal blocks of a rigid-body level, as two rows of 3×3 blocks. Motions with a stiffness below the
// round-off of the stiffest are left out, with zeros in the inverse, so that it has no negative eigenvalues. Twin of
// invertBlocks in linalg/rigid_amg.go.
#version 430 core
#include "load.glsl"
#include "invert.glsl"
INI1(TurnDiagonal, turnDiagonal)
IN4(AmgMatrix, amgMatrix)
OUT4(AmgInverse, amgInverse)
uniform int firstRow;
uniform int count; // rows of the level

#define SOFTEST 1e-6

mat3 part(int at) { return mat3(LOAD4(amgMatrix, at).xyz, LOAD4(amgMatrix, at + 1).xyz, LOAD4(amgMatrix, at + 2).xyz); }

void put(int at, mat3 m) {
    for (int e = 0; e < 3; e++) PUT3(amgInverse, at + e, m[e]);
}

void main() {
    int row = invocation();
    if (row >= count) return;
    row += firstRow;
    int at = 12 * LOADI1(turnDiagonal, row);
    mat3 a = part(at), b = part(at + 3), c = part(at + 9);
    vec3 least = vec3(SOFTEST * max(max(max(a[0].x, a[1].y), max(a[2].z, c[0].x)), max(c[1].y, c[2].z)));
    mat3 i = invert(a, least), f = i * b, s = invert(c - transpose(b) * f, least), g = f * s;
    put(12 * row, i + g * transpose(f));
    put(12 * row + 3, -g);
    put(12 * row + 6, -transpose(g));
    put(12 * row + 9, s);
}
