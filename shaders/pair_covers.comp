// Tells whether a trial position is outside of the box that pairs were collected for; twin of cpu's
// selfContact.covers.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "pair_status.glsl"
IN4(PositionHi, positionHi)
IN4(VertexBox, vertexBox)

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    vec3 x = LOAD4(positionHi, i).xyz, margin = selfReach + 2.5e-7 * abs(x);
    bvec3 above = greaterThanEqual(x - margin, LOAD4(vertexBox, 2 * i).xyz);
    bvec3 below = lessThanEqual(x + margin, LOAD4(vertexBox, 2 * i + 1).xyz);
    if (!all(above) || !all(below)) pairLeft = 1; // the same from all that write
}
