// Unit normals of a surface's triangles at the end of the step; twin of bvh.Tree.Refit.
#version 430 core
#include "load.glsl"
IN4(BodyEnd, bodyEnd)
INI4(BodyTriangles, bodyTriangles)
OUT4(BodyFaceNormal, bodyFaceNormal)
uniform int count;

void main() {
    int t = invocation();
    if (t >= count) return;
    ivec4 v = LOADI4(bodyTriangles, t);
    vec3 a = LOAD4(bodyEnd, v.x).xyz;
    vec3 n = cross(LOAD4(bodyEnd, v.y).xyz - a, LOAD4(bodyEnd, v.z).xyz - a);
    float l = length(n);
    bodyFaceNormal[t] = vec4(l > 0.0 ? n / l : n, 0.0);
}
