// Twin of Contact in cpu/contact.go: the force k·p·(1 + p/ℓ) at depth p in the layer, ℓ = δ/4. counts: the contact was
// in the layer at the last evaluation or trial.
#define LAYER 0.25
#define HARD 0.25      // times δ: distance below which it hardens
#define HARDENED 64.0  // times kδ: additional force at the surface

float contactForce(float k, float p, float delta) { return k * p * (1.0 + p / (LAYER * delta)); }

// 1: contacts are those of the last trial, see cpu/active_set.go; above the layer the law is continued linearly.
uniform int activeSetFixed;

void contact(vec4 normal, float p, float k, float delta, inout bool counts, inout PointResponse r) {
    if (activeSetFixed == 0) counts = p > 0.0;
    if (!counts) return;
    float stiffening = max(p, 0.0) / (LAYER * delta);
    r.g -= k * p * (1.0 + stiffening) * normal.xyz;
    addOuter(r, k * (1.0 + 2.0 * stiffening), normal.xyz);
}

float contactPsi(float k, float p, float delta) {
    return p > 0.0 ? k * p * p * (0.5 + p / (3.0 * LAYER * delta)) : 0.0;
}

// Change of the potential for a depth that grows from p by d.
float contactChange(float k, float p, float d, float delta, out bool counts) {
    float b = p + d;
    counts = b > 0.0;
    if (p > 0.0 && b > 0.0) return k * d * (0.5 * (p + b) + (p * p + p * b + b * b) / (3.0 * LAYER * delta));
    return contactPsi(k, b, delta) - contactPsi(k, p, delta);
}

// Additional force of the hardened layer at distance d; twin of cpu's hardened.
float hardForce(float k, float d, float delta) {
    float u = max(0.0, 1.0 - d / (HARD * delta));
    return HARDENED * k * delta * u * u;
}

void harden(vec4 normal, float k, float d, float delta, inout PointResponse r) {
    float b = HARD * delta;
    if (d >= b) return;
    float u = 1.0 - d / b, f = HARDENED * k * delta * u;
    r.g -= f * u * normal.xyz;
    addOuter(r, 2.0 * f / b, normal.xyz);
}

// Change of its potential for a distance that shrinks from d by q.
float hardChange(float k, float d, float q, float delta) {
    float b = HARD * delta, u = 1.0 - d / b, v = u + q / b, f = HARDENED * k * delta;
    if (u <= 0.0 && v <= 0.0) return 0.0;
    if (u >= 0.0 && v >= 0.0) return f * q * (u * u + u * v + v * v) / 3.0;
    return (v > 0.0 ? v * v * v : -u * u * u) * f * b / 3.0;
}
