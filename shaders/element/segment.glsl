// Twin of cpu/segment.go: springs between two vertices. Rest value: 1/l̄. Slot: unit vector from the first vertex to
// the second, tension; spring constant, tension/length (not negative), E, length/l̄. The elongation is 2E/(1 + √(1 +
// 2E)) of E = ½(l²/l̄² − 1), computed in split floats, see strain.glsl.

// Elongation for E.
float segmentElongation(float e) { return 2.0 * e / (1.0 + sqrt(max(1.0 + 2.0 * e, 0.0))); }

float segmentStrain(vec4 rest, vec3 hi[2], vec3 lo[2], out vec4 slot[SEGMENT_SLOT]) {
    vec3 ph, pl, p, e, w, wl;
    differenceSplit(hi[1], lo[1], hi[0], lo[0], ph, pl);
    twoProduct(vec3(rest.x), ph, p, e);
    precise vec3 low = e + rest.x * pl;
    quickTwoSum(p, low, w, wl);
    float green = 0.5 * dotMinus(w, wl, w, wl, 1.0), l = length(w);
    slot[0] = vec4(l > 0.0 ? w / l : vec3(0.0), 0.0);
    slot[1] = vec4(0.0, 0.0, green, l);
    return segmentElongation(green);
}

void segmentStress(vec4 rest, float size, Response r, inout vec4 slot[SEGMENT_SLOT]) {
    float l = slot[1].w, tension = size * rest.x * r.sigma;
    slot[0].w = tension;
    slot[1].xy = vec2(size * rest.x * rest.x * r.slope, l > 0.0 ? max(tension, 0.0) * rest.x / l : 0.0);
}

// Change of the elongation eps of the slot for displacements d of the vertices. With w the segment over its rest length
// and q its change, E changes by q·(w + q/2), without cancellation.
float segmentChange(vec4 rest, vec4 slot[SEGMENT_SLOT], vec3 d[2], float alpha, out float eps) {
    float e = slot[1].z;
    vec3 w = sqrt(max(1.0 + 2.0 * e, 0.0)) * slot[0].xyz;
    vec3 q = (alpha * rest.x) * (d[1] - d[0]);
    float change = dot(q, w + 0.5 * q);
    float sum = sqrt(max(1.0 + 2.0 * e, 0.0)) + sqrt(max(1.0 + 2.0 * (e + change), 0.0));
    eps = segmentElongation(e);
    return sum > 0.0 ? 2.0 * change / sum : 0.0;
}

vec3 segmentGradient(vec4 slot[SEGMENT_SLOT], int corner) { return (float(2 * corner - 1) * slot[0].w) * slot[0].xyz; }

// Twin of segmentSlot.addBlock: ±((K − T)·eeᵀ + T·I).
mat3 segmentBlock(vec4 slot[SEGMENT_SLOT], int row, int col) {
    vec3 e = slot[0].xyz;
    vec4 q = slot[1];
    float sgn = row == col ? 1.0 : -1.0, t = sgn * q.y;
    vec3 a = (sgn * (q.x - q.y)) * e;
    mat3 m = mat3(a.x * e, a.y * e, a.z * e);
    m[0].x += t;
    m[1].y += t;
    m[2].z += t;
    return m;
}
