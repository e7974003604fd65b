// Yarn structure over material coordinates [m], with the warp, or the wales of a knit, along u. All patterns fade out
// before their period reaches the size of a pixel. WEAVE: 1 plain, 2 twill, 3 jersey, 4 satin, 5 felt.
uniform float threadSpacing; // [m]

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

struct Weave {
    float albedo; // factor on the colour, 1 in the mean
    vec2 tilt;    // of the normal along u and v
};

// Visibility of a period at this pixel width.
float seenOf(float period, float pixel) { return smoothstep(0.4, 0.15, pixel / period); }

// weave at uv; pixel is the width of a pixel in material coordinates [m].
Weave weave(vec2 uv, float pixel) {
    Weave w = Weave(1.0, vec2(0.0));
    float s = threadSpacing;
    vec2 t = uv.yx / s; // across and along the warp
#if WEAVE == 1
    // Alternately over and under, with yarns of varying thickness.
    float yarns = 0.07 * seenOf(4.0 * s, pixel);
    w.albedo += yarns * (smoothNoise(t * vec2(0.5, 0.04)) + smoothNoise(t.yx * vec2(0.5, 0.04) + 57.0) - 1.0);
    vec2 cell = floor(t), f = t - cell - 0.5;
    bool warp = mod(cell.x + cell.y, 2.0) < 0.5;
    float across = warp ? f.x : f.y, along = warp ? f.y : f.x, detail = seenOf(2.0 * s, pixel);
    w.albedo += detail * (0.1125 - 0.30 * smoothstep(0.25, 0.5, abs(across)) - 0.15 * smoothstep(0.3, 0.5, abs(along)));
    w.tilt = detail * (warp ? vec2(0.9 * across, 0.5 * along) : vec2(0.5 * along, 0.9 * across));
#elif WEAVE == 2
    // Two over, one under: ridges that climb to the right, coloured warp over a lighter weft; uneven warp yarns.
    float slub = smoothNoise(t * vec2(0.7, 0.02)) - 0.5;
    w.albedo += 0.22 * seenOf(3.0 * s, pixel) * slub;
    float phase = fract((t.x + t.y) / 3.0), ridge = abs(phase - 0.4) / 0.6, detail = seenOf(2.1 * s, pixel);
    float dark = smoothstep(0.45, 0.9, ridge), weft = smoothstep(0.35, 0.5, abs(fract(t.y - 0.5 * t.x) - 0.5));
    w.albedo += detail * (0.12 - 0.42 * dark + 0.25 * dark * weft);
    w.tilt = detail * 0.55 * (phase < 0.4 ? -1.0 : 1.0) * smoothstep(0.1, 0.6, ridge) * vec2(0.7071);
#elif WEAVE == 3
    // Wales: columns of V with slanted legs; loops overlap along v.
    float x = fract(t.x) - 0.5, y = t.y * 1.25 - 1.1 * abs(x), detail = seenOf(s, pixel);
    float leg = abs(abs(x) - 0.25) / 0.25, loop = abs(fract(y) - 0.5) * 2.0;
    w.albedo += detail * (0.17 - 0.38 * leg * leg - 0.20 * smoothstep(0.55, 1.0, loop));
    w.tilt = detail * vec2(0.9 * (abs(x) - 0.25) * sign(x) / 0.25, 0.35 * (fract(y) - 0.5));
    w.albedo += 0.05 * seenOf(2.5 * s, pixel) * (smoothNoise(t * vec2(0.9, 0.25)) +
        smoothNoise(t * vec2(0.3, 0.9) + 31.0) - 1.0);
#elif WEAVE == 4
    // Long floats: nearly smooth, with fine lines along the thread.
    float fine = smoothNoise(t * vec2(1.0, 0.03)) - 0.5, detail = seenOf(2.0 * s, pixel);
    w.albedo += 0.06 * detail * fine;
    w.tilt = vec2(0.25 * detail * fine, 0.0);
#elif WEAVE == 5
    // Random fibres: short streaks in three directions, and clouds.
    float sum = 0.0;
    for (int k = 0; k < 3; k++) {
        float c = cos(1.0472 * float(k) + 0.3), d = sin(1.0472 * float(k) + 0.3);
        float fibre = smoothNoise(vec2(c * t.x + d * t.y, 0.16 * (c * t.y - d * t.x)) * 2.5 + 40.0 * float(k)) - 0.5;
        sum += fibre;
        w.tilt += 0.5 * fibre * vec2(c, d);
    }
    float detail = seenOf(1.2 * s, pixel);
    w.albedo += 0.16 * detail * sum + 0.10 * seenOf(6.0 * s, pixel) * (smoothNoise(0.3 * t + 17.0) - 0.5);
    w.tilt *= detail;
#endif
    w.tilt = w.tilt.yx;
    return w;
}

uniform float hemWidth; // of cloth that is turned up, to the stitches that hold it [m]; 0: none

// stitch adds the furrow of the stitches of a hem, and the edge of the cloth that is turned up behind it. d is the
// distance from the hem [m], g its gradient in material coordinates.
void stitch(inout Weave w, float d, vec2 g, float pixel) {
    const float thread = 0.0009, edge = 0.0025; // [m]
    float wide = max(thread, 0.8 * pixel), s = (d - hemWidth) / wide, furrow = exp(-s * s) * thread / wide;
    float t = (d - hemWidth - edge) / max(edge, pixel), bevel = exp(-t * t) * edge / max(edge, pixel);
    if (hemWidth == 0.0) return;
    w.albedo *= 1.0 - 0.25 * furrow;
    w.tilt += (0.3 * bevel - 1.1 * s * furrow) * g;
}
