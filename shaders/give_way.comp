// Finds the walls that give way to contact points in the step; twin of cpu's Sim.giveWay and of step.GivesWay.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "fabric.glsl"
#include "near.glsl"
#include "status.glsl"
INI4(Corners, corners)
IN4(VertexRest, vertexRest)
IN4(StartHi, startHi)
IN4(StartLo, startLo)
INI4(NearHead, nearHead)
IN4(NearPlane, nearPlane)
INOUT4(Gives, gives)

// times the thickness: as in step/giveway.go
#define LEAST_ROOM 0.2
#define CHANNEL 2.0

// A wall: normal, and the distance of the point from it at the start of the step.
vec4 wallOf(int at, int c, vec3 hi, vec3 lo) {
    int b = NEAR_PLANE * (2 * at + c);
    vec4 normal = LOAD4(nearPlane, b);
    float d = planeDistance(normal, LOAD4(nearPlane, b + 1), LOAD4(nearPlane, b + 2), hi, lo);
    return vec4(normal.xyz, d - LOAD4(nearPlane, b + 3).w);
}

int planes(int at) {
    int flags = LOADI4(nearHead, at).y;
    return (flags & NEAR_ACTIVE) != 0 ? NEAR_COUNT(flags) : 0;
}

// Which of two walls gives way: 1 the second, -1 the first, 0 none; and how far.
int givesWay(vec4 first, float firstPriority, vec4 second, float secondPriority, bool own, float delta, out float by) {
    float c = dot(first.xyz, second.xyz);
    bool turned = secondPriority > firstPriority || own && second.w > first.w;
    float room = turned ? second.w - first.w * c : first.w - second.w * c;
    by = CHANNEL * delta - room;
    return c < 0.0 && room < LEAST_ROOM * delta ? turned ? -1 : 1 : 0;
}

void main() {
    int i = invocation();
    if (i >= pointCount()) return;
    vec3 hi, lo;
    float delta;
    if (i < vertexCount) {
        hi = LOAD4(startHi, i).xyz;
        lo = LOAD4(startLo, i).xyz;
        delta = thickness + LOAD4(vertexRest, i).z;
    } else {
        ivec4 v = LOADI4(corners, i - vertexCount);
        meanSplit(LOAD4(startHi, v.x).xyz, LOAD4(startLo, v.x).xyz, LOAD4(startHi, v.y).xyz,
                 LOAD4(startLo, v.y).xyz, LOAD4(startHi, v.z).xyz, LOAD4(startLo, v.z).xyz, hi, lo);
        delta = thickness + fabricOf(v.w).gap;
    }
    bool gave = false;
    for (int o = 0; o < obstacleCount; o++) {
        int at = o * pointCount() + i, count = planes(at);
        for (int c = 0; c < count; c++) {
            vec4 second = wallOf(at, c, hi, lo);
            for (int p = 0; p <= o; p++) {
                int to = p * pointCount() + i, most = p < o ? planes(to) : c;
                for (int k = 0; k < most; k++) {
                    vec4 first = wallOf(to, k, hi, lo);
                    float by;
                    int which = givesWay(first, priority[p].x, second, priority[o].x, p == o, delta, by);
                    gave = gave || which != 0;
                    if (which > 0) gives[at] = vec4(second.xyz, by);
                    if (which < 0) gives[to] = vec4(first.xyz, by);
                }
            }
        }
    }
    if (gave) atomicAdd(gaveWay, 1);
}
