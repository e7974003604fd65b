package pattern

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// quads is a strip of n unit squares along x in the plane z = 0, its texture a tenth as large.
func quads(n int) *Surface {
	s := &Surface{}
	for i := range n + 1 {
		s.X = append(s.X, r3.Vec{X: float64(i)}, r3.Vec{X: float64(i), Y: 1})
	}
	for i := range int32(n) {
		s.Tri = append(s.Tri, [3]int32{2 * i, 2*i + 2, 2*i + 3}, [3]int32{2 * i, 2*i + 3, 2*i + 1})
	}
	for _, t := range s.Tri {
		var uv [3]r2.Vec
		for c, v := range t {
			uv[c] = r2.Vec{X: .1 * s.X[v].X, Y: .1 * s.X[v].Y}
		}
		s.UV = append(s.UV, uv)
	}
	return s
}

// The scale of the texture is measured, islands at another scale are told and corrected, and so are mirrored ones,
// which stay mirrored.
func TestScaleUV(t *testing.T) {
	s := quads(6)
	for i := 8; i < 12; i++ { // the last two squares: an island of its own, mirrored and twice as large
		for c := range s.UV[i] {
			s.UV[i][c] = r2.Vec{X: -2 * s.UV[i][c].X, Y: 2 * s.UV[i][c].Y}
		}
	}
	notes, err := s.ScaleUV(0)
	if err != nil || len(notes) != 1 || !strings.HasPrefix(notes[0], "4 triangles around (4.000, 0.000, 0.000) are 5 m "+
		"per unit of the texture, the others 10:") {
		t.Errorf("%q, %v", notes, err)
	}
	for i, uv := range s.UV {
		area := r2.Cross(r2.Sub(uv[1], uv[0]), r2.Sub(uv[2], uv[0])) / 2
		if want := map[bool]float64{true: -.5, false: .5}[i >= 8]; math.Abs(area-want) > 1e-12 {
			t.Errorf("triangle %d has area %g, want %g", i, area, want)
		}
	}
	s = quads(2)
	for i := range s.X { // cloth that is stretched a little is not another scale
		if s.X[i].X > 1 {
			s.X[i].X += .05
		}
	}
	if notes, err := s.ScaleUV(0); err != nil || notes != nil {
		t.Errorf("%q, %v", notes, err)
	}
	s = quads(1)
	if notes, err := s.ScaleUV(3); err != nil || notes != nil || math.Abs(s.UV[0][1].X-.3) > 1e-12 {
		t.Errorf("given scale: %v, %v, %v", s.UV[0], notes, err)
	}
	for i := range s.UV {
		s.UV[i] = [3]r2.Vec{}
	}
	if _, err := s.ScaleUV(0); err == nil || !strings.Contains(err.Error(), "give no scale") {
		t.Error(err)
	}
}

// apart gives every triangle vertices of its own.
func (s *Surface) apart() {
	var x []r3.Vec
	for i := range s.Tri {
		for c, v := range s.Tri[i] {
			s.Tri[i][c] = int32(len(x))
			x = append(x, s.X[v])
		}
	}
	s.X = x
}

// Edges that lie on one another in pairs are joined, others are not; numbers say where vertices went.
func TestWeld(t *testing.T) {
	s := quads(3)
	s.apart()
	joined, number := s.Weld()
	if joined != 5 || len(s.X) != 8 || len(number) != 18 {
		t.Errorf("%d joined, %d vertices, %d numbers", joined, len(s.X), len(number))
	}
	again := quads(3)
	again.apart()
	for v, n := range number {
		if n < 0 || again.X[v] != s.X[n] {
			t.Errorf("vertex %d became %d", v, n)
		}
	}
	if joined, number := s.Weld(); joined != 0 || number[5] != 5 {
		t.Errorf("joined %d edges of a whole surface", joined)
	}
	// A second sheet on the first: its inner edges are its own, and no rim is joined to the other's.
	s = quads(2)
	top := quads(2)
	s.X = append(s.X, top.X...)
	for _, tri := range top.Tri {
		s.Tri = append(s.Tri, [3]int32{tri[0] + 6, tri[1] + 6, tri[2] + 6})
	}
	if joined, _ := s.Weld(); joined != 0 || len(s.X) != 12 {
		t.Errorf("two layers: %d joined, %d vertices", joined, len(s.X))
	}
	// Three sheets that meet at an edge: nobody knows which two belong together.
	s = quads(1)
	s.apart()
	s.X = append(s.X, s.X[0], s.X[2], r3.Vec{Z: 1})
	s.Tri = append(s.Tri, [3]int32{6, 7, 8})
	if joined, _ := s.Weld(); joined != 0 {
		t.Errorf("three at an edge: %d joined", joined)
	}
	// Rims of two strips that run in the same direction lie back to back.
	s = &Surface{X: []r3.Vec{{}, {X: 1}, {Y: 1}, {}, {X: 1}, {Z: 1}}, Tri: [][3]int32{{0, 1, 2}, {3, 4, 5}}}
	if joined, _ := s.Weld(); joined != 0 {
		t.Errorf("back to back: %d joined", joined)
	}
}

