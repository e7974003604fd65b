// Surface vertices for the picture and for the depth and normal pass.
#version 430 core
#include "render/mesh.glsl"

uniform isamplerBuffer vertexPoint; // R32I
uniform samplerBuffer uvs;          // RG32F per vertex, material coordinates [m]
uniform samplerBuffer scalars;      // R32F
uniform mat4 viewProjection;
uniform bool hasUV;
uniform int scalarKind; // 0 none, 1 per point, 2 per triangle

out vec3 position; // [m]
out vec3 normal;
out vec2 uv;       // [m]
out float scalar;

void main() {
    int i = texelFetch(vertexPoint, gl_VertexID).r;
    position = pointPosition(i);
    normal = texelFetch(normals, i).xyz;
    uv = hasUV ? texelFetch(uvs, gl_VertexID).rg : vec2(0.0);
    scalar = scalarKind == 1 ? texelFetch(scalars, i).r : 0.0;
    gl_Position = viewProjection * vec4(position, 1.0);
}
