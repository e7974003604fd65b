// Copies a picture.
#version 430 core

uniform sampler2D picture;

layout(location = 0) out vec4 colour;

void main() { colour = texelFetch(picture, ivec2(gl_FragCoord.xy), 0); }
