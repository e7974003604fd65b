// Package check is the independent checker: intersections, gaps and penetrations of meshes, vertex caches and runs,
// and the folds that a run leaves. It shares no code with the solver.
//
// Measures contact between triangle meshes without any of the solver's own
// distance code: which triangles of the cloth cross each other, which cross a body, which
// vertices lie inside a body, and how small the gap between cloth and body is.
//
// Triangles that share a corner or an edge are looked at too: see Report.Self for what counts.
//
// All yes-or-no answers come from orientation predicates whose signs are exact: floating point
// with an error bound first, expansions (Shewchuk 1997, "Adaptive Precision Floating-Point
// Arithmetic and Fast Robust Geometric Predicates") where the bound does not decide. Distances are
// ordinary floating point. Lengths are metres.
package check
