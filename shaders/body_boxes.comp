// Fits the boxes of a surface's hierarchy bottom-up: one invocation per leaf. Of the invocations from the two children
// of a node, the last continues with the node (Karras 2012).
#version 430 core
#include "load.glsl"
IN4(BodyEnd, bodyEnd)
INI4(BodyTriangles, bodyTriangles)
INI4(BodyNode, bodyNode) // first, count; parent or −1. With count 0 the children are first and first + 1.
INI1(BodyLeaf, bodyLeaf)
// low and high corner of each node, with first and count in w, so that one fetch reads a node
layout(std430) coherent restrict buffer BodyBox { vec4 bodyBox[]; };
OUT4(BodyCorner, bodyCorner) // corners of each entry of bodyLeaf; the first with its triangle in w
layout(std430) coherent restrict buffer BodyMet { int bodyMet[]; }; // per node: completed children
uniform int count; // nodes

void main() {
    int n = invocation();
    if (n >= count || LOADI4(bodyNode, n).y == 0) return;
    do {
        ivec4 node = LOADI4(bodyNode, n);
        vec3 lo = vec3(3e38), hi = vec3(-3e38);
        if (node.y == 0) {
            lo = min(bodyBox[2 * node.x].xyz, bodyBox[2 * node.x + 2].xyz);
            hi = max(bodyBox[2 * node.x + 1].xyz, bodyBox[2 * node.x + 3].xyz);
        }
        for (int i = node.x; i < node.x + node.y; i++) {
            int tri = LOADI1(bodyLeaf, i);
            ivec4 v = LOADI4(bodyTriangles, tri);
            vec3 a = LOAD4(bodyEnd, v.x).xyz, b = LOAD4(bodyEnd, v.y).xyz, c = LOAD4(bodyEnd, v.z).xyz;
            lo = min(lo, min(a, min(b, c)));
            hi = max(hi, max(a, max(b, c)));
            bodyCorner[3 * i] = vec4(a, float(tri));
            bodyCorner[3 * i + 1] = vec4(b, 0.0);
            bodyCorner[3 * i + 2] = vec4(c, 0.0);
        }
        bodyBox[2 * n] = vec4(lo, float(node.x));
        bodyBox[2 * n + 1] = vec4(hi, float(node.y));
        memoryBarrierBuffer();
        n = node.z;
        if (n >= 0) {
            if (atomicAdd(bodyMet[n], 1) == 0) n = -1;
            else bodyMet[n] = 0;
        }
        memoryBarrierBuffer();
    } while (n >= 0);
}
