package cpu

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/pairs"
	"hysteron/step"
)

// each calls f for each vertex with each triangle and each edge with each other edge.
func (c *selfContact) each(m *cloth.Model, f func(name pairName)) {
	for i := range m.X0 {
		for _, v := range m.Tri {
			f(pairName{pairs.VertexTriangle, [4]int32{int32(i), v[0], v[1], v[2]}})
		}
	}
	for j, b := range c.edges {
		for _, a := range c.edges[:j] {
			f(pairName{pairs.EdgeEdge, [4]int32{a[0], a[1], b[0], b[1]}})
		}
	}
}

// neighbours reports whether the features of a pair have a common vertex.
func (n *pairName) neighbours() bool {
	first := 1
	if n.kind == pairs.EdgeEdge {
		first = 2
	}
	return slices.ContainsFunc(n.v[:first], func(v int32) bool { return slices.Contains(n.v[first:], v) })
}

// places are the patches of all features, by their vertices.
func (s *search) places() map[[3]int32]int32 {
	at := map[[3]int32]int32{}
	for k := range s.features {
		f := &s.features[k]
		for _, list := range [3][]feature{f.vertices.list, f.edges.list, f.tris.list} {
			for _, f := range list {
				at[f.v] = int32(k)
			}
		}
	}
	return at
}

// flat reports whether a pair lies in a place that is flat.
func (s *search) flat(at map[[3]int32]int32, n *pairName) bool {
	v, one, other := n.v, [3]int32{n.v[0], n.v[0], n.v[0]}, [3]int32(n.v[1:])
	if n.kind == pairs.EdgeEdge {
		one, other = [3]int32{v[0], v[1], v[1]}, [3]int32{v[2], v[3], v[3]}
	}
	return s.patches.Flat(at[one], at[other])
}

// box is around the way of a vertex, and as much wider as half of how near a pair of it must be.
func (c *selfContact) box(s *Sim, v int32) pairs.Box {
	a, b := s.State.X[v], c.at[v]
	near := c.reach(&s.now, c.size[v], s.Model.Radius[v])
	g := r3.Vec{X: near, Y: near, Z: near}
	return pairs.Box{
		Lo: r3.Sub(r3.Vec{X: min(a.X, b.X), Y: min(a.Y, b.Y), Z: min(a.Z, b.Z)}, g),
		Hi: r3.Add(r3.Vec{X: max(a.X, b.X), Y: max(a.Y, b.Y), Z: max(a.Z, b.Z)}, g),
	}
}

// compare collects candidates, and compares them with all pairs: who is no candidate though it might be must stay
// further off than what counts, at all times. It counts candidates, and those left out as flat.
func (c *selfContact) compare(t *testing.T, s *Sim) (count, flat int) {
	t.Helper()
	c.collect(&s.now)
	return c.check(t, s, true)
}

// check is compare for the candidates that there are, on paths to the positions that they are for; exact: none may be
// too far off.
func (c *selfContact) check(t *testing.T, s *Sim, exact bool) (count, flat int) {
	t.Helper()
	got := map[pairName]bool{}
	for i := range c.candidates {
		if got[c.candidates[i].pairName] {
			t.Errorf("%v is there twice", c.candidates[i].pairName)
		}
		got[c.candidates[i].pairName] = true
	}
	at := c.search.places()
	c.each(s.Model, func(name pairName) {
		box := c.box(s, name.v[0])
		other := c.box(s, name.v[3])
		for k, v := range name.v {
			b := c.box(s, v)
			if k == 1 && name.kind == pairs.EdgeEdge {
				box = box.Join(&b)
			} else if k > 0 {
				other = other.Join(&b)
			}
		}
		want := box.Overlaps(&other) && !name.neighbours() && len(c.consider(&s.now, nil, name)) > 0
		switch {
		case exact && got[name] && !want:
			t.Errorf("%v is too far off, and a candidate", name)
		case want && !got[name]:
			inFlat := c.search.flat(at, &name)
			if inFlat {
				flat++
			}
			x, dx := pathTo(s.State.X, c.at, &name.v)
			far := step.PairReach * c.thickness(&s.now, &name.v)
			for k := range 41 {
				if k == 40 && !inFlat { // what is flat is looked at again for each trial
					far += 2 * c.slack
				}
				y := pairs.At(&x, &dx, float64(k)/40)
				if d := pairs.Distance(name.kind, &y); !(d > far) {
					t.Fatalf("%v is no candidate, and comes to %.4g mm at %d/40 of its way", name, 1e3*d, k)
				}
			}
		}
	})
	return len(got), flat
}