// The shape as rest shape has the edges of the shape, its warp where the texture has it or upwards, and its right side
// up.
func TestShapeUV(t *testing.T) {
	s := quads(2)
	turn := r3.NewRotation(.7, r3.Vec{X: 1, Y: 2, Z: -.5})
	for i := range s.X {
		s.X[i] = r3.Scale(3, turn.Rotate(s.X[i]))
	}
	for _, texture := range []bool{true, false} {
		if !texture {
			s.UV = nil
		}
		uv := s.ShapeUV()
		for i, v := range s.Tri {
			for c := range 3 {
				d := (c + 1) % 3
				got, want := r2.Norm(r2.Sub(uv[i][d], uv[i][c])), r3.Norm(r3.Sub(s.X[v[d]], s.X[v[c]]))
				if math.Abs(got-want) > 1e-12 {
					t.Errorf("edge %d of triangle %d is %g, want %g", c, i, got, want)
				}
			}
			if area := r2.Cross(r2.Sub(uv[i][1], uv[i][0]), r2.Sub(uv[i][2], uv[i][0])) / 2; math.Abs(area-4.5) > 1e-12 {
				t.Errorf("area %g, want 4.5", area)
			}
		}
		first := uv[0][1] // along the strip, where u grows
		if texture && (math.Abs(first.X-3) > 1e-12 || math.Abs(first.Y) > 1e-12) {
			t.Errorf("warp %v, want (3, 0)", first)
		}
		if along := r3.Sub(s.X[2], s.X[0]); !texture {
			up := turn.Rotate(r3.Vec{Z: 1})
			warp := r3.Unit(r3.Sub(r3.Vec{Y: 1}, r3.Scale(up.Y, up)))
			if math.Abs(first.X-r3.Dot(along, warp)) > 1e-12 {
				t.Errorf("warp part %g, want %g", first.X, r3.Dot(along, warp))
			}
		}
	}
	flat := &Surface{X: []r3.Vec{{}, {X: 1}, {Z: -1}, {X: 2}}, Tri: [][3]int32{{0, 1, 2}, {0, 1, 3}}}
	if uv := flat.ShapeUV(); math.Abs(r2.Norm(uv[0][1])-1) > 1e-12 || math.IsNaN(uv[1][2].X) {
		t.Errorf("a level triangle, and one without an area: %v", uv)
	}
}

// A tube has two rims, the upper one first, as long as they are round.
func TestRims(t *testing.T) {
	s := quads(4)
	for i := range s.X { // the strip becomes a square tube along y, its last edge the first
		s.X[i] = []r3.Vec{{}, {X: 1}, {X: 1, Z: 1}, {Z: 1}, {}}[i/2]
		s.X[i].Y = 2 * float64(i%2)
	}
	if joined, _ := s.Weld(); joined != 1 {
		t.Fatalf("%d joined", joined)
	}
	rims := s.Rims()
	if len(rims) != 2 || rims[0].Height != 2 || rims[1].Height != 0 || rims[0].Length != 4 || len(rims[0].Vertices) != 4 {
		t.Fatalf("%+v", rims)
	}
	for _, v := range rims[0].Vertices {
		if s.X[v].Y != 2 {
			t.Errorf("vertex %d at %v is on the upper rim", v, s.X[v])
		}
	}
}
