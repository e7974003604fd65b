// The background where nothing else is.
#version 430 core
#include "render/studio.glsl"

layout(location = 0) out vec4 colour;

void main() { colour = vec4(backdrop(gl_FragCoord.xy), 1.0); }
