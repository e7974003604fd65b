// Blocks of the matrix of the next finer level.
IN4(Matrix, matrix) // see gpu/layout/matrix.go
IN4(AmgMatrix, amgMatrix) // of coarse levels, two strips of six columns per block

// The block at a place of the matrix, as columns.
mat3 fineBlock(int place) {
    int at = place >> 1, second = place & 1;
    vec4 a = LOAD4(matrix, at), b = LOAD4(matrix, at + SLICE_ROWS),
        last = LOAD4(matrix, at + (2 - 3 * second) * SLICE_ROWS);
    return transpose(mat3(a.xyz, vec3(a.w, b.xy), vec3(b.zw, second != 0 ? last.z : last.x)));
}

// Three columns of three rows of a block; at is the first of them, six times its number after 2·block + half.
mat3 coarseBlock(int at) {
    return mat3(LOAD4(amgMatrix, at).xyz, LOAD4(amgMatrix, at + 1).xyz, LOAD4(amgMatrix, at + 2).xyz);
}
