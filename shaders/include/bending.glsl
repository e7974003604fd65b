// Twin of cpu/bending.go: stress (k1 + k2|ε|)ε on the strain ε = 3(θ−θ̄)/h̄.
void bending(float k1, float k2, float eps, inout HingeResponse r) {
    float a = abs(eps);
    r.sigma += (k1 + k2 * a) * eps;
    r.k += k1 + 2.0 * k2 * a;
}

// ψ(ε + d) − ψ(ε) without cancellation.
float bendingChange(float k1, float k2, float eps, float d) {
    float a = abs(eps), b = abs(eps + d);
    float grow = sign(eps) == sign(eps + d) ? sign(eps) * d : b - a;
    return k1 * d * (eps + 0.5 * d) + k2 / 3.0 * grow * (a * a + a * b + b * b);
}

// The same on the three curvature strains of a triangle, with the coupling d12 of the first two.
void bending(vec3 k1, vec3 k2, float d12, vec3 e, inout MembraneResponse r) {
    vec3 a = abs(e);
    r.s += (k1 + k2 * a) * e + d12 * vec3(e.y, e.x, 0.0);
    r.c += k1 + 2.0 * k2 * a;
    r.d.z += d12;
}

float bendingChange(vec3 k1, vec3 k2, float d12, vec3 e, vec3 d) {
    float sum = d12 * (e.x * d.y + e.y * d.x + d.x * d.y);
    for (int k = 0; k < 3; k++) sum += bendingChange(k1[k], k2[k], e[k], d[k]);
    return sum;
}
