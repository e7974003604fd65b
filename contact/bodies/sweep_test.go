package bodies

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth/clothtest"
	"hysteron/linalg"
	"hysteron/step"
)

// A small fast sphere passes over a point on its way, even if it is far behind it at the end; not over one beside its
// way, over one that flies along, nor where it is slow.
func TestPasses(t *testing.T) {
	pool := linalg.New(2)
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
		s, err := NewSurface(clothtest.NewSphere(.01, r3.Vec{}, c.speed), 0)
		if err != nil {
			t.Fatal(err)
		}
		p := Points{Start: []r3.Vec{{Y: 9}, c.at}, Path: []r3.Vec{{}, r3.Scale(h, c.by)}, Clear: make([]float64, 2)}
		if got := s.MayTunnel(pool, 0, h, p, sight); got != c.want {
			t.Errorf("%s: %v, expected %v", c.name, got, c.want)
		}
	}
}

// two are two surfaces as one.
type two [2]step.Surface

func (s two) NumVertices() int { return s[0].NumVertices() + s[1].NumVertices() }

func (s two) Triangles() (tri [][3]int32) {
	tri = append(tri, s[0].Triangles()...)
	for _, a := range s[1].Triangles() {
		for c := range a {
			a[c] += int32(s[0].NumVertices())
		}
		tri = append(tri, a)
	}
	return tri
}

func (s two) Positions(x []r3.Vec, t float64) {
	n := s[0].NumVertices()
	s[0].Positions(x[:n], t)
	s[1].Positions(x[n:], t)
}

// A small fast sphere is met on its way past another one that stands nearer to the point before and after; and in the
// next step, too.
func TestPassesBeside(t *testing.T) {
	pool := linalg.New(2)
	defer pool.Close()
	const h, sight = 1. / 60, .012
	fast := clothtest.NewSphere(.01, r3.Vec{}, r3.Vec{X: 30})
	s, err := NewSurface(two{clothtest.NewSphere(.01, r3.Vec{X: .2, Y: .05}, r3.Vec{}), fast}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		begin, at float64
		want      bool
	}{{0, .2, true}, {h, .2, false}, {0, .2, true}} {
		p := Points{Start: []r3.Vec{{X: c.at}}, Path: make([]r3.Vec, 1), Clear: make([]float64, 1)}
		if got := s.MayTunnel(pool, c.begin, h, p, sight); got != c.want {
			t.Errorf("from %g s: %v, expected %v", c.begin, got, c.want)
		}
	}
}

// A sphere that is thick does not pass over a point that it comes upon, or carries before it, if that is found on the
// side that it came from by far: where it goes less than half as far against it as it is thick.
func TestPassesThick(t *testing.T) {
	pool := linalg.New(2)
	defer pool.Close()
	const h, sight = 1. / 60, .012
	for _, c := range []struct {
		name        string
		radius, way float64 // of the sphere [m]
		at, by      r3.Vec  // where the point is from the sphere's front, and how far it flies [m]
		want        bool
	}{
		{"comes upon it", .1, .05, r3.Vec{X: .02}, r3.Vec{}, false},
		{"near it", .1, .04, r3.Vec{X: .005}, r3.Vec{}, false},
		{"flies at it", .1, 0, r3.Vec{X: .02}, r3.Vec{X: -.05}, false},
		{"comes upon it, and goes too far", .1, .09, r3.Vec{X: .02}, r3.Vec{}, true},
		{"near it, and goes too far", .1, .07, r3.Vec{X: .005}, r3.Vec{}, true},
		{"is too thin", .02, .05, r3.Vec{X: .02}, r3.Vec{}, true},
		{"near it, and is too thin", .02, .04, r3.Vec{X: .005}, r3.Vec{}, true},
	} {
		s, err := NewSurface(clothtest.NewSphere(c.radius, r3.Vec{X: -c.radius}, r3.Vec{X: c.way / h}), 0)
		if err != nil {
			t.Fatal(err)
		}
		p := Points{Start: []r3.Vec{c.at}, Path: []r3.Vec{c.by}, Clear: make([]float64, 1)}
		if got := s.MayTunnel(pool, 0, h, p, sight); got != c.want {
			t.Errorf("%s: %v, expected %v", c.name, got, c.want)
		}
	}
}

