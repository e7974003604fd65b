// Twin of cpu/aero.go: a quadratic potential of the centroid's position, with velocity, normal and area from
// begin_air.comp.
IN4(AirSlot, airSlot) // n, kn; carried, kt

void aeroForce(Face f, inout PointResponse r) {
    float kn = LOAD4(airSlot, 2 * f.t).w, kt = LOAD4(airSlot, 2 * f.t + 1).w;
    if (!(kn > 0.0 || kt > 0.0)) return;
    vec3 d = f.u - LOAD4(airSlot, 2 * f.t + 1).xyz;
    r.g += (kn - kt) * dot(d, f.n) * f.n + kt * d;
    r.h += kt;
    addOuter(r, kn - kt, f.n);
}

float aeroChange(Face f, vec3 q) {
    float kn = LOAD4(airSlot, 2 * f.t).w, kt = LOAD4(airSlot, 2 * f.t + 1).w, qn = dot(q, f.n);
    vec3 d = f.u - LOAD4(airSlot, 2 * f.t + 1).xyz;
    return (kn - kt) * qn * (dot(d, f.n) + 0.5 * qn) + kt * dot(q, d + 0.5 * q);
}
