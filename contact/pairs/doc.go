// Package pairs detects contact of cloth with itself: the broad phase (trees of boxes, culling by curvature and by
// bounds of motion), the narrow phase (distances, planes and shares of vertex–triangle and edge–edge pairs), and
// continuous collision detection (CCD) by conservative advancement.
//
// Curvature culling skips pairs within cloth that is too flat for features that are not neighbours to come near each
// other.
//
// Cloth is divided into patches: squares of a grid in material coordinates. A block is up to four patches around a
// corner of the grid, and W the rectangle around them. Let P be any two orthonormal rows, Q a 2×2 matrix, and
//
//	‖P F − Q‖ ≤ ε
//
// for the deformation gradient F = ∂x/∂(u,v) of every triangle that W meets. If two points a and b of the cloth in W
// can be joined by a path in W of a length L ≤ |a − b|/κ, then P(x(a) − x(b)) = ∫ P F along the path, which differs
// from Q(a − b) by at most ε L, so with the least singular value σ of Q
//
//	|x(a) − x(b)| ≥ (σ − ε/κ) |a − b| .
//
// On straight paths from one time to another F is a convex combination of those at the ends, so a Q and an ε for both
// ends hold on the way. The bound depends on bending angles to second order only, because P omits the normal direction:
// for bending by ±φ it is cos φ.
//
// κ depends on the rest shape. Let the part of the cloth in W be connected, with angles of 2π at all inner vertices,
// and angles at its rim that exceed π by τ < π in all. It has no holes, because the rim of a hole exceeds π by 2π. The
// shortest path between two of its points turns only at such rim vertices, at each at most once, so by τ in all, and
//
//	κ = cos(τ/2) .
//
// The rest distance of features without a common vertex follows: a vertex and a triangle, or two edges, whose closest
// point is an end of one of them, a vertex too. Each path from a vertex to a feature that is not its neighbour crosses
// an edge opposite to it, at the distance of an altitude of a triangle. So L is at least the least altitude of the
// triangles around that vertex, and |a − b| ≥ κ L.
//
// Volino and Magnenat-Thalmann (Computer Graphics Forum 13(3), 1994) also use that cloth with small angles between its
// normals cannot intersect itself, with a test of the outline for intersections. The estimate above replaces that test
// and bounds distances.
package pairs