// A small fast sphere passes over a wide triangle between its corners and its centroid, whose three are all far from
// its way; not over one that is not looked at, nor beside it.
func TestPassesBetweenPoints(t *testing.T) {
	pool := linalg.New(2)
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
			for i := range p.Path {
				p.Path[i] = r3.Vec{X: -.5}
			}
		}
		s, err := NewSurface(clothtest.NewSphere(.01, r3.Vec{}, speed), 0)
		if err != nil {
			t.Fatal(err)
		}
		p.Sharp = slices.Repeat([]float64{.4}, len(s.Triangles()))
		if c.wide {
			p.Sharp = slices.Repeat([]float64{.1}, len(s.Triangles()))
		}
		if got := s.MayTunnel(pool, 0, h, p, sight); got != c.want {
			t.Errorf("%s: %v, expected %v", c.name, got, c.want)
		}
	}
}

// sweep3 is a triangle at x, with edges of some 30 cm, whose point half-way between a corner and the centroid is so far
// aside from the axis.
func sweep3(x, aside float64) Points {
	corner := []r3.Vec{{X: x, Y: .1}, {X: x, Y: -.2, Z: .15}, {X: x, Y: -.2, Z: -.15}}
	centre := r3.Vec{X: x, Y: -.1}
	p := Points{Start: append(corner, centre), Path: make([]r3.Vec, 4), Clear: make([]float64, 4),
		Cloth: &Cloth{Tri: [][3]int32{{0, 1, 2}}, Edge: []float64{.3}}}
	for i := range p.Start {
		p.Start[i].Z += aside
	}
	return p
}

// A small sphere that flies through a wide triangle between its corners is found on its way, whether it has gone
// through at the end or not; not one that takes the triangle along, that goes beside it, or before which the triangle
// is not wide or does not feel it.
func TestSlips(t *testing.T) {
	pool := linalg.New(2)
	defer pool.Close()
	const h, radius = 1. / 60, .005
	for _, c := range []struct {
		name                 string
		aside, carried, fast float64 // of the triangle [m], of the way of the sphere, and its speed [m/s]
		start                float64 // of the sphere before the triangle [m]
		edge                 float64
		skip                 bool
		want                 step.Tunnelling
	}{
		{name: "through", fast: 20, start: .1, edge: .3, want: step.Tunnelling{Any: true, Fast: true}},
		{name: "through it by far", fast: 100, start: .1, edge: .3, want: step.Tunnelling{Any: true, Fast: true}},
		{name: "into it", fast: 6, start: .1, edge: .3, want: step.Tunnelling{Any: true, Fast: true, In: true}},
		{name: "slowly into it", fast: .03, start: .0051, edge: .3, want: step.Tunnelling{Any: true, In: true}},
		{name: "stays in it", fast: 0, start: .003, edge: .3, want: step.Tunnelling{In: true}},
		{name: "not as far", fast: 5, start: .1, edge: .3},
		{name: "taken along", fast: 20, start: .01, carried: 1, edge: .3},
		{name: "beside it", fast: 20, start: .1, aside: .21, edge: .3},
		{name: "not wide", fast: 20, start: .1, edge: .01},
		{name: "does not feel it", fast: 20, start: .1, edge: .3, skip: true},
	} {
		s, err := NewSurface(clothtest.NewSphere(radius, r3.Vec{}, r3.Vec{X: c.fast}), 0)
		if err != nil {
			t.Fatal(err)
		}
		p := sweep3(c.start, c.aside)
		w := Paths{Cloth: &Cloth{Tri: p.Tri, Edge: []float64{c.edge}}, From: p.Start[:3]}
		for _, x := range w.From {
			w.To = append(w.To, r3.Add(x, r3.Vec{X: c.carried * c.fast * h}))
		}
		if c.skip {
			w.Skip = []bool{true}
		}
		if got := s.Tunnels(pool, 0, h, &w, slices.Repeat([]float64{.02}, len(s.Triangles()))); got != c.want {
			t.Errorf("%s: %+v, expected %+v", c.name, got, c.want)
		}
	}
}

// growing is a surface that grows about the origin by a rate [1/s].
type growing struct {
	step.Surface
	rate float64
}

func (g growing) Positions(x []r3.Vec, t float64) {
	g.Surface.Positions(x, t)
	for i := range x {
		x[i] = r3.Scale(1+g.rate*t, x[i])
	}
}

