// Change of the potential of vertices along α times the search direction, see trial_triangles.comp, and the length and
// slope of the direction.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "reduce.glsl"
#include "response.glsl"
#include "vertex_terms.glsl"
#include "near.glsl"
#include "contact.glsl"
#include "friction.glsl"
#include "touch.glsl"
IN4(VertexRest, vertexRest)
IN1(VertexWeight, vertexWeight) // step.Weights
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(Moved, moved)
IN4(Velocity, velocity)
IN4(CoastHi, coastHi)
IN4(CoastLo, coastLo)
IN4(Direction, direction)
#include "rigid_way.glsl"
IN4(Gradient, gradient)
OUT4(Reduction, reduction)
uniform float alpha;
uniform int firstReduction;
uniform int secondReduction;

void main() {
    vec4 sum = vec4(0.0), measure = vec4(0.0);
    for (int i = invocation(); i < vertexCount; i += invocations()) {
        vec4 rest = LOAD4(vertexRest, i);
        vec3 u = LOAD4(moved, i).xyz, hi = LOAD4(positionHi, i).xyz, lo = LOAD4(positionLo, i).xyz,
            p = LOAD4(direction, i).xyz, q = alpha * WAY(i);
        vec4 coast = LOAD4(coastHi, i);
        vec3 d = difference(hi, lo, coast.xyz, LOAD4(coastLo, i).xyz);
        vec2 c = vertexChanges(Vertex(i, rest.x, hi, lo, u, d, coast.w, LOAD4(velocity, i).xyz), q);
        if (obstacleCount > 0) {
            c += touchChange(i, hi, lo, u, q, contactStiffness * rest.y, thickness + rest.z);
        }
        sum = addReduction(sum, vec4(c.x, 0.0, c.y, 0.0));
        measure = addReduction(measure, vec4(dot(LOAD4(gradient, i).xyz, p), 0.0,
            pieces * LOAD1(vertexWeight, i) * rest.x * rest.x * dot(p, p), dot(p, p)));
    }
    sum = partReduction(sum);
    measure = partReduction(measure);
    if (leaves()) {
        reduction[firstReduction + place()] = sum;
        reduction[secondReduction + place()] = measure;
    }
}
