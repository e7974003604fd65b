// A monotonic part of Dahl's law: over a strain y ≥ 0 from the stress σ̃ (positive along the motion), with the limit
// S_n + gb·y. Twin of Dahl.path in law/dahl.go.
void dahlPath(float tau, float gb, float sn, float s, float y, out float psi, out float sigma, out float slope) {
    float q, rest, second;
    decaySeries(y / tau, q, rest, second);
    psi = sn * y + tau * ((s - sn) * rest + gb * tau * second);
    sigma = sn + (s - sn) * q + gb * tau * rest;
    slope = (s - sn) / tau * (1.0 - q) + gb * q;
}
