// Twin of cpu/aero.go: a quadratic potential of the centroid's position with speed, normal and
// area taken at the start of the step. u is the centroid's displacement over the step.
struct Air {
    vec3 n;         // unit normal
    vec3 carried;   // h·wind [m]
    float kn, kt;   // along the normal; along the cloth [N/m]
};

vec3 windAt(vec3 p) {
    float g = 0.0;
    for (int k = 0; k < 3; k++) {
        float phase = gustWave[k].w - dot(gustWave[k].xyz, p);
        phase -= 2.0 * PI * floor(phase / (2.0 * PI) + 0.5);
        g += gustAmplitude[k] * sin(phase);
    }
    return (1.0 + g) * wind.xyz;
}

void aero(Air a, vec3 u, inout PointResponse r) {
    vec3 d = u - a.carried;
    r.g += (a.kn - a.kt) * dot(d, a.n) * a.n + a.kt * d;
    r.h += a.kt;
    addOuter(r, a.kn - a.kt, a.n);
}

float aeroChange(Air a, vec3 u, vec3 q) {
    vec3 d = u - a.carried;
    float qn = dot(q, a.n);
    return (a.kn - a.kt) * qn * (dot(d, a.n) + 0.5 * qn) + a.kt * dot(q, d + 0.5 * q);
}
