package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/check"
	"hysteron/cloth"
	"hysteron/contact/bodies"
	"hysteron/contact/bvh"
	"hysteron/step"
)

// still is a solid that does not move.
type still struct{ *body.Solid }

func (s still) NumVertices() int                  { return len(s.X) }
func (s still) Triangles() [][3]int32             { return s.Tri }
func (s still) Positions(dst []r3.Vec, _ float64) { copy(dst, s.X) }
func sharpBox(t testing.TB, size, rim float64) still {
	t.Helper()
	b, err := body.BoxSolid(r3.Vec{X: size, Y: size, Z: size}, rim, size/4)
	if err != nil {
		t.Fatal(err)
	}
	return still{b}
}

// What is found between the contact points of triangles that lie across edges and corners of a box is a point of the
// triangle, and nearly as deep as the deepest of all, as looked for on a grid; where corners are the deepest nothing is
// found. A plain box is convex, so that distances are.
func TestDeepestPoint(t *testing.T) {
	const half, delta = .05, .004
	box := sharpBox(t, 2*half, .001)
	o := &obstacle{Collider: step.Collider{Surface: box}, y1: box.X}
	var err error
	if o.tree, err = bvh.New(box.Tri, box.X); err != nil {
		t.Fatal(err)
	}
	o.edgeLimit, o.sharp, _ = step.SharpNear(box.Tri, box.X, .03, delta, delta)
	rng := rand.New(rand.NewPCG(2, 3))
	seen, near, missed, most := 0, 0, 0, 0.
	for range 4000 {
		// A triangle in a random attitude, its edges 3 cm, moved until its deepest point is 1 or 2.5 mm off.
		var x [3]r3.Vec
		u := r3.Unit(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
		v := r3.Unit(r3.Cross(u, r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}))
		away := r3.Unit(r3.Vec{X: 1, Y: 1, Z: 1.5 * rng.NormFloat64()})
		middle := r3.Scale(half+.03*rng.Float64(), away)
		for c := range x {
			sin, cos := math.Sincos(2 * math.Pi / 3 * float64(c))
			x[c] = r3.Add(middle, r3.Scale(.03/math.Sqrt(3), r3.Add(r3.Scale(cos, u), r3.Scale(sin, v))))
		}
		deepest := func() (least, corner float64) {
			least, corner = math.Inf(1), math.Inf(1)
			const n = 24
			for i := range n + 1 {
				for j := range n + 1 - i {
					a, b := float64(i)/n, float64(j)/n
					d := o.tree.Closest(r3.Add(r3.Scale(1-a-b, x[0]), r3.Add(r3.Scale(a, x[1]), r3.Scale(b, x[2]))), -1).Dist
					least = min(least, d)
					if i == n || j == n || i+j == 0 {
						corner = min(corner, d)
					}
				}
			}
			return least, corner
		}
		to := .001
		if rng.IntN(4) == 0 {
			to = .0025 // the grid's points are 1.25 mm apart
		}
		for range 3 {
			least, _ := deepest()
			for c := range x {
				x[c] = r3.Add(x[c], r3.Scale(to-least, away))
			}
		}
		least, corner := deepest()
		at := r3.Scale(1./3, r3.Add(x[0], r3.Add(x[1], x[2])))
		h := o.tree.Closest(at, -1)
		centre := h.Dist
		spare := o.deepen(&h, at, &bodies.Face{Corner: x, Edge: .03}, delta)
		if least > .55*delta && h.Dist < min(centre, delta) {
			t.Fatalf("pushed in the outer half of the layer, %g m off", least)
		}
		got := h.Dist - spare
		if got < least-1e-3 {
			t.Fatalf("found %g m, the deepest point is %g m off", got, least)
		}
		if least < 0 || least > delta || min(corner, centre-delta/4) < least+delta/2 {
			continue
		}
		seen++
		if got < least+delta/4 {
			near++
		} else if missed++; got-least > most {
			most = got - least
		}
	}
	t.Logf("%d triangles that a box would come through, %d found, others off by up to %.2g m", seen, near, most)
	if seen < 200 || missed > seen/50 {
		t.Errorf("%d of %d were not found: expected at most one in fifty", missed, seen)
	}
}

