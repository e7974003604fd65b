// Twin of Inertia in cpu/inertia.go: m/(2k²)·|d|².
void inertiaForce(Vertex p, inout PointResponse r) {
    float k = p.mass / (p.k * p.k);
    r.g += k * p.d;
    r.h += k;
}

float inertiaChange(Vertex p, vec3 q) { return p.mass / (p.k * p.k) * dot(q, p.d + 0.5 * q); }
