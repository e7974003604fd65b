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
// Visibility from the visibility passes: interpolated between the means of four cells, of those on the same surface.
// Needs render/view.glsl.
uniform sampler2D visibility;

// Ambient and key visibility (0 occluded, 1 free) of the point p with normal n under this pixel.
vec2 visibleFrom(vec3 p, vec3 n) {
    vec2 at = (gl_FragCoord.xy - 1.5) / float(CELL);
    ivec2 cell = ivec2(floor(at)), last = textureSize(visibility, 0) - 1;
    vec2 part = at - vec2(cell);
    float tolerance = 0.3 * surfaceTolerance(p), weight = 0.0; // tight: the nearest surface counts
    vec2 sum = vec2(0.0);
    for (int k = 0; k < 4; k++) {
        ivec2 o = ivec2(k & 1, k >> 1), q = clamp(cell + o, ivec2(0), last);
        vec4 v = texelFetch(visibility, q, 0);
        vec2 share = mix(1.0 - part, part, vec2(o));
        // Where none is on the same surface, the nearest count. Where surfaces meet, normals tell them apart.
        vec3 m = unpackedNormal(v.w);
        float alike = smoothstep(0.3, 0.8, dot(m, n) * inversesqrt(dot(m, m)));
        float w = (share.x * share.y + 1e-3) * (sameSurface(CELL * q, v.z, p, n, tolerance) * alike + 1e-9);
        sum += w * v.xy;
        weight += w;
    }
    return clamp(sum / weight, 0.0, 1.0);
}
#endif
