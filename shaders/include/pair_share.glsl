// The share of a pair, from the cloth around its features; twin of contact/pairs/share.go, which derives it.
TEXI1(pairBeside) // two per feature. Edge: opposite corners, −1 for none, −2 for a line. Triangle: bit s is set if the
                  // support 2s meets the rim; its rank, see pair_uncovered

#define LEAST_SHARE 1e-6  // smallest share of a pair
#define LEAST_WEIGHT 1e-5 // smallest weight of a vertex in a closest point; below it the point lies on the rest of the
                          // feature

// Bits of the vertices with a weight in the closest points.
int supportOf(vec4 w) {
    ivec4 on = ivec4(greaterThan(abs(w), vec4(LEAST_WEIGHT)));
    return on.x | on.y << 1 | on.z << 2 | on.w << 3;
}

// End position of vertex i, relative to vertex v of a pair.
vec3 besidePair(int i, int v) {
    return difference(LOAD4(startHi, i).xyz, LOAD4(startLo, i).xyz, LOAD4(startHi, v).xyz, LOAD4(startLo, v).xyz) +
        (LOAD4(moved, i).xyz - LOAD4(moved, v).xyz);
}

// The share of a pair of edges: sin² of the largest angle between their triangles.
float bent(int first, int second, ivec4 v, vec3 x1, vec3 x2, vec3 x3) {
    vec3 normals[4];
    int n = 0;
    float least = 1.0;
    for (int k = 0; k < 4; k++) {
        bool one = k < 2;
        int i = TEXEL(pairBeside, one ? 2 * first + k : 2 * second + k - 2).r;
        if (i == -2) return 1.0;
        if (i < 0) continue;
        vec3 from = one ? vec3(0.0) : x2;
        normals[n] = normalize(cross(one ? x1 : x3 - x2, besidePair(i, v.x) - from));
        for (int m = 0; m < n; m++) {
            float c = dot(normals[m], normals[n]);
            least = min(least, c * c);
        }
        n++;
    }
    return 1.0 - least;
}

// Whether vertex i is opposite to an edge.
bool isBeside(int i, int edge) { return i == TEXEL(pairBeside, 2 * edge).r || i == TEXEL(pairBeside, 2 * edge + 1).r; }

// Whether an end in the support of a pair of edges is opposite to the other edge.
bool ownEdge(ivec4 v, int support, int first, int second) {
    return (support & 1) != 0 && isBeside(v.x, second) || (support & 2) != 0 && isBeside(v.y, second) ||
        (support & 4) != 0 && isBeside(v.z, first) || (support & 8) != 0 && isBeside(v.w, first);
}

// The share of a vertex with the plane of a triangle with corners a, b, c relative to it, or with the direction to the
// rim.
float overRim(vec3 a, vec3 b, vec3 c, inout Near near, inout vec3 n) {
    vec3 ab = b - a, ac = c - a, m = cross(ab, ac);
    float m2 = dot(m, m), up = -dot(m, a), h2 = up * up / m2, b2 = near.d2 - h2, share;
    if (!(b2 < h2)) {
        share = 1.0 - h2 / b2;
        return share * share;
    }
    float v = dot(cross(c, a), m) / m2, w = dot(cross(a, b), m) / m2;
    near.w = vec4(1.0, v + w - 1.0, -v, -w);
    n = up < 0.0 ? -m / sqrt(m2) : m / sqrt(m2);
    share = 1.0 - b2 / h2;
    return share * share;
}

// Over a rim, the weights of near and n become those of the triangle's plane. raised: the pair hits and counts in full,
// which is more than its share.
float pairShare(int query, int partner, ivec4 v, Path p, float t, bool hit, inout Near near, inout vec3 n,
    out bool raised) {
    int support = supportOf(near.w), first = query - vertexCount + triangleCount;
    vec3 x1 = p.e1 + t * (p.u1 - p.u0), x2 = p.e2 + t * (p.u2 - p.u0), x3 = p.e3 + t * (p.u3 - p.u0);
    float share;
    raised = false;
    if (!p.face) {
        hit = hit && (support == 15 || ownEdge(v, support, first, partner));
        share = bent(first, partner, v, p.e1 + (p.u1 - p.u0), p.e2 + (p.u2 - p.u0), p.e3 + (p.u3 - p.u0));
    } else {
        if ((TEXEL(pairBeside, 2 * partner).r >> (support >> 1) & 1) == 0) return 1.0;
        share = overRim(x1, x2, x3, near, n);
    }
    raised = hit && share < 1.0;
    return hit ? 1.0 : share < LEAST_SHARE ? 0.0 : share;
}
