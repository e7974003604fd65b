// Blocks of P = (I − ω D⁻¹A) T of a rigid-body level: rigid-body modes T, smoothed by one step of damped Jacobi. A row
// at d from the centre of its aggregate is translated by the first three unknowns and by the rotation (last three
// unknowns over the radius) × d, and rotates with the aggregate. Twin of smooth in linalg/rigid_amg.go.
#version 430 core
#include "load.glsl"
#include "split.glsl"
#include "rigid_amg_lower.glsl"
#include "rigid_of.glsl"
INI1(AmgRow, amgRow)
INI1(AmgColumn, amgColumn)
INI1(AmgSmooth, amgSmooth)
INI1(AmgSmoothRef, amgSmoothRef) // place of a block in the matrix, its column
INI1(Held, held)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(AmgCentre, amgCentre)
IN4(BlockInverse, blockInverse)
IN4(AmgInverse, amgInverse)
OUT4(AmgStrip, amgStrip)
uniform int firstBlock;
uniform int count;   // blocks of P of the level
uniform int single;  // number of blocks of P with one strip, those of the finest level
uniform float omega; // damping of the Jacobi step

// Columns of the matrix of the cross product from the left: w × d.
mat3 crossed(vec3 d) { return mat3(0.0, -d.z, d.y, d.z, 0.0, -d.x, -d.y, d.x, 0.0); }

void fine(int b, int i, vec4 c, vec3 low, float scale) {
    mat3 shift = mat3(0.0), turn = mat3(0.0), own = mat3(0.0), same = mat3(0.0); // columns
    int k = LOADI1(amgSmooth, b), end = LOADI1(amgSmooth, b + 1);
    do { // do-while: software devices run a pre-tested loop once more
        int j = LOADI1(amgSmoothRef, 2 * k + 1);
        if (LOADI1(held, j) != 0 || RIGID(j)) continue;
        mat3 a = fineBlock(LOADI1(amgSmoothRef, 2 * k)),
            x = crossed(scale * difference(LOAD4(positionHi, j).xyz, LOAD4(positionLo, j).xyz, c.xyz, low));
        shift += a;
        turn += a * x;
        if (j == i) {
            same = mat3(1.0);
            own = x;
        }
    } while (++k < end);
    vec4 p = LOAD4(blockInverse, 2 * i);
    vec2 q = LOAD4(blockInverse, 2 * i + 1).xy;
    mat3 inv = mat3(p.xyz, vec3(p.y, p.w, q.x), vec3(p.z, q)); // zeros where held
    shift = same - omega * (inv * shift);
    turn = own - omega * (inv * turn);
    for (int e = 0; e < 3; e++) {
        PUT3(amgStrip, 6 * b + e, shift[e]);
        PUT3(amgStrip, 6 * b + 3 + e, turn[e]);
    }
}

mat3 inverseOf(int at) {
    return mat3(LOAD4(amgInverse, at).xyz, LOAD4(amgInverse, at + 1).xyz, LOAD4(amgInverse, at + 2).xyz);
}

void coarse(int b, int i, vec4 c, vec3 low, float scale) {
    // Three rows of a block by three columns: upper left, upper right, lower left, lower right.
    mat3 ul = mat3(0.0), ur = ul, ll = ul, lr = ul, same = ul, own = ul, turned = ul;
    int k = LOADI1(amgSmooth, b), end = LOADI1(amgSmooth, b + 1);
    do {
        int at = 12 * LOADI1(amgSmoothRef, 2 * k), j = LOADI1(amgSmoothRef, 2 * k + 1);
        vec4 y = LOAD4(amgCentre, 2 * j);
        mat3 x = crossed(scale * difference(y.xyz, LOAD4(amgCentre, 2 * j + 1).xyz, c.xyz, low));
        float turns = scale * y.w;
        mat3 u = coarseBlock(at), l = coarseBlock(at + 6);
        ul += u;
        ll += l;
        ur += u * x + turns * coarseBlock(at + 3);
        lr += l * x + turns * coarseBlock(at + 9);
        if (j == i) {
            same = mat3(1.0);
            own = x;
            turned = mat3(turns);
        }
    } while (++k < end);
    mat3 a = inverseOf(12 * i), q = inverseOf(12 * i + 3), d = inverseOf(12 * i + 9), t = transpose(q);
    mat3 s = same - omega * (a * ul + q * ll), v = own - omega * (a * ur + q * lr);
    mat3 w = -omega * (t * ul + d * ll), z = turned - omega * (t * ur + d * lr);
    int at = 6 * (2 * b - single);
    for (int e = 0; e < 3; e++) {
        PUT3(amgStrip, at + e, s[e]);
        PUT3(amgStrip, at + 3 + e, v[e]);
        PUT3(amgStrip, at + 6 + e, w[e]);
        PUT3(amgStrip, at + 9 + e, z[e]);
    }
}

void main() {
    int b = invocation();
    if (b >= count) return;
    b += firstBlock;
    int a = LOADI1(amgColumn, b);
    vec4 c = LOAD4(amgCentre, 2 * a);
    vec3 low = LOAD4(amgCentre, 2 * a + 1).xyz;
    float scale = c.w > 0.0 ? 1.0 / c.w : 0.0;
    if (firstBlock == 0) fine(b, LOADI1(amgRow, b), c, low, scale);
    else coarse(b, LOADI1(amgRow, b), c, low, scale);
}
