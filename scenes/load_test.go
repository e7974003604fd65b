package scenes

import (
	"math"
	"testing"

	"hysteron/body"
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
