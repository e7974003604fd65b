// Rotation of the features of a pair on the way to the trial positions; twin of pairs.PairRotation.
struct Turn { vec3 f0, f1, f2, d0, d1, d2; }; // v becomes v + Σ dₖ(fₖ·v)

#define EDGES_TURN 0.01

Turn pairTurn(Path p) {
    vec3 a0 = p.e2 - p.e1, b0 = p.e3 - p.e1, da = p.u2 - p.u1, db = p.u3 - p.u1;
    if (!p.face) {
        a0 = p.e1;
        b0 = p.e3 - p.e2;
        da = p.u1 - p.u0;
        db = p.u3 - p.u2;
    }
    vec3 a1 = a0 + da, b1 = b0 + db, n0 = cross(a0, b0), n1 = cross(a1, b1), u0 = normalize(a0), u1 = normalize(a1);
    if (dot(n0, n0) < EDGES_TURN * dot(a0, a0) * dot(b0, b0) || dot(n1, n1) < EDGES_TURN * dot(a1, a1) * dot(b1, b1)) {
        float sgn = dot(a0, b0) < 0.0 ? -1.0 : 1.0;
        u0 = normalize(u0 + sgn * normalize(b0));
        u1 = normalize(u1 + sgn * normalize(b1));
        vec3 s = u0 + u1;
        float c = 1.0 + dot(u0, u1);
        if (!(c > 1e-6)) return Turn(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));
        return Turn(u0, s, vec3(0.0), 2.0 * u1, -s / c, vec3(0.0));
    }
    n0 = normalize(n0);
    n1 = normalize(n1);
    vec3 v0 = cross(n0, u0), v1 = cross(n1, u1);
    // In these frames the edges a and b transform by the matrix with rows (m, q) and (0, r).
    float m = dot(u1, a1) / dot(u0, a0), q = (dot(u1, b1) - m * dot(u0, b0)) / dot(v0, b0),
        r = dot(v1, b1) / dot(v0, b0);
    float l = sqrt((m + r) * (m + r) + q * q), c = (m + r) / l, s = -q / l;
    return Turn(u0, v0, n0, (c * u1 + s * v1) - u0, (c * v1 - s * u1) - v0, n1 - n0);
}

vec3 turnBy(Turn t, vec3 v) { return t.d0 * dot(t.f0, v) + t.d1 * dot(t.f1, v) + t.d2 * dot(t.f2, v); }
