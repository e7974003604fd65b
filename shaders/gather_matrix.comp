// Sums the second derivatives into the blocks of the matrix, one invocation per block on or above the diagonal, which
// also writes its mirror image. Each block sums its elements in a fixed order. Twin of cpu's gatherMatrix. Places of
// blocks are those of gpu/layout/matrix.go. References: 16·element + 4·row corner + column corner, first of the
// triangles of each block, then of its hinges, then of other kinds. Blocks with equal numbers of elements are
// neighbours within a slice: see gather_gradient.comp.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "row_kinds.glsl"
#include "triangle_slot.glsl"
INI1(PlaneSlice, planeSlice)
INI1(BlockPlace, blockPlace) // two per block: its place and that of its mirror image
INI1(BlockStart, blockStart) // per block: triangles, hinges, and each other kind
INI1(BlockElement, blockElement)
IN4(TriangleRest, triangleRest)
IN4(TriangleSlot, triangleSlot)
IN4(HingeSlot, hingeSlot)
IN4(VertexSlot, vertexSlot)
OUT4(Matrix, matrix)
uniform int count; // blocks on or above the diagonal

// Rows of the block as columns of a mat3.
mat3 symmetric(vec3 h, vec3 o) { return mat3(h.x, o.z, o.y, o.z, h.y, o.x, o.y, o.x, h.z); }

vec2 shape(vec4 b, int corner) { return corner == 0 ? -b.xy - b.zw : corner == 1 ? b.xy : b.zw; }

// Twin of triSlot.block: Σ C ∇ε∇εᵀ + (aᵀ S b)·I.
mat3 triangleBlock(int t, int row, int col) {
    vec4 rest = LOAD4(triangleRest, 2 * t);
    vec2 a = shape(rest, row), b = shape(rest, col);
    int s = TRIANGLE_SLOT * t;
    vec3 u = LOAD4(triangleSlot, s).xyz, v = LOAD4(triangleSlot, s + 1).xyz, sp = LOAD4(triangleSlot, s + 2).yzw;
    vec3 c = LOAD4(triangleSlot, s + 3).xyz, d = LOAD4(triangleSlot, s + 4).xyz;
    float uu = a.x * b.x, vv = a.y * b.y, uv = a.x * b.y, vu = a.y * b.x;
    float muu = uu * c.x + (uv + vu) * d.y + vv * c.z;
    float mvv = vv * c.y + (vu + uv) * d.x + uu * c.z;
    float muv = uv * d.z + uu * d.y + vv * d.x + vu * c.z;
    float mvu = vu * d.z + vv * d.x + uu * d.y + uv * c.z;
    float g = uu * sp.x + vv * sp.y + (uv + vu) * sp.z;
    vec3 p = muu * u + mvu * v, r = muv * u + mvv * v;
    mat3 m = mat3(p.x * u + r.x * v, p.y * u + r.y * v, p.z * u + r.z * v);
    m[0].x += g;
    m[1].y += g;
    m[2].z += g;
    return m + symmetric(LOAD4(triangleSlot, s + 5).xyz, LOAD4(triangleSlot, s + 6).xyz) / 9.0;
}

mat3 hingeBlock(int i, int row, int col) {
    vec3 a = LOAD4(hingeSlot, HINGE_SLOT * i + row).xyz, b = LOAD4(hingeSlot, HINGE_SLOT * i + col).xyz;
    a *= LOAD4(hingeSlot, HINGE_SLOT * i + 1).w;
    return mat3(a.x * b, a.y * b, a.z * b);
}

#include "element_blocks.glsl"

// Columns of m are the rows of the block.
void store(int place, mat3 m) {
    int n = place >> 1, second = place & 1;
    if (!HAS(matrix, n)) return; // nor of its other texels
    matrix[n] = vec4(m[0], m[1].x);
    matrix[n + SLICE_ROWS] = vec4(m[1].yz, m[2].xy);
    matrix[n + (2 - 3 * second) * SLICE_ROWS][2 * second] = m[2].z;
}

void main() {
    int n = invocation();
    if (n >= count) return;
    int place = LOADI1(blockPlace, 2 * n), mirror = LOADI1(blockPlace, 2 * n + 1);
    mat3 m = mat3(0.0);
    if (place == mirror) {
        int row = SLICE_ROWS * LOADI1(planeSlice, (place >> 1) / SLICE_ROWS) + ((place >> 1) & (SLICE_ROWS - 1));
        m = symmetric(LOAD4(vertexSlot, VERTEX_SLOT * row + 1).xyz, LOAD4(vertexSlot, VERTEX_SLOT * row + 2).xyz);
    }
    int k = LOADI1(blockStart, ROW_KINDS * n), hinges = LOADI1(blockStart, ROW_KINDS * n + 1);
    int others = LOADI1(blockStart, ROW_KINDS * n + 2);
    if (k < hinges) do {
        int ref = LOADI1(blockElement, k);
        m += triangleBlock(ref >> 4, (ref >> 2) & 3, ref & 3);
    } while (++k < hinges);
    if (k < others) do {
        int ref = LOADI1(blockElement, k);
        m += hingeBlock(ref >> 4, (ref >> 2) & 3, ref & 3);
    } while (++k < others);
    elementBlocks(n, k, m);
    if (place != mirror) store(mirror, transpose(m));
    store(place, m);
}
