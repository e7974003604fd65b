// Twin of law/dahl.go: Dahl's friction, integrated exactly, with the same symbols.

#include "dahl_path.glsl"

float dahlClamp(Dahl l, float eps, float sigma) {
    float most = l.a + l.b * (abs(eps) + l.tau);
    return clamp(sigma, -most, most);
}

// From (ε_n, σ_n) over Δ = d: potential of the step, stress, and slope for the matrix.
void dahl(Dahl l, float epsN, float sigmaN, float d, bool crossed, out float psi, out float sigma, out float slope) {
    psi = 0.0;
    sigma = 0.0;
    slope = 0.0;
    if (l.a == 0.0 && l.b == 0.0) return;
    float s = l.a + l.b * abs(epsN), sn = dahlClamp(l, epsN, sigmaN), eps = epsN + d;
    float most = (s + abs(sn)) / (l.tau + 0.5 * abs(d));
    // Away from zero, towards zero, or through zero: then a second part starts at zero, which is empty otherwise, so
    // that software devices execute one path.
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

// On one side of ε_n the path to the larger strain continues that to the smaller one, so the change is the potential of
// the rest alone. Signs decide which is larger: ε + d may round to ε.
float change(Dahl l, Strain s, float d) {
    float psi, sigma, slope, other, end, d0 = s.eps - s.epsN, d1 = d0 + d;
    bool across = d0 * d1 <= 0.0, grows = across || (d0 < 0.0) == (d < 0.0);
    dahl(l, s.epsN, l.sigma, grows ? d0 : d1, false, psi, sigma, slope);
    // Two calls in every case: neighbouring invocations that differ would otherwise execute four.
    dahl(l, across ? s.epsN : grows ? s.eps : s.eps + d, across ? l.sigma : sigma, across ? d1 : abs(d) * sign(d0),
        false, other, end, slope);
    return across ? other - psi : grows ? other : -other;
}

void commit(inout Dahl l, Strain s) {
    float psi, sigma, slope;
    dahl(l, s.epsN, l.sigma, s.eps - s.epsN, false, psi, sigma, slope);
    l.sigma = dahlClamp(l, s.eps, sigma);
}
