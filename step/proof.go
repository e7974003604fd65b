package step

import "hysteron/cloth"

// The residual r of a linear system is measured in the norm of the inverse diagonal, in which a stiff part of the cloth
// drowns what moves it as a whole: a needle triangle that hangs from a point resists being deformed with 10⁷ times what resists its
// fall, so that a ten-thousandth of the residual may be all of its weight. A system with the matrix A = M/h² + K, K positive
// semi-definite, has the error e = A⁻¹r, and
//
//	eᵀMe/h² ≤ eᵀAe = rᵀA⁻¹r ≤ h² rᵀM⁻¹r,
//
// so that the root mean square of the error, by mass, is at most h²·√(rᵀM⁻¹r/Σm), whatever K is: how far what is left of
// the balance of momentum would move cloth without stiffness. For ordinary cloth the error is some twenty times less.

// Weights are w of each vertex, such that h²·√(Σ w|r|²) is that bound [m], by the root of its mean square over pieces: w = 1/(m·M·n)
// for the mass m of the vertex and M of its piece, one of n [kg⁻²].
func Weights(m *cloth.Model) []float64 {
	of, count := Pieces(m)
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

// proof has some steps that seem to have converged proved, by systems that are solved until the bound is below the tolerance: the
// first, one in proveEvery, one that begins far more unbalanced than the last that was proved, and, where a proof finds that
// the step had not converged, all that follow until one had; also where far more may be unsolved than the Newton step moves. Where cloth settles, systems are solved
// until the bound is below the tolerance, and nothing more: in slivers, as garments drawn for pictures have them, Newton's method turns around by micrometres for ever, with all of
// that unbalanced.
type proof struct {
	proved   bool    // one was
	since    int     // steps since then
	size     float64 // Tally.Unbalanced at its beginning [m]
	stiff    bool    // it had not converged
	motion   bool    // this step is about motion
	settles  bool    // Settings.Settling, or Slivers
	due      bool    // this one has to be proved
	unsolved float64 // by the solution from which the proof begins or goes on [m]; 0: it has not begun
	share    float64 // of the gradient that this left, which the next Newton step goes by: the rest no linear system knew of
	norm     float64 // of the gradient that this system was solved for
	judged   bool    // a Newton step has been seen since then
}

// longestMotion is the longest step that is about motion [s]: longer ones lead to shapes at rest, where forces of cloth say it all and the
// bound nothing.
const longestMotion = 0.1

// Where cloth buckles, a Newton step after one that seemed to be the last goes up to twice the tolerance, whatever was left unsolved: nine tenths of its gradient no linear system knew of. Such steps
// count as converged.
//
// A proof costs an iteration of Newton's method and up to a few times the iterations of conjugate gradients of a step. Where it finds a step that had
// not converged, solveMore times less than the tolerance may be unsolved: the bound is near the error then.
const (
	proveEvery     = 16 // guess
	farMore        = 4
	mostOfMove     = 30  // may be unsolved; measured: up to 5 in ordinary cloth, 40 to 1400 in needles
	solveMore      = 10  // times
	leastShare     = .25 // of the gradient, which the next Newton step goes by; measured: .05 to .1 in cloth that buckles
	mostUnbalanced = 100 // tolerances, at the end of a proof of needles; measured: up to 30 in cloth that buckles, 400 in a needle that still turns
)

// unknown is what may be unbalanced, over the least share of a residual that the machine's numbers can resolve [m]: in single precision, of 1e-3, cloth that lies in
// a contact layer shows up to 1.4e-5 m that no iteration takes away.
const unknown = 0.05 // derived: 50 µm in single precision, beyond those 14 µm

// begin begins a step of h [s], the gradient at whose first guess would move cloth without stiffness by unbalanced [m].
func (p *proof) begin(h, unbalanced float64) {
	p.since++
	p.motion = h <= longestMotion
	p.due = p.motion && (!p.proved || p.stiff || p.since >= proveEvery || unbalanced > farMore*p.size)
	if p.due {
		p.proved, p.since, p.size = true, 0, unbalanced
	}
}

// most is how much the next system may leave unsolved [m]; 0: anything.
func (p *proof) most(tolerance float64) float64 {
	switch {
	case p.unsolved == 0:
		return 0
	case p.stiff:
		return tolerance / solveMore
	}
	return tolerance
}

// judge sees what a Newton step finds after a proof has begun: with the first one, that of a step that had converged, it ends as soon.
func (p *proof) judge(t *Tally, tolerance float64) {
	if p.unsolved == 0 {
		return
	}
	p.stiff = !p.settles && (p.judged && p.stiff || t.Extent() > tolerance && (p.share > leastShare || t.Extent() > farMore*tolerance))
	p.judged = true
}

// asks tells whether Newton's method has to go on, though it seems to be at its end after the Newton step t, with the gradient
// unbalanced [m]; floor is Driver.Floor. It gives up where systems cannot be solved further, which they can, to a share of the gradient, as long as that falls.
func (p *proof) asks(t *Tally, unbalanced, tolerance, floor float64) bool {
	most := tolerance
	if p.stiff {
		most /= solveMore
	}
	if !p.due && t.Unsolved > max(tolerance, mostOfMove*t.Move) {
		p.due, p.since = p.motion, 0
	}
	switch {
	case !p.due || t.RanOut:
		return false
	case t.Unsolved <= most:
		return p.stiff && unbalanced > max(mostUnbalanced*tolerance, unknown*floor, t.Rounding)
	case p.unsolved > 0 && t.Unsolved > p.unsolved*3/4 && t.Norm > p.norm*3/4:
		return false
	}
	p.unsolved, p.share, p.norm, p.judged = t.Unsolved, t.Unsolved/unbalanced, t.Norm, p.judged && p.unsolved > 0
	return true
}

// put has the next step proved in place of this one, if it had to be.
func (p *proof) put() {
	if p.due {
		p.since = proveEvery
	}
}

// fails tells whether the step has to be proved, and is not.
func (p *proof) fails(t *Tally, tolerance float64) bool { return p.due && t.Unsolved > tolerance }
