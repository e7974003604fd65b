// Makes positions rigid, in double precision: the centre of the mass points, and the rotation nearest to their present
// arrangement. Mode 1 also moves each body by the largest displacement that obstacles gave one of its vertices; they
// displace no mass points. Mode 2 is for bodies with a part of their path alone, see pair_clamp.comp. Twin of
// rigidBody.snap and carryRigid. One group per body.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
#include "rigid_table.glsl"
IN4(RigidRest, rigidRest) // per vertex: offset from the centre at rest, high and low part [m]
IN4(StartHi, startHi)
IN4(StartLo, startLo)
IN1(PairFraction, pairFraction)
INOUT4(PositionHi, positionHi)
INOUT4(PositionLo, positionLo)
OUT4(Moved, moved)
uniform int mode;

#define ROUNDING 1e-7 // smallest displacement by obstacles, over the thickness; less is rounding

shared float longest; // largest displacement [m]
shared int first;     // lowest vertex with it

dvec3 site(int i) { return dvec3(positionHi[i].xyz) + dvec3(positionLo[i].xyz); }

dvec3 joined(vec4 hi, vec4 lo) { return dvec3(hi.xyz) + dvec3(lo.xyz); }

// Rotation nearest to a matrix with a positive determinant: Newton's iteration of its polar decomposition, R = ½(R +
// R⁻ᵀ) (Higham 1986), which doubles the digits each time.
bool nearestRotation(inout dmat3 a) {
    for (int k = 0; k < 10; k++) {
        dmat3 c = dmat3(cross(a[1], a[2]), cross(a[2], a[0]), cross(a[0], a[1]));
        double d = dot(a[0], c[0]);
        if (!(d > 1e-30LF && d < 1e30LF)) return false; // not finite: the step fails
        a = 0.5LF * (a + c / d);
    }
    return true;
}

void main() {
    int id = int(gl_LocalInvocationID.x), body = invocation() / GROUP;
    if (body >= count) return;
    ivec4 range = LOADI4(rigidBody, 2 * body), points = LOADI4(rigidBody, 2 * body + 1);
    if (mode == 2) {
        float part = LOAD1(pairFraction, range.x);
        if (!(part > 0.0 && part < 1.0)) return;
    }
    dvec3 c = 0.25LF * (site(points.x) + site(points.y) + site(points.z) + site(points.w));
    dmat3 turn = dmat3(0.0LF);
    for (int k = 0; k < 4; k++) {
        int at = RIGID_TABLE * body + 1 + 2 * k;
        turn += outerProduct(site(points[k]) - c, joined(LOAD4(rigidTable, at), LOAD4(rigidTable, at + 1)));
    }
    if (!nearestRotation(turn)) return;
    dvec3 push = dvec3(0.0LF);
    if (mode == 1) {
        vec4 most = vec4(0.0);
        for (int i = range.x + id; i < range.y; i += GROUP) {
            dvec3 x = c + turn * joined(LOAD4(rigidRest, 2 * i), LOAD4(rigidRest, 2 * i + 1));
            if (!isPoint(points, i)) most.w = max(most.w, length(vec3(site(i) - x)));
        }
        most = groupReduction(most);
        if (id == 0) {
            longest = most.w;
            first = range.y;
        }
        sync();
        for (int i = range.x + id; i < range.y; i += GROUP) {
            dvec3 x = c + turn * joined(LOAD4(rigidRest, 2 * i), LOAD4(rigidRest, 2 * i + 1));
            if (!isPoint(points, i) && length(vec3(site(i) - x)) == longest) atomicMin(first, i);
        }
        sync();
        if (!(longest > ROUNDING * thickness) || first == range.y) return;
        push = site(first) - (c + turn * joined(LOAD4(rigidRest, 2 * first), LOAD4(rigidRest, 2 * first + 1)));
    }
    memoryBarrierBuffer();
    barrier(); // all have read
    for (int i = range.x + id; i < range.y; i += GROUP) {
        dvec3 x = c + push + turn * joined(LOAD4(rigidRest, 2 * i), LOAD4(rigidRest, 2 * i + 1));
        vec3 hi = vec3(x);
        positionHi[i] = vec4(hi, 0.0);
        positionLo[i] = vec4(vec3(x - dvec3(hi)), 0.0);
        moved[i] = vec4(vec3(x - joined(LOAD4(startHi, i), LOAD4(startLo, i))), 0.0);
    }
}
