package sweep

import (
	"slices"
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

// A small fast sphere passes over a wide triangle between its corners and its centroid, whose three are all far from its way; not over one that is not looked at, nor beside it.
func TestPassesBetweenPoints(t *testing.T) {
	pool := par.New(2)
	defer pool.Close()
	const h, sight = 1. / 60, .012
	for _, c := range []struct {
		name   string
		aside  float64 // of the triangle, which stands across the way of the sphere
		wide   bool
		moving bool // it flies at the sphere, which stands
		want   bool
	}{
		{"between its points", 0, true, false, true},
		{"between its points, flying", 0, true, true, true},
		{"not wide", 0, false, false, false},
		{"beside it", .2, true, false, false},
	} {
		speed := r3.Vec{X: 30}
		p := sweep3(.25, c.aside)
		if c.moving {
			speed = r3.Vec{}
			for i := range p.Way {
				p.Way[i] = r3.Vec{X: -.5}
			}
		}
		s, err := New(clothtest.NewSphere(.01, r3.Vec{}, speed), 0)
		if err != nil {
			t.Fatal(err)
		}
		p.Edge = []float64{.3}
		p.Sharp = slices.Repeat([]float64{.4}, len(s.Triangles()))
		if c.wide {
			p.Sharp = slices.Repeat([]float64{.1}, len(s.Triangles()))
		}
		if got := s.Passes(pool, 0, h, p, sight); got != c.want {
			t.Errorf("%s: %v, expected %v", c.name, got, c.want)
		}
	}
}

// sweep3 is a triangle at x, with edges of some 30 cm, whose point half-way between a corner and the centroid is so far aside from the axis.
func sweep3(x, aside float64) Points {
	corner := []r3.Vec{{X: x, Y: .1}, {X: x, Y: -.2, Z: .15}, {X: x, Y: -.2, Z: -.15}}
	centre := r3.Vec{X: x, Y: -.1}
	p := Points{Start: append(corner, centre), Way: make([]r3.Vec, 4), Clear: make([]float64, 4), Tri: [][3]int32{{0, 1, 2}}}
	for i := range p.Start {
		p.Start[i].Z += aside
	}
	return p
}
