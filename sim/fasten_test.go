package sim

import (
	"context"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/scenes"
)

// Vertices that are pinned to a body keep their place on it while it moves, whichever body of the scene it is, also
// where a garment is put on first.
func TestFasten(t *testing.T) {
	for name, more := range map[string]string{"sheet alone": "", "with a garment": `
[[garment]]
name = "g"
pattern = "tee"
edge_length_m = 0.08
fabric = "silk"
[[garment.pin]]
vertices = [5]
[[garment.pin]]
vertices = [6]
body = "ball"
`} {
		s, err := scenes.Parse("s.toml", []byte(`
frames = 3
gravity_m_s2 = [0, 0, 0]
[contact]
self = false
[dress]
settle_s = 0.05
[[body]]
name = "far"
kind = "sphere"
radius_m = 0.1
centre_m = [9, 9, 9]
[[body]]
name = "ball"
kind = "sphere"
radius_m = 0.1
centre_m = [0, 5, 0]
velocity_m_s = [0.5, 1, 0]
[[sheet]]
name = "rag"
size_m = [0.1, 0.1]
vertices = [3, 3]
mesh = "right"
fabric = "silk"
centre_m = [0, 5.12, 0]
[[sheet.pin]]
vertices = [0, 4]
body = "ball"
`+more), nil)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		state, err := start(context.Background(), setup, func(Progress) {}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Open("cpu", setup, state)
		if err != nil {
			t.Fatal(err)
		}
		before := make([]r3.Vec, len(state.X))
		if err := b.Positions(before); err != nil {
			t.Fatal(err)
		}
		const h = 0.01
		for range 3 {
			if _, err := b.Step(h); err != nil {
				t.Fatal(err)
			}
		}
		after := make([]r3.Vec, len(before))
		if err := b.Positions(after); err != nil {
			t.Fatal(err)
		}
		b.Close()
		move := r3.Vec{X: .5 * 3 * h, Y: 3 * h}
		pinned := 0
		for _, p := range setup.Model.Pins {
			want := move
			if p.Kind == cloth.PinFixed {
				want = r3.Vec{}
			} else if p.Body != 1 {
				t.Errorf("%s: vertex %d follows collider %d", name, p.Vertex, p.Body)
			}
			if d := r3.Norm(r3.Sub(r3.Sub(after[p.Vertex], before[p.Vertex]), want)); d > 1e-9 {
				t.Errorf("%s: vertex %d is %g m from where its pin carries it", name, p.Vertex, d)
			}
			pinned++
		}
		if want := map[bool]int{true: 2, false: 4}[more == ""]; pinned != want {
			t.Errorf("%s: %d pins, want %d", name, pinned, want)
		}
	}
}

// A box of pins that nothing of a garment is in once it is put on is an error of that key.
func TestFastenNothing(t *testing.T) {
	s, err := scenes.Parse("s.toml", []byte(`
frames = 3
gravity_m_s2 = [0, 0, 0]
[dress]
settle_s = 0.05
[[garment]]
name = "g"
pattern = "tee"
edge_length_m = 0.08
fabric = "silk"
[[garment.pin]]
box_min_m = [5, 5, 5]
box_max_m = [6, 6, 6]
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := start(context.Background(), setup, func(Progress) {}, nil, nil); err == nil ||
		!strings.Contains(err.Error(), "garment.0.pin.0.box_min_m: no vertex of g is in the box") {
		t.Errorf("%v: expected what is wrong with the box", err)
	}
}
