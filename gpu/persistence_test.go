//go:build cgo

package gpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu"
	"hysteron/step"
)

// TestGuessPersists: the first guess of a swinging sheet extrapolates the persistent part of its acceleration, as that
// of the reference. After a SetState, for a touched sheet, and in a step of one linear system it is free flight.
func TestGuessPersists(t *testing.T) {
	const h = 1. / 120
	ctx := open(t, true)
	for _, c := range []struct {
		name  string
		lasts bool
		on    []step.Collider
		set   func(set *step.Settings)
		then  func(s *Sim)
	}{
		{name: "swings", lasts: true},
		{name: "set", then: func(s *Sim) {
			if err := s.SetState(gpuState(t, s)); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "touched", on: []step.Collider{{Normal: r3.Vec{Y: 1}, Point: r3.Vec{Y: -.004}, Friction: .3}}},
		{name: "linearised", set: func(set *step.Settings) { set.MaxNewton = 1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := step.DefaultSettings()
			set.Tolerance = 1e-6
			if c.set != nil {
				c.set(&set)
			}
			both := newTwins(t, ctx, model(t, hung(7, 6, .3, .25, cotton())), nil, c.on, set)
			for range 5 {
				for _, take := range []func(float64) (step.Report, error){both.gpu.Step, both.cpu.Step} {
					if _, err := take(h); err != nil {
						t.Fatal(err)
					}
				}
			}
			if c.then != nil {
				c.then(both.gpu)
			}
			state := gpuState(t, both.gpu)
			guess := make([]r3.Vec, len(state.X))
			if err := ctx.Do(func() error {
				both.gpu.bind()
				operations{both.gpu}.Begin(state.Time, h)
				_, trial := both.gpu.motion.positions()
				for k, i := range both.gpu.motion.p.Vertex {
					guess[i] = trial[k]
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			want := cpu.NewProbe(both.cpu, h).Guess()
			var off, led float64 // of how far the guess is led from free flight, and that
			for i, x := range state.X {
				if both.cpu.State.V[i] == (r3.Vec{}) { // held
					continue
				}
				by := r3.Sub(guess[i], r3.Add(x, r3.Scale(h, state.V[i])))
				as := r3.Sub(want[i], r3.Add(both.cpu.State.X[i], r3.Scale(h, both.cpu.State.V[i])))
				off, led = max(off, r3.Norm(r3.Sub(by, as))), max(led, r3.Norm(by))
			}
			switch {
			case c.lasts && (led < 9.81*h*h/10 || off > led/100):
				t.Errorf("the guess is led by up to %.3g m, and is %.3g m off the reference's", led, off)
			case !c.lasts && led > 1e-7:
				t.Errorf("the guess is led by %.3g m, expected free flight", led)
			}
			t.Logf("led by %.3g m, %.3g m off", led, off)
		})
	}
}
