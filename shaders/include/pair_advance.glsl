// Whether a pair passes through itself on a straight path; twin of contact/pairs/advance.go, which derives the bounds.

#define PAIR_FLOOR 2e-6   // least distance of moving pairs, unless they start nearer [m]
#define PAIR_LEFT 0.9     // share of the distance that a step may consume
#define PAIR_ADVANCES 200 // a pair with more iterations moves tangentially near the gap, and counts as a hit

// Rounding error of distances, relative to the size of the pair: coordinates relative to the first vertex have a
// relative error of 6e-8, and a distance is a sum of some ten of them.
#define PAIR_NOISE 2e-6

// Path of a pair: vertices 1 to 3 relative to vertex 0 at the start of the step, and the displacements of all four [m].
struct Path {
    bool face; // vertex–triangle, not edge–edge
    vec3 e1, e2, e3;
    vec3 u0, u1, u2, u3;
};

// Distance below which a pair of thickness delta, at distance d at the start, counts as a hit.
float pairGap(float d, float delta) { return min(0.5 * d, max(0.1 * min(d, delta), PAIR_FLOOR)); }

// Upper bound of the change of a pair's distance: the largest displacement of each feature, relative to the mean
// displacement.
float pairReach(Path p) {
    vec3 mean = 0.25 * (p.u0 + p.u1 + p.u2 + p.u3);
    vec3 a = p.u0 - mean, b = p.u1 - mean, c = p.u2 - mean, d = p.u3 - mean;
    float l0 = dot(a, a), l1 = dot(b, b), l2 = dot(c, c), l3 = dot(d, d);
    if (p.face) return sqrt(l0) + sqrt(max(l1, max(l2, l3)));
    return sqrt(max(l0, l1)) + sqrt(max(l2, l3));
}

Near pairAt(Path p, float t) {
    return nearest(p.face, p.e1 + t * (p.u1 - p.u0), p.e2 + t * (p.u2 - p.u0), p.e3 + t * (p.u3 - p.u0));
}

// Whether a pair at distance d can come too near for thickness delta; l is pairReach.
bool pairMayHit(float d, float l, float delta) { return !(d > 0.0 && l <= d - pairGap(d, delta)); }

// Fraction of the path for which two vertices at r apart, with relative displacement u, stay at least keep apart along
// n.
float pairOf(vec3 n, vec3 r, vec3 u, float keep) {
    float v = -dot(n, u);
    return v > 0.0 ? (dot(n, r) - keep) / v : 3e38;
}

// Guaranteed separation of the features by the plane between the closest points near, at the fraction t of the path;
// twin of clear.
float pairClear(Path p, Near near, float t, float d) {
    vec3 n = near.r / d;
    float keep = (1.0 - PAIR_LEFT) * d;
    vec3 v1 = p.u1 - p.u0, v2 = p.u2 - p.u0, v3 = p.u3 - p.u0;
    vec3 x1 = p.e1 + t * v1, x2 = p.e2 + t * v2, x3 = p.e3 + t * v3;
    if (p.face) return min(pairOf(n, -x1, -v1, keep), min(pairOf(n, -x2, -v2, keep), pairOf(n, -x3, -v3, keep)));
    return min(min(pairOf(n, -x2, -v2, keep), pairOf(n, -x3, -v3, keep)), min(pairOf(n, x1 - x2, v1 - v2, keep),
        pairOf(n, x1 - x3, v1 - v3, keep)));
}

// Fraction of the path up to which the pair is separated, and whether it hits there. d is the distance at the start.
float pairAdvance(Path p, float d, float l, float delta, out bool hit) {
    float gap = pairGap(d, delta), t = 0.0;
    hit = pairMayHit(d, l, delta);
    if (!hit) return 1.0;
    float size = max(dot(p.e1, p.e1), max(dot(p.e2, p.e2), dot(p.e3, p.e3)));
    if (d * d <= PAIR_NOISE * PAIR_NOISE * size) return 0.0;
    Near near = pairAt(p, 0.0);
    for (int k = 0; k < PAIR_ADVANCES; k++) {
        float next = min(1.0, t + max(PAIR_LEFT * d / l, pairClear(p, near, t, d)));
        near = pairAt(p, next);
        d = sqrt(near.d2);
        if (!(d >= gap)) return t;
        t = next;
        if (t == 1.0) {
            hit = false;
            return t;
        }
    }
    return t;
}
