package scenes

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/scenes/scenestest"
)

const moving = `
[[motion]]
name = "turn"
axis = [0, 2, 0]
origin_m = [0.5, 0, 0]
keys = [
  { time_s = 0 },
  { time_s = 1, angle_deg = 90, offset_m = [0, 0.1, 0] },
]

[[motion]]
name = "slide"
interpolation = "linear"
keys = [{ time_s = 0 }, { time_s = 2, offset_m = [4, 0, 0] }]

[[body]]
kind = "sphere"
radius_m = 0.1
centre_m = [0, -5, 0]
motion = "slide"

[[sheet]]
name = "s"
size_m = [2, 1]
vertices = [3, 3]
mesh = "right"
fabric = "cotton"

[[sheet.pin]]
at = ["edge-u0", "corner-00"]
motion = "turn"
release_s = 1.5

[[sheet.pin]]
box_min_m = [0.5, -1, -0.1]
box_max_m = [1.5, 1, 0.1]
motion = "slide"

[[sheet.pin]]
vertices = [4]
`

// Pins on labels, in boxes and by number follow their motions, and so do bodies.
func TestPinsAndBodiesFollowMotions(t *testing.T) {
	u := build(t, "s.toml", moving)
	if n := len(u.Model.Pins); n != 5 {
		t.Fatalf("%d pins: expected 3 + 1 + 1", n)
	}
	if len(u.Model.Motions) != 2 {
		t.Errorf("%d motions: expected those that are used", len(u.Model.Motions))
	}
	for i, want := range []r3.Vec{{X: 1, Y: .1, Z: 1.5}, {X: .5, Y: .1, Z: 1.5}, {X: 0, Y: .1, Z: 1.5}, {X: 3}, {}} {
		p := &u.Model.Pins[i]
		if d := r3.Norm(r3.Sub(p.Target(u.Model, 1), want)); d > 1e-15 {
			t.Errorf("pin %d on vertex %d at %v after 1 s: expected %v", i, p.Vertex, p.Target(u.Model, 1), want)
		}
		if (p.Release == 1.5) != (i < 3) {
			t.Errorf("pin %d is released at %g s", i, p.Release)
		}
	}
	x, y := make([]r3.Vec, u.Bodies[0].NumVertices()), make([]r3.Vec, u.Bodies[0].NumVertices())
	u.Bodies[0].Positions(x, 0)
	u.Bodies[0].Positions(y, 0.5)
	if d := r3.Norm(r3.Sub(r3.Sub(y[7], x[7]), r3.Vec{X: 1})); d > 1e-15 {
		t.Errorf("the body is at %v, from %v: expected it 1 m along x", y[7], x[7])
	}
}

// The Z-up twin of a file with motions and boxes is the same scene.
func TestMotionsUpAxis(t *testing.T) {
	y := build(t, "y.toml", moving)
	z := build(t, "z.toml", "up_axis = \"z\"\n"+strings.NewReplacer(
		"axis = [0, 2, 0]", "axis = [0, 0, 2]", "[0, 0.1, 0]", "[0, 0, 0.1]", "[0, -5, 0]", "[0, 0, -5]",
		"[0.5, -1, -0.1]", "[0.5, -0.1, -1]", "[1.5, 1, 0.1]", "[1.5, 0.1, 1]").Replace(moving))
	zero := cmpopts.EquateApprox(0, 0) // −0 is 0
	if d := cmp.Diff(y.Model.Motions, z.Model.Motions, zero); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(y.Model.Pins, z.Model.Pins, zero); d != "" {
		t.Error(d)
	}
}

