package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/step"
)

// farCases are two sheets that touch each other far from others, or nothing.
var farCases = map[string][]cloth.Part{
	"alone": nil, "held": clothtest.Touching(true), "on the ground": clothtest.Touching(false),
}

// TestSlidesFarFromContact: a sheet slides down a slope by Σ n·a·h², as a point does by backward Euler, whether or not
// two other sheets touch each other 2 m away.
func TestSlidesFarFromContact(t *testing.T) {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity = clothtest.SliderGravity, 0
	ground := []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: clothtest.SliderFriction}}
	const n, h = 60, 1. / 120
	for name, far := range farCases {
		t.Run(name, func(t *testing.T) {
			s := newCloth(t, append([]cloth.Part{clothtest.Slider()}, far...), ground, set)
			start := centre(s, 0)
			take(t, s, n, h)
			got, want := centre(s, 0).X-start.X, clothtest.SliderAcceleration*n*(n+1)*h*h/2
			t.Logf("slid %.2f mm, expected %.2f mm", 1e3*got, 1e3*want)
			if !(math.Abs(got/want-1) < .01) {
				t.Errorf("slid %.2f mm, expected %.2f mm", 1e3*got, 1e3*want)
			}
		})
	}
}

// TestFliesFarFromContact: the centre of a sheet that was let go stretched falls as a point does, whether or not two
// other sheets touch each other 2 m away.
func TestFliesFarFromContact(t *testing.T) {
	set := step.DefaultSettings()
	set.AirDensity = 0
	ground := []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .3}}
	const n, h = 40, 1. / 120
	for name, far := range farCases {
		t.Run(name, func(t *testing.T) {
			s := newCloth(t, append([]cloth.Part{clothtest.Stretched()}, far...), ground, set)
			start := centre(s, 0)
			take(t, s, n, h)
			fallen := 9.81 * h * h * n * (n + 1) / 2
			if off := r3.Norm(r3.Sub(centre(s, 0), r3.Add(start, r3.Vec{Y: -fallen}))); !(off < 1e-9) {
				t.Errorf("the centre is %.3g mm off after a fall of %.3g m", 1e3*off, fallen)
			}
		})
	}
}

// TestMeanOverPieces: n pieces that move by 1 m have the mean √n m, before and after two of them press on each other.
func TestMeanOverPieces(t *testing.T) {
	ground := []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .3}}
	s := newCloth(t, append([]cloth.Part{clothtest.Slider()}, clothtest.Touching(false)...), ground,
		step.DefaultSettings())
	for n := range 3 {
		for i := range s.p {
			s.p[i] = r3.Vec{X: 1}
		}
		if got, want := s.mean(), math.Sqrt(3); math.Abs(got-want) > 1e-9 {
			t.Errorf("after %d steps the mean of 3 pieces is %g m, expected %g m", n, got, want)
		}
		take(t, s, 1, 1./120)
	}
	if n := len(s.components.bodies); n != 2 {
		t.Errorf("%d components, expected the two sheets that touch to be one of 2", n)
	}
}

// centre of mass of a part [m].
func centre(s *Sim, part int) (c r3.Vec) {
	v, m := s.Model.Parts[part].Vertices, 0.
	for i := v.Lo; i < v.Hi; i++ {
		c, m = r3.Add(c, r3.Scale(s.Model.Mass[i], s.State.X[i])), m+s.Model.Mass[i]
	}
	return r3.Scale(1/m, c)
}
