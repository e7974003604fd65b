// Twin of cpu/damping.go: potential k_d/(2h)·(ε − ε_n)².
void damping(vec3 kd, vec3 e, vec3 epsN, inout MembraneResponse r) {
    r.s += kd / h * (e - epsN);
    r.c += kd / h;
}

void damping(float kd, float eps, float epsN, inout HingeResponse r) {
    r.sigma += kd / h * (eps - epsN);
    r.k += kd / h;
}

float dampingChange(vec3 kd, vec3 e, vec3 epsN, vec3 d) { return dot(kd / h * d, (e - epsN) + 0.5 * d); }

float dampingChange(float kd, float eps, float epsN, float d) { return kd / h * d * ((eps - epsN) + 0.5 * d); }
