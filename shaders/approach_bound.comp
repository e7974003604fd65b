// Upper bound of the approach of surfaces and cloth in the step: force-free displacements of vertices plus the largest
// motion of a surface; see cpu's MayTunnel.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
IN4(Velocity, velocity)
IN1(BodyMoved, bodyMoved)
OUT4(Reduction, reduction)

void main() {
    float body = 0.0, most = 0.0;
    for (int o = 0; o < obstacleCount; o++)
        if (obstacle[o].z > 0.0) body = max(body, LOAD1(bodyMoved, o));
    for (int i = invocation(); i < vertexCount; i += invocations())
        most = max(most, body + h * length(LOAD4(velocity, i).xyz));
    vec4 sum = partReduction(vec4(0.0, 0.0, 0.0, most));
    if (leaves()) reduction[place()] = sum;
}
