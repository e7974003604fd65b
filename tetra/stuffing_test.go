package tetra

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// angles are the least and the largest angle between two faces of a tetrahedron [°].
func angles(m *Mesh) (least, largest float64) {
	least = 180
	for _, v := range m.Tets {
		var n [4]r3.Vec
		for k, s := range sides {
			a := m.X[v[s[0]]]
			n[k] = r3.Unit(r3.Cross(r3.Sub(m.X[v[s[1]]], a), r3.Sub(m.X[v[s[2]]], a)))
		}
		for a := range 4 {
			for b := range a {
				at := 180 - math.Acos(max(-1, min(1, r3.Dot(n[a], n[b]))))*180/math.Pi
				least, largest = min(least, at), max(largest, at)
			}
		}
	}
	return least, largest
}

// TestStuffedBall: volume and area come to those of a ball with the second order, vertices of the surface lie on it,
// and angles between faces are those that isosurface stuffing promises.
func TestStuffedBall(t *testing.T) {
	const r = .1
	volume, area := 4*math.Pi/3*r*r*r, 4*math.Pi*r*r
	var off [2][2]float64
	for k, edge := range []float64{.03, .015} {
		m, err := Stuff(Ball(r), edge)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		v, a := closed(t, m)
		off[k] = [2]float64{1 - v/volume, 1 - a/area}
		if d := math.Abs(m.TotalVolume() - v); d > 1e-12*volume {
			t.Errorf("tetrahedra have %g m³, the surface holds %g", m.TotalVolume(), v)
		}
		for _, f := range m.Surface() {
			for _, i := range f {
				if d := math.Abs(r3.Norm(m.X[i]) - r); d > 1e-9*r {
					t.Fatalf("vertex %d is %g m off the surface", i, d)
				}
			}
		}
		least, largest := angles(m)
		t.Logf("edge %g: %d vertices, %d tetrahedra, angles %.3g° to %.3g°, volume off by %.2g, area by %.2g", edge, len(m.X),
			len(m.Tets), least, largest, off[k][0], off[k][1])
		if least < 10 || largest > 165 {
			t.Errorf("angles %.4g° to %.4g°: expected 10.7° to 164.8°", least, largest)
		}
	}
	for q, what := range []string{"volume", "area"} {
		if !(off[0][q] > 0 && off[1][q] > 0) || math.Log2(off[0][q]/off[1][q]) < 1.6 {
			t.Errorf("%s off by %.3g and %.3g: expected the second order", what, off[0][q], off[1][q])
		}
	}
}

// TestStuffedPillow: of a thin one, too.
func TestStuffedPillow(t *testing.T) {
	m, err := Stuff(Pillow(r3.Vec{X: .4, Y: .12, Z: .3}), .025)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	v, _ := closed(t, m)
	// ∫(1 − q) over √((2x/a)⁴ + (2z/c)⁴) = q ≤ 1, times b·√: by quadrature on a grid.
	want := 0.
	const n = 2000
	for i := range n {
		for j := range n {
			u, w := (float64(i)+.5)/n, (float64(j)+.5)/n
			if q := math.Sqrt(u*u*u*u + w*w*w*w); q < 1 {
				want += math.Sqrt(1-q) / (n * n)
			}
		}
	}
	if want *= .4 * .12 * .3; math.Abs(v/want-1) > .03 {
		t.Errorf("volume %g m³: expected %g", v, want)
	}
	least, largest := angles(m)
	t.Logf("%d vertices, %d tetrahedra, angles %.3g° to %.3g°", len(m.X), len(m.Tets), least, largest)
}

// TestStuffedInside: the inside of a closed surface of triangles, here that of a box, whose edges it rounds.
func TestStuffedInside(t *testing.T) {
	box := BoxOf(r3.Vec{X: .2, Y: .1, Z: .3}, [3]int{1, 1, 1})
	r, err := Inside(box.Surface(), box.X)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Stuff(r, .02)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	v, _ := closed(t, m)
	if want := .2 * .1 * .3; v > want || v < .97*want {
		t.Errorf("volume %g m³: expected a little less than %g", v, want)
	}
	for _, f := range m.Surface() {
		for _, i := range f {
			if d := math.Abs(r.Depth(m.X[i])); d > 1e-9 {
				t.Fatalf("vertex %d is %g m off the surface", i, d)
			}
		}
	}
	if _, err := Inside(box.Surface()[1:], box.X); err == nil {
		t.Error("an open surface: expected an error")
	}
}

