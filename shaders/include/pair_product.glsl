// What the pairs of a vertex add to its row of the matrix product, less the diagonal block, which the
// matrix has; twin of cpu's selfContact.AddRows.
INI4(PairVertex, pairVertex)
IN4(PairWeight, pairWeight)
IN4(PairSlot, pairSlot)
INI1(PairPart, pairPart) // of each vertex in pairProduct: first and end
INI1(PairProduct, pairProduct)
uniform int pairCount; // 0: no pairs, and none of the buffers is read

vec3 productOfPairs(int i) {
    vec3 y = vec3(0.0);
    int end = LOADI1(pairPart, 2 * i + 1);
    for (int k = LOADI1(pairPart, 2 * i); k < end; k++) {
        int ref = LOADI1(pairProduct, k), p = ref >> 2, a = ref & 3;
        ivec4 v = LOADI4(pairVertex, p);
        vec4 w = LOAD4(pairWeight, p);
        vec3 h = LOAD4(pairSlot, PAIR_SLOT * p + 1).xyz, o = LOAD4(pairSlot, PAIR_SLOT * p + 2).xyz, u = vec3(0.0);
        for (int b = 0; b < 4; b++)
            if (b != a) u += w[b] * U(v[b]);
        y += w[a] * vec3(dot(vec3(h.x, o.z, o.y), u), dot(vec3(o.z, h.y, o.x), u), dot(vec3(o.y, o.x, h.z), u));
    }
    return y;
}
