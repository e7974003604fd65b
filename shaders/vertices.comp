// Evaluates all terms on vertices at the trial positions; twin of the second half of evaluatePoints.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "response.glsl"
#include "vertex_terms.glsl"
#include "near.glsl"
#include "contact.glsl"
#include "friction.glsl"
#include "touch.glsl"
IN4(VertexRest, vertexRest) // mass [kg]; area for contact [m²]; gap [m]; friction of the fabric
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(Moved, moved)
IN4(Velocity, velocity)
IN4(CoastHi, coastHi)
IN4(CoastLo, coastLo)
OUT4(VertexSlot, vertexSlot) // gradient; H xx yy zz; H yz xz xy

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    vec4 rest = LOAD4(vertexRest, i);
    vec3 u = LOAD4(moved, i).xyz, hi = LOAD4(positionHi, i).xyz, lo = LOAD4(positionLo, i).xyz;
    PointResponse r = PointResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    vec4 coast = LOAD4(coastHi, i);
    vec3 d = difference(hi, lo, coast.xyz, LOAD4(coastLo, i).xyz);
    vertexForces(Vertex(i, rest.x, hi, lo, u, d, coast.w, LOAD4(velocity, i).xyz), r);
    if (obstacleCount > 0)
        touch(i, hi, lo, u, contactStiffness * rest.y, thickness + rest.z, r);
    vertexSlot[VERTEX_SLOT * i] = vec4(r.g, 0.0);
    vertexSlot[VERTEX_SLOT * i + 1] = vec4(r.h, 0.0);
    vertexSlot[VERTEX_SLOT * i + 2] = vec4(r.o, 0.0);
}