// TestSearchMissesNothing: the candidates are all pairs whose boxes meet and that come near enough, however fast
// the cloth moves as a whole, and however crumpled it is; but for those in flat cloth that stay apart.
func TestSearchMissesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	random := func(a float64) r3.Vec {
		return r3.Vec{X: a * (2*rng.Float64() - 1), Y: a * (2*rng.Float64() - 1), Z: a * (2*rng.Float64() - 1)}
	}
	s := newCloth(t, []cloth.Part{grid(9, 8, .08, .07, cotton(), true)}, nil, step.DefaultSettings())
	c := s.self
	for _, q := range []struct{ crumple, fast, differ float64 }{{0, 0, 0}, {0, .05, 0}, {.0005, .05, .0005},
		{.004, .05, .001}, {.02, .03, .01}, {.05, .3, .1}} {
		move := random(q.fast)
		for i, x := range s.Model.X0 {
			s.State.X[i] = r3.Add(x, random(q.crumple))
			s.x[i] = r3.Add(s.State.X[i], r3.Add(move, random(q.differ)))
		}
		count, flat := c.compare(t, s)
		if (q.crumple == .0005) != (flat > 0) || (q.crumple > .001) != (count > 0) {
			t.Errorf("%+v: %d candidates, %d of flat cloth left out", q, count, flat)
		}
		t.Logf("%+v: %d candidates, %d of flat cloth left out", q, count, flat)
	}
}

// TestFlatPairsStayApart: no pair that is left out as flat comes near, in cloth that is rolled up, with its ends at a
// slit that closes, in a strip that turns like a U, stretched and pressed together, at all sizes of bends. Pairs that
// are near must be candidates.
func TestFlatPairsStayApart(t *testing.T) {
	clamp := func(radius float64) func(x r3.Vec) r3.Vec {
		return func(x r3.Vec) r3.Vec {
			a := (x.X + .3*x.Z) / radius
			r := radius + .001*a
			return r3.Vec{X: r * math.Sin(a), Y: r * math.Cos(a), Z: x.Z}
		}
	}
	press := func(u, v float64) func(x r3.Vec) r3.Vec {
		return func(x r3.Vec) r3.Vec { return r3.Vec{X: u * x.X, Z: v * x.Z} }
	}
	whole := func(x r3.Vec) bool { return true }
	slit := func(x r3.Vec) bool { return !(math.Abs(x.X-.05) < .005 && -x.Z > .04) } // of triangles, by their centroid
	for _, q := range []struct {
		name     string
		keep     func(x r3.Vec) bool
		from, to func(x r3.Vec) r3.Vec
		flat     bool // some are left out
	}{
		{"level", whole, press(1, 1), press(1, 1), true},
		{"pressed a little", whole, press(1, 1), press(.85, 1), true},
		{"pressed much", whole, press(.7, 1), press(.5, 1), false},
		{"sheared", whole, press(1, 1), func(x r3.Vec) r3.Vec { return r3.Vec{X: x.X + .2*x.Z, Z: x.Z} }, true},
		{"rolled wide", whole, clamp(.06), clamp(.05), true},
		{"rolled", whole, clamp(.03), clamp(.0298), true},
		{"rolled tight", whole, clamp(.006), clamp(.004), false},
		{"turned over", whole, press(1, 1), press(-1, 1), false},
		{"slit", slit, press(1, 1), press(1, 1), true},
		{"slit that closes", slit, press(1, 1), func(x r3.Vec) r3.Vec {
			if x.X > .05 && -x.Z > .04 {
				x.X -= .009 * (-x.Z - .04) / .06
			}
			return x
		}, true},
	} {
		p := grid(21, 21, .1, .1, cotton(), true)
		tri, uv := p.Tri, p.UV
		p.Tri, p.UV = nil, nil
		for k, v := range tri {
			if q.keep(mean3(p.X, v)) {
				p.Tri, p.UV = append(p.Tri, v), append(p.UV, uv[k])
			}
		}
		p = without(p)
		s := newCloth(t, []cloth.Part{p}, nil, step.DefaultSettings())
		for i, x := range s.Model.X0 {
			s.State.X[i], s.x[i] = q.from(x), q.to(x)
		}
		count, flat := s.self.compare(t, s)
		if q.flat != (flat > 0) {
			t.Errorf("%s: %d candidates, %d left out as flat", q.name, count, flat)
		}
		t.Logf("%s: %d candidates, %d left out as flat", q.name, count, flat)
	}
}

