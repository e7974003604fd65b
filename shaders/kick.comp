// Velocity change by the gradient over a step of an explicit integrator; with two gradients by their sum.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
IN4(VertexRest, vertexRest) // mass [kg]
IN4(Gradient, gradient)
IN4(DirectionBefore, directionBefore) // gradient of velocity-independent terms
INOUT4(Velocity, velocity)
INOUT4(VelocityLo, velocityLo)
uniform bool both;

void main() {
    int i = invocation();
    if (i >= vertexCount) return; // held vertices have zero gradient
    vec3 g = LOAD4(gradient, i).xyz;
    if (both) g += LOAD4(directionBefore, i).xyz;
    vec3 hi = velocity[i].xyz, lo = velocityLo[i].xyz;
    addTo(hi, lo, g * (-h / LOAD4(vertexRest, i).x));
    velocity[i] = vec4(hi, 0.0);
    velocityLo[i] = vec4(lo, 0.0);
}
