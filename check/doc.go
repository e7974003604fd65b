// Package check is the independent checker: intersections, gaps and penetrations of meshes, vertex caches and runs,
// and the folds that a run leaves. It shares no code with the solver.
//
// It measures contact between triangle meshes without the solver's distance code: triangles of the cloth that cross
// each other or a body, vertices inside a body, and the least gap between cloth and body.
//
// Triangles that share a corner or an edge are checked too, see Report.Self.
//
// The signs of the orientation predicates are exact: floating point with an error bound first, and expansions (Shewchuk
// 1997, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates") where the bound does not
// decide. Distances are in ordinary floating point. Lengths are in metres.
package check
