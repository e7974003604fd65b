// Sums the gradient of the potential at each vertex from its elements in a fixed order, and its norm, weighted and in
// the metric of the last matrix, with the present contact in place of that in it. Twin of cpu's gatherGradient, endNorm
// and residual. References: 4·element + corner, first of the triangles of each vertex, then of its hinges, then of
// other kinds. Every kind has its own do-while loop, because software devices execute every branch, and a pre-tested
// loop once more.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "row_kinds.glsl"
#include "reduce.glsl"
#include "triangle_slot.glsl"
INI1(RowStart, rowStart) // per vertex: triangles, hinges, and each other kind
INI1(RowElement, rowElement)
IN4(TriangleRest, triangleRest)
IN4(TriangleSlot, triangleSlot)
IN4(HingeSlot, hingeSlot)
IN4(VertexSlot, vertexSlot)
IN4(BlockInverse, blockInverse) // see precondition.comp
IN1(VertexWeight, vertexWeight) // step.Weights
INI1(Held, held)
INOUT4(Gradient, gradient) // w: trace of the second derivatives of points in the diagonal block
OUT4(Reduction, reduction)
uniform int firstReduction;
uniform int contactOfMatrix; // 1: the contact in the matrix stays in the metric, and in w
#include "element_gradients.glsl"

float trace(vec3 h) { return h.x + h.y + h.z; }

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < vertexCount; i += invocations()) {
        vec3 g = vec3(0.0);
        float contact = 0.0;
        if (LOADI1(held, i) == 0) {
            g = LOAD4(vertexSlot, VERTEX_SLOT * i).xyz;
            contact = trace(LOAD4(vertexSlot, VERTEX_SLOT * i + 1).xyz);
            int k = LOADI1(rowStart, ROW_KINDS * i), hinges = LOADI1(rowStart, ROW_KINDS * i + 1);
            int others = LOADI1(rowStart, ROW_KINDS * i + 2);
            if (k < hinges) do {
                int ref = LOADI1(rowElement, k), corner = ref & 3, e = ref >> 2;
                vec4 b = LOAD4(triangleRest, 2 * e);
                vec2 c = corner == 0 ? -b.xy - b.zw : corner == 1 ? b.xy : b.zw;
                int s = TRIANGLE_SLOT * e;
                vec4 u = LOAD4(triangleSlot, s), v = LOAD4(triangleSlot, s + 1);
                float suv = LOAD4(triangleSlot, s + 2).x;
                g += (c.x * u.w + c.y * suv) * u.xyz + (c.y * v.w + c.x * suv) * v.xyz +
                    LOAD4(triangleSlot, s + 7).xyz / 3.0;
                contact += trace(LOAD4(triangleSlot, s + 5).xyz) / 9.0;
            } while (++k < hinges);
            if (k < others) do {
                int ref = LOADI1(rowElement, k), s = HINGE_SLOT * (ref >> 2);
                g += LOAD4(hingeSlot, s).w * LOAD4(hingeSlot, s + (ref & 3)).xyz;
            } while (++k < others);
            elementGradients(i, k, g);
        }
        if (contactOfMatrix != 0) contact = gradient[i].w;
        gradient[i] = vec4(g, contact);
        float all = LOAD4(blockInverse, 2 * i + 1).w + contact;
        sum = addReduction(sum, vec4(all > 0.0 ? dot(g, g) / all : 0.0, 0.0, dot(g, g) * LOAD1(vertexWeight, i), 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[firstReduction + place()] = sum;
}
