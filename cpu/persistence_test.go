package cpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestGuessPersists: the first guess of a swinging sheet extrapolates the persistent part of the accelerations in its
// velocities, and is nearer to the end of the step than free flight is.
func TestGuessPersists(t *testing.T) {
	const h = 1. / 120
	s := newSim(t, swinging(), nil, step.DefaultSettings())
	v := [][]r3.Vec{append([]r3.Vec(nil), s.State.V...)}
	for range 4 {
		take(t, s, 1, h)
		v = append(v, append([]r3.Vec(nil), s.State.V...))
	}
	acceleration := func(k, i int) r3.Vec { return r3.Scale(1/h, r3.Sub(v[k][i], v[k-1][i])) }
	var both, before, now float64
	for i := range v[0] {
		a, b := acceleration(3, i), acceleration(4, i)
		both, before, now = both+r3.Dot(a, b), before+r3.Norm2(a), now+r3.Norm2(b)
	}
	share := both / max(before, now)
	if !(share > .5 && share < 1) {
		t.Fatalf("%g of the accelerations lasts: the sheet does not swing", share)
	}
	start := append([]r3.Vec(nil), s.State.X...)
	guess := NewProbe(s, h).Guess()
	var coast []r3.Vec
	for i, x := range start {
		coast = append(coast, r3.Add(x, r3.Scale(h, v[4][i])))
		want := r3.Add(coast[i], r3.Scale(share*h*h, acceleration(4, i)))
		if s.fixed[i] {
			want = x
		}
		if d := r3.Norm(r3.Sub(guess[i], want)); d > 1e-12 {
			t.Fatalf("the guess of vertex %d is %.3g m off", i, d)
		}
	}
	take(t, s, 1, h)
	var by, without float64
	for i, x := range s.State.X {
		by += r3.Norm2(r3.Sub(guess[i], x))
		without += r3.Norm2(r3.Sub(coast[i], x))
	}
	if by > without/4 {
		t.Errorf("the guess is off by %.3g of what free flight is", by/without)
	}
}

// swinging is a sheet that is held at two corners.
func swinging() cloth.Part {
	p := grid(9, 9, .4, .4, cotton(), true)
	p.Pins = pinsAt(p.X, 0, 8)
	return p
}

// TestGuessOfTouched: pieces that a body touches, or other cloth, start from free flight, as all do in steps that are
// one linear system, that are longer than the one before, and that lead to rest.
func TestGuessOfTouched(t *testing.T) {
	const h = 1. / 120
	for name, change := range map[string]func(set *step.Settings, on *[]step.Collider){
		"touched": func(_ *step.Settings, on *[]step.Collider) {
			*on = []step.Collider{{Normal: r3.Vec{Y: 1}, Point: r3.Vec{Y: -.05}, Friction: .3}}
		},
		"linearised": func(set *step.Settings, _ *[]step.Collider) { set.MaxNewton = 1 },
		"longer":     func(*step.Settings, *[]step.Collider) {},
		"settling":   func(set *step.Settings, _ *[]step.Collider) { set.Settling = true },
		"":           func(*step.Settings, *[]step.Collider) {},
	} {
		t.Run(name, func(t *testing.T) {
			set := step.DefaultSettings()
			var on []step.Collider
			change(&set, &on)
			s := newSim(t, swinging(), on, set)
			take(t, s, 20, h)
			if name == "touched" != s.touchesAny() {
				t.Fatal("not what it is called")
			}
			x, v := append([]r3.Vec(nil), s.State.X...), append([]r3.Vec(nil), s.State.V...)
			next, lasts := h, 0
			if name == "longer" {
				next = 2 * h
			}
			guess := NewProbe(s, next).Guess()
			for i := range x {
				if !s.fixed[i] && !s.touches(i) && guess[i] != r3.Add(x[i], r3.Scale(next, v[i])) {
					lasts++
				}
			}
			if lasts > 0 == (name != "") {
				t.Errorf("%d vertices go on with their acceleration", lasts)
			}
		})
	}
}

func (s *Sim) touchesAny() bool {
	for i := range s.x {
		if s.touches(i) {
			return true
		}
	}
	return false
}
