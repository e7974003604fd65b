package dress

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// A step of h [s] whose velocities are dropped moves cloth by the accelerations that seams and bodies still give it,
// times h²; in the time τ = Σ h² [s²] such steps follow M·dx/dτ = −∂Φ/∂x. So steps of any length tell when the cloth is
// at rest: once what is left are small parts of the weight that comes on next. A vertex or two of a hem that folds onto
// itself, with nothing to keep it from doing so, move on for long; so it is the root mean square that counts, of each
// piece, and of each edge that is to be held where it is then.
const (
	// root mean square of accelerations [m/s²], a twentieth of the weight: a waist on hips has a millimetre to go then
	atRest   = 0.45
	restStep = seamStep / 2 // the shortest step that can tell, by more than its error [s]
	// τ in which the largest stretch has not fallen by a hundredth: what still moves, slides [s²]
	restSlips = 30 * seamStep * seamStep
)

// rest looks for the end of drawing seams together.
type rest struct {
	least float64 // the largest stretch, when it had last fallen by a hundredth; 0: none yet
	since float64 // τ since then [s²]
	quiet bool    // the step before found the cloth at rest, as far as it was solved
}

// near is how far a step of h has to be solved [m]: so far that what is left of the error is not taken for rest, where
// that is asked.
func (r *rest) near(h float64) float64 {
	if r.quiet || h == seamStep {
		return atRest / 2 * h * h
	}
	return seamMost / 20
}

// reached tells, after a step of h from before in which no vertex moved farther than move, whether the cloth has
// arrived: seams closed, and two steps in a row at rest, of which the second was solved for it; or no vertex moving in
// the longest step, or what moves sliding on.
func (r *rest) reached(d *dresser, h, move float64, before []r3.Vec) bool {
	stretch, falls := d.sim.MaxStretch(), false
	if r.since += h * h; r.least == 0 || stretch < 0.99*r.least {
		r.least, r.since, falls = stretch, 0, true
	}
	was := r.quiet
	r.quiet = h >= restStep && !falls && stretch <= slack && d.hurry(before) < atRest*h*h
	return was && r.quiet || h == seamStep && move < seamRest || r.since >= (1-1e-9)*restSlips
}

// hurry is how far pieces, and edges that are held, have come from before, root mean square of the one that came
// farthest [m].
func (d *dresser) hurry(before []r3.Vec) (most float64) {
	m, x := d.setup.Model, d.sim.State.X
	for i, piece := range d.setup.Pieces {
		v := m.Parts[i].Vertices
		var sum, mass float64
		for k := v.Lo; k < v.Hi; k++ {
			sum, mass = sum+m.Mass[k]*r3.Norm2(r3.Sub(x[k], before[k])), mass+m.Mass[k]
		}
		if mass > 0 {
			most = max(most, math.Sqrt(sum/mass))
		}
		for _, h := range piece.Holds {
			sum, n := 0.0, 0.0
			for _, k := range h.Chosen(x[v.Lo:v.Hi]) {
				sum, n = sum+r3.Norm2(r3.Sub(x[int(k)+v.Lo], before[int(k)+v.Lo])), n+1
			}
			most = max(most, math.Sqrt(sum/max(1, n)))
		}
	}
	return most
}
