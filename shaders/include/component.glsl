// componentTable, per piece of cloth: range of its vertices and range of its triangles; then, from components.comp, the
// lowest piece of its connected component, which is the root, the last piece of the component (for a root), and flags;
// then 1 for a rigid body.
#define NEAR_CLOTH 1 // has active pairs
#define CLOSES 2     // has pairs with another piece without force: a rigid motion may close them
