// Linear light to 8-bit sRGB (IEC 61966-2-1) with an ordered dither of one step, to avoid banding.
#version 430 core
#include "render/srgb.glsl"

uniform sampler2D picture;

layout(location = 0) out vec4 encoded;

// Interleaved gradient noise, Jiménez 2014.
float noise(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }

void main() {
    vec3 c = clamp(texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb, 0.0, 1.0);
    vec3 s = toSRGB(c);
    // Black and white stay exact.
    vec3 inside = step(vec3(0.5 / 255.0), s) * step(s, vec3(254.5 / 255.0));
    encoded = vec4(s + inside * (noise(floor(gl_FragCoord.xy)) - 0.5) / 255.0, 1.0);
}
