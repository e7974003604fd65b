// Twin of law/traction.go: tension of yarns whose fibres align first.
#include "elongation.glsl"

float tractionGrows(Traction l) { return l.eps1P > l.eps1 ? (l.eps1P - l.eps1) / (2.0 * l.eps1P - l.eps1) : 0.0; }

float tractionZone(Traction l, float top) {
    return l.eps1 + tractionGrows(l) * (clamp(top, l.eps1, 2.0 * l.eps1P) - l.eps1);
}

// Force and slope; beyond the largest elongation so far those of the first loading, piecewise linear.
void traction(Traction l, float eps, out float force, out float slope) {
    float from = max(l.top, l.eps1);
    float zone = tractionZone(l, max(l.top, min(eps, 2.0 * l.eps1P)));
    if (eps <= 0.0) {
        force = l.k * eps;
        slope = l.k;
    } else if (eps < zone) {
        float a = 2.0 * l.f1 / zone - l.k, b = (l.k - l.f1 / zone) / zone;
        force = (a + b * eps) * eps;
        slope = a + 2.0 * b * eps;
    } else {
        force = l.f1 + l.k * (eps - zone);
        slope = eps > from && eps <= 2.0 * l.eps1P ? l.k * (1.0 - tractionGrows(l)) : l.k;
    }
}

void respond(Traction l, Strain s, inout Response r) {
    float force, slope;
    traction(l, elongation(s.eps), force, slope);
    pulled(s.eps, force, slope, r);
}

// The force is a polynomial of degree two at most between its edges, so Simpson's rule is exact.
float change(Traction l, Strain s, float d) {
    float e0 = elongation(s.eps), by = stretched(s.eps, d), e1 = e0 + by;
    float from = max(l.top, l.eps1);
    float edges[4] = float[4](0.0, tractionZone(l, l.top), from, max(from, 2.0 * l.eps1P));
    float sum = 0.0, low = min(e0, e1), high = max(e0, e1), at = low;
    for (int i = 0; i < 5; i++) {
        float end = i < 4 ? clamp(edges[min(i, 3)], at, high) : high;
        float y = at == low && end == high ? abs(by) : end - at;
        if (y > 0.0) {
            float f0, f1, f2, slope;
            traction(l, at, f0, slope);
            traction(l, at + 0.5 * y, f1, slope);
            traction(l, end, f2, slope);
            sum += y / 6.0 * (f0 + 4.0 * f1 + f2);
        }
        if (end == high) break;
        at = end;
    }
    return by < 0.0 ? -sum : sum;
}

void commit(inout Traction l, Strain s) { l.top = max(l.top, elongation(s.eps)); }
