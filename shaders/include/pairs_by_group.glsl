// The pairs of the rows of a work group by all its invocations, on hardware: some rows have dozens, most few or none,
// and each is three loads deep, so that the longest row would be waited for. Those of neighbouring rows are neighbours
// in pairProduct, see pair_gather_group.glsl; each row adds up its own, in the order of pairs_by_row.glsl.
#if !defined(FETCH) && !defined(LANES)
#define PAIRS_EACH 2 // of an invocation at once: registers for more would keep other groups from running beside this
                     // one
#define PAIRS_ROUND (PAIRS_EACH * GROUP)
shared vec3 pairTerm[PAIRS_ROUND];

// The same for all invocations of a group: below the number of vertices while any has a row. All of them come to
// productOfPairs then.
#define IN_STEP(i) ((i) - int(gl_LocalInvocationID.x))

// The entries of row i, or none where there is no such row: first and end; then those of the group.
ivec4 pairsOf(int i) {
    int head = IN_STEP(i), after = min(head + GROUP, vertexCount);
    ivec4 of = ivec4(0, 0, LOADI1(pairPart, 2 * head), LOADI1(pairPart, 2 * after - 1));
    if (i < after) of.xy = ivec2(LOADI1(pairPart, 2 * i), LOADI1(pairPart, 2 * i + 1));
    return of;
}

vec3 productOfPairs(ivec4 of) {
    int id = int(gl_LocalInvocationID.x), k = of.x, from = of.z, end = of.w;
    vec3 y = vec3(0.0);
    for (; from < end; from += PAIRS_ROUND) {
        int at = from + id;
        if (end - from <= GROUP) {
            if (at < end) pairTerm[id] = productOfPair(at);
        } else if (at < end) { // those behind the end are the last one again, so that no branch keeps loads apart
            vec3 a = productOfPair(at), b = productOfPair(min(at + GROUP, end - 1));
            pairTerm[id] = a;
            pairTerm[id + GROUP] = b;
        }
        sync();
        for (int most = min(of.y, from + PAIRS_ROUND); k < most; k++) y += pairTerm[k - from];
        sync(); // the terms may be replaced
    }
    return y;
}
#endif
