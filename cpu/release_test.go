package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestReleasedPinsFall: pins hold at the ends of steps before their release, to the bit, and then a sheet falls by
// g·h²·n(n+1)/2 in n steps.
func TestReleasedPinsFall(t *testing.T) {
	const h, release = .02, .05
	p := grid(3, 3, .02, .02, cotton(), true)
	for i, x := range p.X {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x, Release: release})
	}
	set := step.DefaultSettings()
	set.AirDensity = 0
	s := newSim(t, p, nil, set)
	for k := 1; k <= 5; k++ {
		if _, err := s.Step(h); err != nil {
			t.Fatal(err)
		}
		n := float64(max(0, k-2)) // .02 and .04 s are before
		want := -9.81 * h * h * n * (n + 1) / 2
		for i, x := range s.State.X {
			if got := x.Y - p.X[i].Y; math.Abs(got-want) > 1e-9 || n == 0 && x != p.X[i] {
				t.Fatalf("%.2f s: vertex %d is %.9g m lower, expected %.9g", float64(k)*h, i, -got, -want)
			}
		}
	}
}

// TestStrained: a sheet that is a tenth longer than at the start of its step has strained by (1.1² − 1)/2 at most.
func TestStrained(t *testing.T) {
	s := newSim(t, grid(4, 4, .03, .03, cotton(), true), nil, step.DefaultSettings())
	s.begin(.01)
	for i, x := range s.State.X {
		s.x[i] = r3.Vec{X: 1.1 * x.X, Y: x.Y, Z: x.Z}
	}
	s.evaluated = false
	if got := (operations{s}).MaxStrainChange(); math.Abs(got-.105) > 1e-12 {
		t.Errorf("strained by %g, expected .105", got)
	}
}

// TestEnergyGain: a sheet that goes by u without strain under weight, from the velocity v, is given Σ m·(Δv·u/h − g·u −
// ½|Δv|²) by what is unbalanced, Δv = u/h − v, of its free vertices.
func TestEnergyGain(t *testing.T) {
	const h = .01
	u, v := r3.Vec{X: .01, Y: -.02, Z: .005}, r3.Vec{X: .4, Y: .3}
	p := grid(3, 3, .02, .02, cotton(), true)
	p.Pins = append(p.Pins, cloth.Pin{Vertex: 4, Point: p.X[4]})
	set := step.DefaultSettings()
	set.AirDensity = 0
	s := newSim(t, p, nil, set)
	m := 0.
	for i := range s.State.V {
		s.State.V[i] = v
		if i != 4 {
			m += s.Model.Mass[i]
		}
	}
	operations{s}.Begin(0, h)
	for i, x := range s.State.X {
		s.x[i] = r3.Add(x, u)
	}
	operations{s}.DetectContacts(true)
	operations{s}.Evaluate(true)
	dv := r3.Sub(r3.Scale(1/h, u), v)
	want, wantWay := m*(r3.Dot(dv, u)/h-r3.Dot(set.Gravity, u)-r3.Norm2(dv)/2), m*r3.Norm(u)
	if got, way := (operations{s}).EnergyBalance(); math.Abs(got-want) > 1e-12*math.Abs(want) ||
		math.Abs(way-wantWay) > 1e-12*wantWay {
		t.Errorf("gained %g J over %g kg·m, expected %g J over %g kg·m", got, way, want, wantWay)
	}
}
