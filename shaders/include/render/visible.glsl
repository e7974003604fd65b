// Visibility of the surroundings and of the key light. Needs render/view.glsl and render/studio.glsl.
#ifdef DIRECT
// Directly from the shadow map, slightly soft; the surroundings are unoccluded.
uniform sampler2DShadow shadowTest;
uniform mat4 shadowMatrix;  // to clip space
uniform float shadowTexel;  // [m]
uniform float shadowDepth;  // of the map [m]

// Position of a point with normal n in the shadow map, offset from its surface.
vec3 shadowPlace(vec3 p, vec3 n) {
    if (dot(n, keyDirection) < 0.0) n = -n; // cloth transmits some light
    vec3 at = (shadowMatrix * vec4(p + n * (2.0 * shadowTexel), 1.0)).xyz * 0.5 + 0.5;
    at.z -= (shadowTexel + 0.0005) / shadowDepth;
    return at;
}

vec2 visibleFrom(vec3 p, vec3 n) {
    vec3 at = shadowPlace(p, n);
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return vec2(1.0);
    vec2 t = 0.5 / vec2(textureSize(shadowTest, 0));
    return vec2(1.0, 0.5 * (textureLod(shadowTest, at + vec3(-t.x, t.y, 0.0), 0.0) + textureLod(shadowTest,
        at + vec3(t.x, -t.y, 0.0), 0.0)));
}
#else
// Visibility from the visibility passes: mean over the 4 × 4 block around a pixel, of pixels on the same surface. Needs
// render/view.glsl.
uniform sampler2D visibility;

// Ambient and key visibility (0 occluded, 1 free) of the point p with normal n under this pixel.
vec2 visibleFrom(vec3 p, vec3 n) {
    ivec2 pixel = ivec2(gl_FragCoord.xy), last = textureSize(visibility, 0) - 1;
    float tolerance = surfaceTolerance(p), weight = 0.0;
    vec3 sum = vec3(0.0), plain = vec3(0.0);
    for (int j = -1; j <= 2; j++) {
        for (int i = -1; i <= 2; i++) {
            ivec2 q = clamp(pixel + ivec2(i, j), ivec2(0), last);
            vec4 v = texelFetch(visibility, q, 0);
            float w = sameSurface(q, v.z, p, n, tolerance);
            sum += w * v.xyw;
            plain += v.xyw;
            weight += w;
        }
    }
    if (weight <= 0.02) {
        sum = plain;
        weight = 16.0;
    }
    return clamp(vec2(sum.x / max(sum.z, 1e-6), sum.y / weight), 0.0, 1.0);
}
#endif
