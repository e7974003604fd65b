// Newton step of a rigid body with six unknowns, by a group: sums of forces and stiffness, and the motion to zero net
// force and torque; twin of the sums of cpu.RigidBody.
#define FLAT 1e-6     // pivot, relative to its diagonal entry, below which a motion has no inertia
#define BALANCED 1e-6 // net force relative to its summands, below which it is rounding

shared vec3 centre, shift, turn; // centre is relative to a reference point of the body

// Gradient by three translations and three rotations, the sums of its absolute terms, and second derivatives.
float f[6], size[6], k[21];

void clearSums() {
    for (int i = 0; i < 6; i++) f[i] = size[i] = 0.0;
    for (int i = 0; i < 21; i++) k[i] = 0.0;
}

// Adds a force at y from the centre to the motions from first on: gradient g, second derivative h, o as in
// response.glsl. With first = 3: opposite forces on two points, y from one to the other, which only exert a torque.
void addForce(vec3 y, vec3 g, vec3 h, vec3 o, int first) {
    vec3 way[6] = vec3[6](vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0),
                          vec3(0.0, -y.z, y.y), vec3(y.z, 0.0, -y.x), vec3(-y.y, y.x, 0.0));
    for (int i = first; i < 6; i++) {
        vec3 u = way[i], hu = h * u + vec3(o.z * u.y + o.y * u.z, o.z * u.x + o.x * u.z, o.y * u.x + o.x * u.y);
        float w = dot(u, g);
        f[i] += w;
        size[i] += abs(w);
        for (int j = first; j <= i; j++) k[i * (i + 1) / 2 + j] += dot(way[j], hu);
    }
    // The torque changes with the lever arm too: (ω×y)×g = y (g·ω) − (y·g) ω.
    float yg = dot(y, g);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++)
            k[(3 + i) * (4 + i) / 2 + 3 + j] += 0.5 * (y[i] * g[j] + y[j] * g[i]) - (i == j ? yg : 0.0);
}

// Cholesky factorisation in place; false if a motion has no inertia.
bool factorise() {
    for (int j = 0; j < 6; j++) {
        int jj = j * (j + 1) / 2;
        float d = k[jj + j], all = d;
        for (int c = 0; c < j; c++) d -= k[jj + c] * k[jj + c];
        if (!(d > FLAT * all)) return false;
        d = sqrt(d);
        k[jj + j] = d;
        for (int i = j + 1; i < 6; i++) {
            int ii = i * (i + 1) / 2;
            float v = k[ii + j];
            for (int c = 0; c < j; c++) v -= k[ii + c] * k[jj + c];
            k[ii + j] = v / d;
        }
        float v = -f[j];
        for (int c = 0; c < j; c++) v -= k[jj + c] * f[c];
        f[j] = v / d;
    }
    for (int j = 5; j >= 0; j--) {
        float v = f[j];
        for (int i = j + 1; i < 6; i++) v -= k[i * (i + 1) / 2 + j] * f[i];
        f[j] = v / k[j * (j + 1) / 2 + j];
    }
    return true;
}

// Computes the motion to zero net force and torque; false if there is none.
bool solve() {
    bool moves = false;
    for (int i = 0; i < 6; i++) moves = moves || abs(f[i]) > BALANCED * size[i];
    if (!moves || !factorise()) return false;
    shift = vec3(f[0], f[1], f[2]);
    turn = vec3(f[3], f[4], f[5]);
    return true;
}

// Sums f, size and k over the group; valid in invocation 0. One loop over all sums: every barrier in the text costs a
// software driver a good part of a second to compile.
void sumUp() {
    vec4 all[9];
    all[8] = vec4(0.0); // not used by the sums
    for (int i = 0; i < 6; i++) {
        all[i / 4][i % 4] = f[i];
        all[(6 + i) / 4][(6 + i) % 4] = size[i];
    }
    for (int i = 0; i < 21; i++) all[(12 + i) / 4][(12 + i) % 4] = k[i];
    for (int i = 0; i < 9; i++) {
        all[i] = groupSum(all[i]);
        sync();
    }
    for (int i = 0; i < 6; i++) {
        f[i] = all[i / 4][i % 4];
        size[i] = all[(6 + i) / 4][(6 + i) % 4];
    }
    for (int i = 0; i < 21; i++) k[i] = all[(12 + i) / 4][(12 + i) % 4];
}
