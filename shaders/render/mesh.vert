// Surface vertices for the picture and for the depth and normal pass.
#version 430 core
#include "render/mesh.glsl"

uniform samplerBuffer uvs;     // RG32F per corner, material coordinates [m]
uniform samplerBuffer scalars; // R32F
uniform isamplerBuffer seamEdges; // R32I per triangle, bit k: edge from corner k to the next, bit 3 + k: corner k
uniform mat4 viewProjection;
uniform bool hasUV;
uniform int scalarKind; // 0 none, 1 per vertex, 2 per triangle

out vec3 position; // [m]
out vec3 normal;
out vec2 uv;       // [m]
out float scalar;
out vec3 barycentric;
flat out int seams;

void main() {
    int i = texelFetch(corners, gl_VertexID).r;
    position = vertexPosition(i);
    normal = texelFetch(normals, i).xyz;
    uv = hasUV ? texelFetch(uvs, gl_VertexID).rg : vec2(0.0);
    scalar = scalarKind == 1 ? texelFetch(scalars, i).r
           : scalarKind == 2 ? texelFetch(scalars, gl_VertexID / 3).r : 0.0;
    int k = gl_VertexID % 3;
    barycentric = vec3(k == 0, k == 1, k == 2);
    seams = texelFetch(seamEdges, gl_VertexID / 3).r;
    gl_Position = viewProjection * vec4(position, 1.0);
}
