// Laws of the deformation gradient F of a solid: twin of law/solid.go and law/gradient.go. A law is a struct of its
// parameters, and has
//     void respond(Law l, Stretched f, inout Stretches r)   what it adds of the principal stretches
//     float change(Law l, Moved f)                          ψ(F + D) − ψ(F) without cancellation

// F = U diag(s) Vᵀ with rotations U and V, s₀ ≥ s₁ ≥ |s₂|; s₂ < 0 if F is inverted.
struct Stretched {
    mat3 u, v;
    vec3 s, more; // more = s − 1, accurate for small strains
};

// Twin of law.Stretches: ψᵢ, ψᵢᵢ; in place k, for the pair of stretches without k: ψᵢⱼ, twist and flip.
struct Stretches {
    vec3 first, second, mixed, twist, flip;
};

// F and E = ½(FᵀF − I), and their changes; columns of F, E as xx, yy, zz and 2yz, 2zx, 2xy.
struct Moved {
    mat3 f, d;
    vec3 along, shear, dAlong, dShear;
};

// Tangent of the Jacobi rotation that makes pq zero, with its cosine and sine.
float jacobiRotation(float pp, float qq, float pq, out float c, out float s) {
    float zeta = 0.5 * (qq - pp) / pq, t = (zeta < 0.0 ? -1.0 : 1.0) / (abs(zeta) + sqrt(1.0 + zeta * zeta));
    c = inversesqrt(1.0 + t * t);
    s = c * t;
    return t;
}

// One Jacobi rotation in the plane of p and q; r is the other axis.
void turnPlane(inout float pp, inout float qq, inout float pq, inout float rp, inout float rq, inout vec3 p,
    inout vec3 q) {
    if (abs(pq) < 1e-30) return; // avoids denormal numbers
    float c, s, t = jacobiRotation(pp, qq, pq, c, s);
    pp -= t * pq;
    qq += t * pq;
    pq = 0.0;
    float one = rp;
    rp = c * one - s * rq;
    rq = s * one + c * rq;
    vec3 was = p;
    p = c * was - s * q;
    q = s * was + c * q;
}

// The symmetric matrix with this diagonal and yz, zx, xy off it.
mat3 symmetricOf(vec3 along, vec3 beside) {
    return mat3(along.x, beside.z, beside.y, beside.z, along.y, beside.x, beside.y, beside.x, along.z);
}

// Eigenvalues of the symmetric matrix with this diagonal and yz, zx, xy off it, and eigenvectors as columns.
vec3 eigen(vec3 along, vec3 beside, out mat3 v) {
    v = mat3(1.0);
    for (int sweep = 0; sweep < 5; sweep++) { // as many as random matrices take in double precision
        turnPlane(along.y, along.z, beside.x, beside.z, beside.y, v[1], v[2]);
        turnPlane(along.z, along.x, beside.y, beside.x, beside.z, v[2], v[0]);
        turnPlane(along.x, along.y, beside.z, beside.y, beside.x, v[0], v[1]);
    }
    return along;
}

// The symmetric matrix with these eigenvalues.
void compose(vec3 l, mat3 v, out vec3 along, out vec3 beside) {
    mat3 w = mat3(l.x * v[0], l.y * v[1], l.z * v[2]);
    along = w[0] * v[0] + w[1] * v[1] + w[2] * v[2];
    beside = w[0].yzx * v[0].zxy + w[1].yzx * v[1].zxy + w[2].yzx * v[2].zxy;
}

// Removes the negative eigenvalues.
void clampSymmetric(inout vec3 along, inout vec3 beside) {
    mat3 v;
    vec3 l = max(eigen(along, beside, v), 0.0);
    compose(l, v, along, beside);
}

// One rotation of Hestenes' method, which makes columns of F orthogonal.
bool turnColumns(inout vec3 a, inout vec3 b, inout vec3 v, inout vec3 w) {
    float aa = dot(a, a), bb = dot(b, b), ab = dot(a, b);
    if (!(abs(ab) > 2.4e-7 * sqrt(aa) * sqrt(bb))) return false; // 2⁻²², above the rounding error of ab
    float c, s;
    jacobiRotation(aa, bb, ab, c, s);
    vec3 was = a;
    a = c * was - s * b;
    b = s * was + c * b;
    was = v;
    v = c * was - s * w;
    w = s * was + c * w;
    return true;
}

// Sorts two columns by length, the longer first; negates one, so that V stays a rotation.
void sortColumns(inout vec3 a, inout vec3 b, inout vec3 v, inout vec3 w) {
    if (dot(a, a) >= dot(b, b)) return;
    vec3 was = a;
    a = b;
    b = -was;
    was = v;
    v = w;
    w = -was;
}

