// Twin of law.FixedCorotational.
void respond(FixedCorotational l, Stretched f, inout Stretches r) {
    vec3 s = f.s, other = s.yzx * s.zxy;
    float push = l.lambda * moreVolume(f.more);
    r.first += 2.0 * l.mu * f.more + push * other;
    r.second += 2.0 * l.mu + l.lambda * other * other;
    r.mixed += l.lambda * s * s * other + push * s;
    r.flip += 2.0 * l.mu - push * s;
    r.twist += 2.0 * l.mu - 4.0 * l.mu / max(s.yzx + s.zxy, 1e-6) + push * s; // law.leastSum
}

float change(FixedCorotational l, Moved f) {
    Volume v = volumeOf(f);
    return l.mu * changeOfSquare(biotOf(f)) + l.lambda * v.dj * (v.j + 0.5 * v.dj);
}
