// pair_gather on hardware. Some vertices have long lists, so all invocations of a work group process the lists of its
// vertices, which are neighbours. Its output has no gaps between vertices, for pairs_by_group.glsl. Sums and lists have
// the order of pair_gather_row.glsl.
#ifndef FETCH
#define LOOKED 8 // entries per invocation and round, loaded together to hide latency
#define ROUND (LOOKED * GROUP)
#define SUMMED 4 // summands per invocation and round
#define PORTION (SUMMED * GROUP)
shared int actsRef[ROUND];         // entries of the round whose pairs have a force, in order
shared int actsBefore[GROUP + 1];  // number of these before the entries of each invocation
shared uint actsOf[GROUP + 1];     // a bit for each of its entries
shared vec3 gradientTerm[PORTION];
shared vec3 diagonalTerm[PORTION]; // xx yy zz
shared vec3 mixedTerm[PORTION];    // yz xz xy

void await() {
    memoryBarrierShared();
    barrier();
}

// Number of entries with a force among the first k of the round.
int actsUpTo(int k) { return actsBefore[k / LOOKED] + bitCount(actsOf[k / LOOKED] & ((1u << (k % LOOKED)) - 1u)); }

void gatherPairs(int i) {
    int id = int(gl_LocalInvocationID.x);
    if (i - id >= vertexCount) return; // the whole group
    int from = listStart(i - id), end = listStart(min(i - id + GROUP, vertexCount)), at = from;
    int first = listStart(min(i, vertexCount)), stop = listStart(min(i + 1, vertexCount));
    ivec2 part = ivec2(from);
    vec3 g = vec3(0.0), h = vec3(0.0), o = vec3(0.0);
    if (first < stop) {
        g = vertexSlot[VERTEX_SLOT * i].xyz;
        h = vertexSlot[VERTEX_SLOT * i + 1].xyz;
        o = vertexSlot[VERTEX_SLOT * i + 2].xyz;
    }
    for (; from < end; from += ROUND) {
        int k = from + LOOKED * id, refs[LOOKED];
        uint bits = 0u;
        if (k < end) { // padded with the last entry, so that no branch separates the loads
            for (int n = 0; n < LOOKED; n++) refs[n] = LOADI1(pairList, min(k + n, end - 1));
            for (int n = 0; n < LOOKED; n++) bits |= uint(acts(refs[n] >> 2)) << n;
            bits &= (1u << min(end - k, LOOKED)) - 1u;
        }
        int to = groupScan(bitCount(bits));
        actsBefore[id] = to;
        actsOf[id] = bits;
        for (int n = 0; n < LOOKED; n++)
            if ((bits >> n & 1u) != 0u) actsRef[to++] = refs[n];
        if (id == GROUP - 1) {
            actsBefore[GROUP] = to;
            actsOf[GROUP] = 0u;
        }
        await();
        int count = actsBefore[GROUP], own = actsUpTo(clamp(first - from, 0, ROUND)),
            ownEnd = actsUpTo(clamp(stop - from, 0, ROUND));
        if (first >= from) part.x = at + own;
        if (stop >= from) part.y = at + ownEnd;
        for (int n = id; n < count; n += GROUP) pairProduct[at + n] = actsRef[n];
        for (int begin = 0; begin < count; begin += PORTION) {
            if (begin + id < count)
                for (int n = 0; n < SUMMED; n++) {
                    int ref = actsRef[min(begin + n * GROUP + id, count - 1)], p = ref >> 2;
                    float w = LOAD4(pairWeight, p)[ref & 3];
                    gradientTerm[n * GROUP + id] = w * LOAD4(pairSlot, PAIR_SLOT * p).xyz;
                    diagonalTerm[n * GROUP + id] = w * w * LOAD4(pairSlot, PAIR_SLOT * p + 1).xyz;
                    mixedTerm[n * GROUP + id] = w * w * LOAD4(pairSlot, PAIR_SLOT * p + 2).xyz;
                }
            await();
            for (int n = max(own - begin, 0), most = min(ownEnd - begin, PORTION); n < most; n++) {
                g += gradientTerm[n];
                h += diagonalTerm[n];
                o += mixedTerm[n];
            }
            await(); // before summands are overwritten
        }
        at += count;
    }
    if (i >= vertexCount) return;
    pairPart[i] = part;
    if (first == stop) return;
    vertexSlot[VERTEX_SLOT * i] = vec4(g, 0.0);
    vertexSlot[VERTEX_SLOT * i + 1] = vec4(h, 0.0);
    vertexSlot[VERTEX_SLOT * i + 2] = vec4(o, 0.0);
}
#endif
