// Twin of Contact in cpu/contact.go: the force k·p·(1 + p/ℓ) at depth p in the layer, ℓ = δ/4.
#define LAYER 0.25

float contactForce(float k, float p, float delta) { return k * p * (1.0 + p / (LAYER * delta)); }

void contact(vec4 normal, float p, float k, float delta, inout int touched, inout PointResponse r) {
    if (p <= 0.0) {
        if (touched != 0) addOuter(r, k, normal.xyz);
        return;
    }
    touched = 1;
    r.g -= contactForce(k, p, delta) * normal.xyz;
    addOuter(r, k * (1.0 + 2.0 * p / (LAYER * delta)), normal.xyz);
}

float contactPsi(float k, float p, float delta) { return p > 0.0 ? k * p * p * (0.5 + p / (3.0 * LAYER * delta)) : 0.0; }

// Change of the potential as the depth grows from p by d.
float contactChange(float k, float p, float d, float delta, inout int touched) {
    float b = p + d;
    if (b > 0.0) touched = 1;
    if (p > 0.0 && b > 0.0) return k * d * (0.5 * (p + b) + (p * p + p * b + b * b) / (3.0 * LAYER * delta));
    return contactPsi(k, b, delta) - contactPsi(k, p, delta);
}
