package newscene_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hysteron/scenes"
	"hysteron/scenes/newscene"
)

// skirtPattern are two panels of 60 by 50 cm, before and behind the body, sewn at their sides, whose tops are so high
// [cm].
func skirtPattern(top float64, label string) string {
	panel := func(z float64) string {
		return fmt.Sprintf(`{"vertices":[[-30,0],[30,0],[30,50],[-30,50]],"edges":[{"endpoints":[0,1]},{"endpoints":[1,2]},{"endpoints":[2,3]%s},{"endpoints":[3,0]}],"translation":[0,%g,%g],"rotation":[0,0,0]}`, label, top-50, z)
	}
	return `{"properties":{"units_in_meter":100,"curvature_coords":"relative"},"pattern":{"panels":{"front":` + panel(25) + `,"back":` + panel(-25) + `},
"stitches":[[{"panel":"front","edge":1},{"panel":"back","edge":1},"right_wrong"],[{"panel":"front","edge":3},{"panel":"back","edge":3},"right_wrong"]]}}`
}

// What hangs from a waist that has no label is held by its highest open edge; what hangs from shoulders is not, and
// labels go first.
func TestNewHoldsPatternsWithoutLabels(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		top         float64
		label, want string
	}{
		"skirt":    {105, "", "\nhold = [\"rim-0\"]"},
		"labelled": {105, `,"label":"waist"`, "\nhold = [\"waist\"]"},
		"poncho":   {150, "", "\n[[garment]]\n"},
	} {
		path := filepath.Join(dir, name+".json")
		if err := os.WriteFile(path, []byte(skirtPattern(c.top, c.label)), 0o666); err != nil {
			t.Fatal(err)
		}
		text, err := newscene.New(newscene.Options{Patterns: []string{path}, Body: "stand", Fabric: "cotton", Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if held := strings.Contains(string(text), "\nhold = "); !strings.Contains(string(text), c.want) ||
			held != (name != "poncho") {
			t.Errorf("%s: expected %q in\n%s", name, c.want, text)
		}
		s, err := scenes.Parse(filepath.Join(dir, "s.toml"), text, nil)
		if err != nil {
			t.Fatal(err)
		}
		u, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		if name == "poncho" {
			continue
		}
		held := u.Pieces[0].Holds[0].Vertices
		for v, x := range u.Parts[0].X {
			if top := math.Abs(x.Y-c.top/100) < 1e-6; top != slices.Contains(held, int32(v)) {
				t.Fatalf("%s: vertex %d at %.3f m: held is %v", name, v, x.Y, !top)
			}
		}
	}
}