// Principal axes from E, which is accurate for small strains, refined by Hestenes' method for flat and inverted
// elements.
Stretched stretchedOf(mat3 f, vec3 along, vec3 shear) {
    Stretched r;
    mat3 v, a;
    eigen(along, 0.5 * shear, v);
    a = f * v;
    for (int sweep = 0; sweep < 8; sweep++) { // convergence is quadratic; random matrices take four at most
        bool one = turnColumns(a[0], a[1], v[0], v[1]), two = turnColumns(a[0], a[2], v[0], v[2]),
            three = turnColumns(a[1], a[2], v[1], v[2]);
        if (!one && !two && !three) break;
    }
    sortColumns(a[0], a[1], v[0], v[1]);
    sortColumns(a[1], a[2], v[1], v[2]);
    sortColumns(a[0], a[1], v[0], v[1]);
    float first = length(a[0]), second = length(a[1]);
    vec3 x = first > 0.0 ? a[0] / first : vec3(1.0, 0.0, 0.0);
    vec3 any = abs(x.x) < 0.6 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0); // not along x, for a degenerate second
                                                                           // column
    vec3 y = second > 0.0 ? a[1] / second : any;
    y = normalize(y - dot(x, y) * x);
    r.u = mat3(x, y, cross(x, y));
    r.v = v;
    r.s = vec3(first, second, dot(a[2], r.u[2]));
    for (int i = 0; i < 3; i++) { // s² − 1 = 2·vᵀEv
        float e = dot(v[i] * v[i], along) + dot(v[i].yzx * v[i].zxy, shear);
        r.more[i] = r.s[i] > 0.0 ? 2.0 * e / (1.0 + r.s[i]) : r.s[i] - 1.0;
    }
    return r;
}

// Change of the determinant of F.
float changeOfDeterminant(mat3 f, mat3 d) {
    vec3 c = cross(f[1], f[2]);
    return dot(c, d[0]) + dot(cross(f[2], f[0]), d[1]) + dot(cross(f[0], f[1]), d[2]) + dot(cross(d[1], d[2]), f[0]) +
        dot(cross(d[2], d[0]), f[1]) + dot(cross(d[0], d[1]), f[2]) + dot(cross(d[0], d[1]), d[2]);
}

// J − 1 of stretches less 1.
float moreVolume(vec3 t) { return t.x + t.y + t.z + dot(t, t.yzx) + t.x * t.y * t.z; }

// τ = tr E and w of J² = 1 + 2τ + w; J, j = J − 1 without cancellation, and the change of J.
struct Volume {
    float tau, w, big, j, dj;
};

Volume volumeOf(Moved f) {
    vec3 e = f.along, o = 0.5 * f.shear;
    Volume v;
    v.tau = e.x + e.y + e.z;
    v.w = 4.0 * (dot(e.yzx, e.zxy) - dot(o, o)) + 8.0 * determinant(symmetricOf(e, o));
    v.big = determinant(f.f);
    v.j = v.big > 0.0 ? (2.0 * v.tau + v.w) / (1.0 + v.big) : v.big - 1.0;
    v.dj = changeOfDeterminant(f.f, f.d);
    return v;
}

// S − I = V diag(s − 1) Vᵀ and its change; the diagonal and yz, zx, xy off it.
struct Biot {
    vec3 along, beside, dAlong, dBeside;
};

// With M the mean of S before and after, MΔS + ΔSM = 2ΔE, without cancellation. If M is singular, because a stretch
// changes sign, strains are as large as ΔS and their difference is accurate.
Biot biotOf(Moved f) {
    Stretched before = stretchedOf(f.f, f.along, f.shear);
    Stretched after = stretchedOf(f.f + f.d, f.along + f.dAlong, f.shear + f.dShear);
    Biot b;
    compose(before.more, before.v, b.along, b.beside);
    compose(after.more, after.v, b.dAlong, b.dBeside);
    mat3 v;
    vec3 m = 1.0 + eigen(0.5 * (b.along + b.dAlong), 0.5 * (b.beside + b.dBeside), v);
    b.dAlong -= b.along;
    b.dBeside -= b.beside;
    if (min(m.x, min(m.y, m.z)) > 0.1) { // amplifies the rounding of ΔE by ten at most
        mat3 turned = transpose(v) * symmetricOf(f.dAlong, 0.5 * f.dShear) * v;
        for (int i = 0; i < 3; i++) turned[i] *= 2.0 / (m + m[i]);
        turned = v * turned * transpose(v);
        b.dAlong = vec3(turned[0].x, turned[1].y, turned[2].z);
        b.dBeside = vec3(turned[1].z, turned[2].x, turned[0].y);
    }
    return b;
}

// Change of ‖F − R‖² = ‖S − I‖².
float changeOfSquare(Biot b) {
    return dot(b.dAlong, 2.0 * b.along + b.dAlong) + 2.0 * dot(b.dBeside, 2.0 * b.beside + b.dBeside);
}

// The block of corners with shape gradients a and c in the principal axes, from the second derivatives own and mixed by
// strains along them, and by each pair of shears.
mat3 solidBlock(mat3 axes, vec3 a, vec3 c, vec3 second, vec3 mixed, vec3 own, vec3 other) {
    vec3 d = second * a * c + own.yzx * a.zxy * c.zxy + own.zxy * a.yzx * c.yzx;
    vec3 upper = mixed * a.yzx * c.zxy + other * a.zxy * c.yzx; // yz, zx, xy
    vec3 lower = mixed * a.zxy * c.yzx + other * a.yzx * c.zxy; // zy, xz, yx
    vec3 x = d.x * axes[0] + upper.z * axes[1] + lower.y * axes[2]; // what multiplies the first axis
    vec3 y = lower.z * axes[0] + d.y * axes[1] + upper.x * axes[2];
    vec3 z = upper.y * axes[0] + lower.x * axes[1] + d.z * axes[2];
    // Σ axes[i]·(row i)ᵀ: the rows of the result are the columns of a mat3.
    return mat3(axes[0].x * x + axes[1].x * y + axes[2].x * z, axes[0].y * x + axes[1].y * y + axes[2].y * z,
        axes[0].z * x + axes[1].z * y + axes[2].z * z);
}
