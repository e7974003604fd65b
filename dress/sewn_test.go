package dress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/formats"
	"hysteron/scenes"
	"hysteron/scenes/scenestest"
)

// Two tubes of cloth, a stiff one 4 mm over one that gives, start with their middles inside a ball. They come out of it
// in their order, with edges as short as asked, without having passed through each other on the way.
func TestSewnGarmentsComeOut(t *testing.T) {
	dir := t.TempDir()
	for name, radius := range map[string]float64{"in.obj": 0.188, "out.obj": 0.192} {
		s := scenestest.Upright(radius, 0.9, 1.1)
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := formats.WriteOBJ(f, &formats.OBJ{X: s.X, Tri: s.Tri}); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	tube := func(name, fabric string) string {
		return "[[mesh]]\nname = \"" + name + "\"\nfile = \"" + name + ".obj\"\nrest = \"shape\"\ndress = " +
			"true\nedge_length_m = 0.04\nfabric = \"" + fabric + "\"\n"
	}
	s, err := scenes.Parse(filepath.Join(dir, "s.toml"), []byte("gravity_m_s2 = [0, 0, 0]\n[dress]\nsettle_s = "+
		"0.1\n[[body]]\nkind = \"sphere\"\nradius_m = 0.2\nsubdivisions = 4\ncentre_m = [0, 1, 0]\n"+
		tube("in", "cotton-jersey")+tube("out", "cotton")), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	pulls, out, inset := 0, 0, 0.2-0.188+setup.Settings.Thickness // steps; the last ones after the ball is out
	state, err := Start(setup, Options{
		Note: func(text string) {
			if strings.Contains(text, "untangled") {
				t.Error(text)
			}
		},
		Show: func(_ []r3.Vec, time float64) {
			if time == -0.1 {
				pulls++
				if inset -= seamGrow; inset <= 0 {
					out++
				}
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("%d steps, %d after the ball was out", pulls, out); out != 1 {
		t.Errorf("it was drawn together for %d steps once the ball was out: expected 1, as it has no seams", out)
	}
	b := setup.Bodies[0]
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, 0)
	c := check.Check(check.Mesh{X: state.X, Tri: setup.Model.Tri}, []check.Mesh{{X: x, Tri: b.Triangles()}}, nil)
	if len(c.Self) > 0 || len(c.Body) > 0 {
		t.Errorf("%d intersections of cloth, %d with the ball", len(c.Self), len(c.Body))
	}
}
