// Guarantees of a run, and the reasons why others do not hold.

package sim

import (
	"fmt"

	"hysteron/step"
)

// Guarantee records whether a guarantee holds, and why not.
type Guarantee struct {
	Holds   bool   `json:"holds"`
	Because string `json:"because"`
}

// Guarantees are the guarantees in run.json. A run may satisfy one that does not hold: the figures in run.json show it.
type Guarantees struct {
	Crossing Guarantee `json:"cloth_does_not_cross_cloth"` // at the ends of steps and along straight paths between them
	Minimum  Guarantee `json:"steps_end_at_their_minimum"` // then energy never rises, and friction follows its law
	Bodies   Guarantee `json:"cloth_stays_out_of_bodies"`  // never guaranteed if there are bodies, since contact with them is a penalty layer
	Bits     Guarantee `json:"same_input_gives_same_bits"` // also after resuming
}

// GuaranteeInput is the facts about a run on which guarantees depend.
type GuaranteeInput struct {
	Settings    *step.Settings
	Crossed     int // intersecting pairs of cloth triangles at the start, as far as checked
	Later       int // largest number of such pairs in any later frame
	Steps       int
	Unconverged int
	Bodies      int // number of bodies
	Inside      int // largest number of body penetrations in any frame
	Slipped     int // sub-steps in which a body may have passed through cloth
	OnCPU       bool
}

// GuaranteesOf returns the guarantees of a run.
func GuaranteesOf(r GuaranteeInput) (l Guarantees) {
	switch {
	case !r.Settings.SelfContact:
		l.Crossing.Because = "contact.self is off"
	case r.Crossed > 0:
		l.Crossing.Because = fmt.Sprintf("%d pairs of triangles intersect at the start", r.Crossed)
	case r.Later > 0:
		l.Crossing.Because = fmt.Sprintf("%d pairs of triangles intersect in a frame, which must not be: please report it "+
			"with the scene", r.Later)
	default:
		l.Crossing = Guarantee{true, "the paths of a step are checked before it is accepted, from a start without " +
			"intersections"}
	}
	switch {
	case r.Settings.Explicit():
		l.Minimum.Because = fmt.Sprintf("solver.integrator = %q: steps go by forces at known places, and minimise nothing; "+
			"they are stable while they are short", r.Settings.Integrator)
	case r.Settings.MaxNewton == 1:
		l.Minimum.Because = "solver.max_newton = 1: steps are linearised, and promise no more than one solve"
	case r.Unconverged > 0:
		l.Minimum.Because = fmt.Sprintf("%d of %d steps ran out of iterations", r.Unconverged, r.Steps)
	default:
		l.Minimum = Guarantee{true, fmt.Sprintf("all steps converged, to %.3g m or %.3g m/s² as estimated",
			r.Settings.Tolerance, r.Settings.Acceleration)}
		if r.Settings.Slivers {
			l.Minimum.Because += ", but for triangles far narrower than long, as solver.slivers allows"
		}
	}
	switch {
	case r.Bodies == 0:
		l.Bodies = Guarantee{true, "there are none"}
	case r.Inside > 0:
		l.Bodies.Because = fmt.Sprintf("contact with bodies is a stiff layer and no proof: %d places are inside in a frame",
			r.Inside)
	case r.Slipped > 0:
		l.Bodies.Because = fmt.Sprintf("contact with bodies is a stiff layer and no proof: one may have come through cloth "+
			"in %d sub-steps, though no place is inside in any frame", r.Slipped)
	default:
		l.Bodies.Because = "contact with bodies is a stiff layer and no proof, though no place is inside in any frame"
	}
	l.Bits = Guarantee{true, "with this version of the program on processors of this kind, whatever the number of cores"}
	if !r.OnCPU {
		l.Bits.Because = "with this version of the program on this device and its driver"
	}
	return l
}
