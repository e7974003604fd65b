package experiments

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"

	"hysteron/cloth"
	"hysteron/lab"

	"hysteron/check"
	"hysteron/scenes"
)

// An exponential decay of known rate settles when it should; energy before the end of the motion and
// below the limit does not count.
func TestSettledAfter(t *testing.T) {
	var at, e []float64
	for i := range 400 {
		s := -0.1 + float64(i)*0.005
		at = append(at, s)
		e = append(e, 3*math.Exp(-s*10))
	}
	after, end := settledAfter(at, e)
	if want := math.Log(100) / 10; math.Abs(after-want) > 0.005 || math.Abs(end-3) > 1e-9 {
		t.Errorf("settled after %g s from %g: expected %g s from 3", after, end, want)
	}
}

// Cloth that slows down by a known rate goes the way that it has in closed form, within the times that count and not
// outside; twice the mass goes less by √2 with the same energy.
func TestWayOf(t *testing.T) {
	var at, e []float64
	const rate, mass, speed = 5.0, 0.02, 0.3
	for i := range 2000 {
		s := -0.2 + float64(i)*0.0005
		v := speed * math.Exp(-rate*s)
		at, e = append(at, s), append(e, mass/2*v*v)
	}
	between := [2]float64{0.05, 0.55}
	want := speed / rate * (math.Exp(-rate*between[0]) - math.Exp(-rate*between[1]))
	if got := wayOf(at, e, mass, between); math.Abs(got/want-1) > 0.002 {
		t.Errorf("way of %g m: expected %g m", got, want)
	}
	if got, less := wayOf(at, e, mass, between), wayOf(at, e, 2*mass, between); math.Abs(got/less-math.Sqrt2) > 1e-12 {
		t.Errorf("twice the mass: %g m beside %g m", less, got)
	}
}

// Maps that are alike but for their scale correlate fully, moved wrinkles do not.
func TestAlike(t *testing.T) {
	wave := func(shift, scale float64) (h []float64) {
		for i := range 200 {
			h = append(h, scale*math.Max(0, math.Sin(float64(i)/10+shift)))
		}
		return h
	}
	if got := alike([][]float64{wave(0, 1), wave(0, 2), wave(0, 0.5)}); math.Abs(got-1) > 1e-12 {
		t.Errorf("the same wrinkles: %g, expected 1", got)
	}
	if got := alike([][]float64{wave(0, 1), wave(math.Pi, 1)}); got > -0.2 {
		t.Errorf("wrinkles where the others have none: %g", got)
	}
}

// Ridges and their displacements are those that were made, and a bump has its nominal height.
func TestRidges(t *testing.T) {
	setup, err := setupOf(preferredScene, nil, frictionless)
	if err != nil {
		t.Fatal(err)
	}
	made := func(places ...float64) []float64 {
		x := append([]r3.Vec(nil), setup.Model.X0...)
		for _, u := range places {
			for z := -0.1; z < 0.11; z += bumpRadius {
				bump(x, [2]float64{u, z})
			}
		}
		h := heights(x)
		for i := range h {
			h[i] -= setup.Model.X0[i].Y
		}
		return ridgesOf(setup.Model, h)
	}
	one, two := made(0.03), made(-0.05, 0.045)
	if len(one) != 1 || len(two) != 2 || math.Abs(one[0]-0.03) > ridgeStrip || math.Abs(two[0]+0.05) > ridgeStrip ||
		math.Abs(two[1]-0.045) > ridgeStrip {
		t.Fatalf("ridges at %v and %v m: expected 0.03, and -0.05 and 0.045", one, two)
	}
	// One to the nearest of two, and both of them to the one.
	want := (math.Abs(one[0]-two[1]) + math.Abs(two[0]-one[0]) + math.Abs(two[1]-one[0])) / 3
	if got := ridgesMove([][]float64{one, two}); math.Abs(got-want) > 1e-12 {
		t.Errorf("ridges move by %g m: expected %g", got, want)
	}
	if got := ridgesMove([][]float64{two, two, two}); got != 0 {
		t.Errorf("ridges that stay move by %g m", got)
	}
	x := append([]r3.Vec(nil), setup.Model.X0...)
	bump(x, [2]float64{0.03, -0.02})
	top := 0.
	for i := range x {
		top = max(top, x[i].Y-setup.Model.X0[i].Y)
	}
	if math.Abs(top/bumpHeight-1) > 0.05 {
		t.Errorf("a bump of %g m: expected about %g m", top, bumpHeight)
	}
}

