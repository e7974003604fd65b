// Work of the residual over the step, less the dissipation of the integrator, and the mass-weighted displacement; twin
// of cpu's EnergyBalance and of step.TwoStep.Lost.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
#include "split.glsl"
#include "two_step.glsl"
IN4(VertexRest, vertexRest)
INI1(Held, held)
IN4(Gradient, gradient)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(CoastHi, coastHi)
IN4(CoastLo, coastLo)
IN4(Moved, moved)
IN4(Gain, gain)
IN4(Lag, lag)
OUT4(Reduction, reduction)

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < vertexCount; i += invocations()) {
        if (LOADI1(held, i) != 0) continue;
        float mass = LOAD4(vertexRest, i).x;
        vec3 u = LOAD4(moved, i).xyz;
        vec4 coast = LOAD4(coastHi, i);
        vec3 d = difference(LOAD4(positionHi, i).xyz, LOAD4(positionLo, i).xyz, coast.xyz, LOAD4(coastLo, i).xyz);
        vec3 dv = d / coast.w, way = u;
        float lost = 0.5 * dot(dv, dv);
        if (!isEuler(coast.w)) {
            vec3 before = LOAD4(gain, i).xyz;
            float t = STEP_RATIO / (1.0 + STEP_RATIO);
            way += nextLag(before, LOAD4(lag, i).xyz, d);
            dv += STEP_RECALL * before;
            vec3 recall = STEP_RATIO * before;
            lost = max(0.0, 0.5 * (1.0 - t) * dot(dv, dv) - t * dot(dv, recall) + 0.5 * t * dot(recall, recall));
        }
        sum = addReduction(sum, vec4(dot(LOAD4(gradient, i).xyz, way) - mass * lost, 0.0, mass * length(u), 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[place()] = sum;
}
