// Energies of several strains; twin of law/coupled.go.

// Adds v·g gᵀ to the tangent.
void square(float v, vec3 g, inout MembraneResponse r) {
    r.c += v * g * g;
    r.d += v * vec3(g.y * g.z, g.x * g.z, g.x * g.y);
}

// p and q of both principal strains, m ± √(p² + q²).
vec2 principalTurn(vec3 e) { return vec2(0.5 * (e.x - e.y), 0.5 * e.z); }

// Adds the responses of both principal strains, m ± radius, of which p is the turn.
void addPrincipals(Response one, Response two, vec2 p, float radius, inout MembraneResponse r) {
    float turn;
    vec2 u = vec2(1.0, 0.0);
    if (radius > 1e-6) { // otherwise both stresses differ only by rounding
        u = p / radius;
        turn = (one.sigma - two.sigma) / radius;
    } else {
        turn = 2.0 * one.slope;
    }
    vec3 g = 0.5 * vec3(1.0 + u.x, 1.0 - u.x, u.y), f = 0.5 * vec3(1.0 - u.x, 1.0 + u.x, -u.y);
    r.s += one.sigma * g + two.sigma * f;
    square(max(one.slope, 0.0), g, r);
    square(max(two.slope, 0.0), f, r);
    square(max(turn, 0.0), 0.5 * vec3(-u.y, u.y, u.x), r);
}

// Adds the response of a law of both principal strains, with parameters at texel at.
void principals(int at, vec3 e, inout MembraneResponse r) {
    Laws l = lawsAt(at);
    vec2 p = principalTurn(e);
    float m = 0.5 * (e.x + e.y), radius = length(p);
    Response one = Response(0.0, 0.0), two = one;
    respondElasticity(l, Strain(m + radius, 0.0, 0), one);
    respondElasticity(l, Strain(m - radius, 0.0, 0), two);
    addPrincipals(one, two, p, radius, r);
}

// Change of √(a² + b²), without cancellation, for a change sq of the square.
float changeOfRoot(float from, float sq) {
    float to = sqrt(max(from * from + sq, 0.0));
    return to + from > 0.0 ? sq / (to + from) : 0.0;
}

float changePrincipals(int at, vec3 e, vec3 d) {
    Laws l = lawsAt(at);
    vec2 p = principalTurn(e), dp = principalTurn(d);
    float m = 0.5 * (e.x + e.y), dm = 0.5 * (d.x + d.y), radius = length(p),
        dr = changeOfRoot(radius, dot(dp, 2.0 * p + dp));
    return changeElasticity(l, Strain(m + radius, 0.0, 0), dm + dr) + changeElasticity(l, Strain(m - radius, 0.0, 0),
        dm - dr);
}

// The place of a radial law: which strains count, and where it is.
vec3 aroundPlace(int at, out vec3 along) {
    vec3 place = LOAD4(lawRows, at + LAW_ROW - 1).xyz;
    along = vec3(lessThan(abs(place), vec3(0.5 * ANYWHERE)));
    return along * place;
}

// Adds the response of a radial law about a place, and about its mirror image if it is sheared.
void around(int at, vec3 e, inout MembraneResponse r) {
    Laws l = lawsAt(at);
    vec3 along, place = aroundPlace(at, along);
    float far = length(place);
    Response rest = Response(0.0, 0.0);
    respondElasticity(l, Strain(far, 0.0, 0), rest);
    for (int k = 0; k < 2; k++) {
        if (k == 1) place.z = -place.z;
        vec3 v = along * e - place;
        float dist = length(v);
        Response q = Response(0.0, 0.0);
        respondElasticity(l, Strain(dist, 0.0, 0), q);
        float slope = q.slope, across = slope;
        if (dist > 1e-6) {
            across = q.sigma / dist;
            v /= dist;
        }
        r.s += q.sigma * v;
        if (far > 0.0) r.s += rest.sigma / far * place;
        r.c += max(across, 0.0) * along;
        square(max(slope, 0.0) - max(across, 0.0), v, r);
        if (place.z == 0.0) break;
    }
}

float changeAround(int at, vec3 e, vec3 d) {
    Laws l = lawsAt(at);
    vec3 along, place = aroundPlace(at, along);
    float far = length(place), sum = 0.0;
    Response rest = Response(0.0, 0.0);
    respondElasticity(l, Strain(far, 0.0, 0), rest);
    for (int k = 0; k < 2; k++) {
        if (k == 1) place.z = -place.z;
        vec3 v = along * e - place, w = along * d;
        float dist = length(v);
        sum += changeElasticity(l, Strain(dist, 0.0, 0), changeOfRoot(dist, dot(w, 2.0 * v + w)));
        if (far > 0.0) sum += rest.sigma / far * dot(place, d);
        if (place.z == 0.0) break;
    }
    return sum;
}
