// Twin of bends in cpu/rope.go: curvature of ropes. Rest values: length, blunt angle c. Slot: unit vectors of both
// edges, with 1/length in w; w = t₂ − t₁ and s = √(|w|² + c²); derivatives of the energy by w: σ/s, second derivative
// along w and across.
float bendStrain(vec4 rest, vec3 hi[3], vec3 lo[3], out vec4 slot[BEND_SLOT]) {
    for (int k = 0; k < 2; k++) {
        vec3 ph, pl;
        differenceSplit(hi[k + 1], lo[k + 1], hi[k], lo[k], ph, pl);
        vec3 d = ph + pl;
        float l = length(d);
        slot[k] = l > 0.0 ? vec4(d / l, 1.0 / l) : vec4(0.0);
    }
    vec3 w = slot[1].xyz - slot[0].xyz;
    float u2 = dot(w, w), s = sqrt(u2 + rest.y * rest.y);
    slot[2] = vec4(w, s);
    slot[3] = vec4(0.0);
    return s > 0.0 ? u2 / ((s + rest.y) * rest.x) : 0.0;
}

void bendStress(vec4 rest, float size, Response r, inout vec4 slot[BEND_SLOT]) {
    float s = slot[2].w, slope = r.slope / rest.x;
    if (s == 0.0) {
        slot[3] = vec4(0.0, slope, slope, 0.0);
        return;
    }
    float part = length(slot[2].xyz) / s, blunt = rest.y / s, lateral = max(r.sigma, 0.0) / s;
    slot[3] = vec4(r.sigma / s, slope * part * part + lateral * blunt * blunt, lateral, 0.0);
}

// Change of the unit vector of an edge of length l for a change q of the edge.
vec3 bendTurned(vec4 edge, vec3 q) {
    if (edge.w == 0.0) return vec3(0.0);
    vec3 t = edge.xyz, r = edge.w * q; // in units of the edge length
    float more = dot(r, 2.0 * t + r), l = sqrt(max(1.0 + more, 0.0));
    return l > 0.0 ? (r - more / (1.0 + l) * t) / l : -t;
}

float bendChange(vec4 rest, vec4 slot[BEND_SLOT], vec3 d[3], float alpha, out float eps) {
    vec3 w = slot[2].xyz;
    float s = slot[2].w;
    eps = s > 0.0 ? dot(w, w) / ((s + rest.y) * rest.x) : 0.0;
    vec3 dw = bendTurned(slot[1], alpha * (d[2] - d[1])) - bendTurned(slot[0], alpha * (d[1] - d[0]));
    float change = dot(dw, 2.0 * w + dw), sum = s + sqrt(max(s * s + change, 0.0));
    return sum > 0.0 ? change / (sum * rest.x) : 0.0;
}

// (I − ttᵀ)/l·v for an edge.
vec3 bendAcross(vec4 edge, vec3 v) { return edge.w * (v - dot(edge.xyz, v) * edge.xyz); }

vec3 bendGradient(vec4 slot[BEND_SLOT], int corner) {
    vec3 moment = slot[3].x * slot[2].xyz, first = bendAcross(slot[0], moment), last = bendAcross(slot[1], moment);
    return corner == 0 ? first : corner == 2 ? last : -(first + last);
}

// Contribution of a corner to w by each edge.
vec2 bendSigns(int corner) { return corner == 0 ? vec2(1.0, 0.0) : corner == 2 ? vec2(0.0, 1.0) : vec2(-1.0); }

mat3 bendProjector(vec4 edge) { return edge.w * (mat3(1.0) - outerProduct(edge.xyz, edge.xyz)); }

mat3 bendBlock(vec4 slot[BEND_SLOT], int row, int col) {
    float u = length(slot[2].xyz), along = slot[3].y, across = slot[3].z;
    vec3 e = u > 0.0 ? slot[2].xyz / u : vec3(0.0);
    vec2 a = bendSigns(row), b = bendSigns(col);
    mat3 first = bendProjector(slot[0]), last = bendProjector(slot[1]);
    mat3 left = a.x * first + a.y * last, right = b.x * first + b.y * last;
    // Rows are the columns of the result.
    return across * right * left + (along - across) * outerProduct(right * e, left * e);
}
