package dress

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Steps of h [s] without velocities move cloth by the accelerations of seams and bodies times h²; in the time τ = Σ h²
// [s²] they follow the gradient flow M·dx/dτ = −∂Φ/∂x. So the accelerations, at any step size, show whether the cloth
// is at rest: when they are a small part of the weight that acts next. Single vertices of a hem that folds onto itself
// move on for long, so the root mean square counts, of each piece and of each edge that is to be held.
const (
	// root mean square of accelerations [m/s²], a twentieth of the weight: the waist is a millimetre from rest on the
	// hips
	atRest   = 0.45
	restStep = seamStep / 2 // the shortest step whose accelerations exceed its error [s]
	// τ in which the largest stretch has not fallen by a hundredth: the cloth slides [s²]
	restSlips = 30 * seamStep * seamStep
)

// rest detects the end of closing seams.
type rest struct {
	least float64 // the largest stretch at its last decrease by a hundredth; 0: none yet
	since float64 // τ since then [s²]
	quiet bool    // the last step found the cloth at rest, within its tolerance
}

// near returns the tolerance of a step of h [m] for which its error does not look like rest.
func (r *rest) near(h float64) float64 {
	if r.quiet || h == seamStep {
		return atRest / 2 * h * h
	}
	return seamMost / 20
}

// reached reports, after a step of h in which no vertex moved farther than move, whether dressing is complete: seams
// are closed and two steps in a row are at rest, the second one with the tolerance for it; or no vertex moves in the
// longest step; or the cloth only slides.
func (r *rest) reached(d *dresser, h, move float64, before []r3.Vec) bool {
	stretch, falls := d.sim.MaxStretch(), false
	if r.since += h * h; r.least == 0 || stretch < 0.99*r.least {
		r.least, r.since, falls = stretch, 0, true
	}
	was := r.quiet
	r.quiet = h >= restStep && !falls && stretch <= slack && d.hurry(before) < atRest*h*h
	return was && r.quiet || h == seamStep && move < seamRest || r.since >= (1-1e-9)*restSlips
}

// hurry returns the largest root mean square displacement from before of a piece, or of an edge that is held [m].
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
