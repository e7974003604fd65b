// componentTable: of each piece of cloth its vertices from, to and its triangles from, to; then, as components.comp
// leaves them, the least piece of its connected component, which is the component's root, the last piece of the
// component if it is the root, and flags.
#define NEAR_CLOTH 1 // it has active pairs
#define CLOSES 2     // with another piece, without force: rigid motion may bring them together
