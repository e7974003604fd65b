// Package cpu is the float64 reference: one file per physical term, the implicit step that
// minimises their sum, and the parallel assembly. It is written to be read beside the papers;
// package gpu holds a twin of each term.
//
// A step from (x_n, v_n) over h finds the minimum of the incremental potential
//
//	Φ(x) = 1/(2h²)·‖x − x_n − h·v_n‖²_M + Σ terms ψ(x)
//
// by projected Newton iterations with backtracking; see Sim.Step.
package cpu
