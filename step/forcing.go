package step

import "math"

// Forcing chooses how exactly each linear system of Newton's method has to be solved, on either
// backend. The zero value knows of no step before.
type Forcing struct {
	move  float64 // about how far the next Newton step goes [m]; 0: unknown
	ratio float64 // about what the next step leaves of the gradient; 0: unknown
	// what the next system may leave unsolved, so that its Newton step is the last one [m]; 0: that is not to be had
	ends float64

	first struct { // of the first iteration of the last run
		move, ratio float64
		residual    float64 // Reductions.Residual before it [m]
		bent        float64 // about how far what no linear system knows of would have moved cloth [m]; NaN: unknown
	}
}

// Begin begins a run of Newton's method, in a step to tolerance [m]: its first step will be like that of the run
// before. Where that left no more than half the tolerance to the iterations that followed, but for what its system left
// unsolved, one iteration will do if its system is solved so far that the other half remains. Reductions.LinearResidual
// tells, which for cloth that falls and swings is near the error; of the residual in the norm of the inverse diagonal a
// tenth may be left and all the error with it. More than the tolerance is never left: where steps begin near their end,
// what is unbalanced there is noise of stiff parts, and what is left of slow motion adds up from step to step.
func (f *Forcing) Begin(tolerance float64) {
	f.move, f.ratio, f.ends = f.first.move, f.first.ratio, 0
	if f.move > 0 && f.first.bent < tolerance/2 {
		f.ratio, f.ends = 0, min(tolerance, tolerance/2*f.first.residual/f.move)
	}
}

// Loosest is the largest relative residual of a system. Kernels have it, too.
const Loosest = 0.1 // measured: docs/step-constants.md

// Linear says how far the next system is solved. The share of the residual that may stay is at least floor and at most
// a tenth: half the tolerance of the step [m], or a third of what the system, being linear, is expected to leave anyway
// (inexact Newton after Eisenstat and Walker 1996).
func (f *Forcing) Linear(tolerance, floor float64) Linear {
	if f.move == 0 {
		return Linear{Tolerance: 1e-2}
	}
	return Linear{Tolerance: min(Loosest, max(floor, tolerance/f.move/2, f.ratio/3)), MaxResidual: f.ends}
}

// further is l for a backend that solves by SSOR. What that leaves unsolved is smooth, so that it is as far off as the
// bound says, where block Jacobi leaves what is stiff, and a twentieth of that; with all of l unsolved a hanging sheet
// of 101 × 101 vertices is 2.9 mm off after 64 steps, with half of the share .46, and with a quarter of it and of the
// bound .03, of coarse levels .07. An iteration of Newton's method costs as much as a hundred of its iterations or
// more, and there are fewer (a sheet on a ball 337 for 399, a hanging one 153 for 186).
func (l Linear) further(floor float64) Linear {
	l.Tolerance, l.MaxResidual = max(min(floor, l.Tolerance), min(Loosest/4, l.Tolerance/2)), l.MaxResidual/4
	return l
}

// Done notes how far Newton step number it went, and what it left of the gradient.
func (f *Forcing) Done(it int, move, ratio float64) {
	if !(ratio >= 0) {
		ratio = 0 // unknown: a step that ends in NaN must not leave it to the halves that follow
	}
	if it == 0 {
		f.first.move, f.first.ratio, f.first.bent = move, ratio, math.NaN()
	}
	f.move, f.ratio, f.ends = move, 0, 0
}

// Bent notes of the first iteration, a full Newton step t that ends with the gradient unbalanced [m], how much of that
// its system did not know of: the first choice of Eisenstat and Walker, by norms alone.
func (f *Forcing) Bent(t *Reductions, residual float64) {
	f.first.residual = t.Residual
	f.first.bent = t.Extent() * math.Abs(residual-t.LinearResidual) / t.Residual
}
