// Change of the potential of elements of a kind along α times the search direction; see trial_triangles.comp.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "reduce.glsl"
#include "elementary.glsl"
#include "strain.glsl"
#include "law.glsl"
#include "laws_{kind}.glsl"
#include "one.glsl"
#include "strains_{kind}.glsl"
#include "past_{kind}.glsl"
IN4(Direction, direction)
IN4({Kind}Slot, {kind}Slot)
INOUTI1({Kind}Side, {kind}Side)
OUT4(Reduction, reduction)
uniform float alpha;
uniform int firstReduction;
uniform int count;

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < count; i += invocations()) {
        ivec4 v = LOADI4({kind}Vertices, i);
        vec4 rest[{KIND}_REST];
        {kind}RestAt(i, rest);
        vec3 p[{corners}];
        for (int a = 0; a < {corners}; a++) p[a] = LOAD4(direction, v[a]).xyz;
        vec4 slot[{KIND}_SLOT];
        for (int j = 0; j < {KIND}_SLOT; j++) slot[j] = LOAD4({kind}Slot, {KIND}_SLOT * i + j);
        float eps[{KIND}_STRAINS], d[{KIND}_STRAINS];
        vec2 psi = {kind}Changes(rest, slot, p, alpha, eps, d);
        int sides = {kind}Side[i], next = 0;
        for (int k = 0; k < {KIND}_STRAINS; k++) {
            int side = sideOf(sides, k);
            psi += change({kind}Of(i, k, eps[k], rest), TERM_{term}, d[k], side);
            next |= packSide(side, k);
        }
        {kind}Side[i] = next;
        float size = rest[{KIND}_REST - 1].x;
        sum = addReduction(sum, vec4(size * psi.x, 0.0, size * psi.y, 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[firstReduction + place()] = sum;
}
