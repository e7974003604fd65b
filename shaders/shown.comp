// Positions in the order of the model, for drawing.
#version 430 core
#include "load.glsl"
INI1(Order, order) // device order → model vertex
IN4(ShownFrom, shownFrom)
OUT4(Shown, shown)
uniform int count;

void main() {
    int i = invocation();
    if (i < count) shown[LOADI1(order, i)] = vec4(LOAD4(shownFrom, i).xyz, 0.0);
}
