// Mean ambient visibility of four pixels around each that are four pixels apart and on the same surface. Together with
// visibleFrom(), which averages 4 × 4 pixels, it covers 8 × 8 pixels with a quarter of the reads.
#version 430 core
#include "render/view.glsl"

uniform sampler2D visibility;
uniform sampler2D surfaceNormals;

layout(location = 0) out vec4 visible; // layout of visibility.frag

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy), last = textureSize(visibility, 0) - 1;
    visible = texelFetch(visibility, pixel, 0);
    vec3 p = eye + visible.z * ray(gl_FragCoord.xy), n = texelFetch(surfaceNormals, pixel, 0).xyz;
    float tolerance = surfaceTolerance(p);
    vec2 sum = 0.02 * visible.xw; // fallback if all four are on other surfaces
    for (int k = 0; k < 4; k++) {
        ivec2 q = clamp(pixel + 4 * ivec2(k & 1, k >> 1) - 2, ivec2(0), last);
        vec4 v = texelFetch(visibility, q, 0);
        sum += sameSurface(q, v.z, p, n, tolerance) * v.xw;
    }
    visible.xw = sum;
}
