package sim

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/render"
	"hysteron/scenes"
	"hysteron/scenes/scenestest"
)

// A body from an OBJ file is drawn in the colours of its library, where that gives one without an image; without the
// library, in one colour.
func TestBodyHasTheColoursOfItsFile(t *testing.T) {
	const mesh = "mtllib ball.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl red\nf 1 3 2\nf 1 2 4\nusemtl printed\nf " +
		"1 4 3\nusemtl unknown\nf 2 3 4\n"
	dir := t.TempDir()
	for _, c := range []struct {
		library string
		paint   []int32
		colours []render.RGB
	}{
		{"newmtl red\nKd 0.75 0.25 0\nnewmtl printed\nKd 1 1 1\nmap_Kd a.png\n", []int32{0, 0, -1, -1},
			[]render.RGB{{.75, .25, 0}}},
		{"Kd what\n", nil, nil},
		{"", nil, nil},
	} {
		for name, text := range map[string]string{"ball.obj": mesh, "ball.mtl": c.library, "s.toml": scenestest.Minimal +
			"[[body]]\nkind = \"character\"\nfile = \"ball.obj\"\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if c.library == "" {
			if err := os.Remove(filepath.Join(dir, "ball.mtl")); err != nil {
				t.Fatal(err)
			}
		}
		s, err := scenes.Load(filepath.Join(dir, "s.toml"), nil)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		list := ShownMeshes(setup, nil, 0, nil)
		if m := list[len(list)-1]; !slices.Equal(m.Paint, c.paint) || !slices.Equal(m.Paints, c.colours) {
			t.Errorf("library %q: paint %v of %v, expected %v of %v", c.library, m.Paint, m.Paints, c.paint, c.colours)
		}
	}
}

// Edges of bodies that files or keys describe may show as such, by where they are at time 0; the mannequin is round.
func TestBodiesHaveEdges(t *testing.T) {
	s, err := scenes.Parse("s.toml", []byte(scenestest.Minimal+"[[body]]\nkind = \"sphere\"\nradius_m = "+
		"0.1\n[[body]]\nkind = \"mannequin\"\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	list := ShownMeshes(setup, nil, 0.5, nil)
	ball, man := list[len(list)-2], list[len(list)-1]
	want := make([]r3.Vec, setup.Bodies[0].NumVertices())
	setup.Bodies[0].Positions(want, 0)
	if !slices.Equal(ball.Edged, want) || man.Edged != nil {
		t.Errorf("%d of %d vertices tell edges, and %d of the mannequin: expected all, and none", len(ball.Edged),
			len(ball.X), len(man.Edged))
	}
}
