// The pairs of a row, processed by its own invocation, on software devices, which suspend invocations at barriers; see
// pairs_by_group.glsl.
#if defined(FETCH) || defined(LANES)
#define IN_STEP(i) (i)

// Range of the entries of row i.
ivec4 pairsOf(int i) { return ivec4(LOADI1(pairPart, 2 * i), LOADI1(pairPart, 2 * i + 1), 0, 0); }

vec3 productOfPairs(ivec4 of) {
    vec3 y = vec3(0.0);
    for (int k = of.x; k < of.y; k++) y += productOfPair(k);
    return y;
}
#endif
