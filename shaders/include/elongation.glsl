// Twin of law/thread.go: the elongation of a yarn from the Green strain E along it.
float elongation(float e) { return e <= 0.0 ? e : 2.0 * e / (1.0 + sqrt(1.0 + 2.0 * e)); }

// How it changes as E grows by d.
float stretched(float e, float d) {
    if (e >= 0.0 && e + d >= 0.0) return 2.0 * d / (sqrt(1.0 + 2.0 * e) + sqrt(1.0 + 2.0 * (e + d)));
    return elongation(e + d) - elongation(e);
}

// Adds the response to an elongation, at E, as that to the strain E.
void pulled(float e, float force, float slope, inout Response r) {
    float l = e <= 0.0 ? 1.0 : sqrt(1.0 + 2.0 * e);
    r.sigma += force / l;
    r.slope += (e <= 0.0 ? slope : (slope - force / l) / (l * l));
}
