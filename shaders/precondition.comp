// Inverts the diagonal blocks (block Jacobi; zero for held vertices) and starts the conjugate gradients for A·direction
// = −gradient, from zero or from a direction whose image is given. Also computes the norm of the gradient in the metric
// of this matrix. Twin of linalg.BlockJacobi.Setup, cpu's gradientNorm and the start of linalg.CG.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
#include "status.glsl"
#include "rigid_of.glsl"
#include "rigid_scale.glsl"
INI1(PlaneStart, planeStart)
IN4(Matrix, matrix)
IN4(Gradient, gradient) // w: trace of contact in the block
INI1(Held, held)
IN4(Image, image) // A·direction
IN1(VertexWeight, vertexWeight) // step.Weights
OUT4(BlockInverse, blockInverse) // xx, xy, xz, yy; yz, zz, weight, trace of the block without contact
OUT4(Residual, residual) // w: its weighted square
OUT4(Preconditioned, preconditioned) // w: 1, or 0 where held
OUT4(Direction, direction)
OUT4(Search, search)
OUT4(SearchImage, searchImage)
OUT4(Reduction, reduction)
uniform int firstReduction;
uniform int warm; // 1: start from direction

void main() {
    if (gl_GlobalInvocationID.x == 0u) {
        iterations = 0;
        outcome = CG_RUNNING;
        stuck = 0;
    }
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < vertexCount; i += invocations()) {
        int n = SLICE_ROWS * LOADI1(planeStart, i / SLICE_ROWS) + (i & (SLICE_ROWS - 1));
        vec4 a = LOAD4(matrix, n), b = LOAD4(matrix, n + SLICE_ROWS);
        float zz = LOAD4(matrix, n + 2 * SLICE_ROWS).x;
        float xx = a.x, xy = 0.5 * (a.y + a.w), xz = 0.5 * (a.z + b.z), yy = b.x, yz = 0.5 * (b.y + b.w);
        // LDLᵀ; pivots below the round-off of the assembly are replaced by the mean of the diagonal.
        float mean = max((xx + yy + zz) / 3.0, 0.0);
        if (!(mean > 0.0)) mean = 1.0;
        float least = 1e-5 * mean;
        float d0 = xx > least ? xx : mean;
        float l1 = xy / d0, l2 = xz / d0;
        float d1 = yy - l1 * xy;
        d1 = d1 > least ? d1 : mean;
        float m = (yz - l1 * xz) / d1;
        float d2 = zz - l2 * xz - m * m * d1;
        d2 = d2 > least ? d2 : mean;
        // Rows of L⁻¹: (1), (−l1, 1), (l1·m − l2, −m, 1).
        float k = l1 * m - l2, i0 = 1.0 / d0, i1 = 1.0 / d1, i2 = 1.0 / d2;
        vec4 p = vec4(i0 + l1 * l1 * i1 + k * k * i2, -l1 * i1 - k * m * i2, k * i2, i1 + m * m * i2);
        vec2 q = vec2(-m * i2, i2);
        vec4 g = LOAD4(gradient, i);
        vec3 r = -g.xyz;
        float w = LOAD1(vertexWeight, i), residualSum = w * dot(r, r);
        if (warm != 0) r -= LOAD4(image, i).xyz;
        bool free = LOADI1(held, i) == 0;
        if (!free) {
            p = vec4(0.0);
            q = vec2(0.0);
            r = vec3(0.0);
            w = 0.0;
        }
        blockInverse[2 * i] = p;
        float trace = xx + yy + zz;
        blockInverse[2 * i + 1] = vec4(q, w, max(trace - g.w, 0.0));
        residual[i] = vec4(r, w * dot(r, r));
        preconditioned[i] = vec4(dot(p.xyz, r), dot(vec3(p.y, p.w, q.x), r), dot(vec3(p.z, q), r), free ? 1.0 : 0.0);
        if (warm == 0) direction[i] = vec4(0.0);
        search[i] = vec4(0.0);
        searchImage[i] = vec4(0.0);
        float norm = RIGID(i) ? RIGID_SCALE(i) * dot(r, r) : trace > 0.0 ? dot(r, r) / trace : 0.0;
        sum = addReduction(sum, vec4(norm, 0.0, residualSum, 0.0));
    }
    sum = partReduction(sum);
    if (leaves()) reduction[firstReduction + place()] = sum;
}
