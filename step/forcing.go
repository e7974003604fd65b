package step

import "math"

// Forcing chooses the tolerance of each linear system of Newton's method, on either backend. The zero value has no step
// before.
type Forcing struct {
	move  float64 // estimated length of the next Newton step [m]; 0: unknown
	ratio float64 // estimated share of the gradient after the next step; 0: unknown
	// largest linear residual with which the next Newton step will be the last [m]; 0: there is none
	ends float64

	first struct { // of the first iteration of the last run
		move, ratio float64
		residual    float64 // Reductions.Residual before it [m]
		bent        float64 // estimated nonlinear error of the Newton step [m]; NaN: unknown
	}
}

// Begin begins a run of Newton's method in a step with a tolerance [m]. Its first Newton step is expected to be like
// that of the run before. If the nonlinear error of that one was no more than half the tolerance, one iteration is
// enough when the linear residual stays within the other half. Reductions.LinearResidual measures it: for cloth that
// falls and swings it is near the error, while a tenth of the residual in the norm of the inverse diagonal may be all
// the error. It never exceeds the tolerance: where steps begin near their end, the residual there is noise of stiff
// parts, and errors of slow motion add up from step to step.
func (f *Forcing) Begin(tolerance float64) {
	f.move, f.ratio, f.ends = f.first.move, f.first.ratio, 0
	if f.move > 0 && f.first.bent < tolerance/2 {
		f.ratio, f.ends = 0, min(tolerance, tolerance/2*f.first.residual/f.move)
	}
}

// Loosest is the largest relative residual of a system. Kernels have the same constant.
const Loosest = 0.1 // measured: docs/step-constants.md

// Linear returns the tolerance of the next system. The relative residual is at least floor and at most a tenth: half
// the tolerance of the step [m], or a third of the share that the linearisation is expected to leave (inexact Newton
// after Eisenstat and Walker 1996).
func (f *Forcing) Linear(tolerance, floor float64) Linear {
	if f.move == 0 {
		return Linear{Tolerance: 1e-2}
	}
	return Linear{Tolerance: min(Loosest, max(floor, tolerance/f.move/2, f.ratio/3)), MaxResidual: f.ends}
}

// further returns the stricter tolerance of l for a backend with SSOR. The residual of SSOR is smooth, so that the
// error is as large as the bound; that of block Jacobi is stiff, and its error a twentieth of that. With l itself a
// hanging sheet of 101 × 101 vertices is 2.9 mm off after 64 steps, with half of the share .46, and with a quarter of
// it and of the bound .03, of coarse levels .07. A Newton iteration costs as much as a hundred SSOR iterations or more,
// and there are fewer (a sheet on a ball 337 for 399, a hanging one 153 for 186).
func (l Linear) further(floor float64) Linear {
	l.Tolerance, l.MaxResidual = max(min(floor, l.Tolerance), min(Loosest/4, l.Tolerance/2)), l.MaxResidual/4
	return l
}

// Done records the length of Newton step number it, and the share of the gradient after it.
func (f *Forcing) Done(it int, move, ratio float64) {
	if !(ratio >= 0) {
		ratio = 0 // unknown: a step that ends in NaN must not pass it on to the halves that follow
	}
	if it == 0 {
		f.first.move, f.first.ratio, f.first.bent = move, ratio, math.NaN()
	}
	f.move, f.ratio, f.ends = move, 0, 0
}

// Bent records the nonlinear part of the residual [m] after the first iteration, a full Newton step t: the first choice
// of Eisenstat and Walker, by norms alone.
func (f *Forcing) Bent(t *Reductions, residual float64) {
	f.first.residual = t.Residual
	f.first.bent = t.Extent() * math.Abs(residual-t.LinearResidual) / t.Residual
}
