// Points of the surface in a picture, one invocation per point: vertices of the mesh, or linear combinations that make
// a smoother one, from render/refine.go.
//
// Positions come from any buffer of floats: vertex i at [offset + stride i], three components.
#version 430 core
layout(local_size_x = 64) in;

uniform samplerBuffer positions;  // R32F
uniform isamplerBuffer rowStart;  // R32I, n + 1 entries into the next two
uniform isamplerBuffer rowIndex;  // R32I, vertex
uniform samplerBuffer rowWeight;  // R32F
uniform int pointCount;
uniform int positionOffset;
uniform int positionStride;

layout(std430, binding = 0) writeonly restrict buffer Points { vec4 points[]; };

void main() {
    int j = int(gl_GlobalInvocationID.x);
    if (j >= pointCount) return;
    vec3 sum = vec3(0.0);
    int end = texelFetch(rowStart, j + 1).r;
    for (int i = texelFetch(rowStart, j).r; i < end; i++) {
        int a = positionOffset + positionStride * texelFetch(rowIndex, i).r;
        sum += texelFetch(rowWeight, i).r
             * vec3(texelFetch(positions, a).r, texelFetch(positions, a + 1).r, texelFetch(positions, a + 2).r);
    }
    points[j] = vec4(sum, 1.0);
}
