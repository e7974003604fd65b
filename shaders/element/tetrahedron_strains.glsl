// Twin of cpu/tetrahedron.go. Rest values: gradients of the shape functions of all corners but the first; then size,
// row of the laws of the strains, and row of the law of F. Slot: see tetrahedron.glsl.
#include "solid.glsl"
#include "laws_solid.glsl"

void tetrahedronShapes(vec4 rest[TETRAHEDRON_REST], out vec3 b[3]) {
    b[0] = rest[0].xyz;
    b[1] = vec3(rest[0].w, rest[1].xy);
    b[2] = vec3(rest[1].zw, rest[2].x);
}

// Strains in split floats, see strain.glsl.
void tetrahedronStrains(vec4 rest[TETRAHEDRON_REST], vec3 hi[4], vec3 lo[4], out vec4 slot[TETRAHEDRON_SLOT],
    out float eps[TETRAHEDRON_STRAINS]) {
    vec3 b[3], ph[3], pl[3], fh[3], fl[3], product, err, sum, more;
    tetrahedronShapes(rest, b);
    for (int a = 0; a < 3; a++) differenceSplit(hi[a + 1], lo[a + 1], hi[0], lo[0], ph[a], pl[a]);
    for (int k = 0; k < 3; k++) {
        twoProduct(vec3(b[0][k]), ph[0], fh[k], err);
        precise vec3 low = err + b[0][k] * pl[0];
        for (int a = 1; a < 3; a++) {
            twoProduct(vec3(b[a][k]), ph[a], product, err);
            twoSum(fh[k], product, sum, more);
            fh[k] = sum;
            low = low + ((more + err) + b[a][k] * pl[a]);
        }
        quickTwoSum(fh[k], low, sum, fl[k]);
        fh[k] = sum;
    }
    for (int k = 0; k < 3; k++) {
        int u = (k + 1) % 3, v = (k + 2) % 3;
        eps[k] = 0.5 * dotMinus(fh[k], fl[k], fh[k], fl[k], 1.0);
        eps[3 + k] = dotMinus(fh[u], fl[u], fh[v], fl[v], 0.0);
        slot[k] = vec4(vec3(0.0), eps[k]);
        slot[3 + k] = vec4(fh[k], eps[3 + k]);
    }
}

mat3 tetrahedronF(vec4 slot[TETRAHEDRON_SLOT]) { return mat3(slot[3].xyz, slot[4].xyz, slot[5].xyz); }

void tetrahedronStresses(vec4 rest[TETRAHEDRON_REST], Response r[TETRAHEDRON_STRAINS],
    inout vec4 slot[TETRAHEDRON_SLOT]) {
    vec4 of = rest[TETRAHEDRON_REST - 1];
    vec3 b[3];
    tetrahedronShapes(rest, b);
    mat3 f = tetrahedronF(slot), m[6], u = mat3(1.0);
    vec3 beta[3], force[3];
    Stretches q = Stretches(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));
    if (has(TERM_springs)) {
        Stretched at = stretchedOf(f, vec3(slot[0].w, slot[1].w, slot[2].w), vec3(slot[3].w, slot[4].w, slot[5].w));
        respondSolid(int(of.z), at, q);
        clampSymmetric(q.second, q.mixed);
        q.twist = max(q.twist, 0.0);
        q.flip = max(q.flip, 0.0);
        u = at.u;
        for (int a = 0; a < 3; a++) beta[a] = b[a] * at.v;
    } else {
        for (int a = 0; a < 3; a++) beta[a] = b[a];
    }
    vec3 along = vec3(r[0].sigma, r[1].sigma, r[2].sigma), shear = vec3(r[3].sigma, r[4].sigma, r[5].sigma);
    vec3 slope = vec3(r[0].slope, r[1].slope, r[2].slope), shearSlope = vec3(r[3].slope, r[4].slope, r[5].slope);
    mat3 stress = f * symmetricOf(along, shear);
    for (int a = 0; a < 3; a++) force[a] = u * (q.first * beta[a]) + stress * b[a];
    clampSymmetric(along, shear);
    mat3 clamped = symmetricOf(along, shear);
    vec3 own = 0.5 * (q.flip + q.twist), other = 0.5 * (q.flip - q.twist);
    int k = 0;
    for (int a = 0; a < 3; a++) {
        slot[a].xyz = of.x * force[a];
        for (int c = a; c < 3; c++) {
            m[k] = of.x * (solidBlock(u, beta[a], beta[c], q.second, q.mixed, own, other) +
                solidBlock(f, b[a], b[c], slope, vec3(0.0), shearSlope, shearSlope) +
                mat3(dot(b[a], clamped * b[c])));
            k++;
        }
    }
    // 11, 12, 13, 22, 23, 33; corner 0 is the negative sum of the others; rows are columns of a mat3.
    mat3 first = -(m[0] + transpose(m[1]) + transpose(m[2])), second = -(m[1] + m[3] + transpose(m[4])),
        third = -(m[2] + m[4] + m[5]), diagonal[4] = mat3[4](-(first + second + third), m[0], m[3], m[5]),
        beside[6] = mat3[6](first, second, third, m[1], m[2], m[4]);
    float last[8] = float[8](beside[0][2].z, beside[1][2].z, beside[2][2].z, beside[3][2].z, beside[4][2].z,
        beside[5][2].z, 0.0, 0.0);
    for (int a = 0; a < 4; a++) {
        mat3 d = diagonal[a];
        vec3 o = 0.5 * (vec3(d[1].z, d[2].x, d[0].y) + vec3(d[2].y, d[0].z, d[1].x));
        slot[6 + 2 * a] = vec4(d[0].x, d[1].y, d[2].z, last[2 * a]);
        slot[7 + 2 * a] = vec4(o, last[2 * a + 1]);
    }
    for (int n = 0; n < 6; n++) {
        slot[14 + 2 * n] = vec4(beside[n][0], beside[n][1].x);
        slot[15 + 2 * n] = vec4(beside[n][1].yz, beside[n][2].xy);
    }
}

// Change of the potential of the law of F per size for displacements α·d of the corners, and its absolute value.
vec2 tetrahedronChanges(vec4 rest[TETRAHEDRON_REST], vec4 slot[TETRAHEDRON_SLOT], vec3 d[4], float alpha,
    out float eps[TETRAHEDRON_STRAINS], out float delta[TETRAHEDRON_STRAINS]) {
    vec3 b[3];
    tetrahedronShapes(rest, b);
    Moved m;
    m.f = tetrahedronF(slot);
    m.d = mat3(0.0);
    for (int a = 0; a < 3; a++) m.d += alpha * outerProduct(d[a + 1] - d[0], b[a]);
    for (int k = 0; k < 3; k++) {
        int u = (k + 1) % 3, v = (k + 2) % 3;
        m.along[k] = slot[k].w;
        m.shear[k] = slot[3 + k].w;
        m.dAlong[k] = dot(m.f[k] + 0.5 * m.d[k], m.d[k]);
        m.dShear[k] = dot(m.f[u], m.d[v]) + dot(m.f[v], m.d[u]) + dot(m.d[u], m.d[v]);
        eps[k] = m.along[k];
        eps[3 + k] = m.shear[k];
        delta[k] = m.dAlong[k];
        delta[3 + k] = m.dShear[k];
    }
    float psi = has(TERM_springs) ? changeSolid(int(rest[TETRAHEDRON_REST - 1].z), m) : 0.0;
    return vec2(psi, abs(psi));
}
