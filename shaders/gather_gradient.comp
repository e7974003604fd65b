// Sums the gradient of the potential at each vertex from its elements in a fixed order, and its norm
// in the scale of the last matrix. Twin of cpu's gatherGradient and gradientNorm.
// References: element·8 + corner·2 + 1 for a hinge; the triangles of a vertex come first.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
#include "triangle_slot.glsl"
INI1(RowStart, rowStart)
INI1(RowElement, rowElement)
IN4(TriangleRest, triangleRest)
IN4(TriangleSlot, triangleSlot)
IN4(HingeSlot, hingeSlot)
IN4(VertexSlot, vertexSlot)
IN1(Scale, scale) // 1/trace of the diagonal block
INI1(Held, held)
OUT4(Gradient, gradient)
OUT4(Tally, tally)

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < vertexCount; i += stride()) {
        vec3 g = vec3(0.0);
        if (LOADI1(held, i) == 0) {
            g = LOAD4(vertexSlot, 3 * i).xyz;
            int end = LOADI1(rowStart, i + 1);
            for (int k = LOADI1(rowStart, i); k < end; k++) {
                int ref = LOADI1(rowElement, k), corner = (ref >> 1) & 3, e = ref >> 3;
                if ((ref & 1) != 0) {
                    g += LOAD4(hingeSlot, 4 * e).w * LOAD4(hingeSlot, 4 * e + corner).xyz;
                } else {
                    vec4 b = LOAD4(triangleRest, 2 * e);
                    vec2 c = corner == 0 ? -b.xy - b.zw : corner == 1 ? b.xy : b.zw;
                    int s = TRIANGLE_SLOT * e;
                    vec4 u = LOAD4(triangleSlot, s), v = LOAD4(triangleSlot, s + 1);
                    float suv = LOAD4(triangleSlot, s + 2).x;
                    g += (c.x * u.w + c.y * suv) * u.xyz + (c.y * v.w + c.x * suv) * v.xyz + LOAD4(triangleSlot, s + 7).xyz / 3.0;
                }
            }
        }
        gradient[i] = vec4(g, 0.0);
        sum = addTally(sum, vec4(dot(g, g) * LOAD1(scale, i), 0.0, 0.0, 0.0));
    }
    sum = groupTally(sum);
    if (gl_LocalInvocationID.x == 0u) tally[gl_WorkGroupID.x] = sum;
}
