// First half of an iteration of the conjugate gradients in the form of Chronopoulos & Gear 1989, which
// needs one sum per iteration: w = A u with u = M⁻¹r, and the sums γ = rᵀu, δ = wᵀu, |w|ᵀ|u|.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
INI1(SliceStart, sliceStart)
IN4(Matrix4, matrix4)
IN2(Matrix2, matrix2)
IN4(Residual, residual)
IN4(Preconditioned, preconditioned)
#include "pair_product.glsl"
OUT4(Image, image)
OUT4(CgTally, cgTally)

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < vertexCount; i += stride()) {
        int slice = i >> 5, lane = i & 31, end = LOADI1(sliceStart, slice + 1);
        vec3 w = vec3(0.0);
        int e = LOADI1(sliceStart, slice);
        do { // software devices go through a loop once more where its end is tested first
            int n = 64 * e + lane, m = 32 * e + lane;
            vec4 a = LOAD4(matrix4, n), b = LOAD4(matrix4, n + 32);
            vec2 c = LOAD2(matrix2, m);
            vec3 u = LOAD4(preconditioned, c.y).xyz;
            w += vec3(dot(a.xyz, u), dot(vec3(a.w, b.xy), u), dot(vec3(b.zw, c.x), u));
        } while (++e < end);
        if (pairCount > 0) w += productOfPairs(i);
        PUT3(image, i, w);
        vec3 u = LOAD4(preconditioned, i).xyz;
        sum += vec4(dot(LOAD4(residual, i).xyz, u), dot(w, u), dot(abs(w), abs(u)), 0.0);
    }
    sum = partSum(sum);
    if (leaves()) cgTally[place()] = sum;
}
