// Shading of a material in the light of the studio. Needs render/studio.glsl; WEAVE 4 is a satin.
#include "render/brdf.glsl"

uniform vec3 baseColour, backColour;
uniform float roughness;
uniform vec3 sheenColour;
uniform float glossiness; // factor on the dielectric gloss
uniform float transmission; // share of the unabsorbed light that is transmitted
uniform float exposure;

// Tone curve: values up to the shoulder keep colour and contrast; brighter ones roll off towards white and lose
// saturation, so that a garment keeps its given colour. Shape after the Khronos "PBR neutral" curve (2024), without its
// toe.
vec3 displayed(vec3 c) {
    const float shoulder = 0.76, fade = 0.15;
    float peak = max(c.r, max(c.g, c.b));
    if (peak <= shoulder) return c;
    float room = 1.0 - shoulder;
    float rolled = 1.0 - room * room / (peak - shoulder + room);
    return mix(vec3(rolled), c * (rolled / peak), 1.0 / (1.0 + fade * (peak - rolled)));
}

// A normal that faces the eye in direction v: an interpolated one may point away.
vec3 towards(vec3 n, vec3 v) {
    float away = dot(n, v);
    return away < 0.02 ? normalize(n + v * (0.02 - away)) : n;
}

// Key light at a point; seen: visibility of the surroundings and of the key light.
vec3 arriving(vec2 seen) {
    return keyColour * seen.y * mix(1.0, seen.x, 0.5); // a wide light is occluded in narrow folds
}

vec3 diffuse(vec3 n, vec3 v, vec3 key, vec3 fill, vec3 rim) {
    return key * orenNayar(n, v, keyDirection, roughness)
         + fill * orenNayar(n, v, fillDirection, roughness)
         + rim * orenNayar(n, v, rimDirection, roughness);
}

vec3 surroundings(vec3 n) { return mix(floorColour, skyColour, 0.5 + 0.5 * n.y); }

// Brightness of false colours.
float falseLight(vec3 n, vec3 v, vec2 seen) {
    vec3 light = diffuse(n, v, arriving(seen), fillColour * seen.x, rimColour * seen.x) + surroundings(n) * seen.x;
    return mix(0.38, 1.0, clamp(exposure * dot(light, vec3(0.2126, 0.7152, 0.0722)), 0.0, 1.0));
}

// Light reflected towards v by a surface of the given albedo, for display; front: right side; thread: direction of the
// floats of a satin.
vec3 reflected(vec3 n, vec3 v, vec3 albedo, vec2 seen, bool front, vec3 thread) {
    vec3 key = arriving(seen);
    vec3 fill = fillColour * seen.x, rim = rimColour * seen.x;
    vec3 light = diffuse(n, v, key, fill, rim);
    vec3 around = surroundings(n);
    // Light from the other side is transmitted diffusely, in the colour of the fibres.
    vec3 through = INV_PI * (key * max(-dot(n, keyDirection), 0.0) + fill * max(-dot(n, fillDirection), 0.0)
                 + rim * max(-dot(n, rimDirection), 0.0));
    // Occluded directions mostly end on cloth around the fragment. Inside a closed tube of cloth that lets a share p of
    // the light pass between its yarns and scatters a share a of the rest, with a share T of that transmitted, the
    // light is (p + T a) / (1 - (1 - T) a) of that outside, from transmission and interreflection. The wrong side is
    // taken to be inside such a tube where the key light does not reach it, even if the tube is too wide for seen.x.
    // (Few fabrics are as open as this p; dark ones need it to be visible inside.)
    const float open = 0.12;
    float walls = max(1.0 - seen.x, front ? 0.0 : 1.0 - seen.y);
    vec3 outside = INV_PI * 0.25 * (keyColour + fillColour + rimColour) + 0.5 * (skyColour + floorColour);
    vec3 held = transmission > 0.0 ? outside * (open + transmission * albedo) / (1.0 - (1.0 - transmission) * albedo) :
        vec3(0.0);
    vec3 sum = albedo * light + albedo * around * multiBounce(seen.x, albedo);
    sum += albedo * (transmission * through + walls * held);
    sum += sheenColour * (key * sheen(n, v, keyDirection, 0.35) + fill * sheen(n, v, fillDirection, 0.35)
         + rim * sheen(n, v, rimDirection, 0.35) + 0.25 * around * seen.x * pow(1.0 - clamp(dot(n, v), 0.0, 1.0), 3.0));
#if WEAVE == 4
    // The threads reflect in a band across them, partly in their colour.
    vec3 tint = mix(vec3(1.0), albedo / max(max(albedo.r, max(albedo.g, albedo.b)), 1e-3), 0.55);
    sum += glossiness * tint * (key * threadGloss(n, v, keyDirection, thread, roughness)
         + fill * threadGloss(n, v, fillDirection, thread, roughness) + rim * threadGloss(n, v, rimDirection, thread,
             roughness));
#else
    sum += glossiness * (key * gloss(n, v, keyDirection, roughness) + fill * gloss(n, v, fillDirection, roughness)
         + rim * gloss(n, v, rimDirection, roughness));
#endif
    return displayed(exposure * sum);
}
