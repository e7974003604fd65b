//go:build slow

package dress

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/scenes"
)

// Shorts whose hems are turned up do not get out of the way of a body of boxes below a shirt where their edges are 6 cm long: that ends, names
// the place, and says that the garment is wide enough there.
func TestStuckForGood(t *testing.T) {
	data := os.Getenv("HYSTERON_DATA")
	if data == "" {
		t.Skip("SKIPPED, no outside data: HYSTERON_DATA is not set")
	}
	piece := func(name, keys string) string {
		return "[[mesh]]\nname = \"" + name + "\"\nfile = \"" + filepath.ToSlash(filepath.Join(data, "garments", "makehuman", "female_casualsuit02.obj")) +
			"\"\nrest = \"shape\"\nfit = true\nscale = 0.105\nedge_length_m = 0.06\nfabric = \"cotton\"\n" + keys
	}
	s, err := scenes.Parse(filepath.Join(t.TempDir(), "s.toml"), []byte("[[body]]\nname = \"RiggedFigure\"\nkind = \"character\"\nfile = \""+
		filepath.ToSlash(filepath.Join(data, "characters", "RiggedFigure.glb"))+"\"\n"+
		piece("shorts", "layer = 0\npiece = 1\nhold = [\"rim-0\"]\n")+piece("shirt", "layer = 1\npiece = 0\nlet_out = true\n")), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	_, err = Start(setup, Options{})
	var trouble *Trouble
	if !errors.As(err, &trouble) {
		t.Fatalf("%v: expected trouble", err)
	}
	for _, want := range []string{"shorts: at (", "no progress: 2000 Newton iterations", "bodies still have to come out by ", "m round there, body \"RiggedFigure\" 0.", "so that it would fit", "a shorter edge_length_m"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nexpected it to say %q", err, want)
		}
	}
	if len(trouble.Marked) == 0 || len(trouble.X) != len(setup.Model.X0) {
		t.Errorf("%d triangles are marked, of %d vertices", len(trouble.Marked), len(trouble.X))
	}
}