// A sphere that cloth goes through from one side to the other is crossed, by a corner or the centroid, whichever moves;
// not by cloth that is taken along, that slides past, that comes out of it, or that goes less far than it may.
func TestCrosses(t *testing.T) {
	pool := linalg.New(2)
	defer pool.Close()
	const h, radius = 1. / 60, .01
	for _, c := range []struct {
		name     string
		speed    float64 // of the sphere [m/s]
		grows    float64 // its radius [1/s]
		from, to r3.Vec  // of a corner, or the centroid [m]
		centroid bool
		most     float64 // [m]
		skip     bool
		want     bool
	}{
		{name: "corner", from: r3.Vec{X: .011}, to: r3.Vec{X: -.011}, want: true},
		{name: "centroid", from: r3.Vec{X: .011}, to: r3.Vec{X: -.011}, centroid: true, want: true},
		{name: "pressed into it", from: r3.Vec{X: .011}, to: r3.Vec{X: .005}, want: true},
		{name: "the sphere moves", speed: 3, from: r3.Vec{X: .011}, to: r3.Vec{X: .011}, want: true},
		{name: "the sphere grows", grows: 20, from: r3.Vec{X: .011}, to: r3.Vec{X: .011}, want: true},
		{name: "taken along", speed: 3, from: r3.Vec{X: .011}, to: r3.Vec{X: .061}},
		{name: "slides past", from: r3.Vec{X: .011, Y: -.01}, to: r3.Vec{X: .011, Y: .01}},
		{name: "comes out", from: r3.Vec{X: .005}, to: r3.Vec{X: .02}},
		{name: "not so far", from: r3.Vec{X: .011}, to: r3.Vec{X: -.011}, most: .03},
		{name: "does not feel it", from: r3.Vec{X: .011}, to: r3.Vec{X: -.011}, skip: true},
	} {
		s, err := NewSurface(growing{clothtest.NewSphere(radius, r3.Vec{}, r3.Vec{X: c.speed}), c.grows}, 0)
		if err != nil {
			t.Fatal(err)
		}
		corner := [3]r3.Vec{{}, {Y: .1, Z: .2}, {Y: .1, Z: -.2}}
		if c.centroid {
			corner = [3]r3.Vec{{Y: -.1}, {Y: .05, Z: .2}, {Y: .05, Z: -.2}}
		}
		w := Paths{Cloth: &Cloth{Tri: [][3]int32{{0, 1, 2}}, Edge: []float64{.3}}}
		for _, x := range corner {
			w.From, w.To = append(w.From, r3.Add(x, c.from)), append(w.To, r3.Add(x, c.to))
		}
		if c.skip {
			w.Skip = []bool{true}
		}
		if got := s.Crosses(pool, 0, h, &w, max(c.most, .002)); got != c.want {
			t.Errorf("%s: %v, expected %v", c.name, got, c.want)
		}
	}
}

// Two triangles that stand on edge, across each other, meet where one comes down on the other, though no corner meets a
// face; one that has come through it by some crosses it at the end.
func TestEdgesMeet(t *testing.T) {
	for _, c := range []struct {
		from, to    float64 // height of the one above [m]
		meet, cross bool
	}{{.1, .05, false, false}, {.1, -.05, true, true}, {.1, -.3, true, true}, {.1, -.5, true, false}} {
		stands := [3]r3.Vec{{X: -1}, {X: 1}, {Z: -.2}}
		var p faces
		p[0] = face{stands, stands}
		for s, z := range []float64{c.from, c.to} {
			p[1][s] = [3]r3.Vec{{Y: 1.1, X: .1, Z: z}, {Y: -.9, X: .1, Z: z}, {Y: .1, X: .1, Z: z + .2}}
		}
		meet, _ := p.intersect()
		if cross := p.cross(); meet != c.meet || cross != c.cross || p.separated() && c.meet {
			t.Errorf("from %g to %g: meets %v, crosses %v, apart %v", c.from, c.to, meet, cross, p.separated())
		}
	}
}

// TestSeparated: a triangle that stays above another one is apart from it, and one that falls through it is not, though
// a plane is between both at each end.
func TestSeparated(t *testing.T) {
	flat := func(z float64) [3]r3.Vec { return [3]r3.Vec{{X: -1, Z: z}, {X: 1, Z: z}, {Y: 1, Z: z}} }
	for _, c := range []struct {
		to   float64
		want bool
	}{{.05, true}, {-.1, false}} {
		p := faces{{flat(0), flat(0)}, {flat(.1), flat(c.to)}}
		meet, _ := p.intersect()
		if apart := p.separated(); apart != c.want || meet == c.want {
			t.Errorf("from .1 to %g: apart %v, meets %v: expected %v, %v", c.to, apart, meet, c.want, !c.want)
		}
	}
}
