//go:build cgo

package gpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// TestExplicitTwins: a crumpled sheet with friction, damping and air, held at two corners, over ground under symplectic
// Euler, moves as on the reference, and continues bit for bit from a saved state.
func TestExplicitTwins(t *testing.T) {
	ctx := open(t, false)
	for _, integrator := range []string{step.Symplectic, step.Forward} {
		p := grid(9, 7, .1, .08, cotton())
		p.Pins = []cloth.Pin{{Vertex: 0, Kind: cloth.PinFixed, Point: p.X[0]}, {Vertex: 8, Kind: cloth.PinFixed,
			Point: p.X[8]}}
		m := model(t, p)
		state := cloth.NewState(m)
		for i, x := range state.X {
			if i != 0 && i != 8 {
				state.X[i] = r3.Add(x, r3.Vec{X: 1e-3 * math.Sin(90*x.Z), Y: 2e-3 * math.Sin(60*x.X) * math.Cos(50*x.Z)})
				state.V[i] = r3.Vec{X: .1 * math.Cos(40*x.X), Y: .2, Z: -.1}
			}
		}
		set := step.DefaultSettings()
		set.SelfContact, set.Integrator, set.Oversample = false, integrator, 8
		var ground []step.Collider
		if integrator == step.Symplectic {
			ground = []step.Collider{{Point: r3.Vec{Y: p.X[0].Y - .002}, Normal: r3.Vec{Y: 1}, Friction: .3}}
		}
		w := newTwins(t, ctx, m, state, ground, set)
		const h = 1e-4
		var half *cloth.State
		way := 0.
		for n := range 20 {
			if n == 10 {
				half = gpuState(t, w.gpu).Clone()
			}
			if _, err := w.cpu.Step(h); err != nil {
				t.Fatal(err)
			}
			if rep, err := w.gpu.Step(h); err != nil || rep.Substeps != 8 {
				t.Fatalf("%+v, %v", rep, err)
			}
		}
		now := gpuState(t, w.gpu).Clone()
		for i, x := range now.X {
			way = max(way, r3.Norm(r3.Sub(x, state.X[i])))
		}
		d, v := farthest(now.X, w.cpu.State.X), farthest(now.V, w.cpu.State.V)
		t.Logf("%s: %.3g m and %.3g m/s apart after a way of %.3g m", integrator, d, v, way)
		if d > 2e-8 || v > 2e-5 || way < 1e-4 {
			t.Errorf("%s: %.3g m and %.3g m/s from the reference after a way of %.3g m", integrator, d, v, way)
		}
		again := newGPU(t, ctx, m, half, ground, set)
		for range 10 {
			if _, err := again.Step(h); err != nil {
				t.Fatal(err)
			}
		}
		if got := gpuState(t, again); farthest(got.X, now.X) != 0 || farthest(got.V, now.V) != 0 {
			t.Errorf("%s: goes on otherwise from a state: %.3g m", integrator, farthest(got.X, now.X))
		}
	}
}
