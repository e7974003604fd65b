// Contribution of pairs to rows of the matrix product, without the diagonal blocks, which are in the matrix; twin of
// cpu's selfContact.AddRows.
INI4(PairVertex, pairVertex)
IN4(PairWeight, pairWeight)
IN4(PairSlot, pairSlot)
INI1(PairPart, pairPart) // per vertex, range in pairProduct
INI1(PairProduct, pairProduct)
uniform int pairCount; // 0: no pairs, and none of the buffers is read

// Contribution of an entry of pairProduct to the row of its vertex. Hardware loads all of u together; a branch would
// serialise the loads.
vec3 productOfPair(int k) {
    int ref = LOADI1(pairProduct, k), p = ref >> 2, a = ref & 3;
    ivec4 v = LOADI4(pairVertex, p);
    vec4 w = LOAD4(pairWeight, p);
    vec3 h = LOAD4(pairSlot, PAIR_SLOT * p + 1).xyz, o = LOAD4(pairSlot, PAIR_SLOT * p + 2).xyz, u = vec3(0.0);
#ifdef FETCH
    for (int b = 0; b < 4; b++)
        if (b != a) u += w[b] * U(v[b]);
#else
    vec4 others = w * vec4(notEqual(ivec4(a), ivec4(0, 1, 2, 3)));
    vec3 u0 = U(v.x), u1 = U(v.y), u2 = U(v.z), u3 = U(v.w);
    u += others.x * u0;
    u += others.y * u1;
    u += others.z * u2;
    u += others.w * u3;
#endif
    return w[a] * vec3(dot(vec3(h.x, o.z, o.y), u), dot(vec3(o.z, h.y, o.x), u), dot(vec3(o.y, o.x, h.z), u));
}

#include "pairs_by_row.glsl"
#include "pairs_by_group.glsl"
