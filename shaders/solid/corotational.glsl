// Twin of law.Corotational.
void respond(Corotational l, Stretched f, inout Stretches r) {
    float trace = f.more.x + f.more.y + f.more.z;
    r.first += 2.0 * l.mu * f.more + l.lambda * trace;
    r.second += l.lambda + 2.0 * l.mu;
    r.mixed += l.lambda;
    r.flip += 2.0 * l.mu;
    r.twist += 2.0 * l.mu + 2.0 * (l.lambda * trace - 2.0 * l.mu) / max(f.s.yzx + f.s.zxy, 1e-6); // law.leastSum
}

// With S = V diag(s) Vᵀ and M half the sum of S before and after, MΔS + ΔSM = 2ΔE, in which nothing cancels. Where M is
// singular, as the stretch may be of which the sign changes, strains are as large as ΔS is to be.
float change(Corotational l, Moved f) {
    Stretched a = stretchedOf(f.f, f.along, f.shear);
    Stretched b = stretchedOf(f.f + f.d, f.along + f.dAlong, f.shear + f.dShear);
    vec3 along, beside, other, across, e, o;
    compose(a.more, a.v, along, beside); // S − I
    compose(b.more, b.v, other, across);
    mat3 v;
    vec3 m = 1.0 + eigen(0.5 * (along + other), 0.5 * (beside + across), v);
    if (min(m.x, min(m.y, m.z)) > 0.1) { // the rounding of ΔE grows by ten at most
        mat3 turned = transpose(v) * symmetricOf(f.dAlong, 0.5 * f.dShear) * v;
        for (int i = 0; i < 3; i++) turned[i] *= 2.0 / (m + m[i]);
        turned = v * turned * transpose(v);
        e = vec3(turned[0].x, turned[1].y, turned[2].z);
        o = vec3(turned[1].z, turned[2].x, turned[0].y);
    } else {
        e = other - along;
        o = across - beside;
    }
    float trace = a.more.x + a.more.y + a.more.z, dTrace = e.x + e.y + e.z;
    return l.mu * (dot(e, 2.0 * along + e) + 2.0 * dot(o, 2.0 * beside + o)) +
        l.lambda * dTrace * (trace + 0.5 * dTrace);
}
