// Lists the contact points for detect_bodies, for software devices, which execute every branch of that kernel for every
// point.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "fabric.glsl"
#include "response.glsl"
#include "near.glsl"
#include "contact.glsl"
#include "friction_cone.glsl"
#include "contact_point.glsl"
#include "wall.glsl"
#include "stays.glsl"
// dispatch command, count, and the points in any order
layout(std430) restrict buffer DetectList { int detectList[]; };

void main() {
    int i = invocation();
    if (i >= pointCount() || stays(i, obstacleIndex * pointCount() + i, contactPointAt(i))) return;
    int n = atomicAdd(detectList[DETECT_COUNT], 1);
    if (n % GROUP == 0) atomicAdd(detectList[0], 1);
    detectList[DETECT_POINTS + n] = i;
}
