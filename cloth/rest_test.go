package cloth

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"hysteron/law"
)

func TestRestShapeOfAKnownTriangle(t *testing.T) {
	p := Part{Name: "t", Fabric: plain(), X: make([]r3.Vec, 3), Tri: [][3]int32{{0, 1, 2}},
		UV: [][3]r2.Vec{{{X: 5, Y: 7}, {X: 7, Y: 7}, {X: 5, Y: 10}}}}
	r := model(t, p).Rest[0]
	near(t, "area", r.Area, 3, 3)
	for a, want := range [3][2]float64{{-0.5, -1. / 3}, {0.5, 0}, {0, 1. / 3}} {
		near(t, "gradient along u", r.B[a][0], want[0], 1)
		near(t, "gradient along v", r.B[a][1], want[1], 1)
	}
}

// triangle draws material coordinates of a usable triangle: sides and height of 1 mm to 1 m.
func triangle(t *rapid.T) [3]r2.Vec {
	f := func(name string, lo, hi float64) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
	base, height, foot := f("base", 1e-3, 1), f("height", 1e-3, 1), f("foot", -1, 2)
	angle, at := f("angle", -math.Pi, math.Pi), r2.Vec{X: f("u", -2, 2), Y: f("v", -2, 2)}
	if rapid.Bool().Draw(t, "mirrored") {
		height = -height
	}
	turn := r2.NewRotation(angle, r2.Vec{})
	return [3]r2.Vec{at, r2.Add(at, turn.Rotate(r2.Vec{X: base})),
		r2.Add(at, turn.Rotate(r2.Vec{X: foot * base, Y: height}))}
}

// The gradients give back any affine map: x = F·(u, v) + c makes Σ x_a ⊗ B[a] = F, whatever the
// triangle and the side that its coordinates turn to.
func TestGradientsReproduceTheDeformation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		uv := triangle(t)
		r, err := restShape([3]int32{0, 1, 2}, uv, 3)
		if err != nil {
			t.Fatal(err)
		}
		number := rapid.Float64Range(-2, 2)
		vec := func(name string) r3.Vec {
			return r3.Vec{X: number.Draw(t, name), Y: number.Draw(t, name), Z: number.Draw(t, name)}
		}
		fu, fv, c := vec("F_u"), vec("F_v"), vec("c")
		var gu, gv r3.Vec
		var size, su, sv float64
		for a, q := range uv {
			x := r3.Add(c, r3.Add(r3.Scale(q.X, fu), r3.Scale(q.Y, fv)))
			gu, gv = r3.Add(gu, r3.Scale(r.B[a][0], x)), r3.Add(gv, r3.Scale(r.B[a][1], x))
			size = max(size, r3.Norm(x)*math.Hypot(r.B[a][0], r.B[a][1]))
			su, sv = su+r.B[a][0], sv+r.B[a][1]
		}
		// Coordinates of up to 4 m bring rounding of up to 1e-15 m, seen relative to an area: thin
		// triangles amplify it by base/height.
		scale := 10 * size * (1 + size)
		if e := r3.Norm(r3.Sub(gu, fu)); e > 1e-12*scale {
			t.Errorf("∂x/∂u = %v: expected %v (off by %g)", gu, fu, e)
		}
		if e := r3.Norm(r3.Sub(gv, fv)); e > 1e-12*scale {
			t.Errorf("∂x/∂v = %v: expected %v (off by %g)", gv, fv, e)
		}
		near(t, "sum of gradients along u", su, 0, size+1)
		near(t, "sum of gradients along v", sv, 0, size+1)
	})
}

// A mirrored piece has the area of the piece, and gradients that differ in the sign of u alone.
func TestMirroredPiece(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		uv := triangle(t)
		mirrored := uv
		for a := range mirrored {
			mirrored[a].X = -mirrored[a].X
		}
		r, err := restShape([3]int32{0, 1, 2}, uv, 3)
		if err != nil {
			t.Fatal(err)
		}
		q, err := restShape([3]int32{0, 1, 2}, mirrored, 3)
		if err != nil {
			t.Fatal(err)
		}
		if r.Area != q.Area || !(r.Area > 0) {
			t.Errorf("areas %g and %g: expected the same, above 0", r.Area, q.Area)
		}
		for a := range r.B {
			if r.B[a][0] != -q.B[a][0] || r.B[a][1] != q.B[a][1] {
				t.Errorf("corner %d: gradients %v and %v", a, r.B[a], q.B[a])
			}
		}
	})
}

// kite is two triangles over an edge of length l that lies at angle phi to the warp, with
// heights ha and hb.
func kite(l, phi, ha, hb float64) Part {
	turn := r2.NewRotation(phi, r2.Vec{})
	p := Part{Name: "kite", Fabric: plain(), Tri: [][3]int32{{0, 1, 2}, {1, 0, 3}}}
	for _, q := range []r2.Vec{{}, {X: l}, {X: l / 3, Y: ha}, {X: 2 * l, Y: -hb}} {
		q = turn.Rotate(q)
		p.X = append(p.X, r3.Vec{X: q.X, Y: q.Y})
	}
	p.UV = isometric(p.X, p.Tri)
	return p
}

