package pattern

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// kinked is a strip of two rectangles of different width in the pattern on the two sides of the seam between them: 1 ×
// 3 and 1.2 × 3.
func kinked() Surface {
	return Surface{
		X:   []r3.Vec{{}, {X: 1}, {X: 1, Y: 3}, {Y: 3}, {X: 1, Z: 1}, {X: 1, Y: 3, Z: 1}, {X: 9}},
		Tri: [][3]int32{{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}},
		UV: [][3]r2.Vec{{{}, {X: 1}, {X: 1, Y: 3}}, {{}, {X: 1, Y: 3}, {Y: 3}},
			{{}, {X: 1.2}, {X: 1.2, Y: 3}}, {{}, {X: 1.2, Y: 3}, {Y: 3}}},
	}
}

// Edges are halved until all are short, on both sides of seams; shape, pattern, orientation and what is said of both
// stay.
func TestRefine(t *testing.T) {
	const longest = 0.31
	s, old := kinked(), kinked()
	f, err := s.Refine(longest, func(int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Of) != len(s.Tri) || len(f.At) != len(s.Tri) || len(old.X)+len(f.Between) != len(s.X) {
		t.Fatalf("%d vertices, %d triangles: %d, %d, %d said of them", len(s.X), len(s.Tri), len(f.Between), len(f.Of),
			len(f.At))
	}
	for k, p := range f.Between {
		if d := r3.Norm(r3.Sub(s.X[len(old.X)+k], r3.Scale(.5, r3.Add(s.X[p[0]], s.X[p[1]])))); d > 1e-15 {
			t.Errorf("new vertex %d is %g from the middle", k, d)
		}
	}
	space, flat := 0.0, 0.0
	type edge [2]int32
	count := map[edge]int{}
	for i, v := range s.Tri {
		for c := range 3 {
			d := (c + 1) % 3
			count[edge{v[c], v[d]}]++
			if l := r2.Norm(r2.Sub(s.UV[i][d], s.UV[i][c])); l > longest {
				t.Errorf("triangle %d has an edge of %g: expected at most %g", i, l, longest)
			}
			var x r3.Vec
			for k, w := range f.At[i][c] {
				x = r3.Add(x, r3.Scale(w, old.X[old.Tri[f.Of[i]][k]]))
			}
			if d := r3.Norm(r3.Sub(x, s.X[v[c]])); d > 1e-14 {
				t.Errorf("corner %d of triangle %d is %g from where it is said to be", c, i, d)
			}
		}
		n := r3.Cross(r3.Sub(s.X[v[1]], s.X[v[0]]), r3.Sub(s.X[v[2]], s.X[v[0]]))
		o := old.Tri[f.Of[i]]
		if r3.Dot(n, r3.Cross(r3.Sub(old.X[o[1]], old.X[o[0]]), r3.Sub(old.X[o[2]], old.X[o[0]]))) <= 0 {
			t.Errorf("triangle %d is turned over", i)
		}
		space += r3.Norm(n) / 2
		flat += r2.Cross(r2.Sub(s.UV[i][1], s.UV[i][0]), r2.Sub(s.UV[i][2], s.UV[i][0])) / 2
	}
	if math.Abs(space-6) > 1e-12 || math.Abs(flat-6.6) > 1e-12 {
		t.Errorf("%g in space, %g in the pattern: expected 6 and 6.6", space, flat)
	}
	rim := 0.0
	for e, n := range count {
		if n != 1 {
			t.Errorf("edge %v has %d triangles on its side", e, n)
		}
		if count[edge{e[1], e[0]}] == 0 {
			rim += r3.Norm(r3.Sub(s.X[e[1]], s.X[e[0]]))
		}
	}
	if math.Abs(rim-10) > 1e-12 {
		t.Errorf("%g round its open edge: expected 10, without holes", rim)
	}
	if got := f.Corners(old.UV); !slices.Equal(got, s.UV) {
		t.Error("coordinates of corners are not those of the pattern")
	}
	seam := f.Extend([]int32{1, 2}, len(old.X))
	for v, x := range s.X {
		if on := x.X == 1 && x.Z == 0; on != slices.Contains(seam, int32(v)) {
			t.Errorf("vertex %d at %v: on the seam %v", v, x, on)
		}
	}
	none := errors.New("none")
	asked := 0
	if _, err := s.Refine(1e-4*longest, func(n int) error {
		if asked++; n > 100*(len(f.Between)+len(old.X)) {
			return none
		}
		return nil
	}); err != none || asked != 1 || len(s.X) != len(f.Between)+len(old.X) {
		t.Errorf("%v after %d questions: expected that far too many are refused before any is made", err, asked)
	}
	if least := s.leastVertices(longest); least > float64(len(s.X)) {
		t.Errorf("%g vertices at least: there are %d", least, len(s.X))
	}
	if _, err := s.Refine(longest/4, func(n int) error {
		if n <= len(s.X) {
			t.Errorf("asked for %d vertices, as many as there are", n)
		}
		return none
	}); err != none {
		t.Errorf("%v: expected that it does not fit", err)
	}
}
