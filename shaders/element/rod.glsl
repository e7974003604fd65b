// Twin of rods in cpu/rope.go: straight segments of ropes. Rest values: length, radius. Slot: direction, tension;
// stiffness along and across, E, length/rest length. The elongation is 2E/(1 + √(1 + 2E)) of E = ½(l²/l̄² − 1),
// computed in split floats, see strain.glsl.
float rodElongation(float e) { return 2.0 * e / (1.0 + sqrt(max(1.0 + 2.0 * e, 0.0))); }

float rodStrain(vec4 rest, vec3 hi[2], vec3 lo[2], out vec4 slot[ROD_SLOT]) {
    vec3 ph, pl, p, e, w, wl;
    differenceSplit(hi[1], lo[1], hi[0], lo[0], ph, pl);
    float inverse = 1.0 / rest.x;
    twoProduct(vec3(inverse), ph, p, e);
    precise vec3 low = e + inverse * pl;
    quickTwoSum(p, low, w, wl);
    float green = 0.5 * dotMinus(w, wl, w, wl, 1.0), l = length(w);
    slot[0] = vec4(l > 0.0 ? w / l : vec3(0.0), 0.0);
    slot[1] = vec4(0.0, 0.0, green, l);
    return rodElongation(green);
}

void rodStress(vec4 rest, float size, Response r, inout vec4 slot[ROD_SLOT]) {
    float l = slot[1].w;
    slot[0].w = r.sigma;
    slot[1].xy = vec2(r.slope / rest.x, l > 0.0 ? max(r.sigma, 0.0) / (rest.x * l) : 0.0);
}

// Change of the elongation for displacements d of the vertices, see segmentChange.
float rodChange(vec4 rest, vec4 slot[ROD_SLOT], vec3 d[2], float alpha, out float eps) {
    float e = slot[1].z;
    vec3 w = slot[1].w * slot[0].xyz, q = alpha / rest.x * (d[1] - d[0]);
    float change = dot(q, w + 0.5 * q);
    float sum = sqrt(max(1.0 + 2.0 * e, 0.0)) + sqrt(max(1.0 + 2.0 * (e + change), 0.0));
    eps = rodElongation(e);
    return sum > 0.0 ? 2.0 * change / sum : 0.0;
}

vec3 rodGradient(vec4 slot[ROD_SLOT], int corner) { return float(2 * corner - 1) * slot[0].w * slot[0].xyz; }

mat3 rodBlock(vec4 slot[ROD_SLOT], int row, int col) {
    vec3 e = slot[0].xyz;
    float sgn = row == col ? 1.0 : -1.0;
    return sgn * ((slot[1].x - slot[1].y) * outerProduct(e, e) + mat3(slot[1].y));
}
