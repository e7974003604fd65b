// Depth and normal of each pixel, for the visibility pass.
#version 430 core

uniform vec3 eye;
uniform vec3 forward;

in vec3 position;
in vec3 normal;

layout(location = 0) out float depth; // along the view direction [m]
layout(location = 1) out vec4 surfaceNormal;

void main() {
    depth = dot(position - eye, forward);
    vec3 n = normalize(normal);
    surfaceNormal = vec4(gl_FrontFacing ? n : -n, 0.0);
}
