package scenes

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A mesh of needles is warned of where their altitude is below h·√(3uk/ρ), which is 54 μm for cotton (136 N/m, 143
// g/m²) in steps of 1/240 s; in steps as much shorter it is not.
func TestNeedles(t *testing.T) {
	dir := t.TempDir()
	mesh := func(altitude float64) {
		text := fmt.Sprintf("v 0 0.1 0\nv 0.2 0.1 0\nv 0.1 0.1 %[1]g\nv 0.1 0.1 -%[1]g\nvt 0 0\nvt 0.2 0\nvt 0.1 "+
			"-%[1]g\nvt 0.1 %[1]g\nf 1/1 3/3 2/2\nf 1/1 2/2 4/4\n", altitude)
		if err := os.WriteFile(filepath.Join(dir, "m.obj"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	warned := func(seconds float64) (found string) {
		u := build(t, filepath.Join(dir, "s.toml"), fmt.Sprintf("step_s = %g\n[ground]\n[[mesh]]\nname = \"m\"\nfile = "+
			"\"m.obj\"\nfabric = \"cotton\"\n", seconds))
		for _, p := range u.Problems() {
			if p.Kind == NeedleTriangles {
				found = p.Detail
			}
		}
		return found
	}
	mesh(2e-5)
	if w := warned(1. / 240); !strings.Contains(w, "down to 0.02 mm") || !strings.Contains(w, "at least 0.05") {
		t.Errorf("%q", w)
	}
	if w := warned(1. / 1000); w != "" {
		t.Errorf("shorter steps: %q", w)
	}
	mesh(8e-5)
	if w := warned(1. / 240); w != "" {
		t.Errorf("wider: %q", w)
	}
}
