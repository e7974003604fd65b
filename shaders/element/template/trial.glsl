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
#include "element/{kind}.glsl"
INI4({Kind}Vertices, {kind}Vertices)
IN4({Kind}Rest, {kind}Rest)
IN4(Direction, direction)
IN4({Kind}Slot, {kind}Slot)
IN4({Kind}History, {kind}History)
INOUTI1({Kind}Side, {kind}Side)
OUT4(Reduction, reduction)
uniform float alpha;
uniform int firstReduction;
uniform int count;
PAST_OF({kind}History, {KIND}_PAST)

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < count; i += invocations()) {
        ivec4 v = LOADI4({kind}Vertices, i);
        vec2 of = LOAD4({kind}Rest, 2 * i + 1).xy;
        vec3 p[{corners}];
        for (int a = 0; a < {corners}; a++) p[a] = LOAD4(direction, v[a]).xyz;
        vec4 slot[{KIND}_SLOT];
        for (int j = 0; j < {KIND}_SLOT; j++) slot[j] = LOAD4({kind}Slot, {KIND}_SLOT * i + j);
        float eps, d = {kind}Change(LOAD4({kind}Rest, 2 * i), slot, p, alpha, eps);
        int side = {kind}Side[i];
        vec2 psi = change(oneOf(int(of.y), eps, pastOf(i)), TERM_{term}, d, side);
        {kind}Side[i] = side;
        sum = addReduction(sum, vec4(of.x * psi.x, 0.0, of.x * psi.y, 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[firstReduction + place()] = sum;
}
