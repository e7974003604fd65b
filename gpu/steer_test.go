//go:build cgo

package gpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// TestGrabTwin: a hung patch that a hand pulls at goes where it goes on the reference; let go, it has the bits
// that steering as the settings say leaves alone.
func TestGrabTwin(t *testing.T) {
	ctx := open(t, true)
	m := model(t, hung(7, 6, .1, .08, cotton()))
	set := step.DefaultSettings()
	set.Tolerance = 1e-6
	w := newTwins(t, ctx, m, nil, nil, set)
	by := set.Steering()
	by.Air.Velocity = r3.Vec{Z: 2}
	for _, v := range []int32{40, 41, 33, 34} {
		by.Grabs = append(by.Grabs, step.Grab{Vertex: v, Stiffness: .3, Target: r3.Add(m.X0[v], r3.Vec{X: .01, Z: .03})})
	}
	if err := w.cpu.Steer(by); err != nil {
		t.Fatal(err)
	}
	if err := w.gpu.Steer(by); err != nil {
		t.Fatal(err)
	}
	w.both(t, 8, 1./120)
	if err := w.compare(2e-5); err != nil {
		t.Error(err)
	}
	got := gpuState(t, w.gpu)
	if d := r3.Sub(got.X[40], m.X0[40]).Z; d < .005 {
		t.Errorf("the pulled corner has moved %.3g m: expected 5 mm or more", d)
	}
	if err := w.gpu.CheckGuards(); err != nil {
		t.Error(err)
	}
	one, two := newTwins(t, ctx, m, nil, nil, set).gpu, newTwins(t, ctx, m, nil, nil, set).gpu
	for range 5 {
		if err := two.Steer(set.Steering()); err != nil {
			t.Fatal(err)
		}
		for _, s := range []*Sim{one, two} {
			if _, err := s.Step(1. / 120); err != nil {
				t.Fatal(err)
			}
		}
	}
	a, b := gpuState(t, one), gpuState(t, two)
	for i := range a.X {
		if a.X[i] != b.X[i] || a.V[i] != b.V[i] {
			t.Fatalf("steering as the settings say changes the bits of vertex %d", i)
		}
	}
}
