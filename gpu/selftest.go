//go:build cgo

package gpu

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/opengl"
	"hysteron/gpu/pack"
	"hysteron/gpu/trial"
	"hysteron/step"
)

// selfTestLimit is how far a step of SelfTest may end from the reference's step from the same state,
// relative to the size of the cloth: five times the tolerance of the step, by which Newton's method may end an
// iteration earlier. Where positions change by 1e-7 m, more than float32 makes of forces, the reference's own step moves
// by up to half of the tolerance; on llvmpipe it ends up to 1.5 times the tolerance away.
const selfTestLimit = 2.5e-5

// selfTestFirst is the first of selfTestSteps steps that is compared. Before it, in the first one, all contacts begin
// at once, and where their planes end up depends on the way there: the reference's own step moves by ten times a
// tolerance of 1e-5 m where positions change by 1e-9 m. From the fourth on the sheets rub on each other.
const (
	selfTestFirst = 2
	selfTestSteps = 4
)

// SelfTest takes a few steps of a small cloth with every term at work on the context's device, each
// also on the reference, which is cpu.Backend, from the same state: over many steps contact and buckling amplify the last
// digits, on the reference as well. The error is ErrBroken where the two differ, where two runs have
// different bits, or where a kernel wrote beside its buffers.
func SelfTest(c *opengl.Context, reference step.Backend) error { return selfTest(c, New, reference) }

// maker is New; tests of the self-test put a broken one in its place.
type maker func(*opengl.Context, *cloth.Model, *cloth.State, []step.Collider, step.Settings) (*Sim, error)

func selfTest(c *opengl.Context, make maker, reference step.Backend) error {
	if err := probePrecision(c, probePass.source); err != nil {
		return err
	}
	m, colliders, set, err := trial.Scene()
	if err != nil {
		return err
	}
	const h = 1. / 120
	runs := [2][]*cloth.State{}
	for k := range runs {
		if runs[k], err = selfTestRun(c, make, m, colliders, set, h); err != nil {
			return err
		}
	}
	for n, state := range runs[0] {
		for i, x := range runs[1][n].X {
			if x != state.X[i] {
				return fmt.Errorf("%w: two runs of the self-test put vertex %d at %v and %v", ErrBroken, i, state.X[i], x)
			}
		}
		if n < selfTestFirst {
			continue
		}
		want, err := selfTestStep(reference, m, runs[0][n-1], colliders, set, h)
		if err != nil {
			return fmt.Errorf("self-test of the reference: %w", err)
		}
		for i, x := range state.X {
			if d := r3.Norm(r3.Sub(x, want.X[i])) / trial.Size; !(d < selfTestLimit) {
				return fmt.Errorf("%w: step %d of the self-test moves vertex %d to %v: expected %v", ErrBroken, n, i, x, want.X[i])
			}
		}
	}
	return nil
}

// selfTestRun returns the state at the start and after each step.
func selfTestRun(c *opengl.Context, make maker, m *cloth.Model, colliders []step.Collider, set step.Settings, h float64) ([]*cloth.State, error) {
	s, err := make(c, m, nil, colliders, set)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.Steer(trial.Steering(m, &set)); err != nil {
		return nil, err
	}
	var states []*cloth.State
	for n := range selfTestSteps + 1 {
		if n > 0 {
			// Both backends start afresh: what they remember beside the state is not compared.
			if err := s.SetState(states[n-1]); err != nil {
				return nil, err
			}
			if _, err := s.Step(h); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrBroken, err)
			}
		}
		state, err := s.State()
		if err != nil {
			return nil, err
		}
		states = append(states, state)
	}
	if err := s.CheckGuards(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return states, nil
}

// selfTestStep is where a step of the reference leads.
func selfTestStep(reference step.Backend, m *cloth.Model, from *cloth.State, colliders []step.Collider, set step.Settings, h float64) (*cloth.State, error) {
	s, err := reference.New(m, from, colliders, set)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.Steer(trial.Steering(m, &set)); err != nil {
		return nil, err
	}
	if _, err := s.Step(h); err != nil {
		return nil, err
	}
	return s.State()
}

// Trust runs SelfTest against the reference on a device that was never seen before, and refuses one that failed. Verdicts
// are kept per driver and text of the kernels in the user's cache folder; where that cannot be
// written, the test runs each time.
func Trust(c *opengl.Context, reference step.Backend) error {
	file, err := verdictFile(c.Device(), c.Fetch())
	if err == nil {
		if text, err := os.ReadFile(file); err == nil && strings.HasPrefix(string(text), verdictGood) {
			return nil
		}
	}
	if err := SelfTest(c, reference); err != nil {
		return fmt.Errorf("%s: %w", c.Device(), err)
	}
	if err == nil && os.MkdirAll(filepath.Dir(file), 0o755) == nil {
		// Written under another name first: a half-written verdict is none.
		tmp := fmt.Sprintf("%s.%d", file, os.Getpid())
		if os.WriteFile(tmp, []byte(verdictGood+c.Device().String()+"\n"), 0o644) == nil {
			if os.Rename(tmp, file) != nil {
				os.Remove(tmp)
			}
		}
	}
	return nil
}

const verdictGood = "good: "

// verdictFile is where the verdict on a driver is kept.
func verdictFile(d opengl.Device, fetch bool) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n", d.Vendor, d.Renderer, d.Version)
	m, _, _, err := trial.Scene()
	if err != nil {
		return "", err
	}
	made := pack.MadeTexts(m)
	for _, p := range append(slices.Concat(passes()...), probePass) {
		src, err := p.source(fetch, made)
		if err != nil {
			return "", err
		}
		h.Write([]byte(src.Text))
	}
	return filepath.Join(dir, "hysteron", fmt.Sprintf("device-%x", h.Sum(nil)[:12])), nil
}
