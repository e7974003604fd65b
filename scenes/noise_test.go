package scenes

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// Noise moves vertices off the plane by no more than asked, the same for the same seed and not for another, and leaves
// pins alone; without it nothing moves.
func TestNoise(t *testing.T) {
	positions := func(keys string) []r3.Vec {
		s, err := Parse("s.toml", []byte("title = \"noise\"\nfps = 24\nframes = 2\nstep_s = 0.01\n[[sheet]]\nname = "+
			"\"sheet\"\nsize_m = [0.4, 0.3]\nvertices = [9, 7]\nfabric = \"cotton\"\nrotation_deg = [30, 20, 10]\npins = "+
			"[\"corner-00\"]\n"+keys), nil)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		return setup.Model.X0
	}
	flat, one, again, other := positions(""), positions("noise_m = 0.002\n"), positions("noise_m = 0.002\nseed = 1\n"),
		positions("noise_m = 0.002\nseed = 2\n")
	if !slices.Equal(one, again) || slices.Equal(one, other) || slices.Equal(one, flat) {
		t.Error("expected the same bits for the same seed, and others for others")
	}
	normal := r3.Unit(r3.Cross(r3.Sub(flat[1], flat[0]), r3.Sub(flat[len(flat)-1], flat[0])))
	most, held := 0., 0
	for i := range flat {
		d := r3.Sub(one[i], flat[i])
		most = max(most, r3.Norm(d))
		if d == (r3.Vec{}) {
			held++
		}
		if off := r3.Norm(d) - math.Abs(r3.Dot(d, normal)); off > 1e-12 {
			t.Fatalf("vertex %d moves by %v within the plane", i, d)
		}
	}
	if !(most > .001 && most <= .002) || held != 1 {
		t.Errorf("moved by up to %g m, %d vertices not at all: expected up to 0.002 m, and one", most, held)
	}
}