// TestCoarseClothOnBox: cloth with edges of 35 mm that falls on a box with edges as sharp as 2 mm comes to lie around
// it, without an intersection of its triangles with those of the box; contact of vertices and centroids alone lets the
// edges through.
func TestCoarseClothOnBox(t *testing.T) {
	fall := func(guarded bool) (hits int) {
		const n, size = 9, .28
		p := place(grid(n, n, size, size, cotton(), true), func(x r3.Vec) r3.Vec {
			return r3.Rotate(r3.Vec{X: x.X - size/2 + .01, Y: .056, Z: x.Z + size/2 + .013}, .3, r3.Vec{Y: 1})
		})
		box := sharpBox(t, .1, .002)
		s := newSim(t, p, []step.Collider{{Surface: box, Friction: .3}}, step.DefaultSettings())
		if s.obstacles[0].edgeLimit == nil {
			t.Fatal("the box is not sharp for such cloth")
		}
		if !guarded {
			s.obstacles[0].edgeLimit, s.obstacles[0].sharp = nil, nil
		}
		for range 12 {
			take(t, s, 5, 1./240)
			rep := check.Check(check.Mesh{X: s.State.X, Tri: s.Model.Tri}, []check.Mesh{{X: box.X, Tri: box.Tri}}, nil)
			hits = max(hits, rep.Penetrations())
		}
		return hits
	}
	if hits := fall(true); hits > 0 {
		t.Errorf("%d intersections", hits)
	}
	if hits := fall(false); hits == 0 {
		t.Error("no intersections without guarded edges: the test proves nothing")
	}
}

// launched is a solid that flies.
type launched struct {
	still
	v r3.Vec
}

func (f launched) Positions(dst []r3.Vec, t float64) {
	for i, x := range f.X {
		dst[i] = r3.Add(x, r3.Scale(t, f.v))
	}
}

// TestPlateMeetsSheet: a plate of 5 mm with rims of 2 mm that meets a hanging sheet with edges of 30 mm at 5 to 40 m/s,
// up to 17 cm in a step, takes it along; its rims and corners do not cut into it, though the cloth is drawn over them
// by some kN/m.
func TestPlateMeetsSheet(t *testing.T) {
	for _, c := range []struct{ speed, aside float64 }{{5, 0}, {10, .01}, {20, .0065}, {30, 0}, {40, .0035}} {
		const n, size = 9, .24
		p := place(grid(n, n, size, size, cotton(), true), func(x r3.Vec) r3.Vec {
			return r3.Vec{X: x.X - size/2, Y: x.Z + size/2}
		})
		for i, x := range p.X {
			if x.Y > size/2-1e-9 {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x})
			}
		}
		b, err := body.BoxSolid(r3.Vec{X: .16, Y: .16, Z: .005}, .002, .02)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.X {
			b.X[i] = r3.Add(b.X[i], r3.Vec{X: c.aside, Z: .07 + 2*c.aside})
		}
		plate := launched{still{b}, r3.Vec{Z: -c.speed}}
		s := newSim(t, p, []step.Collider{{Surface: plate, Friction: .3}}, step.DefaultSettings())
		if !(operations{s}).HasSharp() {
			t.Fatal("the plate is not sharp")
		}
		y, newton := make([]r3.Vec, len(b.X)), 0
		steps := min(int(60/c.speed)+3, 12)
		for k := range steps {
			rep := take(t, s, 1, 1./240)
			newton += rep.Newton
			plate.Positions(y, s.State.Time)
			if hit := check.Check(check.Mesh{X: s.State.X, Tri: s.Model.Tri}, []check.Mesh{{X: y, Tri: b.Tri}},
				nil); hit.Penetrations() > 0 {
				t.Errorf("at %g m/s, after step %d the plate comes through at %d places, %+v", c.speed, k+1, hit.Penetrations(),
					rep)
			}
		}
		t.Logf("at %g m/s: %d Newton in %d steps", c.speed, newton, steps)
	}
}

