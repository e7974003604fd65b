// First half of an iteration of the conjugate gradients in the form of Chronopoulos & Gear 1989, which
// needs one sum per iteration: w = A u with u = M⁻¹r, and the sums γ = rᵀu, δ = wᵀu, |w|ᵀ|u|.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
INI1(PlaneStart, planeStart)
IN4(Matrix, matrix) // see gpu/matrix_pack.go
IN4(Residual, residual)
IN4(Preconditioned, preconditioned)
#include "pair_product.glsl"
OUT4(Image, image)
OUT4(CgTally, cgTally)

// A block times the vector.
vec3 times(vec4 a, vec4 b, float zz, vec3 u) { return vec3(dot(a.xyz, u), dot(vec3(a.w, b.xy), u), dot(vec3(b.zw, zz), u)); }

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < vertexCount; i += stride()) {
        int slice = i / SLICE_ROWS, n = SLICE_ROWS * LOADI1(planeStart, slice) + (i & (SLICE_ROWS - 1)), end = SLICE_ROWS * LOADI1(planeStart, slice + 1);
        vec3 u = LOAD4(preconditioned, i).xyz;
        vec3 w = times(LOAD4(matrix, n), LOAD4(matrix, n + SLICE_ROWS), LOAD4(matrix, n + 2 * SLICE_ROWS).x, u);
        n += 3 * SLICE_ROWS;
        if (n < end) do { // software devices go through a loop once more where its end is tested first
            vec4 last = LOAD4(matrix, n + 2 * SLICE_ROWS);
            w += times(LOAD4(matrix, n), LOAD4(matrix, n + SLICE_ROWS), last.x, LOAD4(preconditioned, last.y).xyz);
            w += times(LOAD4(matrix, n + 3 * SLICE_ROWS), LOAD4(matrix, n + 4 * SLICE_ROWS), last.z, LOAD4(preconditioned, last.w).xyz);
            n += 5 * SLICE_ROWS;
        } while (n < end);
        if (pairCount > 0) w += productOfPairs(i);
        PUT3(image, i, w);
        sum += vec4(dot(LOAD4(residual, i).xyz, u), dot(w, u), dot(abs(w), abs(u)), 0.0);
    }
    sum = partSum(sum);
    if (leaves()) cgTally[place()] = sum;
}
