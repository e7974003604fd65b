package sim

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/formats"
	"hysteron/param"
	"hysteron/scenes/scenestest"
)

func TestTangledStartIsUntangledAndStaysSo(t *testing.T) {
	var notes []string
	note := func(p Progress) {
		if p.Stage == "note" {
			notes = append(notes, p.Note)
		}
	}
	setup := load(t, scenestest.Cross)
	corner := slices.Clone(setup.Model.X0[:1])
	info := mustRun(t, setup, Options{Dir: t.TempDir(), NoRender: true, Backend: "cpu", Progress: note})
	if info.SelfIntersections != 0 || info.BodyPenetrations != 0 {
		t.Errorf("%d intersections and %d penetrations: expected none from the first frame on", info.SelfIntersections,
			info.BodyPenetrations)
	}
	if len(notes) != 1 || !strings.Contains(notes[0], "untangled ") ||
		!strings.Contains(notes[0], " intersections of floor and flap") ||
		!strings.Contains(notes[0], "vertices moved, by up to") {
		t.Errorf("notes %q: expected one about the untangling of floor and flap", notes)
	}
	if setup.Model.X0[0] != corner[0] {
		t.Error("the model was changed")
	}

	notes = nil
	info = mustRun(t, load(t, scenestest.Cross, "contact.self=false"), Options{Dir: t.TempDir(), NoRender: true,
		Backend: "cpu", Progress: note})
	if info.SelfIntersections == 0 || len(notes) != 0 {
		t.Errorf("without contact of cloth with cloth: %d intersections, notes %q: expected it to be let through, silently",
			info.SelfIntersections, notes)
	}
}

func TestTangleThatCannotBeUntangledIsRefused(t *testing.T) {
	// Sheets with all corners held: of four vertices, and of five, whose free one in the middle can
	// come out alone, if the cloth were rubber.
	held := strings.NewReplacer("1.11", "1.02", "[13, 13]", "[2, 2]", "[7, 7]", "[2, 2]", "rotation_deg",
		"pins = [\"corner-00\", \"corner-10\", \"corner-01\", \"corner-11\"]\nrotation_deg").Replace(scenestest.Cross)
	four := strings.ReplaceAll(held, "fabric =", "mesh = \"right\"\nfabric =")
	for text, want := range map[string]string{four: ", 1.000, 0.017) m", held: "a triangle to be stretched"} {
		_, err := Run(context.Background(), load(t, text), Options{Dir: t.TempDir(), NoRender: true, Backend: "cpu"})
		if !param.IsInputError(err) || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "intersections of floor and flap") ||
			!strings.Contains(err.Error(), "contact.self = false") {
			t.Errorf("%v: expected %q, and advice", err, want)
		}
	}
}

func TestUntanglingCanBeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	report := func(p Progress) {
		if p.Stage == "untangling" {
			cancel()
		}
	}
	if _, err := Run(ctx, load(t, scenestest.Cross), Options{Dir: t.TempDir(), NoRender: true, Backend: "cpu",
		Progress: report}); !errors.Is(err, ErrInterrupted) {
		t.Errorf("%v: expected an interruption", err)
	}
}

// The faces that intersect are red in both pictures, and larger in the one from near by.
func TestPicturesOfIntersections(t *testing.T) {
	needGL(t)
	setup := load(t, scenestest.Cross+"\n[render]\nwidth = 160\nheight = 120\nquality = \"draft\"\n")
	c, err := CheckStart(context.Background(), setup, false, nil)
	if err != nil || len(c.Found.Self) == 0 {
		t.Fatalf("%v, %d intersections: expected some", err, len(c.Found.Self))
	}
	dir := t.TempDir()
	paths, err, pictures := c.Write(dir)
	if err != nil || pictures != nil || len(paths) != 3 {
		t.Fatalf("%v, %v, %q: expected three files", err, pictures, paths)
	}
	var red [2]int
	for k, path := range paths[1:] {
		img, err := png.Decode(bytes.NewReader(read(t, path)))
		if err != nil {
			t.Fatal(err)
		}
		for y := range 120 {
			for x := range 160 {
				if r, g, b, _ := img.At(x, y).RGBA(); r > 3*g && r > 3*b {
					red[k]++
				}
			}
		}
	}
	if red[0] < 20 || red[1] < 2*red[0] {
		t.Errorf("%d and %d red pixels: expected more than 20, and more than twice as many from near by", red[0], red[1])
	}

	setup = load(t, sheetScene)
	if c, err = CheckStart(context.Background(), setup, true, nil); err != nil || c.Failed != nil || len(c.Notes) != 0 {
		t.Fatalf("%v, %+v: expected a clean start", err, c)
	}
	if paths, err, pictures := c.Write(dir); len(paths) != 0 || err != nil || pictures != nil {
		t.Errorf("%q, %v, %v: expected nothing to be written", paths, err, pictures)
	}
}

// Garments start around bodies as they are put on, not as the clip begins, and each in a colour of its own.
func TestStartOfGarmentsIsLookedAt(t *testing.T) {
	setup := load(t, `
fps = 24
frames = 2
[[body]]
kind = "mannequin"
clip = "knee-lift"
[[garment]]
name = "trousers"
pattern = "trousers"
edge_length_m = 0.06
fabric = "cotton"
[[garment]]
name = "tee"
pattern = "tee"
layer = 1
edge_length_m = 0.06
fabric = "cotton"
`)
	c, err := CheckStart(context.Background(), setup, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := setup.Bodies[0]
	now, then := make([]r3.Vec, b.NumVertices()), make([]r3.Vec, b.NumVertices())
	b.Positions(now, -body.LeadOf(b))
	b.Positions(then, 0)
	if slices.Equal(now, then) || !slices.Equal(c.Bodies[0].X, now) {
		t.Error("the body is not where garments are put on it")
	}
	path := filepath.Join(t.TempDir(), "start.obj")
	if err := c.WriteOBJ(path); err != nil {
		t.Fatal(err)
	}
	o, err := formats.LoadMesh(path)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int32]map[[3]float64]bool{}
	for v, part := range setup.Model.Part {
		if seen[part] == nil {
			seen[part] = map[[3]float64]bool{}
		}
		seen[part][o.Colour[v]] = true
	}
	for colour := range seen[0] {
		if len(seen[0]) != 1 || len(seen[1]) != 1 || seen[1][colour] {
			t.Errorf("colours %v and %v: expected one of each garment", seen[0], seen[1])
		}
	}
}
