// Twin of cpu/inertia.go: m/(2h²)·|u − h·v|² and −m·g·u, with u the displacement over the step.
void inertia(float mass, vec3 u, vec3 v, inout PointResponse r) {
    float k = mass / (h * h);
    r.g += k * (u - h * v);
    r.h += k;
}

float inertiaChange(float mass, vec3 u, vec3 v, vec3 q) { return mass / (h * h) * dot(q, (u - h * v) + 0.5 * q); }
