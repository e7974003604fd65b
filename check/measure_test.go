package check

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

// strip is a band of n cells of 0.1 m × 0.2 m along x, folded by each angle [rad] in turn over the
// cross edges; a positive angle folds it up, towards its normals.
func wrinklesStrip(angles ...float64) (tri [][3]int32, x []r3.Vec) {
	dir, at := 0., r3.Vec{}
	for k := range len(angles) + 2 {
		x = append(x, at, r3.Add(at, r3.Vec{Z: -0.2}))
		if k < len(angles)+1 {
			if k > 0 {
				dir += angles[k-1]
			}
			at = r3.Add(at, r3.Vec{X: 0.1 * math.Cos(dir), Y: 0.1 * math.Sin(dir)})
			v := int32(2 * k)
			tri = append(tri, [3]int32{v, v + 2, v + 3}, [3]int32{v, v + 3, v + 1})
		}
	}
	return tri, x
}

func mesh(t testing.TB, tri [][3]int32, x []r3.Vec, box *WrinkleBox) *WrinkleMesh {
	t.Helper()
	m, err := NewWrinkleMesh(tri, x, box)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Two folds of known angles: the mean runs over all inner edges, the diagonals stay flat.
func TestKnownFolds(t *testing.T) {
	const a, b = 0.3, -0.2
	tri, flat := wrinklesStrip(0, 0)
	_, folded := wrinklesStrip(a, b)
	m := mesh(t, tri, flat, nil)
	if m.Edges() != 5 || m.Vertices() != 8 {
		t.Fatalf("%d edges, %d vertices: expected 3 diagonals and 2 cross edges, 8 vertices", m.Edges(), m.Vertices())
	}
	f, err := m.Compare(folded)
	if err != nil {
		t.Fatal(err)
	}
	if want := math.Sqrt((a*a + b*b) / 5); math.Abs(f.Angle-want) > 1e-14 || f.NoFold != 0 {
		t.Errorf("angles changed by %.15g rad: expected %.15g", f.Angle, want)
	}
	// The first two pairs of vertices stay; the third turns about the second by a, and so on.
	step := func(dir float64) r3.Vec { return r3.Vec{X: 0.1 * math.Cos(dir), Y: 0.1 * math.Sin(dir)} }
	third := r3.Sub(step(a), step(0))
	fourth := r3.Add(third, r3.Sub(step(a+b), step(0)))
	if want := math.Sqrt((2*r3.Norm2(third) + 2*r3.Norm2(fourth)) / 8); math.Abs(f.Moved-want) > 1e-15 {
		t.Errorf("moved by %.15g m: expected %.15g", f.Moved, want)
	}
}

// What was folded from the start counts as no change, and only the change counts: the sign matters.
func TestChangeAgainstAFoldedStart(t *testing.T) {
	tri, start := wrinklesStrip(0.4)
	for _, c := range []struct{ angle, change float64 }{
		{0.4, 0}, {0.1, 0.3}, {-0.4, 0.8},
		{-3, 2*math.Pi - 3.4}, // seen from the nearer side
	} {
		_, x := wrinklesStrip(c.angle)
		f, err := mesh(t, tri, start, nil).Compare(x)
		if err != nil {
			t.Fatal(err)
		}
		if want := c.change / math.Sqrt(3); math.Abs(f.Angle-want) > 1e-14 {
			t.Errorf("from 0.4 to %g rad: %.15g, expected %.15g", c.angle, f.Angle, want)
		}
	}
}

func TestSignOfTheAngle(t *testing.T) {
	for _, angle := range []float64{-3, -1, -1e-9, 1e-9, 0.5, 3} {
		tri, x := wrinklesStrip(angle)
		for _, e := range mesh(t, tri, x, nil).edges {
			if c := [2]int32{min(e.v[0], e.v[1]), max(e.v[0], e.v[1])}; c == [2]int32{2, 3} && math.Abs(e.angle-angle) > 1e-15 {
				t.Errorf("folded by %g: measured %g", angle, e.angle)
			}
		}
	}
}

// A rigid motion changes no angle, and moves every vertex as far as it moves.
func TestRigidMotion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(-3, 3)
		tri, x := wrinklesStrip(number.Draw(t, "a"), number.Draw(t, "b"), number.Draw(t, "c"))
		m, err := NewWrinkleMesh(tri, x, nil)
		if err != nil {
			t.Fatal(err)
		}
		axis := r3.Vec{X: number.Draw(t, "X"), Y: number.Draw(t, "Y"), Z: 4 + number.Draw(t, "Z")}
		turn := r3.NewRotation(number.Draw(t, "turn"), axis)
		shift := r3.Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y"), Z: number.Draw(t, "z")}
		y, z := make([]r3.Vec, len(x)), make([]r3.Vec, len(x))
		for i := range x {
			y[i], z[i] = r3.Add(x[i], shift), r3.Add(turn.Rotate(x[i]), shift)
		}
		f, err := m.Compare(y)
		if err != nil || math.Abs(f.Moved-r3.Norm(shift)) > 1e-13 || f.Angle > 1e-12 {
			t.Errorf("shifted by %g m: %+v, %v", r3.Norm(shift), f, err)
		}
		if f, err := m.Compare(z); err != nil || f.Angle > 1e-12 {
			t.Errorf("turned: %+v, %v", f, err)
		}
	})
}

