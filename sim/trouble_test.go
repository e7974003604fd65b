package sim

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/dress"
	"hysteron/formats"
	"hysteron/param"
)

// misplaced is a T-shirt whose panels start in the ground.
const misplaced = `
fps = 24
frames = 2
[ground]
height_m = 0
[[body]]
kind = "mannequin"
clip = "stand"
[[garment]]
name = "shirt"
pattern = "tee"
edge_length_m = 0.09
offset_m = [0, -1, 0]
fabric = "cotton"
[render]
width = 160
height = 120
quality = "draft"
`

// A garment that cannot be put on ends the run with its name, the place and advice, and leaves a mesh, with the
// body, and pictures.
func TestTroubleIsShown(t *testing.T) {
	needGL(t)
	dir := t.TempDir()
	_, err := Run(context.Background(), load(t, misplaced), Options{Dir: dir, Backend: "cpu", NoRender: true})
	if !param.IsInputError(err) {
		t.Fatalf("%v: expected an InputError", err)
	}
	for _, want := range []string{"dressing: shirt: panel ", "vertices start up to", "below the ground",
		"lift it with offset_m", "trouble.obj", "trouble-near.png"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nexpected it to say %q", err, want)
		}
	}
	f, err := os.Open(filepath.Join(dir, "trouble.obj"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o, err := formats.ReadMesh(f, "trouble.obj")
	if err != nil {
		t.Fatal(err)
	}
	if groups := strings.Join(o.Groups, " "); !strings.Contains(groups, "shirt-intersecting") ||
		!strings.Contains(groups, "body-mannequin") {
		t.Errorf("groups %s: expected what shows the trouble, and the body", groups)
	}
	for _, name := range []string{"trouble.png", "trouble-near.png"} {
		img, err := png.Decode(bytes.NewReader(read(t, filepath.Join(dir, name))))
		if err != nil {
			t.Fatal(err)
		}
		red := 0
		for y := range 120 {
			for x := range 160 {
				if r, g, b, _ := img.At(x, y).RGBA(); r > 3*g && r > 3*b {
					red++
				}
			}
		}
		if red == 0 {
			t.Errorf("%s shows nothing in red", name)
		}
	}
	// Files of others are not replaced.
	if err := os.WriteFile(filepath.Join(dir, "trouble.png"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	setup := load(t, misplaced)
	trouble := &dress.Trouble{Err: errors.New("no way to put it on"), X: setup.Model.X0, Marked: []int32{0},
		Bodies: setup.Bodies}
	if err = showTrouble(context.Background(), dir, setup, trouble, t.Logf); err == nil ||
		strings.Contains(err.Error(), "shown by") || string(read(t, filepath.Join(dir, "trouble.png"))) != "mine" {
		t.Errorf("%v: expected the file to stay", err)
	}
}

// A body that a tangle goes around is drawn whole, though it hides half of it; one that hides all of it is cut open
// where the tangle begins, and what is behind is drawn.
func TestBodiesAreCutOpen(t *testing.T) {
	ball, err := body.NewSphere(0.2, r3.Vec{}, 3)
	if err != nil {
		t.Fatal(err)
	}
	eye := r3.Vec{Y: 0.1, Z: 3}
	for _, c := range []struct {
		name   string
		radius float64
		whole  bool
	}{{"around", 0.25, true}, {"inside", 0.1, false}} {
		m := &cloth.Model{}
		start := &StartCheck{Model: m}
		const n = 24
		for i := range n {
			s, k := math.Sincos(2 * math.Pi * float64(i) / n)
			x := r3.Vec{X: c.radius * s, Z: c.radius * k}
			start.X = append(start.X, x, r3.Add(x, r3.Vec{Y: 0.01}))
			a, b := int32(2*i), int32((2*i+2)%(2*n))
			if c.whole && k > 0.45 { // open before, as a hood is
				continue
			}
			m.Tri = append(m.Tri, [3]int32{a, b, a + 1}, [3]int32{b, b + 1, a + 1})
			start.Marked = append(start.Marked, int32(len(m.Tri)-2), int32(len(m.Tri)-1))
		}
		start.addBodies([]body.Body{ball})
		tri := start.openedTo(eye)[0]
		if whole := len(tri) == len(ball.Triangles()); whole != c.whole {
			t.Errorf("%s: %d of %d triangles are drawn", c.name, len(tri), len(ball.Triangles()))
		}
		if c.whole {
			continue
		}
		if len(tri) < len(ball.Triangles())/2 {
			t.Errorf("%s: %d of %d triangles are drawn", c.name, len(tri), len(ball.Triangles()))
		}
		for _, v := range tri {
			for _, i := range v {
				if start.Bodies[0].X[i].Z > c.radius+0.01 { // where it begins; the eye looks down by 2 degrees
					t.Fatalf("%s: a vertex at %v is before it", c.name, start.Bodies[0].X[i])
				}
			}
		}
	}
}
