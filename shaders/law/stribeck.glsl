// Twin of law/stribeck.go: a fast Dahl law minus a slow one.
#include "dahl_path.glsl"

// One of the two, with limit f and strain tau, from σ_n over Δ = d.
void stribeckPart(float f, float tau, float sigmaN, float d, out float psi, out float sigma, out float slope) {
    psi = 0.0;
    sigma = 0.0;
    slope = 0.0;
    if (f == 0.0) return;
    float sgn = d < 0.0 ? -1.0 : 1.0;
    dahlPath(tau, 0.0, sgn * clamp(sigmaN, -f, f), f, abs(d), psi, sigma, slope);
    sigma *= sgn;
}

// Change of ψ from d0 to d0 + d; see change of Dahl's law.
float stribeckChange(float f, float tau, float sigmaN, float d0, float d) {
    float psi, sigma, slope, other, end, d1 = d0 + d;
    bool across = d0 * d1 <= 0.0, grows = across || (d0 < 0.0) == (d < 0.0);
    stribeckPart(f, tau, sigmaN, grows ? d0 : d1, psi, sigma, slope);
    stribeckPart(f, tau, across ? sigmaN : sigma, across ? d1 : abs(d) * sign(d0), other, end, slope);
    return across ? other - psi : grows ? other : -other;
}

void respond(Stribeck l, Strain s, inout Response r) {
    float psi, sigma1, sigma2, slope1, slope2, d = s.eps - s.epsN;
    stribeckPart(l.f1, l.eps1, l.fast, d, psi, sigma1, slope1);
    stribeckPart(l.f2, l.eps2, l.slow, d, psi, sigma2, slope2);
    r.sigma += sigma1 - sigma2;
    if (l.f1 == 0.0) return;
    float most = (l.f1 + min(abs(l.fast), l.f1)) / (l.eps1 + 0.5 * abs(d));
    r.slope += s.crossed != 0 || d == 0.0 ? max(slope1, most) : slope1 - slope2;
}

float change(Stribeck l, Strain s, float d) {
    float d0 = s.eps - s.epsN;
    return stribeckChange(l.f1, l.eps1, l.fast, d0, d) - stribeckChange(l.f2, l.eps2, l.slow, d0, d);
}

void commit(inout Stribeck l, Strain s) {
    float psi, slope, d = s.eps - s.epsN;
    stribeckPart(l.f1, l.eps1, l.fast, d, psi, l.fast, slope);
    stribeckPart(l.f2, l.eps2, l.slow, d, psi, l.slow, slope);
}