// Only what lies in the box at the first frame counts, wherever it goes.
func TestBox(t *testing.T) {
	tri, flat := wrinklesStrip(0, 0)
	_, folded := wrinklesStrip(0.3, 0.1)
	m := mesh(t, tri, flat, &WrinkleBox{r3.Vec{X: 0.19, Y: -1, Z: -1}, r3.Vec{X: 0.21, Y: 0, Z: 1}})
	if m.Edges() != 1 || m.Vertices() != 2 {
		t.Fatalf("%d edges, %d vertices: expected the second cross edge and its ends", m.Edges(), m.Vertices())
	}
	f, err := m.Compare(folded)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(f.Angle-0.1) > 1e-14 || math.Abs(f.Moved-0.2*math.Sin(0.15)) > 1e-15 {
		t.Errorf("%+v: expected 0.1 rad, %g m", f, 0.2*math.Sin(0.15))
	}
	m = mesh(t, tri, flat, &WrinkleBox{r3.Vec{X: 5}, r3.Vec{X: 6}})
	if f, err := m.Compare(folded); err != nil || m.Edges() != 0 || m.Vertices() != 0 || f != (WrinkleFigures{}) {
		t.Errorf("empty box: %d edges, %d vertices, %+v, %v", m.Edges(), m.Vertices(), f, err)
	}
}

// A triangle without area has no angle; its edges are left out and counted, the others stay.
func TestTriangleWithoutArea(t *testing.T) {
	tri, flat := wrinklesStrip(0, 0)
	_, folded := wrinklesStrip(0.3, 0.1)
	folded[7] = folded[6] // the last cell: triangle 4 is a needle
	f, err := mesh(t, tri, flat, nil).Compare(folded)
	if err != nil {
		t.Fatal(err)
	}
	if f.NoFold != 1 || math.IsNaN(f.Angle) || f.Angle < 0.1 {
		t.Errorf("%+v: expected one edge left out", f)
	}
}

func TestBadMeshes(t *testing.T) {
	_, x := wrinklesStrip(0)
	for _, c := range []struct {
		name string
		tri  [][3]int32
		want []string
	}{
		{"index", [][3]int32{{0, 2, 3}, {0, 3, 6}}, []string{"triangle 1", "6", "0..5"}},
		{"negative index", [][3]int32{{0, -2, 3}}, []string{"triangle 0", "-2"}},
		{"repeated vertex", [][3]int32{{0, 2, 0}}, []string{"triangle 0", "different"}},
		{"orientation", [][3]int32{{0, 2, 3}, {0, 2, 1}}, []string{"triangle 1", "(0, 2)"}},
		{"non-manifold", [][3]int32{{0, 2, 3}, {2, 0, 1}, {2, 0, 5}}, []string{"triangle 2", "(2, 0)", "two"}},
		{"non-manifold, other side", [][3]int32{{0, 2, 3}, {2, 0, 1}, {0, 2, 5}}, []string{"triangle 2", "(0, 2)", "two"}},
	} {
		m, err := NewWrinkleMesh(c.tri, x, nil)
		if err == nil || m != nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: error %q does not say %q", c.name, err, w)
			}
		}
	}
	tri, x := wrinklesStrip(0)
	m := mesh(t, tri, x, nil)
	if _, err := m.Compare(x[:5]); err == nil || !strings.Contains(err.Error(), "5 vertices") {
		t.Errorf("too few vertices: %v", err)
	}
	if err := m.Refer(x[:5]); err == nil || !strings.Contains(err.Error(), "5 vertices") {
		t.Errorf("reference of too few vertices: %v", err)
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, y := wrinklesStrip(0)
		y[3].Y = bad
		if _, err := m.Compare(y); err == nil || !strings.Contains(err.Error(), "vertex 3") {
			t.Errorf("%g: %v", bad, err)
		}
		if _, err := NewWrinkleMesh(tri, y, nil); err == nil || !strings.Contains(err.Error(), "vertex 3") {
			t.Errorf("first frame with %g: %v", bad, err)
		}
	}
}
