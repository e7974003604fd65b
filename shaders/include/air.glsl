// Aerodynamic quantities that are constant over a step, see cpu/aero.go.
struct Air {
    vec3 n;         // unit normal
    vec3 carried;   // displacement of the centroid over the step at the velocity of the wind [m]
    float kn, kt;   // drag coefficients along the normal and along the cloth [N/m]
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
