package placement_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/pattern"
	"hysteron/placement"
	"hysteron/scenes/scenestest"
)

// A texture with the garment's own lengths is a pattern, at whatever scale; one that is squeezed is not.
func TestIsPattern(t *testing.T) {
	s := scenestest.Upright(0.2, 0, 0.5)
	for i := range s.UV {
		for c := range s.UV[i] {
			s.UV[i][c] = r2.Scale(0.3, s.UV[i][c])
		}
	}
	if !placement.IsPattern(&s) {
		t.Error("a pattern is taken for a picture")
	}
	for _, squeezed := range []float64{1.1, 1.6} { // the scale that is measured is between that of both directions
		for i := range s.UV {
			for c := range s.UV[i] {
				s.UV[i][c].X *= squeezed
			}
		}
		if placement.IsPattern(&s) {
			t.Errorf("a picture is taken for a pattern: squeezed by %g", squeezed)
		}
	}
	if s.UV = nil; placement.IsPattern(&s) {
		t.Error("no texture is taken for a pattern")
	}
}

// A long staff beside a figure, of as many vertices as its chest, does not move the middle of its chest.
func TestMiddleWithoutLooseParts(t *testing.T) {
	m := inPose(t, 0, 0)
	x := make([]r3.Vec, m.NumVertices())
	m.Positions(x, -body.LeadOf(m))
	n, tri := int32(len(x)), m.Triangles()
	alone, err := placement.New(m)
	if err != nil {
		t.Fatal(err)
	}
	staff := pattern.Surface{}
	const rows, round = 200, 12
	for j := range rows + 1 {
		for k := range round {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / round)
			staff.X = append(staff.X, r3.Vec{X: .25 + .02*cos, Y: 1.72 * float64(j) / rows, Z: .4 + .02*sin})
		}
	}
	for j := range int32(rows) {
		for k := range int32(round) {
			a, b := n+j*round+k, n+j*round+(k+1)%round
			tri = append(tri[:len(tri):len(tri)], [3]int32{a, a + round, b}, [3]int32{b, a + round, b + round})
		}
	}
	for _, end := range []int32{0, rows * round} {
		for k := int32(1); k+1 < round; k++ {
			face := [3]int32{n + end, n + end + k, n + end + k + 1}
			if end > 0 {
				face[1], face[2] = face[2], face[1]
			}
			tri = append(tri, face)
		}
	}
	armed, err := body.NewClip(tri, append(x, staff.X...), body.Frames{}, body.TrackOptions{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := placement.New(armed)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := alone.Middle(), f.Middle(); r3.Norm(r3.Sub(a, b)) > 0.01 { // of the height, which the staff changes
		t.Errorf("the middle is %v with a staff, %v without", b, a)
	}
}
