// pair_gather on software devices, which suspend invocations at barriers: each vertex processes its own list; see
// pair_gather_group.glsl.
#ifdef FETCH
void gatherPairs(int i) {
    if (i >= vertexCount) return;
    int first = listStart(i), end = listStart(i + 1), at = first;
    if (first == end) {
        pairPart[i] = ivec2(first);
        return;
    }
    vec3 g = vertexSlot[VERTEX_SLOT * i].xyz, h = vertexSlot[VERTEX_SLOT * i + 1].xyz,
        o = vertexSlot[VERTEX_SLOT * i + 2].xyz;
    for (int k = first; k < end; k++) {
        int ref = LOADI1(pairList, k), p = ref >> 2;
        if (!acts(p)) continue;
        float w = LOAD4(pairWeight, p)[ref & 3];
        g += w * LOAD4(pairSlot, PAIR_SLOT * p).xyz;
        h += w * w * LOAD4(pairSlot, PAIR_SLOT * p + 1).xyz;
        o += w * w * LOAD4(pairSlot, PAIR_SLOT * p + 2).xyz;
        pairProduct[at++] = ref;
    }
    pairPart[i] = ivec2(first, at);
    vertexSlot[VERTEX_SLOT * i] = vec4(g, 0.0);
    vertexSlot[VERTEX_SLOT * i + 1] = vec4(h, 0.0);
    vertexSlot[VERTEX_SLOT * i + 2] = vec4(o, 0.0);
}
#endif
