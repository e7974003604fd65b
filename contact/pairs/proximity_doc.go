// Proximity of pairs of cloth features, a vertex and a triangle or two edges: distances (closest.go), continuous
// collision detection (advance.go), and the search for near pairs (tree.go, around.go and features.go).
//
// A pair has four points. For vertex–triangle they are the vertex and the corners, for edge–edge the ends of the first
// and of the second edge. Closest points are given by four weights w that sum to zero: the vector between them is r = Σ
// wᵢ xᵢ, from the triangle to the vertex or from the second edge to the first.

package pairs