// without is a part without its vertices of no triangle.
func without(p cloth.Part) cloth.Part {
	place := map[int32]int32{}
	var x []r3.Vec
	for t := range p.Tri {
		for a, v := range p.Tri[t] {
			if _, ok := place[v]; !ok {
				place[v] = int32(len(x))
				x = append(x, p.X[v])
			}
			p.Tri[t][a] = place[v]
		}
	}
	p.X = x
	return p
}

// Candidates no longer do where what was flat has been rolled up, however far vertices may go off.
func TestFlatNoMore(t *testing.T) {
	s := newCloth(t, []cloth.Part{grid(21, 21, .1, .1, cotton(), true)}, nil, step.DefaultSettings())
	c := s.self
	c.slack = 1
	copy(s.x, s.State.X)
	c.collect(&s.now)
	for _, q := range []struct {
		radius float64
		covers bool
	}{{.2, true}, {.01, false}} {
		for i, x := range s.State.X {
			s.x[i] = r3.Vec{X: q.radius * math.Sin(x.X/q.radius), Y: q.radius * (1 - math.Cos(x.X/q.radius)), Z: x.Z}
		}
		if got := c.covers(&s.now, s.x); got != q.covers {
			t.Errorf("rolled up with a radius of %g m: candidates of the level sheet will do: %v", q.radius, got)
		}
	}
}

// Two triangles whose tips point at each other are a pair if the tips are near enough, and none if they are not,
// however far their patches reach.
func TestTips(t *testing.T) {
	for gap, want := range map[float64]bool{.0044: true, .0046: false} { // 1.5 times the thickness of 3 mm lies between
		var parts []cloth.Part
		for _, side := range []float64{-1, 1} {
			parts = append(parts, cloth.Part{Fabric: cotton(), Tri: [][3]int32{{0, 1, 2}},
				X: []r3.Vec{{X: side * gap / 2}, {X: side * (gap/2 + .03), Z: side * .01}, {X: side * (gap/2 + .03),
					Z: side * -.01}},
				UV: [][3]r2.Vec{{{}, {X: .03, Y: -.01}, {X: .03, Y: .01}}}})
		}
		s := newCloth(t, parts, nil, step.DefaultSettings())
		copy(s.x, s.State.X)
		s.self.slack = 0
		s.self.collect(&s.now)
		if got := len(s.self.candidates) > 0; got != want {
			t.Errorf("tips %g m apart: %d candidates", gap, len(s.self.candidates))
		}
	}
}

// A sheet that falls from two held corners has nothing to look at, however fine it is: neighbours in flat cloth are no
// candidates.
func TestFlatClothCostsNothing(t *testing.T) {
	for _, n := range []int{41, 101} {
		s := hanging(t, n)
		for range 2 {
			take(t, s, 1, 1./120)
			if c := s.self; len(c.candidates) > 0 || len(c.search.all) > 0 {
				t.Errorf("%d × %d vertices: %d candidates from %d pairs of patches", n, n, len(c.candidates), len(c.search.all))
			}
		}
	}
}