// A triangle that lies across the edge of a box, with its corners and its centroid outside of it, is put back by as
// much as what is guarded of it is nearer than a tenth of the layer.
func TestGuardedIsPutBack(t *testing.T) {
	const half, side, depth = .05, .03, .0005
	box := sharpBox(t, 2*half, .001)
	p := grid(2, 2, side, side, cotton(), true)
	p.X, p.Tri, p.UV = p.X[:3], [][3]int32{{0, 1, 2}}, p.UV[:1]
	// Across the edge along z, at 45°, with the centroid 4 mm to one side of it.
	out, along := r3.Unit(r3.Vec{X: 1, Y: 1}), r3.Unit(r3.Vec{X: 1, Y: -1})
	edge := r3.Add(r3.Vec{X: half - .001, Y: half - .001}, r3.Scale(.001-depth, out))
	for k, q := range [3][2]float64{{-.014, -.01}, {-.014, .01}, {.016, 0}} {
		p.X[k] = r3.Add(edge, r3.Add(r3.Scale(q[0], along), r3.Vec{Z: q[1]}))
	}
	set := step.DefaultSettings()
	s := newSim(t, p, []step.Collider{{Surface: box}}, set)
	deepest := func() (least float64) {
		least = math.Inf(1)
		for i := range 101 {
			a := float64(i) / 100
			mid := r3.Scale(.5, r3.Add(s.x[0], s.x[1]))
			least = min(least, s.obstacles[0].tree.Closest(r3.Add(r3.Scale(1-a, mid), r3.Scale(a, s.x[2])), -1).Dist)
		}
		return least
	}
	copy(s.x, s.State.X)
	before := deepest()
	s.obstacles[0].detect(&s.now, true)
	count := s.pushOut()
	if after, want := deepest(), set.Thickness/10; before > -depth/2 || count != 1 || math.Abs(after-want) > .1*want {
		t.Errorf("%g m off before, %g after %d were put back, expected %g", before, after, count, want)
	}
}

// What guards a triangle takes the place of its centroid's contact where the surface is blunter than the layer is
// thick, and stands beside it where it is sharp: a centroid is pushed once there, and twice here; and once where
// nothing guards it, over a sharp surface too.
func TestGuardStandsBesideOverSharpEdges(t *testing.T) {
	const half, side = .05, .03
	for _, c := range []struct {
		rim    float64
		across bool // the triangle lies across the edge of a box, else on its top
		planes int8
		spare  [2]bool // of them that guard
	}{{.001, true, 2, [2]bool{false, true}}, {.006, true, 1, [2]bool{true, false}}, {.001, false, 1, [2]bool{}},
		{.006, false, 1, [2]bool{}}} {
		box := sharpBox(t, 2*half, c.rim)
		p := grid(2, 2, side, side, cotton(), true)
		p.X, p.Tri, p.UV = p.X[:3], [][3]int32{{0, 1, 2}}, p.UV[:1]
		if c.across { // half a millimetre into it, with the centroid 1 cm to one side
			out, along := r3.Unit(r3.Vec{X: 1, Y: 1}), r3.Unit(r3.Vec{X: 1, Y: -1})
			edge := r3.Add(r3.Vec{X: half - c.rim, Y: half - c.rim}, r3.Scale(c.rim-.0005, out))
			for k, q := range [3][2]float64{{-.02, -.01}, {-.02, .01}, {.01, 0}} {
				p.X[k] = r3.Add(edge, r3.Add(r3.Scale(q[0], along), r3.Vec{Z: q[1]}))
			}
		} else {
			for k, q := range [3][2]float64{{.01, -.01}, {.01, .01}, {.025, 0}} {
				p.X[k] = r3.Vec{X: q[0], Y: half + .0005, Z: q[1]}
			}
		}
		s := newSim(t, p, []step.Collider{{Surface: box}}, step.DefaultSettings())
		o := s.obstacles[0]
		if sharp := c.rim < .004; o.edgeLimit == nil || (o.sharp != nil) != sharp {
			t.Fatalf("rim of %g m: guarded %v, sharp %v", c.rim, o.edgeLimit != nil, o.sharp != nil)
		}
		copy(s.x, s.State.X)
		o.detect(&s.now, true)
		q := &o.near[3] // the centroid
		if !o.live[3] || q.count != c.planes || q.planes[0].spare > 0 != c.spare[0] || q.count == 2 &&
			q.planes[1].spare > 0 != c.spare[1] {
			t.Errorf("%+v: %d planes with %g and %g to spare", c, q.count, q.planes[0].spare, q.planes[1].spare)
		}
		if s.obstacles[0].isSharp(q.tri) != (c.rim < .004) {
			t.Errorf("%+v: sharp there: %v", c, s.obstacles[0].isSharp(q.tri))
		}
	}
}
