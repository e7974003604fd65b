// Centres and radii of the aggregates of a rigid-body level, without held vertices and rigid bodies; zero if none
// remains. Twin of centres in linalg/rigid_amg.go.
#version 430 core
#include "load.glsl"
#include "split.glsl"
#include "rigid_of.glsl"
INI1(AmgMemberStart, amgMemberStart)
INI1(AmgMember, amgMember)
INI1(Held, held)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
UPDATE4(AmgCentre, amgCentre, amgCentreNext) // per coarse row: centre as a split float, with the radius in w of the
                                             // first
uniform int firstRow;
uniform int count;  // rows of the level
uniform int finest; // 1: rows contain vertices

// Position of a member of a row; false if it is held.
bool site(int m, out vec3 hi, out vec3 lo, out float radius) {
    radius = 0.0;
    if (finest != 0) {
        hi = LOAD4(positionHi, m).xyz;
        lo = LOAD4(positionLo, m).xyz;
        return LOADI1(held, m) == 0 && !RIGID(m);
    }
    vec4 c = LOAD4(amgCentre, 2 * m);
    hi = c.xyz;
    lo = LOAD4(amgCentre, 2 * m + 1).xyz;
    radius = c.w;
    return true;
}

void main() {
    int row = invocation();
    if (row >= count) return;
    row += firstRow;
    int begin = LOADI1(amgMemberStart, row), end = LOADI1(amgMemberStart, row + 1);
    vec3 hi = vec3(0.0), lo = vec3(0.0), sum = vec3(0.0), h, l; // of differences from the first member
    float n = 0.0, square = 0.0, radius;
    for (int k = begin; k < end; k++)
        if (site(LOADI1(amgMember, k), h, l, radius)) {
            if (n == 0.0) {
                hi = h;
                lo = l;
            }
            sum += difference(h, l, hi, lo);
            n += 1.0;
        }
    if (n > 0.0) addTo(hi, lo, sum / n);
    for (int k = begin; k < end; k++)
        if (site(LOADI1(amgMember, k), h, l, radius)) {
            vec3 d = difference(h, l, hi, lo);
            square += dot(d, d) + radius * radius;
        }
    STORE4(amgCentre, amgCentreNext, 2 * row, vec4(hi, n > 0.0 ? sqrt(square / n) : 0.0));
    STORE4(amgCentre, amgCentreNext, 2 * row + 1, vec4(lo, 0.0));
}
