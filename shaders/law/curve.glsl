// Twin of Curve in law/curve.go: stress k(ε)·ε.
#include "stiffness_curve.glsl"

StiffnessCurve curveOf(Curve l) { return stiffnessCurve(l.low, l.high, float[5](l.k1, l.k2, l.k3, l.k4, l.k5)); }

void respond(Curve l, Strain s, inout Response r) {
    vec2 k = stiffnessAt(curveOf(l), s.eps);
    r.sigma += k.x * s.eps;
    r.slope += k.x + k.y * s.eps;
}

float change(Curve l, Strain s, float d) { return curveChange(curveOf(l), s.eps, d); }
