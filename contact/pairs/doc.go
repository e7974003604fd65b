// Package pairs detects contact of cloth with itself: the broad phase (trees of boxes, culling by curvature and by
// bounds of motion), the narrow phase (distances, planes and shares of vertex–triangle and edge–edge pairs), and
// continuous collision detection (CCD) by conservative advancement.
//
// Finds places where cloth is so flat that no two of its features that are not neighbours come near each
// other, so that contact detection skips them there.
//
// Cloth is cut into patches: squares of a grid in material coordinates. A block is up to four patches around a corner
// of the grid, and W the rectangle around them. Let P be any two orthonormal rows, Q a 2×2 matrix, and
//
//	‖P F − Q‖ ≤ ε
//
// for the deformation gradient F = ∂x/∂(u,v) of every triangle that W meets. If two points a and b of the cloth in W
// can be joined by a path in W of a length L ≤ |a − b|/κ, then P(x(a) − x(b)) = ∫ P F along the path, which differs
// from Q(a − b) by ε L at most, so that with the least singular value σ of Q
//
//	|x(a) − x(b)| ≥ (σ − ε/κ) |a − b| .
//
// Positions on straight paths from one time to another have an F between those of the ends: a Q and an ε for both ends
// hold on the way. The condition is one on angles up to the second order, as P leaves out what is across: where cloth
// bends by ±φ it is cos φ.
//
// κ is a matter of the rest shape. Where the part of the cloth in W is connected, all its angles at inner vertices are
// 2π, and those at its rim exceed π by τ < π in all, it has no holes, as the rim of one exceeds π by 2π; the shortest
// path between two of its points turns at such vertices only, at each of them once at most, so by τ in all, and
//
//	κ = cos(τ/2) .
//
// It remains how near a and b are at rest if their features have no common vertex: a vertex and a triangle, or two
// edges, which are nearest at an end of one of them, a vertex too. Each path from a vertex to what is not its neighbour
// crosses an edge opposite to it, whose distance is an altitude of a triangle: L is no less than the least altitude of
// the triangles around that vertex, and |a − b| ≥ κ L.
//
// That cloth with small enough angles between its normals cannot meet itself is used by Volino and Magnenat-Thalmann
// (Computer Graphics Forum 13(3), 1994), with a test of the outline for intersections; the estimate above replaces it,
// and gives a distance.
package pairs
