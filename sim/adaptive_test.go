package sim

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/scenes"
	"hysteron/step"
)

// snapped is the shipped towel, coarse, up to where it is snapped.
func snapped(t *testing.T) *scenes.Setup {
	t.Helper()
	s, err := scenes.Load("towel-snap", []string{"sheet.0.edge_length_m=0.2", "frames=15"})
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

// cutting is a simulation that reports its first sub-step smaller than a step, from a time on.
type cutting struct {
	step.Sim
	h, from float64 // [s]
	seen    func()
}

func (c *cutting) SetWatch(w step.Watch) {
	c.Sim.SetWatch(func(m step.Moment) error {
		if m.Time > c.from && m.H < .9*c.h && m.Substeps > 0 && c.seen != nil {
			c.seen()
			c.seen = nil
		}
		return w(m)
	})
}

// A run that is interrupted or killed within the sub-steps of an adaptive step resumes with the step size of its
// checkpoint, and ends with the same bytes and counts.
func TestAdaptiveRunGoesOn(t *testing.T) {
	t.Run("cpu", func(t *testing.T) { adaptiveRunGoesOn(t, cpu.Backend{}) })
	t.Run("gpu", func(t *testing.T) {
		needGL(t)
		c, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		adaptiveRunGoesOn(t, gpu.Backend{Context: c})
	})
}

// kept is a backend that stays open.
type kept struct{ step.Backend }

func (kept) Close() error { return nil }

func adaptiveRunGoesOn(t *testing.T, on step.Backend) {
	var cut func()
	open := func(_ string, setup *scenes.Setup, state *cloth.State) (*Engine, error) {
		e, err := engine(kept{on}, setup, state)
		if err == nil {
			e.Sim = &cutting{e.Sim, setup.Scene.StepSeconds(), 13 / setup.Scene.FPS, cut}
		}
		return e, err
	}
	root := t.TempDir()
	whole, killed, broken := filepath.Join(root, "whole"), filepath.Join(root, "killed"), filepath.Join(root, "broken")
	opt := Options{NoRender: true, CheckpointEvery: 13, Dir: whole, open: open}
	want := mustRun(t, snapped(t), opt)
	if want.Halvings == 0 || !(want.Smallest < want.DT/2) {
		t.Fatalf("%d halvings, the smallest step of %g s: the test would prove nothing", want.Halvings, want.Smallest)
	}

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cut = func() {
		for began := time.Now(); !there(broken, "checkpoints/00000014.checkpoint") && time.Since(began) < 5*time.Minute; {
			time.Sleep(time.Millisecond) // files are written meanwhile
		}
		// What a kill leaves is what is there at this instant; while files are renamed, it is looked at again.
		err := os.CopyFS(killed, os.DirFS(broken))
		for began := time.Now(); err != nil && time.Since(began) < 5*time.Minute; {
			err = errors.Join(os.RemoveAll(killed), os.CopyFS(killed, os.DirFS(broken)))
		}
		if err != nil {
			t.Error(err)
		}
		cancel()
	}
	opt.Dir = broken
	if _, err := Run(ctx, snapped(t), opt); !errors.Is(err, ErrInterrupted) {
		t.Fatalf("%v: expected an interruption within an adaptive step", err)
	}
	cut = nil
	for _, dir := range []string{broken, killed} {
		last, err := lastCheckpoint(dir, func(string, *checkpoint) error { return nil })
		if last == nil || last.State.Halvings == 0 || last.Frame != 13 {
			t.Fatalf("%s: %v: expected a checkpoint after frame 14, of cut steps", filepath.Base(dir), err)
		}
		opt.Dir, opt.Resume = dir, true
		mustRun(t, snapped(t), opt)
		sameRun(t, filepath.Base(dir), whole, dir)
	}
}
