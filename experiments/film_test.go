package experiments

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/claim"
	"hysteron/cloth"

	"hysteron/scenes"
	"hysteron/sim"
)

const hanging = `title = "a sheet that falls from two corners"
fps = 24
start_frame = 1
frames = 24
[[sheet]]
name = "sheet"
size_m = [0.1, 0.1]
vertices = [5, 5]
fabric = "cotton"
centre_m = [0, 1, 0]
pins = ["corner-00", "corner-10"]
`

func stage(t *testing.T) *Stage {
	s := &Stage{Scene: "hanging", Name: "hanging", Step: 1. / 240, Frames: []int{1, 5, 13}, Energy: 0.1,
		text:  []byte(hanging),
		Store: claim.Store{Dir: t.TempDir(), Program: "test"}, Note: func(string, ...any) {},
		Paused: func() error { return nil },
		Open: func(setup *scenes.Setup, state *cloth.State) (*sim.Engine, error) {
			return sim.Open("cpu", setup, state)
		}}
	setup, err := s.setup(s.Step, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.start, s.pins = setup.Model.X0, setup.Model.Pins
	return s
}

// An interrupted and resumed take has the same bits as an uninterrupted one. So has one of the same seed, and one of
// another seed has not. A finished take is not simulated again.
func TestShoot(t *testing.T) {
	take := Take{Name: "a", Seed: 1}
	whole := stage(t)
	want, _, err := whole.Shoot(context.Background(), take)
	if err != nil {
		t.Fatal(err)
	}
	if len(want.X) != 3 || want.Steps != 120 || len(want.Energy) != 120-24+1 || want.Energy[0] <= 0 ||
		want.Unconverged > 0 {
		t.Fatalf("%d frames, %d steps, %d energies, %d unconverged steps", len(want.X), want.Steps, len(want.Energy),
			want.Unconverged)
	}
	broken, opened := stage(t), 0
	enough := errors.New("enough")
	open := broken.Open
	broken.Open = func(setup *scenes.Setup, state *cloth.State) (*sim.Engine, error) {
		opened++
		asked := 0
		broken.Paused = func() error {
			if asked++; asked == 1 && opened == 1 {
				return enough
			}
			return nil
		}
		return open(setup, state)
	}
	if _, _, err := broken.Shoot(context.Background(), take); !errors.Is(err, enough) {
		t.Fatalf("error %v: expected %v", err, enough)
	}
	for range 2 {
		got, _, err := broken.Shoot(context.Background(), take)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Error("a take that went on left other bits")
		}
	}
	if opened != 2 {
		t.Errorf("simulated in %d goes: expected 2, and what is left is read", opened)
	}
	other, _, err := whole.Shoot(context.Background(), Take{Name: "a", Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(other.X[2], want.X[2]) {
		t.Error("another seed left the same bits")
	}
	off := 0.
	for i := range other.X[0] {
		off = max(off, r3.Norm(r3.Sub(other.X[0][i], want.X[0][i])))
	}
	if off == 0 || off > 4*Disturbance {
		t.Errorf("starts of two seeds differ by %g m: expected up to %g", off, 4*Disturbance)
	}
}

// The scenes can be built, and steps are no longer than requested.
func TestScenes(t *testing.T) {
	for _, name := range []string{"trousers", "trousers-shirt"} {
		s := &Stage{Scene: name, Set: []string{"garment.trousers.edge_length_m=0.05"}}
		setup, err := s.setup(1e-3, nil)
		if err != nil {
			t.Fatal(err)
		}
		if h := setup.Scene.StepSeconds(); h > 1e-3 || h < 0.9e-3 {
			t.Errorf("%s: steps of %g s", name, h)
		}
	}
}

// Each seed is dressed once, from a start of its own.
func TestDress(t *testing.T) {
	nothing := func(*cloth.Fabric) {}
	s, dressed := stage(t), 0
	s.Note = func(string, ...any) { dressed++ }
	worn := map[uint64][]r3.Vec{}
	for _, seed := range []uint64{0, 1, 2, 1} {
		if err := s.Dress(context.Background(), nothing, seed); err != nil {
			t.Fatal(err)
		}
		if x := worn[seed]; x != nil && !slices.Equal(x, s.start) {
			t.Errorf("seed %d, dressed again, is worn otherwise", seed)
		}
		worn[seed] = slices.Clone(s.start)
	}
	if slices.Equal(worn[0], worn[1]) || slices.Equal(worn[1], worn[2]) || dressed != 3 {
		t.Errorf("three seeds were dressed %d times, alike %v, %v", dressed, slices.Equal(worn[0], worn[1]),
			slices.Equal(worn[1], worn[2]))
	}
}
