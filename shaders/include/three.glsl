// The laws of the three strains of a triangle or curvature element.

struct Three {
    int at; // of the laws
    Laws law[3];
    Strain s[3];
};

// The laws start at texel at; past has ε_n and then the internal variables.
Three threeOf(int at, vec3 e, vec3 past[PAST]) {
    Three t;
    t.at = at;
    for (int k = 0; k < 3; k++) {
        t.law[k] = lawsAt(at + k * LAW_ROW);
        t.s[k] = Strain(e[k], past[0][k], 0);
        for (int j = 1; j < PAST; j++) t.law[k].kept[j - 1] = past[j][k];
    }
    return t;
}

#include "coupled.glsl"

// Adds stress and tangent of all that is elastic.
void respondElastic(Three t, inout MembraneResponse r) {
    Response q;
    for (int k = 0; k < 3; k++) {
        q = Response(0.0, 0.0);
        respondElasticity(t.law[k], t.s[k], q);
        r.s[k] += q.sigma;
        r.c[k] += max(q.slope, 0.0);
    }
    float c = coupling(t.law[0]);
    r.s += c * vec3(t.s[1].eps, t.s[0].eps, 0.0);
    r.d.z += c;
    if (AREA != 0) {
        q = Response(0.0, 0.0);
        respondElasticity(lawsAt(t.at + AREA * LAW_ROW), Strain(t.s[0].eps + t.s[1].eps, 0.0, 0), q);
        float slope = max(q.slope, 0.0);
        r.s.xy += q.sigma;
        r.c.xy += slope;
        r.d.z += slope;
    }
    if (ACROSS != 0) {
        for (int k = 0; k < 2; k++) {
            float sgn = k == 0 ? 1.0 : -1.0;
            q = Response(0.0, 0.0);
            respondElasticity(lawsAt(t.at + ACROSS * LAW_ROW),
                Strain(0.5 * (t.s[0].eps + t.s[1].eps + sgn * t.s[2].eps), 0.0, 0), q);
            float slope = 0.5 * max(q.slope, 0.0);
            r.s += q.sigma * vec3(1.0, 1.0, sgn);
            r.c += slope;
            r.d += slope * vec3(sgn, sgn, 1.0);
        }
    }
    vec3 e = vec3(t.s[0].eps, t.s[1].eps, t.s[2].eps);
    if (PRINCIPAL != 0) principals(t.at + PRINCIPAL * LAW_ROW, e, r);
    for (int i = 0; i < AROUNDS; i++) around(t.at + (AROUND + i) * LAW_ROW, e, r);
}

// The change of the elastic energy per area as the strains go on by d.
float changeElastic(Three t, vec3 d) {
    float psi = changeElasticity(t.law[0], t.s[0], d.x) + changeElasticity(t.law[1], t.s[1], d.y) +
        changeElasticity(t.law[2], t.s[2], d.z);
    psi += coupling(t.law[0]) * (t.s[0].eps * d.y + t.s[1].eps * d.x + d.x * d.y);
    if (AREA != 0)
        psi += changeElasticity(lawsAt(t.at + AREA * LAW_ROW), Strain(t.s[0].eps + t.s[1].eps, 0.0, 0), d.x + d.y);
    if (ACROSS != 0) {
        for (int k = 0; k < 2; k++) {
            float sgn = k == 0 ? 1.0 : -1.0;
            psi += 2.0 * changeElasticity(lawsAt(t.at + ACROSS * LAW_ROW),
                Strain(0.5 * (t.s[0].eps + t.s[1].eps + sgn * t.s[2].eps), 0.0, 0), 0.5 * (d.x + d.y + sgn * d.z));
        }
    }
    vec3 e = vec3(t.s[0].eps, t.s[1].eps, t.s[2].eps);
    if (PRINCIPAL != 0) psi += changePrincipals(t.at + PRINCIPAL * LAW_ROW, e, d);
    for (int i = 0; i < AROUNDS; i++) psi += changeAround(t.at + (AROUND + i) * LAW_ROW, e, d);
    return psi;
}

