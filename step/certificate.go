package step

import "hysteron/cloth"

// The residual r of a linear system is measured in the norm of the inverse diagonal. In this norm a stiff part of the
// cloth hides the residual of rigid motion: the resistance of a needle triangle that hangs from a point to deformation
// is 10⁷ times that to its fall, so a relative residual of 1e-4 may be all of its weight. A system with the matrix A =
// M/h² + K, K positive semi-definite, has the error e = A⁻¹r, and
//
//	eᵀMe/h² ≤ eᵀAe = rᵀA⁻¹r ≤ h² rᵀM⁻¹r,
//
// so the root mean square of the error, by mass, is at most h²·√(rᵀM⁻¹r/Σm), whatever K is. This is the displacement of
// cloth without stiffness by the residual forces. For ordinary cloth the error is some twenty times less.

// Weights returns the weight w of each vertex, such that h²·√(Σ w|r|²) is that bound [m], as a root mean square over
// connected components: w = 1/(m·M·n) for the mass m of the vertex and M of its component, one of n [kg⁻²].
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

// certificate is a residual certificate: in some steps that seem converged, systems are solved until the bound of the
// error is below the tolerance. These are the first step, one in certifyEvery, one whose residual at the start is far
// above that of the last certified step, all after a step that had not converged until one has, and those whose linear
// residual is far more than the Newton step. Where cloth settles, the certificate ends at that bound: in slivers, as in
// garments drawn for pictures, Newton's method alternates by micrometres without end.
type certificate struct {
	issued   bool    // a step was certified
	since    int     // steps since the last certified one
	size     float64 // Reductions.Residual at the start of the last certified step [m]
	stiff    bool    // the last certified step had not converged
	motion   bool    // the step is no longer than longestMotion
	settles  bool    // Settings.Settling, or Slivers
	due      bool    // this step is to be certified
	residual float64 // linear residual of the system with which the certification began or continues [m]; 0: not begun
	// the same over the residual [1]; the remainder of the gradient is nonlinear
	share  float64
	norm   float64 // the same over the residual [1]; the remainder of the gradient is nonlinear
	judged bool    // a Newton step has been judged since then
}

// longestMotion is the longest step in which motion matters [s]. Longer ones lead to shapes at rest, where the forces
// of cloth determine the error and the bound with inertia alone does not.
const longestMotion = 0.1 // derived: the largest step_s of a scene file

// Where cloth buckles, a Newton step after the seemingly last one moves up to twice the tolerance, however exactly the
// system was solved: nine tenths of its gradient are nonlinear. Such steps count as converged.
//
// A certificate costs an iteration of Newton's method and up to a few times the CG iterations of a step. Once it finds
// that a step had not converged, the limit of the linear residual is the tolerance over solveMore: the bound is near
// the error then.
const (
	certifyEvery = 16 // measured: docs/step-constants.md
	farMore      = 4  // measured: docs/step-constants.md
	// largest linear residual, in Newton steps: up to 5 in ordinary cloth, 40 to 1400 in needles
	mostOfMove = 30 // measured: docs/step-constants.md
	solveMore  = 10 // measured: docs/step-constants.md
	// least linear share of the gradient for the next Newton step: .05 to .1 in cloth that buckles
	leastShare = .25 // measured: docs/step-constants.md
	// largest residual at the end of a certificate of needles, in tolerances: up to 30 in cloth that buckles, 400 in a
	// needle that still turns
	maxResidual = 100 // measured: docs/step-constants.md
)

// floorResidual times the least relative residual that the backend resolves is the residual that always passes [m]. In
// single precision (1e-3) cloth in a contact layer has residuals of up to 1.4e-5 m that no iteration removes.
const floorResidual = 0.05 // derived: 50 µm in single precision, beyond those 14 µm

// begin begins a step of h [s] with the residual [m] at the first guess.
func (p *certificate) begin(h, residual float64) {
	p.since++
	p.motion = h <= longestMotion
	p.due = p.motion && (!p.issued || p.stiff || p.since >= certifyEvery || residual > farMore*p.size)
	if p.due {
		p.issued, p.since, p.size = true, 0, residual
	}
}

// most returns the largest linear residual of the next system [m]; 0: any.
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

// continues reports whether Newton's method continues, although it seems to have ended after the Newton step t with a
// residual [m]. floor is Driver.Floor. It returns false where systems cannot be solved more exactly.
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

// postpone makes the next step certified in place of this one, if this one was due.
func (p *certificate) postpone() {
	if p.due {
		p.since = certifyEvery
	}
}

// fails reports whether the step is due and its linear residual exceeds the tolerance.
func (p *certificate) fails(t *Reductions, tolerance float64) bool {
	return p.due && t.LinearResidual > tolerance
}
