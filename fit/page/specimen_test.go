package page

import (
	"math"
	"strings"
	"testing"
)

// TestSpecimen: density and thickness of any table, or density of a sample's mass.
func TestSpecimen(t *testing.T) {
	for text, want := range map[string]Specimen{
		"# density = 215 g/m2\n# thickness = 0.62 mm\nangle [deg], force [gf/cm]\n0, 0\n": {.215, .62e-3},
		"# mass = 1.43 g\n# width = 100 mm\n# length = 10 cm\nweight [N]\n":               {.143, 0},
		"angle [deg]\n": {},
	} {
		s, err := ReadSpecimen("a.csv", strings.NewReader(text))
		if err != nil || math.Abs(s.Density-want.Density) > 1e-12 || math.Abs(s.Thickness-want.Thickness) > 1e-12 {
			t.Errorf("%q: %+v, %v: expected %+v", text, s, err, want)
		}
	}
	for text, want := range map[string]string{
		"# density = 215\na\n":    "a.csv:1: density",
		"# thickness = 0 mm\na\n": "a.csv:1: thickness",
		"# density = 2 kg/m2\n# mass = 1.43 g\n# width = 100 mm\n# length = 10 cm\na\n": "a.csv:1: density 2 kg/m², but",
	} {
		if _, err := ReadSpecimen("a.csv", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}
