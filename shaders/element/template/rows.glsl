// Contributions of an element kind with one strain to rows of the system.
#include "split.glsl"
#include "strain.glsl"
#include "law.glsl"
#include "element/{kind}.glsl"
IN4({Kind}Slot, {kind}Slot)

void {kind}At(int i, out vec4 slot[{KIND}_SLOT]) {
    for (int j = 0; j < {KIND}_SLOT; j++) slot[j] = LOAD4({kind}Slot, {KIND}_SLOT * i + j);
}

vec3 {kind}GradientAt(int i, int corner) {
    vec4 slot[{KIND}_SLOT];
    {kind}At(i, slot);
    return {kind}Gradient(slot, corner);
}

mat3 {kind}BlockAt(int i, int row, int col) {
    vec4 slot[{KIND}_SLOT];
    {kind}At(i, slot);
    return {kind}Block(slot, row, col);
}
