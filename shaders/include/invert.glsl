// Inverse of a symmetric 3×3 matrix by LDLᵀ, without pivots below least. Only the lower triangle of the columns is
// read.
mat3 invert(mat3 a, vec3 least) {
    float i0 = a[0].x > least.x ? 1.0 / a[0].x : 0.0;
    float l1 = a[0].y * i0, l2 = a[0].z * i0;
    float d1 = a[1].y - l1 * a[0].y, i1 = d1 > least.y ? 1.0 / d1 : 0.0;
    float t = a[1].z - l1 * a[0].z, m = t * i1;
    float d2 = a[2].z - l2 * a[0].z - m * t, i2 = d2 > least.z ? 1.0 / d2 : 0.0;
    // Rows of L⁻¹: (1), (−l1, 1), (l1·m − l2, −m, 1).
    float k = l1 * m - l2;
    float xy = -l1 * i1 - k * m * i2, xz = k * i2, yz = -m * i2;
    return mat3(i0 + l1 * l1 * i1 + k * k * i2, xy, xz, xy, i1 + m * m * i2, yz, xz, yz, i2);
}
