//go:build cgo

package gpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/gpu/layout"
	"hysteron/step"
)

// TestAdaptiveSteps: on the device steps are cut as on the CPU, by the same change of strains, and the state holds
// their size.
func TestAdaptiveSteps(t *testing.T) {
	ctx := open(t, true)
	p := grid(8, 8, .2, .2, cotton())
	for i, x := range p.X {
		if x.Z == 0 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x})
		}
	}
	m := model(t, p)
	set := step.DefaultSettings()
	set.Adaptive = true
	state := cloth.NewState(m)
	for i, x := range state.X {
		if x.Z < -.19 {
			state.V[i] = r3.Vec{Y: 12}
		}
	}
	ref, err := cpu.New(m, state.Clone(), nil, set)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Close()
	s := newGPU(t, ctx, m, state, nil, set)
	const h = 1. / 60
	for n := range 3 {
		want, err := ref.Step(h)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Step(h)
		if err != nil {
			t.Fatal(err)
		}
		now := gpuState(t, s)
		if n == 0 && got.Halvings == 0 || got.Substeps != want.Substeps || got.Halvings != want.Halvings ||
			now.Halvings != ref.State.Halvings {
			t.Errorf("step %d: %d sub-steps, %d halvings, then %d; on the CPU %d, %d, then %d", n, got.Substeps, got.Halvings,
				now.Halvings, want.Substeps, want.Halvings, ref.State.Halvings)
		}
		if d := farthest(now.X, ref.State.X); d > 1e-3 {
			t.Errorf("step %d: %g m from the CPU's", n, d)
		}
	}

	// What is measured is what changes: a sheet stretched by a tenth along v has E_vv = ½(1.1² − 1).
	still := cloth.NewState(m)
	for i, x := range still.X {
		still.V[i] = r3.Vec{Z: x.Z} // nothing at the pins
	}
	if err := s.SetState(still); err != nil {
		t.Fatal(err)
	}
	if err := ctx.Do(func() error {
		s.bind()
		operations{s}.Begin(0, .1)
		if got := (operations{s}).MaxStrainChange(); got < .1049 || got > .1051 {
			t.Errorf("the first guess of a sheet that grows by a tenth changes strains by %g, expected 0.105", got)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}

	// What unbalanced forces give a sheet that goes by u under weight, from the velocity v, is Σ m·(Δv·u/h − g·u −
	// ½|Δv|²), Δv = u/h − v, of its free vertices.
	v, d, mass := r3.Vec{X: .4, Y: .3}, r3.Vec{X: .002, Y: -.01, Z: .003}, m.TotalMass()
	for i := range still.X {
		still.V[i] = v
	}
	for _, p := range m.Pins {
		mass -= m.Mass[p.Vertex]
	}
	if err := s.SetState(still); err != nil {
		t.Fatal(err)
	}
	if err := ctx.Do(func() error {
		s.bind()
		s.Settings.AirDensity = 0
		operations{s}.Begin(0, .01)
		operations{s}.DetectContacts(true)
		way := make([][4]float32, len(m.X0))
		for i := range way {
			way[i], _ = layout.Split(d)
		}
		u := r3.Add(r3.Scale(.01, v), d)
		for _, p := range m.Pins {
			way[s.pack.Place[p.Vertex]], _ = layout.Split(u)
		}
		write(s.queue, s.queue.buffers["direction"], way)
		operations{s}.AcceptStep(1)
		operations{s}.Evaluate(true)
		dv := r3.Scale(100, d)
		want, wantWay := mass*(r3.Dot(dv, u)*100-r3.Dot(s.Settings.Gravity, u)-r3.Norm2(dv)/2), mass*r3.Norm(u)
		if got, way := (operations{s}).EnergyBalance(); math.Abs(got-want) > 1e-4*math.Abs(want) ||
			math.Abs(way-wantWay) > 1e-5*wantWay {
			t.Errorf("gained %g J over %g kg·m, expected %g J over %g kg·m", got, way, want, wantWay)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}

	// So is how far it is stretched.
	for i, x := range still.X {
		still.X[i].Z, still.V[i] = 2.5*x.Z, r3.Vec{}
	}
	if err := s.SetState(still); err != nil {
		t.Fatal(err)
	}
	if err := ctx.Do(func() error {
		s.bind()
		operations{s}.Begin(0, .1)
		if got := (operations{s}).Stretched(); math.Abs(got.Stretch-2.5) > 1e-5 || got.Tri != got.Of ||
			got.Part != m.Parts[0].Name {
			t.Errorf("a sheet that is stretched 2.5 times: %+v", got)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
