// Hard limits of strain; twin of law/strain_limits.go. LIMITS is the row of laws where the three barriers of an element
// are, a texel each: of principal strains, of shear, of the elastic energy.
#ifdef LIMITS

struct Barrier {
    float most, from, k; // k = 0: there is no limit
};

bool acts(Barrier b, float q) { return b.k > 0.0 && q > b.from; }

// The parabola of a barrier begins here.
float parabolaFrom(Barrier b) { return b.most - LIMIT_GAP * (b.most - b.from); }

// Stress and slope of −k·w²·u²·ln(1 − u), u = (q − from)/w, and of the parabola that follows.
Response barrier(Barrier b, float q) {
    if (!acts(b, q)) return Response(0.0, 0.0);
    float w = b.most - b.from, u = min((q - b.from) / w, 1.0 - LIMIT_GAP), gap = max((b.most - q) / w, LIMIT_GAP);
    float l = u > 0.5 ? log(gap) : logOnePlus(-u), slope = (u / gap + 4.0) * u / gap - 2.0 * l;
    float beyond = max(q - parabolaFrom(b), 0.0);
    return Response(b.k * (w * (u * u / gap - 2.0 * u * l) + beyond * slope), b.k * slope);
}

// How the potential changes as q does by d: v² − u² times a logarithm, and u² times the change of the logarithm; on the
// parabola, its slope in the middle times d.
float barrierChange(Barrier b, float q, float d) {
    float to = q + d;
    if (!(b.k > 0.0) || q <= b.from && to <= b.from) return 0.0;
    float w = b.most - b.from, last = parabolaFrom(b), psi = 0.0;
    if (q < last || to < last) {
        float u = clamp((q - b.from) / w, 0.0, 1.0 - LIMIT_GAP), v = clamp((to - b.from) / w, 0.0, 1.0 - LIMIT_GAP);
        bool inside = min(q, to) > b.from && max(q, to) < last;
        float dv = inside ? d / w : v - u;
        float gap = clamp((b.most - q) / w, LIMIT_GAP, 1.0), left = clamp((b.most - to) / w, LIMIT_GAP, 1.0);
        float l = v > 0.5 ? log(left) : logOnePlus(-v);
        psi = -b.k * w * w * (dv * (u + v) * l + u * u * logOnePlus(-dv / gap));
    }
    if (q > last || to > last) {
        float one = max(q - last, 0.0), two = max(to - last, 0.0);
        Response r = barrier(b, last);
        psi += (q > last && to > last ? d : two - one) * (r.sigma + 0.5 * (one + two) * r.slope);
    }
    return psi;
}

void barriersAt(int at, out Barrier b[3]) {
    for (int k = 0; k < 3; k++) {
        vec4 r = LOAD4(lawRows, at + LIMITS * LAW_ROW + k);
        b[k] = Barrier(r.x, r.y, r.z);
    }
}

// What is limited at strains e: the larger principal strain, the size of the shear, the elastic energy.
vec3 limitedNumbers(Three t, Barrier b[3], vec3 e) {
    vec3 q = vec3(0.5 * (e.x + e.y) + length(principalTurn(e)), abs(e.z), 0.0);
    if (b[2].k > 0.0) {
        for (int k = 0; k < 3; k++) t.s[k].eps = 0.0;
        q.z = changeElastic(t, e);
    }
    return q;
}

bool aboveLimit(Barrier b[3], vec3 q) {
    for (int k = 0; k < 3; k++)
        if (b[k].k > 0.0 && !(q[k] < b[k].most)) return true;
    return false;
}

vec3 strainsOf(Three t) { return vec3(t.s[0].eps, t.s[1].eps, t.s[2].eps); }

// Adds stress and tangent of the barriers.
void respondLimits(Three t, inout MembraneResponse r) {
    Barrier b[3];
    barriersAt(t.at, b);
    vec3 e = strainsOf(t), q = limitedNumbers(t, b, e);
    if (acts(b[0], q.x)) {
        vec2 p = principalTurn(e);
        float m = 0.5 * (e.x + e.y), radius = length(p);
        Response one = barrier(b[0], m + radius), two = barrier(b[0], m - radius);
        addPrincipals(one, two, p, radius, r);
    }
    if (acts(b[1], q.y)) {
        Response one = barrier(b[1], q.y);
        r.s.z += e.z < 0.0 ? -one.sigma : one.sigma;
        r.c.z += one.slope;
    }
    if (acts(b[2], q.z)) {
        Response one = barrier(b[2], q.z);
        MembraneResponse of = MembraneResponse(vec3(0.0), vec3(0.0), vec3(0.0));
        respondElastic(t, of);
        r.s += one.sigma * of.s;
        r.c += one.sigma * of.c;
        r.d += one.sigma * of.d;
        square(one.slope, of.s, r);
    }
}

// How the potential of the barriers changes as the strains do by d.
float changeLimits(Three t, vec3 d) {
    Barrier b[3];
    barriersAt(t.at, b);
    vec3 e = strainsOf(t), q = limitedNumbers(t, b, e);
    float psi = 0.0;
    if (b[0].k > 0.0) {
        vec2 p = principalTurn(e), dp = principalTurn(d);
        float m = 0.5 * (e.x + e.y), dm = 0.5 * (d.x + d.y), radius = length(p),
            dr = changeOfRoot(radius, dot(dp, 2.0 * p + dp));
        psi += barrierChange(b[0], m + radius, dm + dr) + barrierChange(b[0], m - radius, dm - dr);
    }
    if (b[1].k > 0.0) {
        bool turns = e.z * (e.z + d.z) < 0.0;
        psi += barrierChange(b[1], q.y, turns ? abs(e.z + d.z) - q.y : e.z < 0.0 ? -d.z : e.z > 0.0 ? d.z : abs(d.z));
    }
    if (b[2].k > 0.0) psi += barrierChange(b[2], q.z, changeElastic(t, d));
    return psi;
}
#endif
