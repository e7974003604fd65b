package sim

import (
	"testing"

	"hysteron/cpu"
	"hysteron/scenes"
)

// TestShippedScenesKeepLimits: coarse shipped scenes with hard limits have no triangle above one after any frame, and
// each has some without the limits.
func TestShippedScenesKeepLimits(t *testing.T) {
	for _, c := range []struct{ scene, coarse, limit string }{
		{"hanging-sheet", "sheet.0.vertices=[7, 7]", "sheet.0.fabric.limit_stretch=1.02"},
		{"towel-snap", "sheet.0.edge_length_m=0.2", "sheet.0.fabric.limit_stretch=1.02"},
		{"flag", "sheet.0.edge_length_m=0.2", "sheet.0.fabric.limit_shear_deg=2"},
	} {
		t.Run(c.scene, func(t *testing.T) {
			limited, counted := aboveLimit(t, c.scene, c.coarse, c.limit, true)
			free, _ := aboveLimit(t, c.scene, c.coarse, c.limit, false)
			if limited > 0 || counted > 0 {
				t.Errorf("%d triangles above the limit, %d sub-steps counted: expected none", limited, counted)
			}
			if free == 0 {
				t.Error("no triangle is above the limit without it: expected some")
			}
		})
	}
}

// aboveLimit runs a scene on the CPU, with its hard limits or without, and returns the number of triangles above them
// after its worst frame, and the number of sub-steps that counted some.
func aboveLimit(t *testing.T, scene, coarse, limit string, acts bool) (most, counted int) {
	t.Helper()
	s, err := scenes.Load(scene, []string{coarse, limit, "frames=25"})
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	e, err := cpu.New(setup.Model, nil, setup.Colliders, setup.Settings)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if !acts {
		var terms []cpu.Term
		for _, term := range e.Terms {
			if term.Name() != "limits" {
				terms = append(terms, term)
			}
		}
		e.SetTerms(terms)
	}
	for range 25 {
		for range 4 {
			rep, err := e.Step(1. / 120)
			if err != nil {
				t.Fatal(err)
			}
			counted += rep.Limits.Strain
		}
		most = max(most, len(setup.Model.AboveLimit(e.State.X)))
	}
	t.Logf("limits %v: at most %d triangles of %d above", acts, most, len(setup.Model.Tri))
	return most, counted
}
