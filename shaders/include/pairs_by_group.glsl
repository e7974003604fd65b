// The pairs of a work group's rows, processed by all its invocations, on hardware: some rows have dozens of pairs, most
// have few or none, and each pair takes three dependent loads, so the longest row would determine the time. Pairs of
// neighbouring rows are neighbours in pairProduct, see pair_gather_group.glsl. Each row adds up its own, in the order
// of pairs_by_row.glsl.
#if !defined(FETCH) && !defined(LANES)
#define PAIRS_EACH 2 // per invocation and round; registers for more would reduce occupancy
#define PAIRS_ROUND (PAIRS_EACH * GROUP)
shared vec3 pairTerm[PAIRS_ROUND];

// The same for all invocations of a group: below the number of vertices while any has a row, so that all reach
// productOfPairs.
#define IN_STEP(i) ((i) - int(gl_LocalInvocationID.x))

// Range of the entries of row i, empty without such a row; then that of the group.
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
        } else if (at < end) { // padded with the last entry, so that no branch separates the loads
            vec3 a = productOfPair(at), b = productOfPair(min(at + GROUP, end - 1));
            pairTerm[id] = a;
            pairTerm[id + GROUP] = b;
        }
        sync();
        for (int most = min(of.y, from + PAIRS_ROUND); k < most; k++) y += pairTerm[k - from];
        sync(); // before summands are overwritten
    }
    return y;
}
#endif
