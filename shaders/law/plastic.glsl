// Twin of law/plastic.go: a spring whose zero follows beyond an elastic strain.
float plasticFollows(Plastic l, float e, float plastic) {
    return max(-l.yieldMax - plastic, min(0.0, e + l.yield)) + min(l.yieldMax - plastic, max(0.0, e - l.yield));
}

void respond(Plastic l, Strain s, inout Response r) {
    float plastic = clamp(l.plastic, -l.yieldMax, l.yieldMax), e = s.eps - l.plastic,
        by = plasticFollows(l, e, plastic);
    r.sigma += l.k * (e - by);
    bool goes = by != 0.0 && by > -l.yieldMax - plastic && by < l.yieldMax - plastic;
    r.slope += goes ? 0.0 : l.k;
}

// The stress is linear between the strains where the zero starts to follow and where it reaches its limit.
float change(Plastic l, Strain s, float d) {
    float plastic = clamp(l.plastic, -l.yieldMax, l.yieldMax), e0 = s.eps - l.plastic, e1 = e0 + d;
    float edges[4] = float[4](-l.yield - l.yieldMax - plastic, -l.yield, l.yield, l.yield + l.yieldMax - plastic);
    float sum = 0.0, low = min(e0, e1), high = max(e0, e1), at = low;
    for (int i = 0; i < 5; i++) {
        float end = i < 4 ? clamp(edges[min(i, 3)], at, high) : high;
        float y = at == low && end == high ? abs(d) : end - at;
        float s0 = at - plasticFollows(l, at, plastic), s1 = end - plasticFollows(l, end, plastic);
        sum += 0.5 * y * (s0 + s1);
        if (end == high) break; // also if ε + d rounds to ε
        at = end;
    }
    return l.k * (d < 0.0 ? -sum : sum);
}

void commit(inout Plastic l, Strain s) {
    l.plastic += plasticFollows(l, s.eps - l.plastic, clamp(l.plastic, -l.yieldMax, l.yieldMax));
}
