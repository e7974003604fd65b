// Twin of law/radial.go: stress k·r/√(1 + (r/w)²).
void respond(Radial l, Strain s, inout Response r) {
    if (!(l.width > 0.0)) return;
    float x = s.eps / l.width, root = sqrt(1.0 + x * x);
    r.sigma += l.k * s.eps / root;
    r.slope += l.k / (root * root * root);
}

// w²·(√(1 + y²) − √(1 + x²)) is (ε' − ε)(ε' + ε) over the sum of both roots.
float change(Radial l, Strain s, float d) {
    if (!(l.width > 0.0)) return 0.0;
    float x = s.eps / l.width, y = (s.eps + d) / l.width;
    return l.k * d * (2.0 * s.eps + d) / (sqrt(1.0 + x * x) + sqrt(1.0 + y * y));
}
