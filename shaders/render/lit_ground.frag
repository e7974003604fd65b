// The floor with simple shadows, a fast version of ground.frag: darkens the picture in shadow.
#version 430 core

uniform sampler2DShadow shadowTest;

in vec3 shadowAt;
flat in vec3 dark;

layout(location = 0) out vec4 colour;

void main() { colour = vec4(mix(dark, vec3(1.0), textureLod(shadowTest, shadowAt, 0.0)), 1.0); }
