// Closest points of a vertex and a triangle, and of two edges; twin of cpu's. Positions are relative to the first of
// the four vertices, which preserves digits far from the origin.
//
// Interior weights use cross products, with a relative error of 1e-7/sin θ for edges at the angle θ; the determinant
// |a|²|b|² − (a·b)² would have 1e-7/sin² θ. The error of the points affects their distance only to second order. The
// direction is that of the normal, which is accurate at any distance, unless the edges are too nearly parallel. Ends of
// edges are always tested too, so that distances are correct for parallel edges and needle triangles.

struct Near {
    vec4 w;   // weights of the four vertices: r = Σ w x, Σ w = 0
    vec3 r;   // from the second element to the first [m]
    float d2; // |r|²
};

void consider(vec4 w, vec3 r, inout Near best) {
    float d2 = dot(r, r);
    if (d2 < best.d2) best = Near(w, r, d2);
}

// The component of r along n = a × b; its length is that of r up to half the square of 1e-7/sin θ.
vec3 along(vec3 n, float n2, vec3 a, vec3 b, vec3 r) {
    return n2 > 1e-8 * dot(a, a) * dot(b, b) ? n * (dot(n, r) / n2) : r;
}

// Parameter of the point of the segment from a along b that is closest to the origin.
float foot(vec3 a, vec3 b) {
    float l = dot(b, b);
    return l > 0.0 ? clamp(-dot(a, b) / l, 0.0, 1.0) : 0.0;
}

// Vertex at the origin, triangle abc.
Near nearTriangle(vec3 a, vec3 b, vec3 c) {
    Near best = Near(vec4(1.0, -1.0, 0.0, 0.0), -a, dot(a, a));
    vec3 ab = b - a, ac = c - a, bc = c - b;
    float s = foot(a, ab);
    consider(vec4(1.0, s - 1.0, -s, 0.0), -a - s * ab, best);
    s = foot(a, ac);
    consider(vec4(1.0, s - 1.0, 0.0, -s), -a - s * ac, best);
    s = foot(b, bc);
    consider(vec4(1.0, 0.0, s - 1.0, -s), -b - s * bc, best);
    vec3 n = cross(ab, ac);
    float n2 = dot(n, n);
    if (n2 > 0.0) {
        float v = dot(cross(c, a), n) / n2, w = dot(cross(a, b), n) / n2, u = 1.0 - v - w;
        if (u > 0.0 && v > 0.0 && w > 0.0) {
            // For needles the weights have an error of 1e-7·length/altitude; the tangential part of r corrects them.
            vec3 r = -(a + v * ab + w * ac);
            v += dot(cross(r, ac), n) / n2;
            w += dot(cross(ab, r), n) / n2;
            consider(vec4(1.0, v + w - 1.0, -v, -w), along(n, n2, ab, ac, -(a + v * ab + w * ac)), best);
        }
    }
    return best;
}

// Edge from the origin to p, edge from a to b.
Near nearEdges(vec3 p, vec3 a, vec3 b) {
    vec3 q = b - a;
    float t = foot(a, q);
    Near best = Near(vec4(1.0, 0.0, t - 1.0, -t), -a - t * q, 0.0);
    best.d2 = dot(best.r, best.r);
    t = foot(a - p, q);
    consider(vec4(0.0, 1.0, t - 1.0, -t), (p - a) - t * q, best);
    float s = foot(-a, p);
    consider(vec4(1.0 - s, s, -1.0, 0.0), s * p - a, best);
    s = foot(-b, p);
    consider(vec4(1.0 - s, s, 0.0, -1.0), s * p - b, best);
    vec3 n = cross(p, q);
    float n2 = dot(n, n);
    if (n2 > 0.0) {
        s = dot(cross(a, q), n) / n2;
        if (s > 0.0 && s < 1.0) {
            t = foot(a - s * p, q);
            vec3 r = s * p - (a + t * q);
            if (t > 0.0 && t < 1.0) r = along(n, n2, p, q, r);
            consider(vec4(1.0 - s, s, t - 1.0, -t), r, best);
        }
    }
    return best;
}

Near nearest(bool face, vec3 a, vec3 b, vec3 c) {
    if (face) return nearTriangle(a, b, c);
    return nearEdges(a, b, c);
}
