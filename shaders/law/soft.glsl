// Twin of Soft in law/curve.go: force k(ε)·ε over the elongation.
#include "elongation.glsl"
#include "stiffness_curve.glsl"

StiffnessCurve softOf(Soft l) { return stiffnessCurve(l.low, l.high, float[5](l.k1, l.k2, l.k3, l.k4, l.k5)); }

void respond(Soft l, Strain s, inout Response r) {
    float eps = elongation(s.eps);
    vec2 k = stiffnessAt(softOf(l), eps);
    pulled(s.eps, k.x * eps, k.x + k.y * eps, r);
}

float change(Soft l, Strain s, float d) { return curveChange(softOf(l), elongation(s.eps), stretched(s.eps, d)); }
