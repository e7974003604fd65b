// The laws of the single strain of a hinge or segment.
struct One {
    Laws law;
    Strain s;
};

// ε_n and the internal variables, four per texel.
#define PAST_OF(buffer, texels) \
    float[PAST] pastOf(int i) { \
        float past[PAST]; \
        for (int j = 0; j < PAST; j++) past[j] = LOAD4(buffer, (texels) * i + j / 4)[j % 4]; \
        return past; \
    }

// The laws start at texel at.
One oneOf(int at, float eps, float past[PAST]) {
    One t = One(lawsAt(at), Strain(eps, past[0], 0));
    for (int j = 1; j < PAST; j++) t.law.kept[j - 1] = past[j];
    return t;
}

void add(inout Response sum, Response r) {
    sum.sigma += r.sigma;
    sum.slope += max(r.slope, 0.0);
}

// Stress and tangent; elastic is the term of elasticity. side is the side of ε_n at the last trial, and is updated.
Response respond(One t, int elastic, inout int side) {
    Response sum = Response(0.0, 0.0), r = sum;
    if (has(elastic)) {
        respondElasticity(t.law, t.s, r);
        add(sum, r);
    }
    if (has(TERM_dahl)) {
        t.s.crossed = int(changesSide(side, t.s.eps - t.s.epsN));
        side = nextSide(side, t.s.eps - t.s.epsN);
        r = Response(0.0, 0.0);
        respondYarns(t.law, t.s, r);
        add(sum, r);
    }
    if (has(TERM_damping)) {
        r = Response(0.0, 0.0);
        respondViscosity(t.law, t.s, r);
        add(sum, r);
    }
    if (has(TERM_relaxation)) {
        r = Response(0.0, 0.0);
        respondRelaxation(t.law, t.s, r);
        add(sum, r);
    }
    return sum;
}

// Change of the potential per area for a strain change d, and the sum of its absolute terms.
vec2 change(One t, int elastic, float d, inout int side) {
    vec2 sum = vec2(0.0);
    if (has(elastic)) {
        float c = changeElasticity(t.law, t.s, d);
        sum += vec2(c, abs(c));
    }
    if (has(TERM_dahl)) {
        float c = changeYarns(t.law, t.s, d);
        sum += vec2(c, abs(c));
        side = nextSide(side, (t.s.eps + d) - t.s.epsN);
    }
    if (has(TERM_damping)) {
        float c = changeViscosity(t.law, t.s, d);
        sum += vec2(c, abs(c));
    }
    if (has(TERM_relaxation)) {
        float c = changeRelaxation(t.law, t.s, d);
        sum += vec2(c, abs(c));
    }
    return sum;
}
