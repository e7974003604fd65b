// Twin of law/damping.go: potential k/(2h)·(ε − ε_n)².
void respond(Damping l, Strain s, inout Response r) {
    r.sigma += l.k / h * (s.eps - s.epsN);
    r.slope += l.k / h;
}

float change(Damping l, Strain s, float d) { return l.k / h * d * ((s.eps - s.epsN) + 0.5 * d); }
