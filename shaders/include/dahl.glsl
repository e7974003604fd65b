// Twin of cpu/dahl.go: Dahl's friction on one strain along the exact path of the law, with the same
// symbols; steep as there.
#define CROSSED 2 // a strain that has changed sides of ε_n within the step

bool changesSide(int last, float delta) {
    return last == CROSSED || (last == 1 && delta < 0.0) || (last == -1 && delta > 0.0);
}

int nextSide(int last, float delta) {
    if (changesSide(last, delta)) return CROSSED;
    return delta < 0.0 ? -1 : 1;
}

// The sides of three strains are packed into two bits each, +1.
int sideOf(int sides, int k) { return ((sides >> (2 * k)) & 3) - 1; }
int packSide(int side, int k) { return (side + 1) << (2 * k); }

// σ̃, S_n, g and y as in cpu's dahlPath.
void dahlPath(float b, float tau, float sn, float s, float g, float y, out float psi, out float sigma, out float slope) {
    float q, rest, second, gb = g * b;
    decaySeries(y / tau, q, rest, second);
    psi = sn * y + tau * ((s - sn) * rest + gb * tau * second);
    sigma = sn + (s - sn) * q + gb * tau * rest;
    slope = (s - sn) / tau * (1.0 - q) + gb * q;
}

float clampStressTo(float a, float b, float tau, float eps, float sigma) {
    float most = a + b * (abs(eps) + tau);
    return clamp(sigma, -most, most);
}

// The exact path of the law from (ε_n, σ_n) over Δ = d: step potential, stress, and slope for the matrix.
void dahl(float a, float b, float tau, float epsN, float sigmaN, float d, bool steep, out float psi, out float sigma, out float slope) {
    psi = 0.0;
    sigma = 0.0;
    slope = 0.0;
    if (a == 0.0 && b == 0.0) return;
    float s = a + b * abs(epsN), sn = clampStressTo(a, b, tau, epsN, sigmaN), eps = epsN + d;
    float most = (s + abs(sn)) / (tau + 0.5 * abs(d));
    // On the way out from zero, on the way to it, or through it: then a second path begins there, which is
    // empty otherwise. Software devices would go through all of them.
    float sgn = d < 0.0 ? -1.0 : 1.0, rest, end, next;
    bool outwards = b == 0.0 || epsN * sgn >= 0.0, through = !outwards && eps * epsN < 0.0;
    dahlPath(b, tau, sgn * sn, s, outwards ? 1.0 : -1.0, through ? abs(epsN) : abs(d), psi, sigma, slope);
    dahlPath(b, tau, sigma, a, 1.0, through ? abs(eps) : 0.0, rest, end, next);
    if (through) {
        psi += rest;
        sigma = end;
        slope = next;
    }
    sigma *= sgn;
    slope = max(slope, steep || d == 0.0 ? most : 0.0);
}

// ψ(ε + d) − ψ(ε) without cancellation: on one side of ε_n the path to the farther strain goes on
// where the path to the nearer one ends, so that the change is the potential of the rest alone.
float dahlChange(float a, float b, float tau, float epsN, float sigmaN, float eps, float d) {
    float psi, sigma, slope, other, end, d0 = eps - epsN, d1 = d0 + d;
    bool across = d0 * d1 <= 0.0, grows = across || abs(d1) > abs(d0);
    dahl(a, b, tau, epsN, sigmaN, grows ? d0 : d1, false, psi, sigma, slope);
    // Two calls in all, whatever the case: neighbours that differ would else do four.
    dahl(a, b, tau, across ? epsN : grows ? eps : eps + d, across ? sigmaN : sigma, across ? d1 : abs(d) * sign(d0), false, other, end, slope);
    return across ? other - psi : grows ? other : -other;
}

// The history after a step that ends at strain eps.
void dahlCommit(float a, float b, float tau, float eps, inout float epsN, inout float sigmaN) {
    float psi, sigma, slope;
    dahl(a, b, tau, epsN, sigmaN, eps - epsN, false, psi, sigma, slope);
    epsN = eps;
    sigmaN = clampStressTo(a, b, tau, eps, sigma);
}
