package view

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/sim"
)

// TestSave: what is saved in the middle of a frame, once that is whole, is a run: its caches hold what was seen, and it
// can be gone on from.
func TestSave(t *testing.T) {
	s, _ := begun(t, strings.Replace(hung, "fps = 30", "fps = 30\nframes = 5", 1), "cpu")
	r, err := NewRunner(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.Steps(9) // two frames and a step
	r.Advance(0)
	r.Do(Event{Do: Reset})
	r.Steps(6)
	r.Advance(0)
	dir := filepath.Join(t.TempDir(), "run")
	r.Save(dir)
	r.Advance(0)
	if notes := r.Notes(); len(notes) != 2 || !strings.HasPrefix(notes[1], "saved 3 frames") {
		t.Fatalf("notes %q: expected 3 frames saved", notes)
	}
	p := r.Latest()
	if p.Frame != 2 || p.Within != 0 {
		t.Errorf("saved at frame %d and %d steps", p.Frame, p.Within)
	}
	setup, err := sim.LoadRun(dir)
	if err != nil {
		t.Fatal(err)
	}
	f, err := sim.OpenFrames(dir, setup)
	if err != nil || f.Frames() != 3 {
		t.Fatalf("%v: expected 3 frames", err)
	}
	x := make([]r3.Vec, len(p.X))
	if err := f.Read(2, x); err != nil {
		t.Fatal(err)
	}
	f.Close()
	for i := range x {
		if d := r3.Norm(r3.Sub(x[i], p.X[i])); d > 1e-6 {
			t.Fatalf("vertex %d of the last frame is %g m from where it was seen", i, d)
		}
	}
	_, err = sim.Run(context.Background(), setup, sim.Options{Dir: dir, Backend: "cpu", Resume: true, NoRender: true})
	if err != nil {
		t.Fatal("gone on from: ", err)
	}
	if f, err = sim.OpenFrames(dir, setup); err != nil || f.Frames() != 5 {
		t.Errorf("gone on from there are %d frames, %v: expected 5", f.Frames(), err)
	}
	f.Close()
	r.Save(dir)
	r.Advance(0)
	if notes := r.Notes(); len(notes) != 1 || !strings.HasPrefix(notes[0], "not saved") {
		t.Errorf("saved over a run: %q", notes)
	}
}
