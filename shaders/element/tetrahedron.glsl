// Contributions of tetrahedra to rows of the system. Slot: gradients at all corners but the first, with E_xx, E_yy,
// E_zz in w; columns of F, with 2E_yz, 2E_zx, 2E_xy in w; the four diagonal blocks: xx, yy, zz and yz, zx, xy, with the
// last number of the six others in w; first eight numbers of the others, rows of corner a < corner b in the order 01,
// 02, 03, 12, 13, 23.
IN4(TetrahedronSlot, tetrahedronSlot)
#define TETRAHEDRON_BLOCKS 6 // first texel of the diagonal blocks
#define TETRAHEDRON_BESIDE 14 // first texel of the others

// Index of the block of corners a < b among the six.
int tetrahedronBeside(int a, int b) { return a == 0 ? b - 1 : a + b; }

vec3 tetrahedronGradientAt(int i, int corner) {
    int s = TETRAHEDRON_SLOT * i;
    if (corner > 0) return LOAD4(tetrahedronSlot, s + corner - 1).xyz;
    return -(LOAD4(tetrahedronSlot, s).xyz + LOAD4(tetrahedronSlot, s + 1).xyz + LOAD4(tetrahedronSlot, s + 2).xyz);
}

mat3 tetrahedronBlockAt(int i, int row, int col) {
    int s = TETRAHEDRON_SLOT * i, k = tetrahedronBeside(min(row, col), max(row, col));
    bool own = row == col;
    int at = s + (own ? TETRAHEDRON_BLOCKS + 2 * row : TETRAHEDRON_BESIDE + 2 * k);
    vec4 p = LOAD4(tetrahedronSlot, at), q = LOAD4(tetrahedronSlot, at + 1);
    float last = LOAD4(tetrahedronSlot, own ? at : s + TETRAHEDRON_BLOCKS + k).w;
    if (own) return mat3(p.x, q.z, q.y, q.z, p.y, q.x, q.y, q.x, p.z);
    mat3 m = mat3(p.xyz, vec3(p.w, q.xy), vec3(q.zw, last));
    return row < col ? m : transpose(m);
}
