// Twin of cpu/membrane.go: ψ = ½ Σ k1 ε² + C12 ε_u ε_v + ⅓ Σ k2 |ε|³.
void membrane(Fabric f, vec3 e, inout MembraneResponse r) {
    vec3 a = abs(e);
    r.s += (f.k1 + f.k2 * a) * e + f.c12 * vec3(e.y, e.x, 0.0);
    r.c += f.k1 + 2.0 * f.k2 * a;
    r.d.z += f.c12;
}

// ψ(e + d) − ψ(e) without cancellation.
float membraneChange(Fabric f, vec3 e, vec3 d) {
    vec3 a = abs(e), b = abs(e + d);
    vec3 grow = mix(b - a, sign(e) * d, equal(sign(e), sign(e + d))); // |e+d| − |e|
    vec3 psi = f.k1 * d * (e + 0.5 * d) + f.k2 / 3.0 * grow * (a * a + a * b + b * b);
    return psi.x + psi.y + psi.z + f.c12 * (e.x * d.y + e.y * d.x + d.x * d.y);
}
