// Advances the internal variables of hinges to the accepted positions; twin of World.commit.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "elementary.glsl"
#include "hinge.glsl"
#include "law.glsl"
#include "laws_hinge.glsl"
#include "status_read.glsl"
INI4(HingeVertices, hingeVertices)
IN4(HingeRest, hingeRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
INOUT4(HingeHistory, hingeHistory)
uniform int reset;

void main() {
    int i = invocation();
    if (i >= hingeCount || nonFinite != 0) return;
    ivec4 v = LOADI4(hingeVertices, i);
    vec4 rest = LOAD4(hingeRest, i);
    vec3 hi = LOAD4(positionHi, v.x).xyz, lo = LOAD4(positionLo, v.x).xyz;
    float theta = dihedral(difference(LOAD4(positionHi, v.y).xyz, LOAD4(positionLo, v.y).xyz, hi, lo),
                           difference(LOAD4(positionHi, v.z).xyz, LOAD4(positionLo, v.z).xyz, hi, lo),
                           difference(LOAD4(positionHi, v.w).xyz, LOAD4(positionLo, v.w).xyz, hi, lo));
    int at = HINGE_PAST * i;
    Laws l = lawsAt(int(rest.w));
    for (int j = 1; j < PAST; j++) l.kept[j - 1] = hingeHistory[at + j / 4][j % 4];
    float epsN = hingeHistory[at].x;
    float eps = rest.x * ((reset != 0 ? theta : unwrap(theta, epsN / rest.x + rest.y)) - rest.y);
    commitLaws(l, Strain(eps, epsN, 0), bvec4(has(TERM_membrane) || has(TERM_springs) || has(TERM_bending),
        has(TERM_dahl), has(TERM_damping), has(TERM_relaxation)));
    hingeHistory[at].x = eps;
    for (int j = 1; j < PAST; j++) hingeHistory[at + j / 4][j % 4] = reset != 0 ? 0.0 : l.kept[j - 1];
}
