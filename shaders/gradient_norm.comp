// Norm of the gradient as gather_gradient computes it, after rigid_fold.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
#include "rigid_of.glsl"
#include "rigid_scale.glsl"
IN4(Gradient, gradient)
IN4(BlockInverse, blockInverse) // see precondition.comp
IN1(VertexWeight, vertexWeight) // step.Weights
OUT4(Reduction, reduction)
uniform int firstReduction;

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < vertexCount; i += invocations()) {
        vec4 g = LOAD4(gradient, i);
        float square = dot(g.xyz, g.xyz), all = LOAD4(blockInverse, 2 * i + 1).w + g.w;
        float norm = RIGID(i) ? RIGID_SCALE(i) * square : all > 0.0 ? square / all : 0.0;
        sum = addReduction(sum, vec4(norm, 0.0, square * LOAD1(vertexWeight, i), 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[firstReduction + place()] = sum;
}
