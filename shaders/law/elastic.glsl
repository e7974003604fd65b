// Twin of law/elastic.go: stress (k1 + k2|ε|)ε.
void respond(Elastic l, Strain s, inout Response r) {
    float a = abs(s.eps);
    r.sigma += (l.k1 + l.k2 * a) * s.eps;
    r.slope += l.k1 + 2.0 * l.k2 * a;
}

float change(Elastic l, Strain s, float d) {
    float a = abs(s.eps), b = abs(s.eps + d);
    float grow = sign(s.eps) == sign(s.eps + d) ? sign(s.eps) * d : b - a; // |ε+d| − |ε|
    return l.k1 * d * (s.eps + 0.5 * d) + l.k2 / 3.0 * grow * (a * a + a * b + b * b);
}
