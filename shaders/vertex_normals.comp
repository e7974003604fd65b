// Vertex normals, one invocation per vertex: the sum over the incident triangles of the unit face normal weighted by
// the angle at the vertex (Thürmer & Wüthrich 1998), which does not depend on the triangulation. Gathered, in a fixed
// order.
#version 430 core
layout(local_size_x = 64) in;

uniform samplerBuffer points;     // RGBA32F [m]
uniform isamplerBuffer corners;   // R32I, vertex of corner c = 3 t + k
uniform isamplerBuffer fanStart;  // R32I, n + 1 entries into fan
uniform isamplerBuffer fan;       // R32I, corner numbers grouped by vertex
uniform int vertexCount;

layout(std430, binding = 0) writeonly restrict buffer Normals { vec4 normals[]; };

vec3 position(int i) { return texelFetch(points, i).xyz; }

void main() {
    int i = int(gl_GlobalInvocationID.x);
    if (i >= vertexCount) return;
    vec3 x = position(i), sum = vec3(0.0);
    int end = texelFetch(fanStart, i + 1).r;
    for (int f = texelFetch(fanStart, i).r; f < end; f++) {
        int c = texelFetch(fan, f).r;
        int base = c - c % 3;
        vec3 a = position(texelFetch(corners, base + (c + 1) % 3).r) - x;
        vec3 b = position(texelFetch(corners, base + (c + 2) % 3).r) - x;
        vec3 n = cross(a, b);
        float s = length(n);
        if (s > 0.0) sum += n * (atan(s, dot(a, b)) / s);
    }
    float l = length(sum);
    normals[i] = vec4(l > 0.0 ? sum / l : vec3(0.0, 1.0, 0.0), 0.0);
}
