// Visibility of the surroundings and of the key light from a quarter of the pixels: those with even coordinates, which
// are the cells of the target. Both are sampled sparsely, with a pattern of 4 × 4 cells that visibility_mean.frag
// averages; visibleFrom() interpolates between the means.
//
// Surroundings: horizon-based ambient occlusion with the cosine-weighted integral of Jiménez, Wu, Pesce & Jarabo,
// "Practical real-time strategies for accurate indirect occlusion", 2016. The output is the occluded integral, and the
// integral without occluders. With few directions both have a large error on slanted surfaces, but the same one: their
// quotient is one without occluders. Key light: percentage-closer soft shadows, Fernando 2005, with the depth gradient
// of the receiver's plane instead of a large constant bias, on the side of the surface that faces the light, because
// cloth transmits light.
#version 430 core
#include "render/view.glsl"

uniform sampler2D depths;
uniform sampler2D surfaceNormals;
uniform vec3 forward;
uniform float pixelsPerMetre; // at view depth 1
uniform float aoRadius;       // [m]

uniform sampler2D shadowDepths;
uniform sampler2DShadow shadowTest;
uniform mat4 shadowMatrix;  // to clip space
uniform vec3 keyDirection;  // towards the light
uniform vec3 shadowRight, shadowUp;
uniform vec3 shadowExtent;  // width, height and depth of the map [m]
uniform float shadowTexel;  // [m]
uniform float lightTangent; // tangent of the light's angular radius
uniform float searchRadius; // of blockers [m]

// Ambient, half of key + penumbra's radius, view depth [m], ambient without occluders.
layout(location = 0) out vec4 visible;

const float PI = 3.14159265;

// An ordered-dither matrix: a different number, 0 to 15, for each cell of a 4 × 4 block.
int pattern(ivec2 p) {
    int x = p.x & 3, y = p.y & 3, q = x ^ y;
    return ((q & 1) << 3) | ((y & 1) << 2) | (q & 2) | (y >> 1);
}

vec2 ambient(ivec2 pixel, vec3 p, float depth, vec3 n, float turn, float shift) {
    vec3 v = normalize(eye - p);
    float reach = min(aoRadius * pixelsPerMetre / depth, 160.0); // [pixel]
    if (reach < 1.0) return vec2(1.0);
    ivec2 last = textureSize(depths, 0) - 1;
    vec2 sum = vec2(0.0);
    for (int s = 0; s < AO_SLICES; s++) {
        float phi = PI * (float(s) + turn) / float(AO_SLICES);
        vec2 dir = vec2(cos(phi), sin(phi));
        vec3 world = normalize(dir.x * rayX + dir.y * rayY);
        vec3 along = world - dot(world, v) * v;
        vec3 axis = normalize(cross(world, v));
        vec3 projected = n - axis * dot(n, axis);
        float len = length(projected);
        float cosN = clamp(dot(projected, v) / max(len, 1e-6), 0.0, 1.0); // an interpolated normal may point away
        float side = sign(dot(along, projected));
        float gamma = side * acos(cosN), sinN = side * sqrt(1.0 - cosN * cosN);
        float arc = 0.0;
        for (int k = 0; k < 2; k++) {
            float dirSign = k == 0 ? 1.0 : -1.0;
            float low = -dirSign * sinN;
            float horizon = low;
            for (int j = 0; j < AO_STEPS; j++) {
                float t = (float(j) + shift) / float(AO_STEPS);
                ivec2 q = pixel + ivec2(round(dirSign * dir * (1.0 + t * t * reach)));
                if (any(lessThan(q, ivec2(0))) || any(greaterThan(q, last))) break;
                vec3 d = eye + texelFetch(depths, q, 0).r * ray(vec2(q) + 0.5) - p;
                float l = length(d);
                // The sample is not exactly on the search line: points of the same plane or facet would seem to
                // occlude.
                float w = clamp(1.5 - 1.5 * l / aoRadius, 0.0, 1.0) * clamp(20.0 * dot(d, n) / max(l, 1e-6) - 0.2, 0.0,
                    1.0);
                horizon = max(horizon, mix(low, dot(d, v) / max(l, 1e-6), w));
            }
            float h = dirSign * acos(clamp(horizon, -1.0, 1.0));
            arc += cosN + 2.0 * h * sinN - cos(2.0 * h - gamma);
        }
        sum += len * vec2(0.25 * arc, cosN + gamma * sinN);
    }
    return sum / float(AO_SLICES);
}

vec2 disk(int i, int n, float turn, float shift) {
    float a = 2.399963 * float(i) + 2.0 * PI * turn;
    return sqrt((float(i) + shift) / float(n)) * vec2(cos(a), sin(a));
}

// Half of the share of the key light that arrives, plus the radius of the penumbra in whole pixels, of the given size
// [m].
float key(vec3 p, vec3 n, float turn, float shift, float pixelSize) {
    float nl = dot(n, keyDirection);
    if (nl < 0.0) {
        n = -n;
        nl = -nl;
    }
    vec3 at = (shadowMatrix * vec4(p + n * (1.5 * shadowTexel), 1.0)).xyz * 0.5 + 0.5;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 0.5;
    // Depth of the receiver's plane against distance in the map, both in map units.
    vec2 slope = vec2(dot(n, shadowRight), dot(n, shadowUp)) / max(nl, 0.2);
    vec2 gradient = slope * shadowExtent.xy / shadowExtent.z;
    float bias = (1.0 * shadowTexel + 0.0005) / shadowExtent.z;

    // The first sample is in the centre, so that an occluder at the point itself is always found.
    vec2 search = searchRadius / shadowExtent.xy;
    float sum = 0.0, count = 0.0;
    for (int i = -1; i < BLOCKERS; i++) {
        vec2 o = i < 0 ? vec2(0.0) : disk(i, BLOCKERS, turn, shift) * search;
        float d = textureLod(shadowDepths, at.xy + o, 0.0).r;
        if (d < at.z + dot(gradient, o) - bias) {
            sum += d;
            count += 1.0;
        }
    }
    if (count == 0.0) return 0.5;
    float radius = clamp((at.z - sum / count) * shadowExtent.z * lightTangent, 1.2 * shadowTexel, searchRadius);
    vec2 size = radius / shadowExtent.xy;
    float lit = 0.0;
    for (int i = 0; i < SHADOW_TAPS; i++) {
        vec2 o = disk(i, SHADOW_TAPS, turn, shift) * size;
        lit += textureLod(shadowTest, vec3(at.xy + o, at.z + dot(gradient, o) - bias), 0.0);
    }
    return min(0.5 * lit / float(SHADOW_TAPS), 0.5) + floor(min(radius / pixelSize, 100.0));
}

void main() {
    ivec2 cell = ivec2(gl_FragCoord.xy), pixel = CELL * cell;
    float depth = texelFetch(depths, pixel, 0).r;
    vec3 p = eye + depth * ray(vec2(pixel) + 0.5);
    visible = vec4(1.0, 0.5, depth, 1.0);
    if (distance(p, sceneCentre) > sceneRadius) return;
    vec3 n = texelFetch(surfaceNormals, pixel, 0).xyz;
    // Neighbouring directions get distant shifts (Hammersley); otherwise edges above show as rings.
    int rank = pattern(cell);
    float turn = (float(rank) + 0.5) / 16.0, shift = (float(bitfieldReverse(uint(rank)) >> 28) + 0.5) / 16.0;
    visible.xw = ambient(pixel, p, depth, n, turn, shift);
    visible.y = key(p, n, turn, shift, depth / pixelsPerMetre);
}
