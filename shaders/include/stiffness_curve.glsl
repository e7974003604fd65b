// Twin of curve in law/curve.go: a stiffness k(ε) through up to five points.
struct StiffnessCurve {
    float k[5], m[5]; // m: tangents times the width
    int n;
    float low, width;
};

StiffnessCurve stiffnessCurve(float low, float high, float k[5]) {
    StiffnessCurve c;
    c.k = k;
    c.n = 1;
    for (int i = 1; i < 5; i++) c.n += c.n == i && k[i] >= 0.0 ? 1 : 0;
    if (!(high > low)) c.n = 1;
    c.low = low;
    c.width = c.n > 1 ? (high - low) / float(c.n - 1) : 1.0;
    c.m = float[5](0.0, 0.0, 0.0, 0.0, 0.0);
    for (int i = 1; i < 4; i++) {
        float a = k[i] - k[i - 1], b = k[i + 1] - k[i];
        if (i < c.n - 1 && a * b > 0.0) c.m[i] = 2.0 * a * b / (a + b);
    }
    return c;
}

// k and its slope.
vec2 stiffnessAt(StiffnessCurve c, float eps) {
    float x = (eps - c.low) / c.width;
    if (c.n < 2 || !(x > 0.0)) return vec2(c.k[0], 0.0);
    if (x >= float(c.n - 1)) return vec2(c.k[c.n - 1], 0.0);
    int i = int(x);
    float t = x - float(i), a = c.k[i], d = c.k[i + 1] - a;
    float p = 3.0 * d - 2.0 * c.m[i] - c.m[i + 1], q = c.m[i] + c.m[i + 1] - 2.0 * d;
    return vec2(a + (c.m[i] + (p + q * t) * t) * t, (c.m[i] + (2.0 * p + 3.0 * q * t) * t) / c.width);
}

// ∫k(e)·e de from ε over d, piecewise; three-point Gauss quadrature is exact.
float curveChange(StiffnessCurve c, float eps, float d) {
    if (c.n < 2) return c.k[0] * d * (eps + 0.5 * d);
    float low = min(eps, eps + d), high = max(eps, eps + d), at = low, sum = 0.0;
    for (int i = 0; i < 6; i++) {
        if (i > c.n) break;
        float end = i < c.n ? clamp(c.low + float(i) * c.width, at, high) : high;
        float y = at == low && end == high ? abs(d) : end - at;
        if (y > 0.0) {
            float mid = 0.5 * (at + end), g = 0.774596669 * 0.5 * y;
            sum += y / 18.0 * (5.0 * (stiffnessAt(c, mid - g).x * (mid - g) + stiffnessAt(c, mid + g).x * (mid + g)) +
                8.0 * stiffnessAt(c, mid).x * mid);
        }
        if (end == high) break;
        at = end;
    }
    return d < 0.0 ? -sum : sum;
}
