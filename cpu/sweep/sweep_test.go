package sweep

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth/clothtest"
	"hysteron/cpu/par"
)

// A small fast sphere passes over a point on its way, even if it is far behind it at the end; not over one beside its way,
// over one that flies along, nor where it is slow.
func TestPasses(t *testing.T) {
	pool := par.New(2)
	defer pool.Close()
	const h, sight = 1. / 60, .012
	fast := r3.Vec{X: 30} // half a metre in a step
	for _, c := range []struct {
		name          string
		speed, at, by r3.Vec // of the sphere; where the point is, and its speed
		want          bool
	}{
		{"on its way", fast, r3.Vec{X: .2}, r3.Vec{}, true},
		{"at its end", fast, r3.Vec{X: .5}, r3.Vec{}, true},
		{"beside its way", fast, r3.Vec{X: .2, Y: .03}, r3.Vec{}, false},
		{"behind it", fast, r3.Vec{X: -.1}, r3.Vec{}, false},
		{"beyond", fast, r3.Vec{X: .6}, r3.Vec{}, false},
		{"flying along, near", fast, r3.Vec{X: .015}, fast, false},
		{"standing, near", fast, r3.Vec{X: .015}, r3.Vec{}, true},
		{"flying through it", r3.Vec{}, r3.Vec{X: -.2}, fast, true},
		{"slow", r3.Vec{X: .6}, r3.Vec{X: .02}, r3.Vec{}, false},
	} {
		s, err := New(clothtest.NewSphere(.01, r3.Vec{}, c.speed), 0)
		if err != nil {
			t.Fatal(err)
		}
		p := Points{Start: []r3.Vec{{Y: 9}, c.at}, Way: []r3.Vec{{}, r3.Scale(h, c.by)}, Clear: make([]float64, 2)}
		if got := s.Passes(pool, 0, h, p, sight); got != c.want {
			t.Errorf("%s: %v, expected %v", c.name, got, c.want)
		}
	}
}
