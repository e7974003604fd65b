package step

import (
	"math"
	"testing"
)

// rubbing is a bowl of stiffness a around far, with friction of the limit f that begins at x = 0.
type rubbing struct {
	*bowl
	a, f, far, slip float64
	semismooth      bool
	gone            float64
	searches        int
}

func newRubbing(a, f, far float64) *rubbing {
	r := &rubbing{bowl: newBowl(1), a: a, f: f, far: far, slip: 4e-6}
	r.x = 0
	r.bowl.f = func(x float64) float64 {
		psi, _, _ := Coulomb(f, math.Abs(x), r.slip)
		return a/2*(x-far)*(x-far) + psi
	}
	r.df = func(x float64) float64 {
		_, _, lateral := Coulomb(f, math.Abs(x), r.slip)
		return a*(x-far) + lateral*x
	}
	r.k = func(x float64) float64 {
		_, radial, lateral := Coulomb(f, math.Abs(x), r.slip)
		if r.semismooth {
			return a + radial
		}
		return a + lateral
	}
	return r
}

func (r *rubbing) Search(l Linear) { r.searches++; r.gone = 0; r.bowl.Search(l) }
func (r *rubbing) AcceptStep(alpha float64) {
	r.gone += alpha
	r.bowl.AcceptStep(alpha)
}
func (r *rubbing) Semismooth(on bool) { r.semismooth = on }
func (r *rubbing) Softening() float64 {
	had := r.k(r.x-r.gone*r.p) - r.a
	_, has, _ := Coulomb(r.f, math.Abs(r.x), r.slip)
	return (had - has) * r.p * r.p
}

// TestSlipIsNotShort: a point that friction holds within 4 µm, and that a spring pulls beyond its limit, goes to where
// the spring is at the limit in one step, however far that is.
func TestSlipIsNotShort(t *testing.T) {
	set := DefaultSettings()
	for _, far := range []float64{6e-6, 2e-5, 1e-4, 1e-3, 1e-2, -1e-3} {
		for _, share := range []float64{.1, .5, .9, .99, 1.2} {
			r := newRubbing(1, share*math.Abs(far), far)
			d := Driver{Operations: r, Settings: &set}
			rep, err := d.Step(0, 1./60)
			want := math.Copysign(max(0, (1-share)*math.Abs(far)), far)
			if off := math.Abs(r.x - want); err != nil || rep.Outcome != Converged || !(off < .1*set.Tolerance) {
				t.Errorf("far %g, share %g: %v, %v, %.3g µm off after %d searches",
					far, share, rep.Outcome, err, 1e6*off, r.searches)
			}
		}
	}
}
