//go:build slow

package dress

import (
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/scenes"
)

// A shirt over shorts whose hems are turned up is put on a body of boxes, which grows into both: with edges of 6 cm,
// which have no room to give way but at once.
func TestSuitOnBoxes(t *testing.T) {
	data := os.Getenv("HYSTERON_DATA")
	if data == "" {
		t.Skip("SKIPPED, no outside data: HYSTERON_DATA is not set")
	}
	piece := func(name, keys string) string {
		return "[[mesh]]\nname = \"" + name + "\"\nfile = \"" + filepath.ToSlash(filepath.Join(data, "garments", "makehuman",
			"female_casualsuit02.obj")) +
			"\"\nrest = \"shape\"\nfit = true\nscale = 0.105\nedge_length_m = 0.06\nfabric = \"cotton\"\n" + keys
	}
	s, err := scenes.Parse(filepath.Join(t.TempDir(), "s.toml"), []byte("step_s = 0.0139\n[[body]]\nname = "+
		"\"RiggedFigure\"\nkind = \"character\"\nfile = \""+
		filepath.ToSlash(filepath.Join(data, "characters", "RiggedFigure.glb"))+"\"\n"+
		piece("shorts", "layer = 0\npiece = 1\nhold = [\"rim-0\"]\n")+piece("shirt",
		"layer = 1\npiece = 0\nlet_out = true\n")), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	state, err := Start(setup, Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := setup.Bodies[0]
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, 0)
	if c := check.Check(check.Mesh{X: state.X, Tri: setup.Model.Tri}, []check.Mesh{{X: x, Tri: b.Triangles()}},
		nil); len(c.Self) > 0 || c.Penetrations() > 0 {
		t.Errorf("%d intersections of cloth, %d with the body", len(c.Self), c.Penetrations())
	}
}
