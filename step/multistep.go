package step

import "math"

// Implicit integrators of second order. With h the step, h' the one before, w = h/h', u the displacement over a step
// and a the accelerations at its end, BDF2 with variable steps is (Hairer, Nørsett and Wanner 1993, §III.5)
//
//	u = b·u' + k·v⁺,  v⁺ = v + b·(v − v') + k·a(x⁺),  b = w²/(1 + 2w),  k = h·(1 + w)/(1 + 2w).
//
// Since b·h' + k = h, with the change of velocity c = v − v' and the lag e = h'·v − u' of the step before it is the
// minimum of the incremental potential
//
//	m/(2k²)·|x − x̂|² + E(x),  x̂ = x_n + h·v + k·b·c − b·e,  v⁺ = v + b·c + (x⁺ − x̂)/k.
//
// Backward Euler is w = 0, an infinitely long step before: b = 0, k = h. As c and e are differences of velocities, a
// velocity that is changed between steps changes x̂ as it does in backward Euler.
const (
	Euler = "euler" // backward Euler
	BDF2  = "bdf2"  // second order, with backward Euler in the first step and where contact begins
)

// maxStepGrowth bounds w: BDF2 is zero-stable for w < 1 + √2 (Grigorieff 1983).
const maxStepGrowth = 2.4 // paper: Grigorieff 1983

// TwoStep is the weights of BDF2 in one step.
type TwoStep struct {
	W, B float64 // w and b; 0: backward Euler
	K    float64 // k [s]
}

// TwoStep returns the weights of a step of h [s] after one of before [s]; 0: there is none.
func (s *Settings) TwoStep(h, before float64) TwoStep {
	if !s.SecondOrder() || before <= 0 || h > maxStepGrowth*before {
		return TwoStep{K: h}
	}
	w := h / before
	return TwoStep{W: w, B: w * w / (1 + 2*w), K: h * (1 + w) / (1 + 2*w)}
}

// SecondOrder reports whether steps are those of BDF2. Steps that lead to rest, and the linearised mode, are backward
// Euler.
func (s *Settings) SecondOrder() bool { return s.Integrator == BDF2 && !s.Settling && s.MaxNewton > 1 }

// Lost returns the kinetic energy per mass that the integrator dissipates in a step, from the squares and the product
// of the changes of velocity over this step (now), and over the one before (before) [m²/s²]. With θ = w/(1 + w), and
// the energy ½|v|² + θw·v·c + ½θw²|c|² per mass, it follows from the equations of a step with c = v − v' and Δ = v⁺ −
// v:
//
//	h·a·v⁺ = change of that energy, with θ and 1 for θw and w at its end, + ½(1 − θ)|Δ|² − θw·Δ·c + ½θw²|c|².
//
// Lost is the sum of the last three; for w = 0 it is backward Euler's ½|Δ|², for w = 1 ¼|Δ − c|². It is at least zero
// for w ≤ 1; negative values count as zero.
func (q TwoStep) Lost(now, both, before float64) float64 {
	t := q.W / (1 + q.W)
	return math.Max(0, (1-t)/2*now-t*q.W*both+t*q.W*q.W/2*before)
}

// YoungContact is the number of steps of backward Euler of a vertex after its contact begins. The step of the impact,
// which ends in contact, must not depend on the approach velocity: b·u' of BDF2 would throw the vertex back by up to
// half of its speed. The impact may leave part of the speed for the second step; the change of velocity over that one
// is still due to contact, and only the third has none before it.
const YoungContact = 3 // derived: above

// Aged returns the age of a vertex' latest contact after a step, in steps; 0: from YoungContact on, or no contact.
// begins: the vertex is in the layer of a contact at the end of the step and was not at its start.
func Aged(age uint8, begins bool) uint8 {
	if begins {
		return 1
	}
	if age == 0 || age+1 >= YoungContact {
		return 0
	}
	return age + 1
}

// Impacts reports whether a vertex whose latest contact has this age takes backward Euler. begins: its free flight ends
// in a layer in which it does not start.
func Impacts(age uint8, begins bool) bool { return begins || 0 < age && age < YoungContact }
