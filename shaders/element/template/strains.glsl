// Functions of an element kind with one strain that the kernels call.
#include "element/{kind}.glsl"

void {kind}Strains(vec4 rest[{KIND}_REST], vec3 hi[{corners}], vec3 lo[{corners}], out vec4 slot[{KIND}_SLOT],
    out float eps[{KIND}_STRAINS]) {
    eps[0] = {kind}Strain(rest[0], hi, lo, slot);
}

void {kind}Stresses(vec4 rest[{KIND}_REST], Response r[{KIND}_STRAINS], inout vec4 slot[{KIND}_SLOT]) {
    {kind}Stress(rest[0], rest[1].x, r[0], slot);
}

vec2 {kind}Changes(vec4 rest[{KIND}_REST], vec4 slot[{KIND}_SLOT], vec3 d[{corners}], float alpha,
    out float eps[{KIND}_STRAINS], out float delta[{KIND}_STRAINS]) {
    delta[0] = {kind}Change(rest[0], slot, d, alpha, eps[0]);
    return vec2(0.0);
}