func TestHingeOfAKnownPair(t *testing.T) {
	for _, c := range []struct{ phi, weft float64 }{
		{0, 1},            // an edge along the warp bends the weft
		{math.Pi / 2, 0},  // an edge along the weft bends the warp
		{math.Pi / 4, .5}, //
		{-math.Pi / 3, .25},
		{math.Pi, 1}, // a direction has no sign
	} {
		m := model(t, kite(0.3, c.phi, 0.2, 0.1))
		if len(m.Hinges) != 1 {
			t.Fatalf("%d hinges: expected 1", len(m.Hinges))
		}
		h := &m.Hinges[0]
		if h.V != [4]int32{0, 1, 2, 3} || h.Tri != [2]int32{0, 1} || h.Theta != 0 {
			t.Errorf("hinge %v of triangles %v, rest angle %g: expected 0 1 2 3 of 0 and 1, flat", h.V, h.Tri, h.Theta)
		}
		near(t, "ē", h.Edge, 0.3, 1)
		near(t, "h̄", h.H, 0.15, 1)
		near(t, "Ā", h.Area(), 0.3*0.15/3, 1)
		warp, weft := plain().BendWarp, plain().BendWeft
		got, want := numbers(h.Bend), numbers(warp.Mix(weft, c.weft))
		for k := range got {
			near(t, "bending parameter", got[k], want[k], math.Abs(want[k]))
		}
	}
}

// A seam joins sides of different grain and length: their mean counts.
func TestHingeOverASeam(t *testing.T) {
	p := kite(0.3, 0, 0.2, 0.1)
	for a := range p.UV[1] { // the second side is cut across the grain and 10 % larger
		p.UV[1][a] = r2.Scale(1.1, r2.Vec{X: -p.UV[1][a].Y, Y: p.UV[1][a].X})
	}
	h := &model(t, p).Hinges[0]
	near(t, "ē", h.Edge, 0.3*1.05, 1)
	near(t, "h̄", h.H, (0.2+0.11)/2, 1)
	near(t, "K1", h.Bend.Spring().K1, (plain().BendWarp.Spring().K1+plain().BendWeft.Spring().K1)/2, 1e-5)
}

func numbers(c Component) []float64 {
	return slices.Concat(law.Values(c.Elastic), law.Values(c.Friction), law.Values(c.Damping))
}

// Each triangle gives a third of its area to the hinge over each of its inner edges, so that the
// hinges of a closed surface stand for all of it. The bending energy scales with that area.
func TestHingeAreas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		radius := rapid.Float64Range(0.1, 2)
		a, b, c := radius.Draw(t, "a"), radius.Draw(t, "b"), radius.Draw(t, "c")
		octahedron := Part{
			Name: "octahedron", Fabric: plain(), X: []r3.Vec{{X: a}, {X: -a}, {Y: b}, {Y: -b}, {Z: c}, {Z: -c}},
			Tri: [][3]int32{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}},
		}
		octahedron.UV = isometric(octahedron.X, octahedron.Tri)
		for _, p := range []Part{octahedron, jittered(t, "open")} {
			m, err := NewModel([]Part{p})
			if err != nil {
				t.Fatal(err)
			}
			inner := make([]float64, len(m.Tri))
			var got, want float64
			for i := range m.Hinges {
				got += m.Hinges[i].Area()
				for _, s := range m.Hinges[i].Tri {
					inner[s]++
				}
			}
			for i, n := range inner {
				want += m.Rest[i].Area * n / 3
				if p.Name == "octahedron" && n != 3 {
					t.Errorf("triangle %d has %g hinges: expected 3", i, n)
				}
			}
			near(t, "sum of hinge areas of the "+p.Name, got, want, want)
		}
	})
}

// Every inner edge has one hinge, in the direction in which its first triangle runs, with the
// opposite corners behind; edges of the rim have none.
func TestHingesFollowTheirTriangles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := jittered(t, "sheet")
		m, err := NewModel([]Part{p})
		if err != nil {
			t.Fatal(err)
		}
		uses := map[[2]int32]int{}
		for _, v := range m.Tri {
			for a := range 3 {
				i, j := v[a], v[(a+1)%3]
				uses[[2]int32{min(i, j), max(i, j)}]++
			}
		}
		shared := 0
		for _, n := range uses {
			shared += n - 1
		}
		if len(m.Hinges) != shared {
			t.Errorf("%d hinges: expected %d", len(m.Hinges), shared)
		}
		last := [2]int32{-1, -1}
		for i := range m.Hinges {
			h := &m.Hinges[i]
			corners := func(k int, from, to, opposite int32) bool {
				v := m.Tri[h.Tri[k]]
				for a := range 3 {
					if v[a] == from && v[(a+1)%3] == to && v[(a+2)%3] == opposite {
						return true
					}
				}
				return false
			}
			if !corners(0, h.V[0], h.V[1], h.V[2]) || !corners(1, h.V[1], h.V[0], h.V[3]) {
				t.Errorf("hinge %d: %v of triangles %v and %v", i, h.V, m.Tri[h.Tri[0]], m.Tri[h.Tri[1]])
			}
			edge := [2]int32{min(h.V[0], h.V[1]), max(h.V[0], h.V[1])}
			if edge[0] < last[0] || edge[0] == last[0] && edge[1] <= last[1] {
				t.Errorf("hinge %d over edge %v after %v: expected them sorted, each once", i, edge, last)
			}
			last = edge
			e := r3.Norm(r3.Sub(m.X0[h.V[1]], m.X0[h.V[0]]))
			near(t, "ē", h.Edge, e, e)
		}
	})
}
