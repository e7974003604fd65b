// Features of the cloth: triangles, then edges, with their vertices (−1 for the third of an edge). Each pair has four:
// a vertex and the corners of a triangle, or the ends of two edges. A pair is identified by its query (a vertex, or
// vertexCount + edge) and its partner (a feature).
INI4(Features, features)

// Vertices of a pair; face: vertex–triangle.
ivec4 pairVertices(int query, int partner, out bool face) {
    ivec4 b = LOADI4(features, partner);
    face = query < vertexCount;
    if (face) return ivec4(query, b.xyz);
    return ivec4(LOADI4(features, query - vertexCount + triangleCount).xy, b.xy);
}
