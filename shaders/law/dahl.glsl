// Twin of law/dahl.go: Dahl's friction along the exact path of the law, with the same symbols.

#include "dahl_path.glsl"

float dahlClamp(Dahl l, float eps, float sigma) {
    float most = l.a + l.b * (abs(eps) + l.tau);
    return clamp(sigma, -most, most);
}

// From (ε_n, σ_n) over Δ = d: step potential, stress, and slope for the matrix.
void dahl(Dahl l, float epsN, float sigmaN, float d, bool crossed, out float psi, out float sigma, out float slope) {
    psi = 0.0;
    sigma = 0.0;
    slope = 0.0;
    if (l.a == 0.0 && l.b == 0.0) return;
    float s = l.a + l.b * abs(epsN), sn = dahlClamp(l, epsN, sigmaN), eps = epsN + d;
    float most = (s + abs(sn)) / (l.tau + 0.5 * abs(d));
    // On the way out from zero, on the way to it, or through it: then a second path begins there, which is
    // empty otherwise. Software devices would go through all of them.
    float sgn = d < 0.0 ? -1.0 : 1.0, rest, end, next;
    bool outwards = l.b == 0.0 || epsN * sgn >= 0.0, through = !outwards && eps * epsN < 0.0;
    dahlPath(l.tau, outwards ? l.b : -l.b, sgn * sn, s, through ? abs(epsN) : abs(d), psi, sigma, slope);
    dahlPath(l.tau, l.b, sigma, l.a, through ? abs(eps) : 0.0, rest, end, next);
    if (through) {
        psi += rest;
        sigma = end;
        slope = next;
    }
    sigma *= sgn;
    if (crossed || d == 0.0) slope = max(slope, most);
}

void respond(Dahl l, Strain s, inout Response r) {
    float psi, sigma, slope;
    dahl(l, s.epsN, l.sigma, s.eps - s.epsN, s.crossed != 0, psi, sigma, slope);
    r.sigma += sigma;
    r.slope += slope;
}

// On one side of ε_n the path to the farther strain goes on where the path to the nearer one ends, so
// that the change is the potential of the rest alone. Which is farther goes by signs: ε + d may round to ε.
float change(Dahl l, Strain s, float d) {
    float psi, sigma, slope, other, end, d0 = s.eps - s.epsN, d1 = d0 + d;
    bool across = d0 * d1 <= 0.0, grows = across || (d0 < 0.0) == (d < 0.0);
    dahl(l, s.epsN, l.sigma, grows ? d0 : d1, false, psi, sigma, slope);
    // Two calls in all, whatever the case: neighbours that differ would else do four.
    dahl(l, across ? s.epsN : grows ? s.eps : s.eps + d, across ? l.sigma : sigma, across ? d1 : abs(d) * sign(d0),
        false, other, end, slope);
    return across ? other - psi : grows ? other : -other;
}

void commit(inout Dahl l, Strain s) {
    float psi, sigma, slope;
    dahl(l, s.epsN, l.sigma, s.eps - s.epsN, false, psi, sigma, slope);
    l.sigma = dahlClamp(l, s.eps, sigma);
}
