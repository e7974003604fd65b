// The background.
#version 430 core
#include "render/studio.glsl"
#include "render/srgb.glsl"

layout(location = 0) out vec4 colour;

void main() { colour = written(backdrop(gl_FragCoord.xy)); }
