package scenes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/formats"
)

// problemsOf returns the problems of a scene file's text, or its error.
func problemsOf(t *testing.T, text string) ([]Problem, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "scene.toml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := Load(file, nil)
	if err != nil {
		return nil, err
	}
	setup, err := s.Build()
	if err != nil {
		return nil, err
	}
	return setup.Problems(), nil
}

const (
	pinnedSheet = "[[sheet]]\nname = \"sheet\"\nsize_m = [0.3, 0.3]\nedge_length_m = 0.05\npins = [\"edge-u0\"]\n" +
		"fabric = \"cotton\"\n"
	bigBox = "[[rigid]]\nname = \"big\"\nkind = \"box\"\nsize_m = [0.2, 0.2, 0.2]\nedge_length_m = 0.05\n" +
		"centre_m = [0, 1, 0]\nmass_kg = 1\n"
)

// TestWhollyInside: cloth, ropes, solids and rigid bodies that start wholly inside a rigid body or a solid are errors;
// those beside it, or that cross its surface, are none of this kind.
func TestWhollyInside(t *testing.T) {
	ball := func(y string) string {
		return "[[rigid]]\nname = \"small\"\nkind = \"sphere\"\nradius_m = 0.03\nedge_length_m = 0.02\ncentre_m = [0, " + y +
			", 0]\nmass_kg = 1\n"
	}
	for _, c := range []struct {
		name, text string
		inside     bool
	}{
		{"a ball in a box", bigBox + ball("1"), true}, {"a ball beside it", bigBox + ball("1.5"), false},
		{"a ball across its top", bigBox + ball("1.1"), false},
		{"a ball across its bottom", bigBox + ball("0.9"), false},
		{"cloth in a box", bigBox + "[[sheet]]\nname = \"small\"\nsize_m = [0.1, 0.1]\nedge_length_m = 0.05\n" +
			"centre_m = [0, 1, 0]\nfabric = \"cotton\"\n", true},
		{"a ball in a solid", strings.NewReplacer("[[rigid]]", "[[solid]]", "mass_kg = 1", "density_kg_m3 = 100\nyoung_pa = "+
			"1e5").Replace(bigBox) + ball("1"), true},
	} {
		problems, err := problemsOf(t, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		found := false
		for _, p := range problems {
			found = found || p.Kind == InsideBody && p.Severity == formats.Error && p.Part == "small" &&
				strings.Contains(p.Detail, `start wholly inside "big"`)
		}
		if found != c.inside {
			t.Errorf("%s: %v, expected an error: %v", c.name, problems, c.inside)
		}
	}
}

// TestScenesAsRunTakesThem: check finds what a run refuses or leaves out, with its class and key.
func TestScenesAsRunTakesThem(t *testing.T) {
	for _, c := range []struct{ text, err, problem, not string }{
		{"contact.self = false\nsolver.integrator = \"symplectic\"\n" + bigBox, "no contact that pushes rigid bodies", "",
			""},
		{"[contact]\nself = false\n" + pinnedSheet + bigBox, "", "warning: nothing keeps it out: contact.self = false", ""},
		{pinnedSheet + bigBox, "", "note: nothing holds it", "warning: nothing holds it"},
		{bigBox, "", "warning: nothing holds it", ""},
		{"frames = 3\n" + pinnedSheet + "[[rest]]\nframe = 99\nduration_h = 1\n", "",
			"rest.0: warning: never reached: frame = 99", ""},
		{"frames = 3\n" + pinnedSheet + "[[rest]]\nframe = 2\nduration_h = 1\n", "", "", "never reached"},
		{bigBox + strings.NewReplacer("big", "other", "[0, 1, 0]", "[0.1, 1.1, 0.1]").Replace(bigBox), "",
			"error: intersecting faces", ""},
	} {
		problems, err := problemsOf(t, c.text)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, expected %q", c.text, err, c.err)
			}
			continue
		}
		lines := strings.Join(Lines(problems), "\n")
		if err != nil || !strings.Contains(lines, c.problem) || c.not != "" && strings.Contains(lines, c.not) {
			t.Errorf("%s: %v %s, expected %q and no %q", c.text, err, lines, c.problem, c.not)
		}
	}
}
