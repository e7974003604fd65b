// Gives all vertices of each rigid body the union of their flags, or the smallest of their numbers. Twin of together
// and clampTogether. One group per body.
#version 430 core
#include "load.glsl"
#include "reduce.glsl"
#include "rigid_table.glsl"
INOUTI1(Flags, flags) // per vertex: flags, or the bits of positive floats
uniform int least;    // 1: the smallest

shared int shared_;

void main() {
    int id = int(gl_LocalInvocationID.x), body = invocation() / GROUP;
    if (body >= count) return;
    ivec4 range = LOADI4(rigidBody, 2 * body);
    if (id == 0) shared_ = least != 0 ? 0x7fffffff : 0;
    sync();
    for (int i = range.x + id; i < range.y; i += GROUP) {
        if (least != 0) atomicMin(shared_, flags[i]);
        else atomicOr(shared_, flags[i]);
    }
    sync();
    for (int i = range.x + id; i < range.y; i += GROUP) flags[i] = shared_;
}
