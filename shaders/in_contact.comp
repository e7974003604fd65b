// Contacts of each vertex with obstacles, itself or by the centroids of its triangles; twin of cpu's inContact.
// in_contact_pairs adds the pairs of cloth.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "row_kinds.glsl"
#include "split.glsl"
#include "near.glsl"
#include "acting.glsl"
INI4(Corners, corners)
INI1(RowStart, rowStart)
INI1(RowElement, rowElement)
IN4(VertexRest, vertexRest)
IN4(TriangleRest, triangleRest)
IN4(AtHi, atHi) // vertex positions
IN4(AtLo, atLo)
IN4(StartHi, startHi)
IN4(StartLo, startLo)
INI4(NearHead, nearHead)
IN4(NearPlane, nearPlane)
INOUTI1(InContact, inContact) // see acting.glsl

// Contact flags of point i at (hi, lo), which was at (hi0, lo0) at the start of the step.
int found(int i, vec3 hi, vec3 lo, vec3 hi0, vec3 lo0, float delta) {
    int in_ = 0;
    for (int o = 0; o < obstacleCount; o++) {
        int at = o * pointCount() + i, flags = LOADI4(nearHead, at).y;
        int planes = (flags & NEAR_ACTIVE) != 0 ? NEAR_COUNT(flags) : 0;
        for (int c = 0; c < planes; c++) {
            int b = NEAR_PLANE * (2 * at + c);
            vec4 normal = LOAD4(nearPlane, b), reference = LOAD4(nearPlane, b + 1), disp = LOAD4(nearPlane, b + 2);
            if (planeDistance(normal, reference, disp, hi, lo) >= delta) continue;
            in_ |= BY_BODY;
            if (planeDistance(normal, reference, disp, hi0, lo0 + disp.xyz) >= delta) in_ |= BEGINS;
        }
    }
    return in_;
}

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    int in_ = 0;
    if (obstacleCount > 0) {
        in_ = found(i, LOAD4(atHi, i).xyz, LOAD4(atLo, i).xyz, LOAD4(startHi, i).xyz, LOAD4(startLo, i).xyz,
                    thickness + LOAD4(vertexRest, i).z);
        int end = LOADI1(rowStart, ROW_KINDS * i + 1);
        for (int k = LOADI1(rowStart, ROW_KINDS * i); k < end; k++) {
            int t = LOADI1(rowElement, k) >> 2;
            ivec4 v = LOADI4(corners, t);
            vec3 hi, lo, hi0, lo0;
            meanSplit(LOAD4(atHi, v.x).xyz, LOAD4(atLo, v.x).xyz, LOAD4(atHi, v.y).xyz, LOAD4(atLo, v.y).xyz,
                      LOAD4(atHi, v.z).xyz, LOAD4(atLo, v.z).xyz, hi, lo);
            meanSplit(LOAD4(startHi, v.x).xyz, LOAD4(startLo, v.x).xyz,
                      LOAD4(startHi, v.y).xyz, LOAD4(startLo, v.y).xyz,
                      LOAD4(startHi, v.z).xyz, LOAD4(startLo, v.z).xyz, hi0, lo0);
            in_ |= found(vertexCount + t, hi, lo, hi0, lo0, thickness + LOAD4(triangleRest, 2 * t + 1).z);
        }
    }
    inContact[i] = in_;
}
