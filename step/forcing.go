package step

// Forcing chooses how exactly each linear system of Newton's method has to be solved, on either
// backend. The zero value knows of no step before.
type Forcing struct {
	move  float64 // about how far the next Newton step goes [m]; 0: unknown
	ratio float64 // about what the next step leaves of the gradient; 0: unknown

	firstMove, firstRatio float64 // of the first iteration of the last run
}

// Begin begins a run of Newton's method: its first step will be like that of the run before.
func (f *Forcing) Begin() { f.move, f.ratio = f.firstMove, f.firstRatio }

// Tolerance is the share of the residual that may stay, at least floor and at most a tenth: half the
// tolerance of the step [m], or a third of what the system, being linear, is expected to leave anyway
// (inexact Newton after Eisenstat and Walker 1996).
func (f *Forcing) Tolerance(tolerance, floor float64) float64 {
	if f.move == 0 {
		return 1e-2
	}
	return min(Loosest, max(floor, tolerance/f.move/2, f.ratio/3))
}

// Done notes how far Newton step number it went, and what it left of the gradient.
func (f *Forcing) Done(it int, move, ratio float64) {
	if !(ratio >= 0) {
		ratio = 0 // unknown: a step that ends in NaN must not leave it to the halves that follow
	}
	if it == 0 {
		f.firstMove, f.firstRatio = move, ratio
	}
	f.move, f.ratio = move, 0
}
