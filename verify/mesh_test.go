package verify

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/cloth"
)

// TestRect: every kind fills the rectangle once, with triangles that models accept, and has its rows
// of vertices where they were asked for; those of near-equilateral kinds have no small angles.
func TestRect(t *testing.T) {
	b := SheetBox{U0: -.05, V0: .1, U1: .3, V1: .2}
	for _, kind := range []MeshKind{Right, Alternating, Equilateral, Unstructured} {
		for _, nv := range []int{2, 5, 12} {
			nu := RowsFor(kind, .35, .1/float64(nv))
			s := RectSheet(kind, b, nu, nv, 0)
			check(t, s, .35*.1, map[MeshKind]float64{Right: 40, Alternating: 40, Equilateral: 25, Unstructured: 20}[kind])
			for _, u := range []float64{-.05, .3} {
				if n := len(s.Where(func(q r2.Vec) bool { return q.X == u })); n < nv+1 {
					t.Errorf("%s: %d vertices at u = %g, expected %d", s.Name(), n, u, nv+1)
				}
			}
			if kind == Unstructured && len(s.Where(func(q r2.Vec) bool { return q.X == 0 })) != nv+1 {
				t.Errorf("%s: no row at the line u = 0", s.Name())
			}
		}
	}
}

// TestDisc: the same for round sheets, whose area is that of a polygon.
func TestDisc(t *testing.T) {
	s := DiscSheet(.02, .09, .15)
	n := float64(len(s.Where(func(q r2.Vec) bool { return r2.Norm(q) > .15-1e-9 })))
	check(t, s, n/2*.15*.15*math.Sin(2*math.Pi/n), 20)
	if k := len(s.Where(func(q r2.Vec) bool { return math.Abs(r2.Norm(q)-.09) < 1e-9 })); k < 28 {
		t.Errorf("%d vertices on the inner ring, expected 28", k)
	}
}

func check(t *testing.T, s *Sheet, area, least float64) {
	t.Helper()
	var sum float64
	smallest := 180.
	for _, a := range s.Tri {
		for c := range 3 {
			p, q := r2.Sub(s.UV[a[(c+1)%3]], s.UV[a[c]]), r2.Sub(s.UV[a[(c+2)%3]], s.UV[a[c]])
			cross := r2.Cross(p, q)
			if cross <= 0 {
				t.Fatalf("%s: triangle %v is clockwise", s.Name(), a)
			}
			if c == 0 {
				sum += cross / 2
			}
			smallest = math.Min(smallest, math.Atan2(cross, r2.Dot(p, q))*180/math.Pi)
		}
	}
	if math.Abs(sum/area-1) > 1e-9 {
		t.Errorf("%s: area %g, expected %g", s.Name(), sum, area)
	}
	if smallest < least {
		t.Errorf("%s: smallest angle %.1f°, expected %g°", s.Name(), smallest, least)
	}
	if _, err := cloth.NewModel([]cloth.Part{s.Part(cloth.Isotropic(.1, 1, 1, 1), LevelPlace)}); err != nil {
		t.Errorf("%s: %v", s.Name(), err)
	}
	again := RectSheet(s.Kind, SheetBox{U1: 1, V1: 1}, 5, 5)
	for i, q := range RectSheet(s.Kind, SheetBox{U1: 1, V1: 1}, 5, 5).UV {
		if again.UV[i] != q {
			t.Fatalf("%s: another mesh the second time", s.Name())
		}
	}
}
