// Lists the contact points that detect_bodies has to look at, for software devices, which go through all of that kernel
// for every point.
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
// the command of a dispatch over them; how many there are; which, in any order
layout(std430) restrict buffer LookList { int lookList[]; };

void main() {
    int i = invocation();
    if (i >= pointCount() || stays(i, obstacleIndex * pointCount() + i, contactPointAt(i))) return;
    int n = atomicAdd(lookList[LOOK_COUNT], 1);
    if (n % GROUP == 0) atomicAdd(lookList[0], 1);
    lookList[LOOK_POINTS + n] = i;
}
