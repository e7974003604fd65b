package exact

import "math"

// A cantilever on edge, clamped at one end, carries its own weight q per length, and a lateral load t·q, t small. With
// s from the free end in lengths L, the angle of twist φ of sections, and κ² = (q·L³)²/(4EI₂C), the balance of lateral
// moments and torques is
//
//	φ″ + κ²s⁴(φ + t) = 0,  φ′(0) = 0,  u″ = q·L³/EI₂ · s²/2·(φ + t)
//
// with the lateral deflection u in L (Prandtl 1899; Timoshenko and Gere 1961, §6.2). A narrow plate of stiffness B and
// then starts ClampedTwist·w farther along, and the critical load is that over the cube of the remaining length in L.
// then starts ClampedTwist·w farther along, which divides the load by the cube of the relative length that is left.

// LateralBuckling is q·L³/√(EI₂C) at which the lateral deflection grows without bounds, of a strip that may warp at the
// clamp: 6 j, j the first zero of J_{−1/6}.
const LateralBuckling = 12.8538

// ClampedTwist is the reduction of the effective length of a twisted plate with ν = 0 that is clamped at one end, in
// widths. Vlasov's theory, in which sections stay straight, gives 1/√24 = 0.20412.
const ClampedTwist = 0.20094

// LateralSide returns the lateral deflection of the tip over t·L under the load γ = q·L³/√(EI₂C), for C = 2EI₂ and a
// twist that starts shift·L from the clamp.
func LateralSide(gamma, shift float64) float64 {
	const steps = 400
	free := 1 - shift
	h := free / steps
	acc := func(s, f float64) float64 { return -gamma * gamma / 4 * s * s * s * s * f }
	f, rate, sum := 1., 0., 0. // φ + t over its value at the tip, and ∫s³(φ + t)
	for i := range steps {
		s := h * float64(i)
		k1, l1 := rate, acc(s, f)
		k2, l2 := rate+h/2*l1, acc(s+h/2, f+h/2*k1)
		k3, l3 := rate+h/2*l2, acc(s+h/2, f+h/2*k2)
		k4, l4 := rate+h*l3, acc(s+h, f+h*k3)
		m, e := s+h/2, s+h
		before, middle := f, f+h/4*(k1+k2)
		f, rate = f+h/6*(k1+2*k2+2*k3+k4), rate+h/6*(l1+2*l2+2*l3+l4)
		sum += h / 6 * (s*s*s*before + 4*m*m*m*middle + e*e*e*f)
	}
	return gamma / math.Sqrt2 * (sum/f + (1-math.Pow(free, 4))/4)
}

// LateralGamma returns the load with a lateral deflection of side·t·L at the tip.
func LateralGamma(side, shift float64) float64 {
	return Root(func(g float64) float64 { return LateralSide(g, shift) - side }, 1e-3, LateralCritical(shift)*(1-1e-5))
}

// LateralCritical returns the critical load of a strip whose twist starts shift·L from the clamp.
func LateralCritical(shift float64) float64 { return LateralBuckling / math.Pow(1-shift, 3) }
