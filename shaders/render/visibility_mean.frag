// Mean visibility over the 4 × 4 cells around each, of cells on the same surface: of the surroundings with equal
// weights; of the key light with weights 1 6 6 1 along each axis where shadows are sharp, with equal ones where soft.
#version 430 core
#include "render/view.glsl"

uniform sampler2D visibility; // see visibility.frag
uniform sampler2D surfaceNormals;

// Ambient, key, view depth of the cell [m], its normal packed. The place of the mean is half a cell up and to the
// right.
layout(location = 0) out vec4 visible;

float along(int i) { return i == -1 || i == 2 ? 1.0 : 6.0; }

void main() {
    ivec2 cell = ivec2(gl_FragCoord.xy), last = textureSize(visibility, 0) - 1;
    float depth = texelFetch(visibility, cell, 0).z;
    vec3 p = eye + depth * ray(vec2(CELL * cell) + 0.5), n = texelFetch(surfaceNormals, CELL * cell, 0).xyz;
    float tolerance = surfaceTolerance(p), radius = 0.0;
    vec4 wide = vec4(0.0); // ambient, key, weights, ambient without occluders
    vec2 narrow = vec2(0.0); // key, weights
    for (int j = -1; j <= 2; j++) {
        for (int i = -1; i <= 2; i++) {
            ivec2 q = clamp(cell + ivec2(i, j), ivec2(0), last);
            vec4 v = texelFetch(visibility, q, 0);
            float w = sameSurface(CELL * q, v.z, p, n, tolerance), penumbra = floor(v.y), key = 2.0 * (v.y - penumbra);
            wide += w * vec4(v.x, key, 1.0, v.w);
            narrow += w * along(i) * along(j) * vec2(key, 1.0);
            radius = max(radius, w * penumbra);
        }
    }
    float key = mix(narrow.x / narrow.y, wide.y / wide.z, smoothstep(2.0, 6.0, radius));
    visible = vec4(wide.x / max(wide.w, 1e-6), key, depth, packedNormal(n));
}
