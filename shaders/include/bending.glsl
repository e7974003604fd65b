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
