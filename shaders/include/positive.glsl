#define JACOBI 12 // Jacobi rotations: four sweeps

// Projects a symmetric matrix to its positive semi-definite part by Jacobi rotations.
void projectPositive(inout PointResponse r) {
    mat3 a = mat3(r.h.x, r.o.z, r.o.y, r.o.z, r.h.y, r.o.x, r.o.y, r.o.x, r.h.z), v = mat3(1.0);
    for (int n = 0; n < END(JACOBI); n++) {
        int p = n % 3, q = (p + 1) % 3;
        if (a[p][q] == 0.0) continue;
        float w = 0.5 * (a[q][q] - a[p][p]) / a[p][q], t = (w < 0.0 ? -1.0 : 1.0) / (abs(w) + sqrt(1.0 + w * w)),
            c = inversesqrt(1.0 + t * t);
        mat3 turn = mat3(1.0);
        turn[p][p] = turn[q][q] = c;
        turn[q][p] = t * c;
        turn[p][q] = -t * c;
        a = transpose(turn) * a * turn;
        v = v * turn;
    }
    r.h = r.o = vec3(0.0);
    for (int k = 0; k < 3; k++) addOuter(r, max(0.0, a[k][k]), v[k]);
}