// TestStuffedTooCoarse: what is thinner than the lattice is refused, in words that help.
func TestStuffedTooCoarse(t *testing.T) {
	if _, err := Stuff(Ball(.001), .1); err == nil || !strings.Contains(err.Error(), "shorter") {
		t.Errorf("%v: expected an error about edges", err)
	}
	if _, err := Stuff(Ball(1), 1e-4); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("%v: expected an error about the size of the lattice", err)
	}
	// Two balls that touch.
	r := Region{Lo: r3.Vec{X: -.2, Y: -.1, Z: -.1}, Hi: r3.Vec{X: .2, Y: .1, Z: .1}, Depth: func(x r3.Vec) float64 {
		return .1 - r3.Norm(r3.Sub(r3.Vec{X: math.Abs(x.X), Y: x.Y, Z: x.Z}, r3.Vec{X: .1}))
	}}
	if m, err := Stuff(r, .05); err != nil && !errors.Is(err, errPinched) {
		t.Errorf("%v", err)
	} else if err == nil {
		closed(t, m)
	}
}

// TestStuffingRepeats: the same region gives the same bits.
func TestStuffingRepeats(t *testing.T) {
	a, _ := Stuff(Ball(.1), .02)
	b, _ := Stuff(Ball(.1), .02)
	if len(a.X) != len(b.X) || len(a.Tets) != len(b.Tets) {
		t.Fatal("sizes differ")
	}
	for i := range a.X {
		if a.X[i] != b.X[i] {
			t.Fatalf("vertex %d differs", i)
		}
	}
	for i := range a.Tets {
		if a.Tets[i] != b.Tets[i] {
			t.Fatalf("tetrahedron %d differs", i)
		}
	}
}

// TestStuffedEllipsoids: wherever the surface lies in the lattice, angles are within those of Labelle and Shewchuk, who
// choose other diagonals.
func TestStuffedEllipsoids(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	least, largest := 180., 0.
	for range 12 {
		c := r3.Vec{X: rnd.Float64(), Y: rnd.Float64(), Z: rnd.Float64()}
		r := Region{Lo: r3.Vec{X: -1, Y: -1, Z: -1}, Hi: r3.Vec{X: 2, Y: 2, Z: 2}, Depth: func(x r3.Vec) float64 {
			d := r3.Sub(x, c)
			return 1 - math.Sqrt(d.X*d.X+d.Y*d.Y/(.9*.9)+d.Z*d.Z/(.6*.6))
		}}
		m, err := Stuff(r, .15+.15*rnd.Float64())
		if err != nil {
			t.Fatal(err)
		}
		a, b := angles(m)
		least, largest = min(least, a), max(largest, b)
	}
	t.Logf("angles %.3g° to %.3g°", least, largest)
	if least < 10.7 || largest > 164.8 {
		t.Errorf("angles %.4g° to %.4g°: expected 10.7° to 164.8°", least, largest)
	}
}

// TestSnapLeavesNoCuts: a point that was moved onto the surface is the end of no cut edge, and every other cut has one
// end inside and one outside.
func TestSnapLeavesNoCuts(t *testing.T) {
	s, err := newStuffing(Ball(.1), .03)
	if err != nil {
		t.Fatal(err)
	}
	s.findCuts()
	all := len(s.cuts)
	s.snap()
	if left := len(s.cuts); left == 0 || left == all {
		t.Fatalf("%d of %d cuts are left: the test proves little", left, all)
	}
	for e := range s.cuts {
		if a, b := s.depth[e[0]], s.depth[e[1]]; a*b >= 0 {
			t.Errorf("a cut between depths of %g and %g m", a, b)
		}
	}
}
