// First half of an iteration of the conjugate gradients, see include/cg.glsl: w = A u, and the sums γ = rᵀu, δ = wᵀu,
// |w|ᵀ|u|, Σ weight·|r|².
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "reduce.glsl"
IN4(Residual, residual)
IN4(Preconditioned, preconditioned)
#include "row_product.glsl"
OUT4(Image, image)
OUT4(CgTally, cgTally)

void main() {
    vec4 sum = vec4(0.0);
    for (int i = invocation(); i < vertexCount; i += invocations()) {
        vec3 u = U(i), w = productOfRow(i, u);
        PUT3(image, i, w);
        vec4 r = LOAD4(residual, i);
        sum += vec4(dot(r.xyz, u), dot(w, u), dot(abs(w), abs(u)), r.w);
    }
    sum = partSum(sum);
    if (leaves()) cgTally[place()] = sum;
}
