// Twin of law.NeoHookean.
void respond(NeoHookean l, Stretched f, inout Stretches r) {
    vec3 s = f.s, t = f.more, t1 = t.yzx, t2 = t.zxy, other = s.yzx * s.zxy;
    float q = dot(t, 2.0 + t), j = moreVolume(t); // I − 3, J − 1
    float pull = l.mu * ((3.0 + q) / (4.0 + q)), push = l.lambda * j - 0.75 * l.mu;
    float ln = 2.0 * l.mu / ((4.0 + q) * (4.0 + q));
    r.first += 0.75 * l.mu * (t - t1 - t2 - t1 * t2) + 0.25 * l.mu * q / (4.0 + q) * s + l.lambda * j * other;
    r.second += pull + ln * s * s + l.lambda * other * other;
    r.mixed += (ln + l.lambda * s * s) * other + push * s;
    r.twist += pull + push * s;
    r.flip += pull - push * s;
}

// y − ln(1 + y); for small y by ln(1 + y) = 2·artanh z, z = y/(2 + y).
float aboveLog(float y) {
    if (abs(y) > 0.5) return y - log(1.0 + y);
    float z = y / (2.0 + y), q = z * z;
    return z * (y - 2.0 * q * (1.0 / 3.0 + q * (1.0 / 5.0 + q * (1.0 / 7.0 + q * (1.0 / 9.0 + q * (1.0 / 11.0 + q *
        (1.0 / 13.0)))))));
}

// ψ = ¾μ·g + μ/2·(q/4 − ln(1 + q/4)) + λ/2·j² with q = I − 3, j = J − 1 and g = q/2 − j = (τj − w)/(1 + J), where τ =
// tr E and J² = 1 + 2τ + w. Each is of first or second order in the strains.
float change(NeoHookean l, Moved f) {
    Volume v = volumeOf(f);
    vec3 d = f.dAlong, p = 0.5 * f.dShear;
    float dTau = d.x + d.y + d.z, q = 2.0 * v.tau, dq = 2.0 * dTau, dg = dTau - v.dj, y = dq / (4.0 + q);
    if (min(v.big, v.big + v.dj) > 0.0) {
        vec3 e = f.along, o = 0.5 * f.shear;
        float dSecond = dot(e.yzx, d.zxy) + dot(e.zxy, d.yzx) - 2.0 * dot(o, p) + dot(d.yzx, d.zxy) - dot(p, p);
        float dw = 4.0 * dSecond + 8.0 * changeOfDeterminant(symmetricOf(e, o), symmetricOf(d, p));
        float g = (v.tau * v.j - v.w) / (1.0 + v.big);
        dg = (dTau * v.j + (v.tau + dTau) * v.dj - dw - g * v.dj) / (1.0 + v.big + v.dj);
    }
    return 0.75 * l.mu * dg + 0.5 * l.mu * (0.25 * q * y + aboveLog(y)) + l.lambda * v.dj * (v.j + 0.5 * v.dj);
}
