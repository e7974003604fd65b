// Twin of law/relaxing.go: Maxwell branches, each with potential d·q·Δ + kφ/2·Δ².

// Decay d over a step and stiffness kφ of a branch.
vec2 maxwell(float k, float time) {
    if (k == 0.0) return vec2(0.0);
    float u = h / time, q, rest, second;
    decaySeries(u, q, rest, second);
    return vec2(1.0 - q, k * (u < 1.0 ? 1.0 - rest / u : q / u));
}

// Remaining stress of the branches, and their stiffness.
vec2 branches(Relaxing l) {
    vec2 a = maxwell(l.share1 * l.k, l.time1), b = maxwell(l.share2 * l.k, l.time2),
        c = maxwell(l.share3 * l.k, l.time3);
    return vec2(a.x * l.q1 + b.x * l.q2 + c.x * l.q3, a.y + b.y + c.y);
}

void respond(Relaxing l, Strain s, inout Response r) {
    vec2 b = branches(l);
    r.sigma += b.x + b.y * (s.eps - s.epsN);
    r.slope += b.y;
}

float change(Relaxing l, Strain s, float d) {
    vec2 b = branches(l);
    return d * (b.x + b.y * ((s.eps - s.epsN) + 0.5 * d));
}

void commit(inout Relaxing l, Strain s) {
    float x = s.eps - s.epsN;
    vec2 b = maxwell(l.share1 * l.k, l.time1);
    l.q1 = b.x * l.q1 + b.y * x;
    b = maxwell(l.share2 * l.k, l.time2);
    l.q2 = b.x * l.q2 + b.y * x;
    b = maxwell(l.share3 * l.k, l.time3);
    l.q3 = b.x * l.q3 + b.y * x;
}
