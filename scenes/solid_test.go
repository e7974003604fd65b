package scenes

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/scenes/scenestest"
)

const solidScene = `%s
[[body]]
kind = "capsule"
radius_m = 0.1
height_m = 0.5
centre_m = [1, 2, 3]
rotation_deg = [0, 0, 90]

[[body]]
kind = "cylinder"
radius_m = 0.1
height_m = 0.5
rim_m = 0.02

[[body]]
kind = "torus"
radius_m = 0.1
tube_radius_m = 0.02
edge_length_m = 0.005

[[body]]
kind = "funnel"
radius_m = 0.3
neck_radius_m = 0.05
height_m = 0.2
spout_m = 0.1
wall_m = 0.01

[[body]]
kind = "box"
size_m = [1, 0.4, 0.2]
rim_m = 0.01
friction = 0.6
velocity_m_s = [0, 0, 1]
`

// bounds are the corners of the box around a body at a time.
func bounds(b body.Body, t float64) (lo, hi r3.Vec) {
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, t)
	lo, hi = x[0], x[0]
	for _, p := range x {
		lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
		hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
	}
	return lo, hi
}

// Bodies have the sizes asked for, along the axes of the file.
func TestSolids(t *testing.T) {
	y := build(t, "s.toml", fmt.Sprintf(solidScene, "")+scenestest.Minimal[strings.Index(scenestest.Minimal,
		"[[sheet]]"):])
	z := build(t, "s.toml", fmt.Sprintf(solidScene, `up_axis = "z"`)+scenestest.Minimal[strings.Index(scenestest.Minimal, "[[sheet]]"):])
	for i, want := range []struct{ yLo, yHi, zLo, zHi r3.Vec }{
		{r3.Vec{X: .75, Y: 1.9, Z: 2.9}, r3.Vec{X: 1.25, Y: 2.1, Z: 3.1}, r3.Vec{X: .9, Y: 2.75, Z: -2.1},
			r3.Vec{X: 1.1, Y: 3.25, Z: -1.9}},
		{r3.Vec{X: -.1, Y: -.25, Z: -.1}, r3.Vec{X: .1, Y: .25, Z: .1}, r3.Vec{X: -.1, Y: -.25, Z: -.1},
			r3.Vec{X: .1, Y: .25, Z: .1}},
		{r3.Vec{X: -.12, Y: -.02, Z: -.12}, r3.Vec{X: .12, Y: .02, Z: .12}, r3.Vec{X: -.12, Y: -.02, Z: -.12},
			r3.Vec{X: .12, Y: .02, Z: .12}},
		{r3.Vec{X: -.305, Y: -.105, Z: -.305}, r3.Vec{X: .305, Y: .205, Z: .305}, r3.Vec{X: -.305, Y: -.105, Z: -.305},
			r3.Vec{X: .305, Y: .205, Z: .305}},
		{r3.Vec{X: -.5, Y: -.2, Z: -.1}, r3.Vec{X: .5, Y: .2, Z: .1}, r3.Vec{X: -.5, Y: -.1, Z: -.2},
			r3.Vec{X: .5, Y: .1, Z: .2}},
	} {
		for _, c := range []struct {
			u        *Setup
			lo, hi   r3.Vec
			velocity r3.Vec
		}{{y, want.yLo, want.yHi, r3.Vec{Z: 1}}, {z, want.zLo, want.zHi, r3.Vec{Y: 1}}} {
			// Vertices lie within (π/32)²/2 of the radius, and a funnel's lip is widest where it meets the cone.
			if lo, hi := bounds(c.u.Bodies[i], 0); r3.Norm(r3.Sub(lo, c.lo)) > 3e-3 || r3.Norm(r3.Sub(hi, c.hi)) > 3e-3 {
				t.Errorf("%s, %s up: from %v to %v: expected %v to %v", c.u.Scene.Bodies[i].Name, c.u.Scene.UpAxis, lo, hi, c.lo,
					c.hi)
			}
			if lo, _ := bounds(c.u.Bodies[i], 0); i == 4 {
				if later, _ := bounds(c.u.Bodies[i], 2); r3.Norm(r3.Sub(r3.Sub(later, lo), r3.Scale(2, c.velocity))) > 1e-12 {
					t.Errorf("%s up: the box is at %v after 2 s, from %v", c.u.Scene.UpAxis, later, lo)
				}
			}
		}
	}
	if y.Colliders[4].Friction != 0.6 || y.Scene.Bodies[3].Name != "funnel" {
		t.Errorf("friction %g, name %q", y.Colliders[4].Friction, y.Scene.Bodies[3].Name)
	}
	// A shorter edge length makes more triangles.
	fine := build(t, "s.toml", fmt.Sprintf(solidScene, "")+scenestest.Minimal[strings.Index(scenestest.Minimal,
		"[[sheet]]"):], "body.torus.edge_length_m=0.0025", "body.cylinder.edge_length_m=0.005")
	for _, i := range []int{1, 2} {
		if a, b := y.Bodies[i].NumVertices(), fine.Bodies[i].NumVertices(); b < 2*a {
			t.Errorf("%s: %d vertices with longer edges, %d with shorter ones", y.Scene.Bodies[i].Name, a, b)
		}
	}
}

func TestSolidErrors(t *testing.T) {
	text := scenestest.Minimal + fmt.Sprintf(solidScene, "")
	for _, c := range []struct{ old, new, want string }{
		{"height_m = 0.5\nrim_m", "rim_m", `body.1: key "height_m" of kind "cylinder" is missing: expected a finite number > 0`},
		{"rim_m = 0.02", "", `body.1: key "rim_m" of kind "cylinder" is missing`},
		{"wall_m = 0.01", "", `body.3: key "wall_m" of kind "funnel" is missing`},
		{"size_m = [1, 0.4, 0.2]", "", `body.4: key "size_m" of kind "box" is missing`},
		{"size_m = [1, 0.4, 0.2]", "size_m = [1, 0.4]", "size_m: a list of 2: expected a list of 3"},
		{"wall_m = 0.01", "wall_m = 0.01\ntube_radius_m = 1", `body.3.tube_radius_m: does not belong to kind "funnel": expected kind "torus"`},
	} {
		if !strings.Contains(text, c.old) {
			t.Fatalf("no %q", c.old)
		}
		_, err := Parse("s.toml", []byte(strings.Replace(text, c.old, c.new, 1)), nil)
		scenestest.ExpectInput(t, err, c.want)
	}
	for _, c := range []struct{ old, new, want string }{
		{"rim_m = 0.02", "rim_m = 0.2", "body.1: solid: cylinder with rim 0.2 m"},
		{"tube_radius_m = 0.02", "tube_radius_m = 0.2", "body.2: solid: torus with tube radius 0.2 m"},
		{"wall_m = 0.01", "wall_m = 0.01\nbend_m = 0.001", "body.3: solid: funnel with a bend"},
		{"rim_m = 0.01", "rim_m = 0.11", "body.4: solid: box with rim"},
		{"height_m = 0.5\ncentre", "height_m = 0.1\ncentre", "body.0: solid: capsule of height"},
	} {
		s, err := Parse("s.toml", []byte(strings.Replace(text, c.old, c.new, 1)), nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Build()
		scenestest.ExpectInput(t, err, c.want)
	}
}
