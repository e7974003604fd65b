// Angle-weighted normals of a surface's vertices (Bærentzen & Aanæs 2005), not normalised.
#version 430 core
#include "load.glsl"
#include "elementary.glsl"
IN4(BodyEnd, bodyEnd)
INI4(BodyTriangles, bodyTriangles)
IN4(BodyFaceNormal, bodyFaceNormal)
INI1(BodyRing, bodyRing) // per vertex, with an end: start of its entries, which follow: 4·triangle + corner
OUT4(BodyVertexNormal, bodyVertexNormal)
uniform int count;

void main() {
    int i = invocation();
    if (i >= count) return;
    vec3 n = vec3(0.0), x = LOAD4(bodyEnd, i).xyz;
    int end = LOADI1(bodyRing, i + 1);
    for (int k = LOADI1(bodyRing, i); k < end; k++) {
        int ref = LOADI1(bodyRing, k), c = ref & 3;
        ivec4 v = LOADI4(bodyTriangles, ref >> 2);
        vec3 e = LOAD4(bodyEnd, c == 0 ? v.y : c == 1 ? v.z : v.x).xyz - x;
        vec3 f = LOAD4(bodyEnd, c == 0 ? v.z : c == 1 ? v.x : v.y).xyz - x;
        n += angle(length(cross(e, f)), dot(e, f)) * LOAD4(bodyFaceNormal, ref >> 2).xyz;
    }
    bodyVertexNormal[i] = vec4(n, 0.0);
}