func TestMotionErrors(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		words          []string
	}{
		{"no keys", "keys = [{ time_s = 0 }, { time_s = 2, offset_m = [4, 0, 0] }]", "", []string{"s.toml:11:3: motion.1: " +
			"key \"keys\" is missing"}},
		{"empty keys", "[{ time_s = 0 }, { time_s = 2, offset_m = [4, 0, 0] }]", "[]", []string{"motion.1: motion without " +
			"keys"}},
		{"key without time", "{ time_s = 0 },\n", "{ angle_deg = 0 },\n", []string{`motion.0.keys.0: key "time_s" is missing`}},
		{"key that is unknown", "angle_deg = 90", "angle_rad = 2", []string{"s.toml:8:17: motion.0.keys.1.angle_rad: unknown key", `"angle_deg"?`}},
		{"key of the wrong type", "angle_deg = 90", `angle_deg = "right"`, []string{`motion.0.keys.1.angle_deg: text "right"`}},
		{"starts elsewhere", "{ time_s = 0 },\n", "{ time_s = 0, angle_deg = 1 },\n", []string{"motion.0: key 0",
			"expected 0"}},
		{"times", "time_s = 2", "time_s = 0", []string{"motion.1: key 1 at 0 s does not follow 0 s"}},
		{"no axis", "axis = [0, 2, 0]\n", "", []string{"motion.0: axis (0, 0, 0): expected a direction"}},
		{"interpolation", `"linear"`, `"cubic"`, []string{`"cubic": expected one of "smooth", "linear"`}},
		{"same names", `name = "slide"`, `name = "turn"`, []string{`motion.1.name: "turn" is the name of motion.0 already`}},
		{"unknown motion of a pin", "motion = \"turn\"\nrelease", "motion = \"twirl\"\nrelease", []string{`sheet.0.pin.0.motion: no motion "twirl": expected one of "turn", "slide"`}},
		{"unknown motion of a body", "motion = \"slide\"\n\n[[sheet]]", "motion = \"fly\"\n\n[[sheet]]", []string{`body.0.motion: no motion "fly"`}},
		{"motion and velocity", "centre_m = [0, -5, 0]", "velocity_m_s = [1, 0, 0]", []string{"body.0.motion: expected " +
			"either motion or velocity_m_s"}},
		{"half a box", "box_max_m = [1.5, 1, 0.1]", "", []string{"sheet.0.pin.1: expected both box_min_m and box_max_m"}},
		{"box upside down", "[1.5, 1, 0.1]", "[1.5, -2, 0.1]", []string{"sheet.0.pin.1.box_min_m: not below box_max_m"}},
		{"pins nothing", "vertices = [4]", "", []string{"sheet.0.pin.2: pins nothing"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(moving, c.old) {
				t.Fatalf("no %q to replace", c.old)
			}
			_, err := Parse("s.toml", []byte(strings.Replace(moving, c.old, c.new, 1)), nil)
			scenestest.ExpectInput(t, err, c.words...)
		})
	}
	for _, c := range []struct {
		name, old, new string
		words          []string
	}{
		{"unknown label", `"corner-00"]`, `"collar"]`, []string{`sheet.0.pin.0.at: entry 1, "collar", is no label: expected some of "all", "corner-00"`}},
		{"vertex out of range", "vertices = [4]", "vertices = [4, 9]", []string{"sheet.0.pin.2.vertices: entry 1 is vertex " +
			"9: expected 0..8"}},
		{"empty box", "[0.5, -1, -0.1]", "[1.4, -1, -0.1]", []string{"sheet.0.pin.1.box_min_m: no vertex starts in the box"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := Parse("s.toml", []byte(strings.Replace(moving, c.old, c.new, 1)), nil)
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.Build()
			scenestest.ExpectInput(t, err, c.words...)
		})
	}
}

// Vertices of a mesh file have no labels; their numbers and boxes do.
func TestMeshPins(t *testing.T) {
	dir := t.TempDir()
	obj := "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n"
	if err := os.WriteFile(filepath.Join(dir, "square.obj"), []byte(obj), 0o600); err != nil {
		t.Fatal(err)
	}
	text := `[[motion]]
name = "half"
axis = [0, 0, 1]
keys = [{ time_s = 0 }, { time_s = 1, angle_deg = 180 }]
[[mesh]]
name = "m"
file = "square.obj"
fabric = "cotton"
[[mesh.pin]]
box_min_m = [1, -1, -1]
box_max_m = [3, 3, 1]
motion = "half"
`
	u := build(t, filepath.Join(dir, "s.toml"), text)
	if p := u.Model.Pins; len(p) != 2 || p[0].Vertex != 1 || p[1].Vertex != 2 || p[0].Kind != cloth.PinMotion {
		t.Fatalf("pins %+v", p)
	}
	if at := u.Model.Pins[1].Target(u.Model, 5); math.Abs(at.X+2)+math.Abs(at.Y+2) > 1e-14 {
		t.Errorf("vertex 2 at %v: expected it turned half round", at)
	}
	s, err := Parse(filepath.Join(dir, "s.toml"), []byte(text), []string{`mesh.m.pin.0.at=["edge"]`})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Build()
	scenestest.ExpectInput(t, err, `"edge", is no label: expected some of "rim-0"`)
}
