// Pieces of cloth by connected component, from components.comp.
#include "component.glsl"
INI4(ComponentTable, componentTable)
uniform int pairs; // upper bound of active pairs; 0: every piece is a component

// Root, last piece and flags of a piece, see component.glsl.
ivec4 component(int piece) {
    if (pairs > 0 && pieces > 1.5) return LOADI4(componentTable, 2 * piece + 1);
    return ivec4(piece, piece, pairs > 0 ? NEAR_CLOTH : 0, 0);
}

// The next piece of the component from this one on, or last + 1.
int pieceFrom(int piece, int root, int last) {
    while (piece <= last && component(piece).x != root) piece++;
    return piece;
}

// Ranges of vertices and of triangles.
ivec4 rangeOf(int piece) { return LOADI4(componentTable, 2 * piece); }

#define EACH_PIECE(p) for (int p = root, last_ = component(root).y; p <= last_; p = pieceFrom(p + 1, root, last_))
