// A surface in the studio: cloth on both sides, mannequin, or false colours. Output is linear and
// already fit for display.
#version 430 core
#include "render/view.glsl"
#include "render/visible.glsl"
#include "render/brdf.glsl"
#include "render/weave.glsl"
#include "render/studio.glsl"

uniform vec3 baseColour, backColour;
uniform float roughness;
uniform vec3 sheenColour;
uniform float glossiness; // factor on the dielectric gloss
uniform float exposure;
uniform bool hasUV;
uniform int scalarKind;
uniform sampler2D colourMap; // linear colours along x
uniform vec2 scalarRange;    // lowest value, 1 / (highest - lowest)

in vec3 position;
in vec3 normal;
in vec2 uv;
in float scalar;

layout(location = 0) out vec4 colour;

// Filmic curve with toe and shoulder: the rational fit of Narkowicz 2015 to the ACES reference.
vec3 filmic(vec3 x) {
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

void main() {
    vec3 v = normalize(eye - position);
    vec3 flat_ = gl_FrontFacing ? normalize(normal) : -normalize(normal);
    float away = dot(flat_, v); // an interpolated normal may point away from the eye
    if (away < 0.02) flat_ = normalize(flat_ + v * (0.02 - away));
    vec2 seen = visibleFrom(position, flat_);

    vec3 n = flat_;
    vec3 albedo = gl_FrontFacing ? baseColour : backColour;
    if (hasUV && scalarKind == 0) {
        vec3 px = dFdx(position), py = dFdy(position);
        vec2 ux = dFdx(uv), uy = dFdy(uv);
        Weave w = weave(uv, max(length(ux), length(uy)));
        albedo *= w.albedo;
        float det = ux.x * uy.y - ux.y * uy.x;
        if (abs(det) > 0.0) {
            vec3 tu = (px * uy.y - py * ux.y) / det, tv = (py * ux.x - px * uy.x) / det;
            n = normalize(n + w.tilt.x * tu / max(length(tu), 1e-6) + w.tilt.y * tv / max(length(tv), 1e-6));
        }
    }
    if (scalarKind != 0) albedo = vec3(1.0);

    vec3 key = keyColour * seen.y;
    vec3 fill = fillColour * seen.x, rim = rimColour * seen.x;
    vec3 light = key * orenNayar(n, v, keyDirection, roughness)
               + fill * orenNayar(n, v, fillDirection, roughness)
               + rim * orenNayar(n, v, rimDirection, roughness);
    vec3 around = mix(floorColour, skyColour, 0.5 + 0.5 * n.y);
    if (scalarKind != 0) {
        float t = (scalar - scalarRange.x) * scalarRange.y;
        float texels = float(textureSize(colourMap, 0).x);
        vec3 c = texture(colourMap, vec2((clamp(t, 0.0, 1.0) * (texels - 1.0) + 0.5) / texels, 0.5)).rgb;
        float shade = exposure * dot(light + around * seen.x, vec3(0.2126, 0.7152, 0.0722));
        colour = vec4(c * mix(0.35, 1.0, clamp(shade * 1.1, 0.0, 1.0)), 1.0);
        return;
    }
    vec3 sum = albedo * light + albedo * around * multiBounce(seen.x, albedo);
    sum += sheenColour * (key * sheen(n, v, keyDirection, 0.35) + fill * sheen(n, v, fillDirection, 0.35)
         + rim * sheen(n, v, rimDirection, 0.35) + 0.25 * around * seen.x * pow(1.0 - max(dot(n, v), 0.0), 3.0));
    sum += glossiness * (key * gloss(n, v, keyDirection, roughness) + fill * gloss(n, v, fillDirection, roughness)
         + rim * gloss(n, v, rimDirection, roughness));
    colour = vec4(filmic(exposure * sum), 1.0);
}
