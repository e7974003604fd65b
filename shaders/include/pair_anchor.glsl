// Anchors of pairs from the last step, twin of cloth.Rub: for each active pair its query and partner, encoded as in
// pair_link.glsl, and 1 if it had friction; its elastic slip [m]. Those of a query are consecutive;
// pairAnchorFirst[query] is the index of the first plus one, 0 if there is none.
TEX4(pairAnchor)
TEXI1(pairAnchorFirst)
uniform int kept; // entries

// The slip of a vertex is carried over between adjacent triangles.
vec3 pairKeptSlip(int query, int partner, ivec4 v) {
    vec3 slip = vec3(0.0);
    bool same = query >= vertexCount;
    for (int k = TEXEL(pairAnchorFirst, query).r - 1; k >= 0 && k < kept; k++) {
        vec4 name = TEXEL(pairAnchor, 2 * k);
        if (linkOf(name.x) != query) break;
        if (linkOf(name.y) == partner) return TEXEL(pairAnchor, 2 * k + 1).xyz;
        if (same || name.z == 0.0) continue;
        ivec3 o = LOADI4(features, linkOf(name.y)).xyz;
        same = any(equal(v.yyy, o)) || any(equal(v.zzz, o)) || any(equal(v.www, o));
        if (same) slip = TEXEL(pairAnchor, 2 * k + 1).xyz;
    }
    return slip;
}
