package scenes

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu"
	"hysteron/step"
)

const sampled = `title = "t"
fps = 30
frames = 2
step_s = 0.01

[[sheet]]
name = "s"
size_m = [1, 0.2]
vertices = [21, 5]
mesh = "right"
fabric = "cotton"
`

// Energies of samples are interpolated by normalised Gaussians: factors of one sample hold everywhere, between two
// equal radii they follow the logistic function of the place, and far beyond both the nearest counts.
func TestSamples(t *testing.T) {
	one := build(t, "s.toml", sampled+"[[sheet.sample]]\nat_m = [0.5, 0.1]\nradius_m = 0.01\nstretch = 3\nbend = 0.5\n")
	for i := range one.Model.Rest {
		if l := one.Model.Rest[i].Layers; math.Abs(l.Stretch-3) > 1e-14 || math.Abs(l.Bend-.5) > 1e-14 || l.Mass != 1 {
			t.Fatalf("one sample: triangle %d: %+v", i, l)
		}
	}
	const r = 0.1
	two := build(t, "s.toml", sampled+fmt.Sprintf("[[sheet.sample]]\nat_m = [0.3, 0.1]\nradius_m = "+
		"%g\n[[sheet.sample]]\nat_m = [0.7, 0.1]\nradius_m = %g\nstretch = 5\n", r, r))
	for i, uv := range two.Model.UV {
		u := (uv[0].X + uv[1].X + uv[2].X) / 3
		// |X − X_1|² − |X − X_2|² = 2(0.7 − 0.3)(u − 0.5)
		want := 1 + 4/(1+math.Exp(-0.8*(u-0.5)/(2*r*r)))
		if l := two.Model.Rest[i].Layers; math.Abs(l.Stretch-want) > 1e-12 || l.Bend != 1 {
			t.Fatalf("two samples: triangle %d at %g: %+v, expected %g", i, u, l, want)
		}
	}
	if l := two.Model.Rest[0].Layers.Stretch; math.Abs(l-1) > 1e-3 {
		t.Errorf("at the end: %g, expected that of the nearest sample", l)
	}
	if _, err := Parse("s.toml", []byte(sampled+"[[sheet.sample]]\nat_m = [0.5, 0.1]\n"), nil); err == nil ||
		!strings.Contains(err.Error(), "radius_m") {
		t.Errorf("without a radius: %v", err)
	}
}

// TestSampleEnergy: the energy of a stretched sheet is that of its fabric times the factor of each place, Σ A·f·ψ.
func TestSampleEnergy(t *testing.T) {
	forces := func(more string) (sum float64, factor float64) {
		u := build(t, "s.toml", sampled+more)
		s, err := cpu.New(u.Model, nil, nil, step.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		x := make([]r3.Vec, len(u.Model.X0))
		for i, p := range u.Model.X0 {
			x[i] = r3.Vec{X: 1.02 * p.X, Y: p.Y, Z: p.Z}
		}
		g := cpu.NewProbe(s, 1).Look(x)
		for i, p := range u.Model.X0 { // the work of the forces along the stretch
			sum += (g[i].X - u.Model.Mass[i]*(x[i].X-p.X)) * p.X
		}
		area := 0.
		for i := range u.Model.Rest {
			r := &u.Model.Rest[i]
			factor, area = factor+r.Area*r.Layers.Stretch, area+r.Area
		}
		return sum, factor / area
	}
	plain, _ := forces("")
	more, factor := forces("[[sheet.sample]]\nat_m = [0, 0]\nradius_m = 0.2\n[[sheet.sample]]\nat_m = [1, " +
		"0.2]\nradius_m = 0.3\nstretch = 4\n")
	if factor < 1.5 || factor > 3.9 || math.Abs(more/plain-factor) > 1e-9*factor {
		t.Errorf("the work is %.12g times that of the fabric alone: expected %.12g", more/plain, factor)
	}
}
