// What each vertex is in contact with, itself or by the centroids of its triangles: obstacles; twin of cpu's inContact.
// in_contact_pairs adds the pairs of cloth.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "near.glsl"
#include "acting.glsl"
INI4(Corners, corners)
INI1(RowStart, rowStart)
INI1(RowElement, rowElement)
IN4(VertexRest, vertexRest)
IN4(TriangleRest, triangleRest)
IN4(AtHi, atHi) // where vertices are
IN4(AtLo, atLo)
INI4(NearHead, nearHead)
IN4(NearPlane, nearPlane)
INOUTI1(InContact, inContact) // see acting.glsl

// Whether contact point i is in the layer of an obstacle.
bool touches(int i, vec3 hi, vec3 lo, float delta) {
    for (int o = 0; o < obstacleCount; o++) {
        int at = o * pointCount() + i, flags = LOADI4(nearHead, at).y;
        int planes = (flags & NEAR_ACTIVE) != 0 ? NEAR_COUNT(flags) : 0;
        for (int c = 0; c < planes; c++) {
            int b = NEAR_PLANE * (2 * at + c);
            vec4 normal = LOAD4(nearPlane, b), reference = LOAD4(nearPlane, b + 1), disp = LOAD4(nearPlane, b + 2);
            if (planeDistance(normal, reference, disp, hi, lo) < delta) return true;
        }
    }
    return false;
}

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    bool in_ = false;
    if (obstacleCount > 0) {
        in_ = touches(i, LOAD4(atHi, i).xyz, LOAD4(atLo, i).xyz, thickness + LOAD4(vertexRest, i).z);
        int end = LOADI1(rowStart, ROW_KINDS * i + 1);
        for (int k = LOADI1(rowStart, ROW_KINDS * i); k < end && !in_; k++) {
            int t = LOADI1(rowElement, k) >> 2;
            ivec4 v = LOADI4(corners, t);
            vec3 hi, lo;
            meanSplit(LOAD4(atHi, v.x).xyz, LOAD4(atLo, v.x).xyz, LOAD4(atHi, v.y).xyz, LOAD4(atLo, v.y).xyz,
                      LOAD4(atHi, v.z).xyz, LOAD4(atLo, v.z).xyz, hi, lo);
            in_ = touches(vertexCount + t, hi, lo, thickness + LOAD4(triangleRest, 2 * t + 1).z);
        }
    }
    inContact[i] = in_ ? BY_BODY : 0;
}
