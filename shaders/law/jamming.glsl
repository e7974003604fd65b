// Twin of law/jamming.go: stress kγ, and k_j·(|γ| − γ_j) beyond γ_j.
void respond(Jamming l, Strain s, inout Response r) {
    float over = max(abs(s.eps) - l.jam, 0.0);
    r.sigma += l.k * s.eps + l.kJam * over * sign(s.eps);
    r.slope += l.k + (over > 0.0 ? l.kJam : 0.0);
}

float change(Jamming l, Strain s, float d) {
    float b = s.eps + d, o0 = max(abs(s.eps) - l.jam, 0.0), o1 = max(abs(b) - l.jam, 0.0);
    float grow = o0 > 0.0 && o1 > 0.0 && s.eps * b > 0.0 ? sign(s.eps) * d : o1 - o0;
    return l.k * d * (s.eps + 0.5 * d) + 0.5 * l.kJam * grow * (o0 + o1);
}
