// Surface vertices for the picture and for the depth and normal pass.
#version 430 core
#include "render/mesh.glsl"

uniform isamplerBuffer vertexPoint; // R32I
uniform samplerBuffer uvs;          // RGB32F per vertex: material coordinates, distance from a hem [m]
uniform samplerBuffer scalars;      // R32F
uniform mat4 viewProjection;
uniform bool hasUV;
uniform int scalarKind; // 0 none, 1 per point, 2 per triangle

out vec3 position; // [m]
out vec3 normal;
out vec3 uv;       // material coordinates, distance from a hem [m]
out float scalar;

// Direction of the threads of a satin, for its gloss: mean over the triangles of the panel around a vertex, as for
// normals. Per triangle, unevenly stretched cloth would show its mesh.
#if defined(WEAVE) && WEAVE == 4
uniform isamplerBuffer corners, fanStart, fan; // see vertex_normals.comp
uniform isamplerBuffer cornerVertex;           // R32I, per corner

out vec3 thread; // along the warp, not normalised

vec3 threadAround(int i, vec3 x, vec2 u) {
    vec3 sum = vec3(0.0);
    int end = texelFetch(fanStart, i + 1).r;
    for (int f = texelFetch(fanStart, i).r; f < end; f++) {
        int c = texelFetch(fan, f).r, base = c - c % 3, next = base + (c + 1) % 3, last = base + (c + 2) % 3;
        if (texelFetch(cornerVertex, c).r != gl_VertexID) continue; // across a seam
        vec3 a = pointPosition(texelFetch(corners, next).r) - x, b = pointPosition(texelFetch(corners, last).r) - x;
        vec2 p = texelFetch(uvs, texelFetch(cornerVertex, next).r).rg - u,
            q = texelFetch(uvs, texelFetch(cornerVertex, last).r).rg - u;
        sum += (a * q.y - b * p.y) * sign(p.x * q.y - p.y * q.x);
    }
    return sum;
}
#endif

void main() {
    int i = texelFetch(vertexPoint, gl_VertexID).r;
    position = pointPosition(i);
    normal = texelFetch(normals, i).xyz;
    uv = hasUV ? texelFetch(uvs, gl_VertexID).rgb : vec3(0.0, 0.0, 1.0);
    scalar = scalarKind == 1 ? texelFetch(scalars, i).r : 0.0;
#if defined(WEAVE) && WEAVE == 4
    thread = hasUV ? threadAround(i, position, uv.xy) : vec3(0.0);
#endif
    gl_Position = viewProjection * vec4(position, 1.0);
}
