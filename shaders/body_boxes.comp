// Fits the boxes of one level of a surface's hierarchy, from the deepest up.
#version 430 core
#include "load.glsl"
IN4(BodyEnd, bodyEnd)
INI4(BodyTriangles, bodyTriangles)
INI4(BodyNode, bodyNode) // first, count; count 0: the children are first and first + 1
INI1(BodyLeaf, bodyLeaf)
INOUT4(BodyBox, bodyBox) // low and high corner of each node
uniform int first;
uniform int count;

void main() {
    int k = invocation();
    if (k >= count) return;
    int n = first + k;
    ivec4 node = LOADI4(bodyNode, n);
    vec3 lo = vec3(3e38), hi = vec3(-3e38);
    if (node.y == 0) {
        lo = min(bodyBox[2 * node.x].xyz, bodyBox[2 * node.x + 2].xyz);
        hi = max(bodyBox[2 * node.x + 1].xyz, bodyBox[2 * node.x + 3].xyz);
    }
    for (int i = node.x; i < node.x + node.y; i++) {
        ivec4 v = LOADI4(bodyTriangles, LOADI1(bodyLeaf, i));
        vec3 a = LOAD4(bodyEnd, v.x).xyz, b = LOAD4(bodyEnd, v.y).xyz, c = LOAD4(bodyEnd, v.z).xyz;
        lo = min(lo, min(a, min(b, c)));
        hi = max(hi, max(a, max(b, c)));
    }
    bodyBox[2 * n] = vec4(lo, 0.0);
    bodyBox[2 * n + 1] = vec4(hi, 0.0);
}
