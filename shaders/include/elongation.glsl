// Twin of law/thread.go: elongation of a yarn for the Green strain E along it, continued linearly below a stretch of ½.
const float SHORTEST = -0.375;

float elongation(float e) { return e < SHORTEST ? -0.5 + 2.0 * (e - SHORTEST) : 2.0 * e / (1.0 + sqrt(1.0 + 2.0 * e)); }

// Change of the elongation for E from e to e + d, both not below SHORTEST.
float stretchedAbove(float e, float d) { return 2.0 * d / (sqrt(1.0 + 2.0 * e) + sqrt(1.0 + 2.0 * (e + d))); }

// Change of the elongation for E from e to e + d, without cancellation.
float stretched(float e, float d) {
    float end = e + d;
    if (e >= SHORTEST)
        return end >= SHORTEST ? stretchedAbove(e, d) : stretchedAbove(e, SHORTEST - e) + 2.0 * (end - SHORTEST);
    return end < SHORTEST ? 2.0 * d : 2.0 * (SHORTEST - e) + stretchedAbove(SHORTEST, end - SHORTEST);
}

// Adds the response to an elongation as a response to the strain E.
void pulled(float e, float force, float slope, inout Response r) {
    float l = sqrt(1.0 + 2.0 * max(e, SHORTEST));
    r.sigma += force / l;
    r.slope += (e < SHORTEST ? slope : slope - force / l) / (l * l);
}
