package scenes

import (
	"math"
	"strings"
	"testing"

	"hysteron/body"
	"hysteron/param"
)

// Every built-in scene loads, builds, and starts with finite, sound input that both backends take.
func TestBuiltInScenes(t *testing.T) {
	if len(Names()) < 6 {
		t.Fatalf("built-in scenes %v: expected at least 6", Names())
	}
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := Load(name, nil)
			if err != nil {
				t.Fatal(err)
			}
			if s.Title == "" || Title(name) != s.Title || s.Name != name || s.Path != "" {
				t.Errorf("title %q, name %q, path %q", s.Title, s.Name, s.Path)
			}
			u, err := s.Build()
			if err != nil {
				t.Fatal(err)
			}
			if len(u.Pieces) != len(u.Parts) || len(u.Parts) != len(u.Model.Parts) {
				t.Errorf("%d pieces, %d parts, %d in the model: expected the same", len(u.Pieces), len(u.Parts), len(u.Model.Parts))
			}
			for _, p := range u.Problems() {
				if p.Severity == "error" {
					t.Error(p)
				} else {
					t.Log(p)
				}
			}
			if err := u.ErrNeedles(); err != nil {
				t.Errorf("a GPU refuses it: %v", err)
			}
			t.Logf("%d vertices, %d triangles, %.3f kg, %d steps of %g s per frame",
				len(u.Model.X0), len(u.Model.Tri), u.Model.TotalMass(), s.StepsPerFrame(), s.StepSeconds())
			for _, b := range u.Bodies {
				if m, ok := b.(*body.Mannequin); ok {
					if d := float64(s.Frames) / s.FPS; math.Abs(d-m.Duration()) > 1/s.FPS {
						t.Errorf("%d frames are %g s: expected the clip's %g s", s.Frames, d, m.Duration())
					}
				}
			}
		})
	}
}

// A file of another kind that is given as a scene is called what it is, with how to use it; a scene with mistakes is
// not.
func TestOtherFilesAreNotScenes(t *testing.T) {
	for file, want := range map[string]string{
		"fabrics/cotton.toml":                `f.toml: a fabric, not a scene: expected a scene, in which a [[sheet]] or [[garment]] has fabric = "f.toml"`,
		"frictions/polyester-on-sponge.toml": `f.toml: measured friction, not a scene: expected a scene, in which a [[friction_pair]] has curves = "f.toml"`,
		"patterns/skirt.sewing.toml":         `f.toml: a sewing file, not a scene: expected a scene, in which a [[garment]] has a drawing as its pattern and sewing = "f.toml"`,
		"library/hanging-sheet.toml":         "unknown key",
		"":                                   `f.toml: a sweep, not a scene: expected a scene, in which a [[sheet]] or [[garment]] is simulated; hysteron sweep plan "f.toml" makes`,
	} {
		text := []byte("scene = \"flag\"\n[[axis]]\npath = \"step_s\"\nvalues = [0.01]\n")
		if file != "" {
			var err error
			if text, err = shipped.ReadFile(file); err != nil {
				t.Fatal(err)
			}
			text = append([]byte("density = 3\ndensity_kg_m3 = 3\n"), text...)
		}
		if _, err := Parse("f.toml", text, nil); !param.IsInputError(err) || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "not a scene") != strings.Contains(want, "not a scene") {
			t.Errorf("%s: %v, expected %q", file, err, want)
		}
	}
}

// A scene with stray keys is a scene, and its errors name them with their lines.
func TestScenesWithStrayKeysAreScenes(t *testing.T) {
	sheet := "[[sheet]]\nname = \"s\"\nsize_m = [1, 1]\nedge_length_m = 0.1\nfabric = \"cotton\"\n"
	for text, want := range map[string]string{
		"frames = 4\naxis = \"y\"\n" + sheet:                          "f.toml:2:1: axis: unknown key",
		"axis = \"y\"\nframes = 4\n":                                  "f.toml:1:1: axis: unknown key",
		"density_kg_m2 = 0.2\nthickness_m = 0.001\n" + sheet:          "f.toml:1:1: density_kg_m2: unknown key",
		sheet + "[[axis]]\npath = \"step_s\"\nvalues = [0.01]\n":      "f.toml:6:3: axis: unknown key",
		"density_kg_m2 = 0.2\nthickness_m = 0.001\n[[body]]\nx = 1\n": "f.toml:1:1: density_kg_m2: unknown key",
	} {
		if _, err := Parse("f.toml", []byte(text), nil); !param.IsInputError(err) || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "not a scene") {
			t.Errorf("%s\n%v, expected %q", text, err, want)
		}
	}
}
