package law

import (
	"fmt"
	"math"
)

// Jamming is shear in which yarns touch beyond an angle and then push each other (Ngo Ngoc and Boivin 2004, §4.3.3, who
// have a largest angle):
//
//	σ = kγ + k_j·(|γ| − γ_j)·sign γ beyond γ_j
//
// γ is the product of the stretches of warp and weft times the sine of their relative rotation.
type Jamming struct {
	K    float64 `key:"k1" unit:"stress/strain" check:"required min=0 max=1e9" try:"40" doc:"stiffness before"`
	Jam  float64 `key:"jam" unit:"strain" check:"required min=0 max=10" try:"0.03" doc:"shear at which yarns jam: the sine of the angle by which warp and weft turn"`
	KJam float64 `key:"k_jam" unit:"stress/strain" check:"required min=0 max=1e9" try:"300" doc:"stiffness beyond, in addition"`
}

// Check requires that cloth does not jam at rest.
func (l Jamming) Check() (string, error) {
	if l.KJam > 0 && !(l.Jam > 0) {
		return "jam", fmt.Errorf("%g: expected a number > 0, as cloth at rest is not jammed", l.Jam)
	}
	return "", nil
}

// Respond adds the response.
func (l Jamming) Respond(s *Strain, r *Response) {
	r.Psi += l.K / 2 * s.Eps * s.Eps
	r.Sigma += l.K * s.Eps
	r.Slope += l.K
	if over := math.Abs(s.Eps) - l.Jam; over > 0 {
		r.Psi += l.KJam / 2 * over * over
		r.Sigma += math.Copysign(l.KJam*over, s.Eps)
		r.Slope += l.KJam
	}
}
