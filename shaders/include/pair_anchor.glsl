// What pairs have kept of the last step, twin of cloth.Rub: of each that was active its query and partner, as
// pair_link.glsl writes numbers, and 1 if it rubbed; its elastic slip [m]. Those of a query stand together;
// pairAnchorFirst[query] is one more than the place of the first, 0 if there is none.
TEX4(pairAnchor)
TEXI1(pairAnchorFirst)
uniform int kept; // entries

// That of a vertex goes over from one triangle to the next.
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
