// Twin of Contact in cpu/contact.go: the force k·p·(1 + p/ℓ) at depth p in the layer, ℓ = δ/4.
// counts: whether the contact was in the layer at the last evaluation or trial.
#define LAYER 0.25

float contactForce(float k, float p, float delta) { return k * p * (1.0 + p / (LAYER * delta)); }

// 1: contacts are those of the last trial, see cpu/foresee.go; above the layer the law goes on as a line.
uniform int foreseen;

void contact(vec4 normal, float p, float k, float delta, inout bool counts, inout PointResponse r) {
    if (foreseen == 0) counts = p > 0.0;
    if (!counts) return;
    float stiffening = max(p, 0.0) / (LAYER * delta);
    r.g -= k * p * (1.0 + stiffening) * normal.xyz;
    addOuter(r, k * (1.0 + 2.0 * stiffening), normal.xyz);
}

float contactPsi(float k, float p, float delta) { return p > 0.0 ? k * p * p * (0.5 + p / (3.0 * LAYER * delta)) : 0.0; }

// Change of the potential as the depth grows from p by d.
float contactChange(float k, float p, float d, float delta, out bool counts) {
    float b = p + d;
    counts = b > 0.0;
    if (p > 0.0 && b > 0.0) return k * d * (0.5 * (p + b) + (p * p + p * b + b * b) / (3.0 * LAYER * delta));
    return contactPsi(k, b, delta) - contactPsi(k, p, delta);
}
