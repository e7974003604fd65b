// Twin of cpu/inertia.go: m/(2h²)·|d|², with d the way from where the vertex would be without forces.
void inertia(float mass, vec3 d, inout PointResponse r) {
    float k = mass / (h * h);
    r.g += k * d;
    r.h += k;
}

float inertiaChange(float mass, vec3 d, vec3 q) { return mass / (h * h) * dot(q, d + 0.5 * q); }
