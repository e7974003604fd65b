package cpu

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestReboundHeight: a sheet that falls flat on the ground leaves it e times as fast as it came, to 1e-3 (of which its
// layer keeps some), and so comes back to e² of the height that it fell from, but for the steps' own error, which
// halves with them: backward Euler falls h·v further in all. With e = 0 it stays.
func TestReboundHeight(t *testing.T) {
	const height = .3
	for _, e := range []float64{0, .3, .8, 1} {
		last := math.Inf(1)
		for _, h := range []float64{1. / 120, 1. / 240, 1. / 480} {
			f := cotton()
			f.Drag, f.DragSkin = 0, 0
			p, set := grid(3, 4, .04, .05, f, true), step.DefaultSettings()
			set.Restitution, set.Tolerance = e, 1e-7
			layer := set.Thickness
			for i, x := range p.X {
				p.X[i] = r3.Vec{X: x.X, Y: height + layer, Z: x.Z}
			}
			s := newSim(t, p, []step.Collider{{Normal: r3.Vec{Y: 1}}}, set)
			came, left, top := 0., 0., 0.
			for n := 0; n < int(.8/h); n++ {
				before := s.State.V[0].Y
				take(t, s, 1, h)
				if after := s.State.V[0].Y; left == 0 && (after > 0 || e == 0 && before < 0 && after > before+1) {
					came, left = -before, after
					if math.Abs(left-e*came) > 1e-3*came && e > 0 {
						t.Errorf("e = %g, h = %g: came at %g m/s and left at %g", e, h, came, left)
					}
				}
				if left != 0 && s.State.V[0].Y > 0 || e == 0 && left != 0 {
					top = max(top, s.State.X[0].Y-layer)
				}
				if left > 0 && s.State.V[0].Y <= 0 {
					break
				}
			}
			if came == 0 {
				t.Fatal("it has not come down")
			}
			if e == 0 {
				if top > 1e-3 {
					t.Errorf("without restitution it is %g m above the ground after its fall", top)
				}
				continue
			}
			off := math.Abs(top - e*e*height)
			if most := 2 * h * math.Sqrt(2*9.81*height); off > most || off > .85*last {
				t.Errorf("e = %g, h = %g: comes back to %g m of %g, off by %g m: expected %g at most, and %g", e, h, top,
					e*e*height, off, most, .85*last)
			}
			last = off
		}
	}
}

// TestReboundMakesNoEnergy: crumpled cloth that is thrown at a ball, or at a corner of the ground and a wall, with any
// restitution and whatever the step, has no more kinetic, elastic and contact energy after a step than before, without
// gravity; and in the corner more of it is left the larger e is.
func TestReboundMakesNoEnergy(t *testing.T) {
	plain := cotton()
	plain.Drag, plain.DragSkin = 0, 0
	for _, c := range []*cloth.Component{&plain.Warp, &plain.Weft, &plain.Shear, &plain.BendWarp, &plain.BendWeft} {
		c.Friction, c.Damping = nil, nil
	}
	for where, colliders := range map[string]func() []step.Collider{
		"ball": func() []step.Collider {
			return []step.Collider{{Surface: newTestSphere(.05, r3.Vec{X: .05, Y: -.06, Z: -.05}, r3.Vec{})}}
		},
		"corner": func() []step.Collider {
			return []step.Collider{{Normal: r3.Vec{Y: 1}, Point: r3.Vec{Y: -.02}},
				{Normal: r3.Vec{X: 1}, Point: r3.Vec{X: -.005}}}
		},
	} {
		for _, h := range []float64{1. / 60, 1. / 240, 1. / 1000} {
			var left [3]float64
			for k, e := range []float64{0, .7, 1} {
				t.Run(fmt.Sprintf("%s, h %.4g, e %g", where, h, e), func(t *testing.T) {
					p, set := grid(9, 9, .1, .1, plain, true), step.DefaultSettings()
					for i, x := range p.X {
						p.X[i].Y += .003 * math.Sin(90*x.X) * math.Cos(70*x.Z)
					}
					set.Restitution, set.Gravity, set.Tolerance, set.AirDensity, set.SelfContact, set.MaxNewton = e, r3.Vec{}, 1e-10,
						0, false, 400
					s := newSim(t, p, colliders(), set)
					for i, x := range s.State.X {
						s.State.V[i] = r3.Vec{X: -.4, Y: -1.5 + 3*x.X}
					}
					total := func() float64 {
						sum := mechanical(t, s)
						terms := s.Terms
						s.SetTerms([]Term{newTerm(t, "contact")})
						s.begin(1e-9)
						for _, o := range s.obstacles {
							o.detect(&s.now, true)
						}
						sum += s.energyAt(s.State.X)
						s.SetTerms(terms)
						return sum
					}
					last, first, touched := total(), total(), false
					for n := 0; n < 60; n++ {
						take(t, s, 1, h)
						now := total()
						if now > last*(1+2e-4) {
							t.Fatalf("step %d: energy rose from %.9g to %.9g J", n, last, now)
						}
						touched = touched || now < .999*last
						last = now
					}
					if left[k] = last / first; !touched {
						t.Error("it has met nothing")
					}
				})
			}
			if where == "corner" && !(left[2] > left[1] && left[1] > left[0]) { // on the ball it crumples
				t.Errorf("%s, h %.4g: %.3v of the energy is left with restitution 0, .7 and 1: expected it to grow", where, h, left)
			}
			t.Logf("%s, h %.4g: %.3v of the energy is left", where, h, left)
		}
	}
}
