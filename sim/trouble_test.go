package sim

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
