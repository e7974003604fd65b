package main

import (
	"context"
	"math"
	"os/exec"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/scenes"
	"hysteron/sim"
)

// TestBlenderPins: what the add-on writes of a garment with a pin group, with a stand-in for Blender, is a scene with
// soft pins as strong as the weights, which follow the rig.
func TestBlenderPins(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	dir := t.TempDir()
	if out, err := exec.Command(python, "../../blender/check_pins.py", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s, err := scenes.Load(filepath.Join(dir, "scene.toml"), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sim.Start(context.Background(), setup, func(sim.Progress) {}, nil); err != nil {
		t.Fatal(err)
	}
	m := setup.Model
	if len(m.X0) != 10 || len(m.Pins) != 8 {
		t.Fatalf("%d vertices, %d pins: expected 10, and 8", len(m.X0), len(m.Pins))
	}
	var mass, k float64
	for _, p := range m.Pins {
		mass += m.Mass[p.Vertex]
	}
	for i := range m.Pins {
		p := &m.Pins[i]
		x := m.X0[p.Vertex]
		weight := x.X / .4
		k += p.Stiffness / weight
		if want := 30 * weight * m.Mass[p.Vertex] / mass; math.Abs(p.Stiffness-want) > 1e-5 {
			t.Errorf("vertex %d at %v: %g N/m: expected %g", p.Vertex, x, p.Stiffness, want)
		}
		at, want := p.Target(m, .1), r3.Add(x, r3.Vec{Y: .1})
		if p.Kind != cloth.PinTrack || r3.Norm(r3.Sub(at, want)) > 1e-7 {
			t.Errorf("vertex %d at %v: led to %v: expected %v", p.Vertex, x, at, want)
		}
	}
	if math.Abs(k-30) > 1e-4 {
		t.Errorf("%g N/m where the weight is 1: expected 30", k)
	}
}
