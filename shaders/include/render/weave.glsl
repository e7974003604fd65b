// Plain weave and yarn unevenness over material coordinates [m], both fading out before their period
// gets near the size of a pixel.
uniform float threadSpacing; // [m], 0: no weave

float hash(ivec2 p) {
    uint h = uint(p.x) * 0x8da6b343u ^ uint(p.y) * 0xd8163841u;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12)) * 0x297a2d39u;
    return float((h ^ (h >> 15)) & 0xffffffu) / 16777215.0;
}

float smoothNoise(vec2 p) {
    ivec2 i = ivec2(floor(p));
    vec2 f = p - vec2(i);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + ivec2(1, 0)), f.x), mix(hash(i + ivec2(0, 1)), hash(i + ivec2(1, 1)), f.x), f.y);
}

// Streaks one unit wide and 12 long, mean 0, within ±1.
float streaks(vec2 t) {
    return smoothNoise(t * vec2(1.0, 0.08)) + smoothNoise(t.yx * vec2(1.0, 0.08) + 57.0) - 1.0;
}

struct Weave {
    float albedo; // factor on the colour
    vec2 tilt;    // of the normal along the warp and weft directions
};

// weave at uv; pixel is the width of a pixel in material coordinates [m].
Weave weave(vec2 uv, float pixel) {
    Weave w = Weave(1.0, vec2(0.0));
    if (threadSpacing <= 0.0) return w;
    // Yarns thicker and thinner than the mean, in streaks along both directions: single yarns, and
    // bundles that are seen from further away. The mean is 1.
    float single = 0.08 * smoothstep(0.6, 0.25, pixel / (2.0 * threadSpacing));
    float bundle = 0.045 * smoothstep(0.6, 0.25, pixel / (7.0 * threadSpacing));
    if (single > 0.0) w.albedo += single * streaks(uv / (2.0 * threadSpacing));
    if (bundle > 0.0) w.albedo += bundle * streaks(uv / (7.0 * threadSpacing));
    float detail = smoothstep(0.4, 0.15, pixel / threadSpacing);
    if (detail > 0.0) {
        vec2 cell = floor(uv / threadSpacing), f = uv / threadSpacing - cell - 0.5;
        bool warp = mod(cell.x + cell.y, 2.0) < 0.5; // the warp thread, along v, lies on top
        float across = warp ? f.x : f.y, along = warp ? f.y : f.x;
        float dark = 0.30 * smoothstep(0.25, 0.5, abs(across)) + 0.15 * smoothstep(0.3, 0.5, abs(along));
        w.albedo += detail * (0.1125 - dark); // mean of dark over a cell: 0.1125
        w.tilt = detail * (warp ? vec2(0.9 * across, 0.5 * along) : vec2(0.5 * along, 0.9 * across));
    }
    return w;
}
