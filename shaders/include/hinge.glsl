// Twin of cpu/hinge.go: the dihedral angle of a hinge and its gradient. hingeRest[i]: 3/h̄, θ̄, area, row of the laws.
// hingeSlot[HINGE_SLOT·i…]: ∇ε of vertex 0, σ·area; of 1, K·area; of 2, ε; of 3, unused.

// Height of a triangle over the edge, relative to the edge, below which it has no normal: the hinge then has no angle
// and no force. The reference uses 1e-9; float32 has no digits there.
#define FLAT_HEIGHT 1e-6

bool degenerate(vec3 e, vec3 nA, vec3 nB) {
    float l2 = dot(e, e), least = FLAT_HEIGHT * FLAT_HEIGHT * l2 * l2;
    return !(dot(nA, nA) > least && dot(nB, nB) > least);
}

// θ for the edge e = x1 − x0 and a = x2 − x0, b = x3 − x0.
float dihedral(vec3 e, vec3 a, vec3 b) {
    vec3 nA = cross(e, a), nB = cross(b, e);
    if (degenerate(e, nA, nB)) return 0.0;
    return angle(-dot(cross(nA, nB), e) / length(e), dot(nA, nB));
}

void dihedralGradient(vec3 e, vec3 a, vec3 b, out vec3 g0, out vec3 g1, out vec3 g2, out vec3 g3) {
    vec3 nA = cross(e, a), nB = cross(b, e);
    g0 = g1 = g2 = g3 = vec3(0.0);
    if (degenerate(e, nA, nB)) return;
    float l2 = dot(e, e), l = sqrt(l2), tA = dot(a, e) / l2, tB = dot(b, e) / l2;
    g2 = l / dot(nA, nA) * nA;
    g3 = l / dot(nB, nB) * nB;
    g0 = -((1.0 - tA) * g2 + (1.0 - tB) * g3);
    g1 = -(tA * g2 + tB * g3);
}

// θ on the branch nearest to prev.
float unwrap(float theta, float prev) { return theta + 2.0 * PI * floor((prev - theta) / (2.0 * PI) + 0.5); }
