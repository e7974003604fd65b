// Package cpu is the float64 reference backend: one file per physical term, the implicit step that minimises their sum,
// and the parallel assembly. Package gpu has a twin of each term.
//
// A step from (x_n, v_n) over h is the minimum of the incremental potential
//
//	Φ(x) = 1/(2h²)·‖x − x_n − h·v_n‖²_M + Σ terms ψ(x),
//
// computed by projected Newton iterations with a line search; see Sim.Step.
package cpu
