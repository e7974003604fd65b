package body

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// Triangles keep the colours that a file gives them when its surface is closed; lids have none, and where no file gives
// any there is no paint.
func TestPaint(t *testing.T) {
	g := arm()
	p := g.Meshes[0].Primitives[0]
	p.Tri = p.Tri[2:] // open at z = -0.1
	plain, red := p, p
	red.Base = &[3]float64{1, 0, 0}
	red.Tri, plain.Tri = append(p.Tri[:1:1], p.Tri[:3]...), p.Tri[3:] // one twice, which closing leaves out
	for _, c := range []struct {
		first, second [3]float64
		want          []int32
	}{{[3]float64{1, 0, 0}, [3]float64{-1}, []int32{0, 0, 0, -1, -1, -1, -1, -1, -1, -1}}, {[3]float64{.5}, [3]float64{.5},
		make([]int32, 10)}} {
		red.Base, plain.Base = &c.first, &c.second
		if c.second[0] < 0 {
			plain.Base = nil
		}
		g.Meshes[0].Primitives = append(g.Meshes[0].Primitives[:0], red, plain)
		made, err := NewCharacter(g, CharacterOptions{Scale: 1})
		if err != nil {
			t.Fatal(err)
		}
		b, notes, err := Seal(made, 0)
		if err != nil || len(notes) == 0 {
			t.Fatalf("%v, error %v: expected a hole that is closed", notes, err)
		}
		if got := PaintOf(b); got == nil || !slices.Equal(got.Of, c.want) || len(got.Colours) != 1 ||
			got.Colours[0] != c.first || len(Shown(b)) != len(got.Of) {
			t.Errorf("%+v, %d triangles shown: expected %v", got, len(Shown(b)), c.want)
		}
	}
	plain.Base = nil
	g.Meshes[0].Primitives = append(g.Meshes[0].Primitives[:0], plain)
	made, err := NewCharacter(g, CharacterOptions{Scale: 1})
	if err != nil {
		t.Fatal(err)
	}
	still, err := NewClip([][3]int32{{0, 1, 2}}, []r3.Vec{{}, {X: 1}, {Y: 1}}, Frames{}, TrackOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []Body{made, still} {
		if got := PaintOf(b); got != nil {
			t.Errorf("without colours: %+v", got)
		}
	}
}