#include "limits.glsl"

// Adds stress and tangent; elastic is the term of elasticity. sides are the sides of ε_n at the last trial, and are
// updated.
void respond(Three t, int elastic, inout int sides, inout MembraneResponse r) {
    Response q;
    if (has(elastic)) respondElastic(t, r);
    if (has(TERM_dahl)) {
        int next = 0;
        for (int k = 0; k < 3; k++) {
            float delta = t.s[k].eps - t.s[k].epsN;
            int last = sideOf(sides, k);
            t.s[k].crossed = int(changesSide(last, delta));
            q = Response(0.0, 0.0);
            respondYarns(t.law[k], t.s[k], q);
            r.s[k] += q.sigma;
            r.c[k] += max(q.slope, 0.0);
            next |= packSide(nextSide(last, delta), k);
        }
        sides = next;
    }
    if (has(TERM_damping)) {
        for (int k = 0; k < 3; k++) {
            q = Response(0.0, 0.0);
            respondViscosity(t.law[k], t.s[k], q);
            r.s[k] += q.sigma;
            r.c[k] += max(q.slope, 0.0);
        }
    }
    if (has(TERM_relaxation)) {
        for (int k = 0; k < 3; k++) {
            q = Response(0.0, 0.0);
            respondRelaxation(t.law[k], t.s[k], q);
            r.s[k] += q.sigma;
            r.c[k] += max(q.slope, 0.0);
        }
    }
#ifdef LIMITS
    if (has(TERM_limits)) respondLimits(t, r);
#endif
}

// Initial sides of strains.
#define NO_SIDES (packSide(0, 0) | packSide(0, 1) | packSide(0, 2))

// Change of the potential per area for strain changes d, and the sum of its absolute terms.
vec2 change(Three t, int elastic, vec3 d, inout int sides) {
    vec2 sum = vec2(0.0);
    if (has(elastic)) {
        float psi = changeElastic(t, d);
        sum += vec2(psi, abs(psi));
    }
    if (has(TERM_dahl)) {
        int next = 0;
        for (int k = 0; k < 3; k++) {
            float c = changeYarns(t.law[k], t.s[k], d[k]);
            sum += vec2(c, abs(c));
            next |= packSide(nextSide(sideOf(sides, k), (t.s[k].eps + d[k]) - t.s[k].epsN), k);
        }
        sides = next;
    }
    if (has(TERM_damping)) {
        float c = changeViscosity(t.law[0], t.s[0], d.x) + changeViscosity(t.law[1], t.s[1], d.y) +
            changeViscosity(t.law[2], t.s[2], d.z);
        sum += vec2(c, abs(c));
    }
    if (has(TERM_relaxation)) {
        float c = changeRelaxation(t.law[0], t.s[0], d.x) + changeRelaxation(t.law[1], t.s[1], d.y) +
            changeRelaxation(t.law[2], t.s[2], d.z);
        sum += vec2(c, abs(c));
    }
#ifdef LIMITS
    if (has(TERM_limits)) {
        float c = changeLimits(t, d);
        sum += vec2(c, abs(c));
    }
#endif
    return sum;
}

// Updates the internal variables at the end of a step; reset clears all but the strains.
void commit(Three t, bool reset, inout vec3 past[PAST]) {
    for (int k = 0; k < 3; k++) {
        commitLaws(t.law[k], t.s[k], bvec4(has(TERM_membrane) || has(TERM_springs) || has(TERM_bending), has(TERM_dahl),
            has(TERM_damping), has(TERM_relaxation)));
        past[0][k] = t.s[k].eps;
        for (int j = 1; j < PAST; j++) past[j][k] = reset ? 0.0 : t.law[k].kept[j - 1];
    }
}
