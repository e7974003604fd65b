//go:build cgo

package gpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/check"
	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// still is a solid that does not move.
type still struct{ *body.Solid }

func (s still) NumVertices() int                  { return len(s.X) }
func (s still) Triangles() [][3]int32             { return s.Tri }
func (s still) Positions(dst []r3.Vec, _ float64) { copy(dst, s.X) }

// TestCoarseClothOnBox: the scene of cpu's test of that name. Edges of a box do not come through between contact
// points, which they do if the device is not told that they are sharp.
func TestCoarseClothOnBox(t *testing.T) {
	b, err := body.BoxSolid(r3.Vec{X: .1, Y: .1, Z: .1}, .002, .025)
	if err != nil {
		t.Fatal(err)
	}
	const n, size = 9, .28
	p := grid(n, n, size, size, cotton())
	for i, x := range p.X {
		p.X[i] = r3.Rotate(r3.Vec{X: x.X - size/2 + .01, Y: .056, Z: x.Z + size/2 + .013}, .3, r3.Vec{Y: 1})
	}
	m := model(t, p)
	box := []step.Collider{{Surface: still{b}, Friction: .3}}
	fall := func(guarded bool) (hits int) {
		s := newGPU(t, open(t, true), m, nil, box, step.DefaultSettings())
		if s.contacts.obstacles[0].edgeLimit == nil {
			t.Fatal("the box is not sharp for such cloth")
		}
		if !guarded {
			s.contacts.obstacles[0].edgeLimit, s.contacts.obstacles[0].sharp = nil, nil
		}
		for k := range 40 {
			if _, err := s.Step(1. / 240); err != nil {
				t.Fatal(err)
			}
			if k%5 < 4 {
				continue
			}
			x := gpuState(t, s).X
			rep := check.Check(check.Mesh{X: x, Tri: m.Tri}, []check.Mesh{{X: b.X, Tri: b.Tri}}, nil)
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

// TestDeepestPoint: what is looked up for triangles across edges and corners of a box is the distance of a point of the
// triangle, and nearly that of the deepest of all, as looked for on a grid. Twin of cpu's test of that name.
func TestDeepestPoint(t *testing.T) {
	const half, edge = .05, .03
	b, err := body.BoxSolid(r3.Vec{X: 2 * half, Y: 2 * half, Z: 2 * half}, .001, half/2)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := bvh.New(b.Tri, b.X)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 3))
	random := func() r3.Vec { return r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()} }
	var parts []cloth.Part
	type depth struct{ least, corner float64 }
	var want []depth
	for range 500 {
		u := r3.Unit(random())
		v := r3.Unit(r3.Cross(u, random()))
		away := r3.Unit(r3.Vec{X: 1, Y: 1, Z: 1.5 * rng.NormFloat64()})
		var x [3]r3.Vec
		for c := range x {
			sin, cos := math.Sincos(2 * math.Pi / 3 * float64(c))
			x[c] = r3.Add(r3.Scale(half+.03*rng.Float64(), away), r3.Scale(edge/math.Sqrt(3),
				r3.Add(r3.Scale(cos, u), r3.Scale(sin, v))))
		}
		var d depth
		for range 4 { // moves it until its deepest point is 1 mm off
			d = depth{math.Inf(1), math.Inf(1)}
			const n = 24
			for i := range n + 1 {
				for j := range n + 1 - i {
					a, b := float64(i)/n, float64(j)/n
					at := tree.Closest(r3.Add(r3.Scale(1-a-b, x[0]), r3.Add(r3.Scale(a, x[1]), r3.Scale(b, x[2]))), -1).Dist
					d.least = min(d.least, at)
					if i == n || j == n || i+j == 0 {
						d.corner = min(d.corner, at)
					}
				}
			}
			if math.Abs(d.least-.001) < 1e-6 {
				break
			}
			for c := range x {
				x[c] = r3.Add(x[c], r3.Scale(.001-d.least, away))
			}
		}
		p := grid(2, 2, edge, edge, cotton())
		p.X, p.Tri, p.UV = x[:], [][3]int32{{0, 1, 2}}, p.UV[:1]
		parts, want = append(parts, p), append(want, d)
	}
	m := model(t, parts...)
	set := step.DefaultSettings()
	set.SelfContact = false
	s := newGPU(t, open(t, true), m, nil, []step.Collider{{Surface: still{b}}}, set)
	seen, found := 0, 0
	if err := s.ctx.Do(func() error {
		s.bind()
		s.begin(1e-6)
		s.detectContacts(true)
		planes, heads := make([][2][nearPlane][4]float32, s.contacts.points()), make([][4]int32, s.contacts.points())
		read(s.queue, s.queue.buffers["nearPlane"], planes)
		read(s.queue, s.queue.buffers["nearHead"], heads)
		for k, v := range m.Tri {
			d := want[m.Rest[k].Part]
			i := len(m.X0) + k
			pl := planes[i][0]
			if planes[i][1][3][3] > 0 && heads[i][1]>>1 == 2 {
				pl = planes[i][1] // guards the triangle
			}
			var at r3.Vec
			for _, c := range v {
				at = r3.Add(at, r3.Scale(1./3, m.X0[c]))
			}
			n := r3.Vec{X: float64(pl[0][0]), Y: float64(pl[0][1]), Z: float64(pl[0][2])}
			got := r3.Dot(n, r3.Sub(at, r3.Vec{X: float64(pl[1][0]), Y: float64(pl[1][1]), Z: float64(pl[1][2])})) +
				float64(pl[2][3])
			centre := tree.Closest(at, -1).Dist
			if heads[i][1]&1 == 0 || math.Abs(d.least-.001) > 1e-3 || min(d.corner, centre-set.Thickness/4) < d.least+
				set.Thickness/2 {
				continue
			}
			seen++
			if math.Abs(got-centre) > 1e-5 {
				got -= (1 - step.Guarded) * set.Thickness
			}
			if got < d.least-1e-3 {
				t.Errorf("triangle %d: %g m, the deepest point is %g m off", k, got, d.least)
			}
			if got < d.least+set.Thickness/4 {
				found++
			}
		}
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d triangles that a box would come through, %d found", seen, found)
	if seen < 60 || seen-found > seen/8 {
		t.Errorf("%d of %d were not found: expected at most one in eight, as on the CPU", seen-found, seen)
	}
}
