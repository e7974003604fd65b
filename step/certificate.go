package step

import "hysteron/cloth"

// The residual r of a linear system is measured in the norm of the inverse diagonal, in which a stiff part of the cloth
// drowns what moves it as a whole: a needle triangle that hangs from a point resists being deformed with 10⁷ times what
// resists its fall, so that a ten-thousandth of the residual may be all of its weight. A system with the matrix A =
// M/h² + K, K positive semi-definite, has the error e = A⁻¹r, and
//
//	eᵀMe/h² ≤ eᵀAe = rᵀA⁻¹r ≤ h² rᵀM⁻¹r,
//
// so that the root mean square of the error, by mass, is at most h²·√(rᵀM⁻¹r/Σm), whatever K is: how far what is left
// of the balance of momentum would move cloth without stiffness. For ordinary cloth the error is some twenty times
// less.

// Weights are w of each vertex, such that h²·√(Σ w|r|²) is that bound [m], by the root of its mean square over pieces:
// w = 1/(m·M·n) for the mass m of the vertex and M of its piece, one of n [kg⁻²].
func Weights(m *cloth.Model) []float64 {
	of, count := Components(m)
	mass := make([]float64, count)
	for i, p := range of {
		mass[p] += m.Mass[i]
	}
	w := make([]float64, len(of))
	for i, p := range of {
		if m.Mass[i] > 0 {
			w[i] = 1 / (m.Mass[i] * mass[p] * float64(count))
		}
	}
	return w
}

// certificate is a residual certificate: of some steps that seem to have converged it has the systems solved until the
// bound of the error is below the tolerance. These are the first step, one in certifyEvery, one whose residual at the
// start is far above that of the last certified step, all after one that had not converged until one has, and those
// whose linear residual is far more than the Newton step. Where cloth settles, systems are solved to that bound and
// nothing more: in slivers, as garments drawn for pictures have them, Newton's method alternates by micrometres for
// ever.
type certificate struct {
	issued   bool    // one was
	since    int     // steps since then
	size     float64 // Reductions.Residual at its beginning [m]
	stiff    bool    // it had not converged
	motion   bool    // this step is about motion
	settles  bool    // Settings.Settling, or Slivers
	due      bool    // this one has to be proved
	residual float64 // by the solution from which the proof begins or goes on [m]; 0: it has not begun
	// of the gradient that this left, which the next Newton step goes by: the rest no linear system knew of
	share  float64
	norm   float64 // of the gradient that this system was solved for
	judged bool    // a Newton step has been seen since then
}

// longestMotion is the longest step that is about motion [s]: longer ones lead to shapes at rest, where forces of cloth
// say it all and the bound nothing.
const longestMotion = 0.1 // derived: the largest step_s of a scene file

// Where cloth buckles, a Newton step after one that seemed to be the last goes up to twice the tolerance, whatever was
// left unsolved: nine tenths of its gradient no linear system knew of. Such steps count as converged.
//
// A proof costs an iteration of Newton's method and up to a few times the iterations of conjugate gradients of a step.
// Where it finds a step that had not converged, solveMore times less than the tolerance may be unsolved: the bound is
// near the error then.
const (
	certifyEvery = 16 // measured: docs/step-constants.md
	farMore      = 4  // measured: docs/step-constants.md
	// times the Newton step may be unsolved: up to 5 in ordinary cloth, 40 to 1400 in needles
	mostOfMove = 30 // measured: docs/step-constants.md
	solveMore  = 10 // times; measured: docs/step-constants.md
	// of the gradient, which the next Newton step goes by: .05 to .1 in cloth that buckles
	leastShare = .25 // measured: docs/step-constants.md
	// tolerances, at the end of a proof of needles: up to 30 in cloth that buckles, 400 in a needle that still turns
	maxResidual = 100 // measured: docs/step-constants.md
)

// floorResidual is what may be unbalanced, over the least share of a residual that the backend's numbers can resolve
// [m]: in single precision, of 1e-3, cloth that lies in a contact layer shows up to 1.4e-5 m that no iteration takes
// away.
const floorResidual = 0.05 // derived: 50 µm in single precision, beyond those 14 µm

// begin begins a step of h [s], the gradient at whose first guess would move cloth without stiffness by unbalanced [m].
func (p *certificate) begin(h, residual float64) {
	p.since++
	p.motion = h <= longestMotion
	p.due = p.motion && (!p.issued || p.stiff || p.since >= certifyEvery || residual > farMore*p.size)
	if p.due {
		p.issued, p.since, p.size = true, 0, residual
	}
}

// most is how much the next system may leave unsolved [m]; 0: anything.
func (p *certificate) most(tolerance float64) float64 {
	switch {
	case p.residual == 0:
		return 0
	case p.stiff:
		return tolerance / solveMore
	}
	return tolerance
}

// judge is called with each Newton step after a certificate has begun. The first one shows whether the step had
// converged.
func (p *certificate) judge(t *Reductions, tolerance float64) {
	if p.residual == 0 {
		return
	}
	p.stiff = !p.settles && (p.judged && p.stiff || t.Extent() > tolerance && (p.share > leastShare ||
		t.Extent() > farMore*tolerance))
	p.judged = true
}

// continues reports whether Newton's method goes on although it seems to have ended after the Newton step t, with a
// residual [m]. floor is Driver.Floor. It gives up where systems cannot be solved further.
func (p *certificate) continues(t *Reductions, residual, tolerance, floor float64) bool {
	most := tolerance
	if p.stiff {
		most /= solveMore
	}
	if !p.due && t.LinearResidual > max(tolerance, mostOfMove*t.Move) {
		p.due, p.since = p.motion, 0
	}
	switch {
	case !p.due || t.LimitReached:
		return false
	case t.LinearResidual <= most:
		return p.stiff && residual > max(maxResidual*tolerance, floorResidual*floor, t.Rounding)
	case p.residual > 0 && t.LinearResidual > p.residual*3/4 && t.Norm > p.norm*3/4:
		return false
	}
	p.residual, p.share, p.norm, p.judged = t.LinearResidual, t.LinearResidual/residual, t.Norm, p.judged && p.residual > 0
	return true
}

// postpone has the next step certified in place of this one, if it was due.
func (p *certificate) postpone() {
	if p.due {
		p.since = certifyEvery
	}
}

// fails reports whether the step has to be proved, and is not.
func (p *certificate) fails(t *Reductions, tolerance float64) bool {
	return p.due && t.LinearResidual > tolerance
}
