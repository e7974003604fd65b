// Shadow casters from the direction of the key light.
#version 430 core
#include "render/mesh.glsl"

uniform isamplerBuffer vertexPoint; // R32I
uniform mat4 shadowMatrix;

void main() {
    gl_Position = shadowMatrix * vec4(pointPosition(texelFetch(vertexPoint, gl_VertexID).r), 1.0);
}
