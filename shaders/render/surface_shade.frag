// A surface in the studio: cloth on both sides, mannequin, or false colours. Output is linear and
// already fit for display.
#version 430 core
#include "render/view.glsl"
#include "render/studio.glsl"
#include "render/visible.glsl"
#include "render/brdf.glsl"
#include "render/weave.glsl"
#include "render/srgb.glsl"

uniform vec3 baseColour, backColour;
uniform float roughness;
uniform vec3 sheenColour;
uniform float glossiness; // factor on the dielectric gloss
uniform float transmission; // share of the light that is not absorbed which comes out on the other side
uniform float exposure;
uniform float shade; // factor on the colour: less than 1 on seams
uniform bool hasUV;
uniform int scalarKind;
uniform sampler2D colourMap; // linear colours along x
uniform samplerBuffer scalars; // R32F per triangle, if that is the kind
uniform int triangleShift;     // a triangle of the mesh is drawn in 1 << this many
uniform vec2 scalarRange;    // lowest value, 1 / (highest - lowest)

in vec3 position;
in vec3 normal;
in vec2 uv;
in float scalar;

layout(location = 0) out vec4 colour;

// Display curve: values up to the shoulder keep colour and contrast, brighter ones roll off towards
// white and lose saturation, so that a garment keeps the colour it was given. Shape after the Khronos
// "PBR neutral" curve (2024), without its toe.
vec3 displayed(vec3 c) {
    const float shoulder = 0.76, fade = 0.15;
    float peak = max(c.r, max(c.g, c.b));
    if (peak <= shoulder) return c;
    float room = 1.0 - shoulder;
    float rolled = 1.0 - room * room / (peak - shoulder + room);
    return mix(vec3(rolled), c * (rolled / peak), 1.0 / (1.0 + fade * (peak - rolled)));
}

void main() {
    vec3 v = normalize(eye - position);
    vec3 facing = gl_FrontFacing ? normalize(normal) : -normalize(normal);
    float away = dot(facing, v); // an interpolated normal may point away from the eye
    if (away < 0.02) facing = normalize(facing + v * (0.02 - away));
    vec2 seen = visibleFrom(position, facing);
    seen.x = pow(seen.x, 1.5); // folds hide more than what this short reach sees

    vec3 n = facing;
    vec3 albedo = shade * (gl_FrontFacing ? baseColour : backColour);
    vec3 thread = vec3(0.0); // direction of the long floats of a satin
#if WEAVE > 0
    {
        vec3 px = dFdx(position), py = dFdy(position);
        vec2 ux = dFdx(uv), uy = dFdy(uv);
        Weave w = weave(uv, max(length(ux), length(uy)));
        albedo *= w.albedo;
        float det = ux.x * uy.y - ux.y * uy.x;
        if (abs(det) > 0.0) {
            vec3 tu = (px * uy.y - py * ux.y) / det, tv = (py * ux.x - px * uy.x) / det;
            n = normalize(n + w.tilt.x * tu / max(length(tu), 1e-6) + w.tilt.y * tv / max(length(tv), 1e-6));
            tu -= dot(tu, n) * n; // the normal turns smoothly where triangles do not
            thread = tu / max(length(tu), 1e-6);
        }
    }
#endif
    if (scalarKind != 0) albedo = vec3(1.0);
    vec3 key = keyColour * seen.y * mix(1.0, seen.x, 0.5); // a wide light is hidden in narrow folds
    vec3 fill = fillColour * seen.x, rim = rimColour * seen.x;
    vec3 light = key * orenNayar(n, v, keyDirection, roughness)
               + fill * orenNayar(n, v, fillDirection, roughness)
               + rim * orenNayar(n, v, rimDirection, roughness);
    vec3 around = mix(floorColour, skyColour, 0.5 + 0.5 * n.y);
    // Light from the other side comes through spread out, in the colour of the fibres.
    vec3 through = INV_PI * (key * max(-dot(n, keyDirection), 0.0) + fill * max(-dot(n, fillDirection), 0.0)
                 + rim * max(-dot(n, rimDirection), 0.0));
    // What a fragment sees of other surfaces instead of the surroundings is mostly cloth around it. A closed
    // tube of cloth that lets a share p of the light pass between its yarns and scatters a share a of the
    // rest, T a of it through, holds (p + T a) / (1 - (1 - T) a) of the light outside: it comes in through the
    // walls and is reflected between them. The wrong side is within such a tube where the key light does not
    // reach it, too wide though that may be for seen.x. (Few fabrics are as open as this p; dark ones need it
    // for their insides to be seen.)
    const float open = 0.12;
    float walls = max(1.0 - seen.x, gl_FrontFacing ? 0.0 : 1.0 - seen.y);
    vec3 outside = INV_PI * 0.25 * (keyColour + fillColour + rimColour) + 0.5 * (skyColour + floorColour);
    vec3 held = transmission > 0.0 ? outside * (open + transmission * albedo) / (1.0 - (1.0 - transmission) * albedo) : vec3(0.0);
    if (scalarKind != 0) {
        float value = scalarKind == 1 ? scalar : texelFetch(scalars, gl_PrimitiveID >> triangleShift).r;
        float t = (value - scalarRange.x) * scalarRange.y;
        float texels = float(textureSize(colourMap, 0).x);
        vec3 c = texture(colourMap, vec2((clamp(t, 0.0, 1.0) * (texels - 1.0) + 0.5) / texels, 0.5)).rgb;
        float shade = exposure * dot(light + around * seen.x, vec3(0.2126, 0.7152, 0.0722));
        colour = written(c * mix(0.38, 1.0, clamp(shade, 0.0, 1.0)));
        return;
    }
    vec3 sum = albedo * light + albedo * around * multiBounce(seen.x, albedo);
    sum += albedo * (transmission * through + walls * held);
    sum += sheenColour * (key * sheen(n, v, keyDirection, 0.35) + fill * sheen(n, v, fillDirection, 0.35)
         + rim * sheen(n, v, rimDirection, 0.35) + 0.25 * around * seen.x * pow(1.0 - max(dot(n, v), 0.0), 3.0));
#if WEAVE == 4
    // Light glances off the threads in a band across them, partly in their colour.
    vec3 tint = mix(vec3(1.0), albedo / max(max(albedo.r, max(albedo.g, albedo.b)), 1e-3), 0.55);
    sum += glossiness * tint * (key * threadGloss(n, v, keyDirection, thread, roughness)
         + fill * threadGloss(n, v, fillDirection, thread, roughness) + rim * threadGloss(n, v, rimDirection, thread, roughness));
#else
    sum += glossiness * (key * gloss(n, v, keyDirection, roughness) + fill * gloss(n, v, fillDirection, roughness)
         + rim * gloss(n, v, rimDirection, roughness));
#endif
    colour = written(displayed(exposure * sum));
}
