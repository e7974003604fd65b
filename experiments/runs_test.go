package experiments

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// A claim is shown by five runs whose mean ± spread lies on its side, and by nothing less.
func TestShown(t *testing.T) {
	above, below := &Claim{Side: Above, Limit: 1}, &Claim{Side: Below, Limit: 1}
	for _, c := range []struct {
		what         string
		runs         Sample
		above, below bool
	}{
		{"all alike, beyond", Sample{2, 2, 2, 2, 2}, true, false},
		{"a little noise, beyond", Sample{2, 2.2, 1.9, 2.1, 2}, true, false},
		{"on both sides", Sample{2, 2.2, 0.4, 0.3, 2}, false, false},
		{"one run on the other side, which does not decide", Sample{2, 2.2, 0.9, 2.1, 2}, true, false},
		{"all beyond, but so wide apart that the limit is within reach", Sample{1.01, 5, 1.1, 1.05, 1.02}, false, false},
		{"at the limit", Sample{1, 1, 1, 1, 1}, false, false},
		{"four runs", Sample{2, 2, 2, 2}, false, false},
		{"no number", Sample{2, 2, math.NaN(), 2, 2}, false, false},
		{"infinite", Sample{2, 2, math.Inf(1), 2, 2}, false, false},
		{"below", Sample{0.5, 0.52, 0.49, 0.5, 0.51}, false, true},
		{"below on the mean, far apart", Sample{0.5, 1.8, 0.49, 1.2, 0.51}, false, false},
		{"none", nil, false, false},
	} {
		if got := above.Shown(c.runs); got != c.above {
			t.Errorf("%s: above the limit %v, expected %v", c.what, got, c.above)
		}
		if got := below.Shown(c.runs); got != c.below {
			t.Errorf("%s: below the limit %v, expected %v", c.what, got, c.below)
		}
	}
	// Mean and spread by hand: deviations −2 … 2, variance 10/4.
	s := Sample{1, 2, 3, 4, 5}
	if s.Mean() != 3 || math.Abs(s.Spread()-2*math.Sqrt(2.5/5)) > 1e-15 {
		t.Errorf("mean %g, spread %g", s.Mean(), s.Spread())
	}
}

// The same seed moves positions by the same bits, another by others, a disturbance apart, all by the same imperfection;
// held vertices stay, and seed 0 moves nothing.
func TestShake(t *testing.T) {
	const n = 40
	m := &cloth.Model{Pins: []cloth.Pin{{Vertex: 3}, {Vertex: 17}}}
	shaken := func(seed uint64) []r3.Vec {
		x := make([]r3.Vec, n)
		for i := range x {
			x[i] = r3.Vec{X: float64(i)}
		}
		Shake(m, x, seed)
		return x
	}
	plain, a, b := shaken(0), shaken(1), shaken(2)
	if !slices.Equal(a, shaken(1)) || slices.Equal(a, b) {
		t.Error("expected the same bits of the same seed, and others of another")
	}
	farthest := func(a, b []r3.Vec) (most float64, moved int) {
		for i := range a {
			d := r3.Sub(a[i], b[i])
			far := max(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z))
			if most = max(most, far); far > 0 {
				moved++
			}
		}
		return most, moved
	}
	for _, q := range []struct {
		x, y   []r3.Vec
		lo, hi float64
	}{{a, plain, Imperfection / 2, 1.01 * Imperfection}, {a, b, Disturbance / 2, 2.01 * Disturbance}} {
		if far, moved := farthest(q.x, q.y); far < q.lo || far > q.hi || moved != n-2 {
			t.Errorf("%d vertices differ, by up to %g m: expected all but the two that are held, by %g to %g m", moved, far,
				q.lo, q.hi)
		}
	}
	if a[3] != plain[3] || a[17] != plain[17] || plain[5] != (r3.Vec{X: 5}) {
		t.Error("held vertices moved, or those of seed 0")
	}
}

// What was kept comes back in the same bits, and only to the same program and print.
func TestStore(t *testing.T) {
	s := Store{Dir: t.TempDir(), Program: "a"}
	made := 0
	make := func() (map[string][]float64, error) {
		made++
		return map[string][]float64{"x": {0.1, math.Pi, float64(made)}}, nil
	}
	first, err := OnceStored(s, "run", []byte("print"), make)
	if err != nil {
		t.Fatal(err)
	}
	again, err := OnceStored(s, "run", []byte("print"), make)
	if err != nil || made != 1 || !slices.Equal(again["x"], first["x"]) {
		t.Errorf("%v after %d runs: %v, kept %v", err, made, again, first)
	}
	for i, other := range []Store{{s.Dir, "b"}, s} {
		if _, err := OnceStored(other, "run", []byte([]string{"print", "another"}[i]), make); err != nil || made != 2+i {
			t.Errorf("%v after %d runs: expected another for another program or print", err, made)
		}
	}
}