// Without gravity the model of a rod creeps to the rest that follows from the law.
func TestRodRest(t *testing.T) {
	for _, name := range []string{"felt", "paper"} {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			t.Fatal(err)
		}
		r := newRod(lab.Creeping(f.BendWarp), f.Density, 0, 0.01, 10, 0.0075)
		for range 40000 {
			r.advance(0.005)
		}
		want := rest(f.BendWarp, 3/0.0075)
		for _, e := range r.eps {
			if math.Abs(e/want-1) > 1e-3 {
				t.Fatalf("%s: strain %g, law %g", name, e, want)
			}
		}
	}
}

// A strip that is let go without gravity keeps the curvature of the law.
func TestUnroll(t *testing.T) {
	f, err := scenes.LoadFabric("paper")
	if err != nil {
		t.Fatal(err)
	}
	got, err := lab.Unroll(t.Context(), f, 0.023, 10, 0, true)
	if err != nil {
		t.Fatal(err)
	}
	if want := rest(f.BendWarp, 3/0.023) / 3; math.Abs(stat.Mean(got.Curvature, nil)/want-1) > 0.01 {
		t.Errorf("curvature %g 1/m, law %g", stat.Mean(got.Curvature, nil), want)
	}
}

// A sheet that is stretched to l along the warp and turned strains by (l² − 1)/2, and what lies outside
// the box does not count.
func TestStrained(t *testing.T) {
	setup, err := setupOf(preferredScene, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := setup.Model
	const l = 1.3
	from, to := append([]r3.Vec(nil), m.X0...), append([]r3.Vec(nil), m.X0...)
	for i, p := range from {
		if p.X < 0 {
			to[i] = r3.Vec{X: -p.Z, Y: l * p.X, Z: p.Y}
		} else {
			to[i] = r3.Vec{X: -p.Z, Y: 7 * p.X, Z: p.Y}
		}
	}
	box := &check.WrinkleBox{Min: r3.Vec{X: -1, Y: -1, Z: -1}, Max: r3.Vec{X: -0.01, Y: 1, Z: 1}}
	if got, want := strained(m, 0, box, from, to), (l*l-1)/2; math.Abs(got-want) > 1e-9 {
		t.Errorf("strained by %g: expected %g", got, want)
	}
}

// Growth between sizes is a power of their numbers: table 4 of Ngo Ngoc and Boivin has 1.33 and 2.32.
func TestSizesPower(t *testing.T) {
	for k, want := range []float64{0, 1.332, 2.322} {
		if k > 0 && math.Abs(power(pentium, k-1, k)-want) > 1e-3 {
			t.Errorf("table 4, size %d: power %.4f, expected %.3f", k, power(pentium, k-1, k), want)
		}
	}
	if got := power([]float64{1, particles[1] * particles[1], 0}, 0, 1) -
		2*math.Log(particles[1])/math.Log(particles[1]/particles[0]); math.Abs(got) > 1e-12 {
		t.Errorf("the power is off by %g", got)
	}
}

// The surface of a prism with n sides has angles of 360°/n over n of its edges, and none over those across its sides.
func TestRough(t *testing.T) {
	const n = 12
	m := &cloth.Model{Parts: []cloth.PartInfo{{Name: "tube"}}}
	var x []r3.Vec
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		x = append(x, r3.Vec{X: cos, Y: 0, Z: sin}, r3.Vec{X: cos, Y: 1, Z: sin})
	}
	for i := range int32(n) {
		a, b, c, d := 2*i, 2*i+1, (2*i+2)%(2*n), (2*i+3)%(2*n)
		m.Tri = append(m.Tri, [3]int32{a, b, c}, [3]int32{b, d, c})
	}
	m.Parts[0].Tris.Hi = len(m.Tri)
	p := &pair{stage: &Stage{Frames: []int{1}}}
	for k := range p.takes {
		p.setups[k], p.takes[k] = &scenes.Setup{Model: m}, &Footage{X: [][]r3.Vec{x}}
	}
	want := 360. / n * math.Sqrt(0.5)
	if got := p.rough("tube", nil, 1); math.Abs(got[0]-want) > 1e-9 || got[1] != got[0] {
		t.Errorf("%v°: expected %g", got, want)
	}
	half := &check.WrinkleBox{Min: r3.Vec{X: -2, Y: -1, Z: -2}, Max: r3.Vec{X: 2, Y: 0.4, Z: 2}}
	if got := p.rough("tube", half, 1); !math.IsNaN(got[0]) {
		t.Errorf("%v° where there is no middle of an edge", got)
	}
}
