// Twin of law.Corotational.
void respond(Corotational l, Stretched f, inout Stretches r) {
    float trace = f.more.x + f.more.y + f.more.z;
    r.first += 2.0 * l.mu * f.more + l.lambda * trace;
    r.second += l.lambda + 2.0 * l.mu;
    r.mixed += l.lambda;
    r.flip += 2.0 * l.mu;
    r.twist += 2.0 * l.mu + 2.0 * (l.lambda * trace - 2.0 * l.mu) / max(f.s.yzx + f.s.zxy, 1e-6); // law.leastSum
}

float change(Corotational l, Moved f) {
    Biot b = biotOf(f);
    float trace = b.along.x + b.along.y + b.along.z, dTrace = b.dAlong.x + b.dAlong.y + b.dAlong.z;
    return l.mu * changeOfSquare(b) + l.lambda * dTrace * (trace + 0.5 * dTrace);
}
