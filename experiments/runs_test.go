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
		{"on both sides", Sample{2, 2.2, 0.9, 2.1, 2}, false, false},
		{"all beyond, but so wide apart that the limit is within reach", Sample{1.01, 2, 3, 1.1, 2.5}, false, false},
		{"at the limit", Sample{1, 1, 1, 1, 1}, false, false},
		{"four runs", Sample{2, 2, 2, 2}, false, false},
		{"no number", Sample{2, 2, math.NaN(), 2, 2}, false, false},
		{"infinite", Sample{2, 2, math.Inf(1), 2, 2}, false, false},
		{"below", Sample{0.5, 0.52, 0.49, 0.5, 0.51}, false, true},
		{"below on the mean, one run above", Sample{0.5, 1.2, 0.49, 0.5, 0.51}, false, false},
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
	if s.Mean() != 3 || math.Abs(s.Spread()-2*math.Sqrt(2.5)) > 1e-15 {
		t.Errorf("mean %g, spread %g", s.Mean(), s.Spread())
	}
}

// The same seed moves positions by the same bits, another by others; none by more than the size; held vertices stay,
// and seed 0 moves nothing.
func TestShake(t *testing.T) {
	const n = 40
	m := &cloth.Model{Pins: []cloth.Pin{{Vertex: 3}, {Vertex: 17}}}
	shaken := func(seed uint64) []r3.Vec {
		x := make([]r3.Vec, n)
		for i := range x {
			x[i] = r3.Vec{X: float64(i)}
		}
		Shake(m, x, ShakeSize, seed)
		return x
	}
	plain, a := shaken(0), shaken(1)
	if !slices.Equal(a, shaken(1)) || slices.Equal(a, shaken(2)) {
		t.Error("expected the same bits of the same seed, and others of another")
	}
	moved := 0
	for i := range a {
		d := r3.Sub(a[i], plain[i])
		if far := max(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z)); far > ShakeSize*(1+1e-9) {
			t.Errorf("vertex %d moved by %v", i, d)
		} else if far > ShakeSize/100 {
			moved++
		}
	}
	if moved != n-2 || a[3] != plain[3] || a[17] != plain[17] || plain[5] != (r3.Vec{X: 5}) {
		t.Errorf("%d vertices moved: expected all of %d but two that are held", moved, n)
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
