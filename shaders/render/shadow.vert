// Shadow casters seen from the key light.
#version 430 core
#include "render/mesh.glsl"

uniform mat4 shadowMatrix;

void main() {
    gl_Position = shadowMatrix * vec4(vertexPosition(texelFetch(corners, gl_VertexID).r), 1.0);
}
