// Extends backward Euler from free pieces with impacts to the free pieces in contact with them, so that the contact
// forces of the last step sum to zero over both. One group.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
#include "impact_component.glsl"
INI1(VertexComponent, vertexComponent)
INI4(PairVertex, pairVertex)
layout(std430) coherent restrict buffer ComponentImpact { int componentImpact[]; };
#include "pair_status_read.glsl"
uniform int count; // upper bound of active pairs
shared int again;

void main() {
    for (bool on = true; on;) {
        if (gl_LocalInvocationID.x == 0u) again = 0;
        sync();
        for (int i = int(gl_LocalInvocationID.x); i < min(count, pairActive); i += GROUP) {
            ivec4 v = LOADI4(pairVertex, i);
            int a = LOADI1(vertexComponent, v.x), b = LOADI1(vertexComponent, v.w), fa = componentImpact[a],
                fb = componentImpact[b];
            if (fa + fb != COMPONENT_IMPACT) continue; // exactly one of them, and neither is held
            atomicOr(componentImpact[fa == 0 ? a : b], COMPONENT_IMPACT);
            again = 1;
        }
        memoryBarrierBuffer();
        sync();
        on = again != 0;
        sync();
    }
}
