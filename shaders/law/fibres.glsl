// Twin of law/fibres.go: internal friction of yarns under tension.
#include "elongation.glsl"
#include "dahl_path.glsl"

float fibresGrowth(Fibres l) { return l.epsC > 0.0 ? (1.0 - l.w0) * l.fC / l.epsC : 0.0; }

float fibresLimit(Fibres l, float eps) {
    return l.epsC > 0.0 ? l.fC * (l.w0 + (1.0 - l.w0) * clamp(eps / l.epsC, 0.0, 1.0)) : l.fC;
}

float fibresClamp(Fibres l, float eps, float force) {
    float most = min(l.fC, fibresLimit(l, eps) + fibresGrowth(l) * l.epsFr);
    return clamp(force, -most, most);
}

// The law from (ε_n, F_n) over Δ, with F_n not yet clamped.
void fibres(Fibres l, float epsN, float forceN, float delta, out float psi, out float force, out float slope) {
    psi = 0.0;
    slope = 0.0;
    float sgn = delta < 0.0 ? -1.0 : 1.0, eps = epsN + delta;
    force = sgn * fibresClamp(l, epsN, forceN);
    float edges[4] = float[4](-1e30, 0.0, l.epsC, 1e30);
    for (int i = 0; i < 3; i++) {
        int k = sgn < 0.0 ? 2 - i : i;
        float from = clamp(epsN, edges[k], edges[k + 1]), to = clamp(eps, edges[k], edges[k + 1]);
        bool whole = from == epsN && to == eps; // also if ε_n + Δ rounds to ε_n
        float y = whole ? abs(delta) : abs(to - from), p;
        if (y == 0.0) continue;
        dahlPath(l.epsFr, k == 1 ? sgn * fibresGrowth(l) : 0.0, force, fibresLimit(l, from), y, p, force, slope);
        psi += p;
        if (whole) break;
    }
    force *= sgn;
}

void respond(Fibres l, Strain s, inout Response r) {
    if (l.fC == 0.0) return;
    float psi, force, slope, epsN = elongation(s.epsN), delta = stretched(s.epsN, s.eps - s.epsN);
    fibres(l, epsN, l.sigma, delta, psi, force, slope);
    float most = (fibresLimit(l, epsN) + abs(fibresClamp(l, epsN, l.sigma))) / (l.epsFr + 0.5 * abs(delta));
    if (s.crossed != 0 || delta == 0.0) slope = max(slope, most);
    pulled(s.eps, force, slope, r);
}

// See change of Dahl's law.
float change(Fibres l, Strain s, float d) {
    if (l.fC == 0.0) return 0.0;
    float epsN = elongation(s.epsN), e0 = elongation(s.eps), by = stretched(s.eps, d);
    float psi, force, slope, other, end, d0 = stretched(s.epsN, s.eps - s.epsN), d1 = d0 + by;
    bool across = d0 * d1 <= 0.0, grows = across || (d0 < 0.0) == (by < 0.0);
    fibres(l, epsN, l.sigma, grows ? d0 : d1, psi, force, slope);
    fibres(l, across ? epsN : grows ? e0 : e0 + by, across ? l.sigma : force, across ? d1 : abs(by) * sign(d0), other,
        end, slope);
    return across ? other - psi : grows ? other : -other;
}

void commit(inout Fibres l, Strain s) {
    if (l.fC == 0.0) return;
    float psi, force, slope;
    fibres(l, elongation(s.epsN), l.sigma, stretched(s.epsN, s.eps - s.epsN), psi, force, slope);
    l.sigma = fibresClamp(l, elongation(s.eps), force);
}
