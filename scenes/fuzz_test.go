package scenes

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/cloth"
	"hysteron/param"
	"hysteron/scenes/scenestest"
)

// seeds adds the shipped files of a folder.
func seeds(f *testing.F, folder string) {
	files, err := fs.Glob(shipped, folder+"/*.toml")
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds in %s: %v", folder, err)
	}
	for _, name := range files {
		data, err := shipped.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data), "frames=3")
	}
}

// Any text is a scene with finite numbers in their ranges or an input error, never a panic.
func FuzzLoadScene(f *testing.F) {
	seeds(f, "library")
	f.Add(scenestest.Minimal, "sheet.cloth.pins=[\"all\"]")
	f.Add("a.b = { c = [1, { d = 2 }] }\n[[a.x]]\n[a.x.y]\n", "a.x.0.y.z=nan")
	f.Fuzz(func(t *testing.T, text, set string) {
		s, err := Parse("fuzz.toml", []byte(text), []string{set})
		if err != nil {
			var e *param.InputError
			if s != nil || !errors.As(err, &e) || !strings.Contains(text, "%!") && strings.Contains(err.Error(), "%!") {
				t.Fatalf("scene %v, error %T: %v", s != nil, err, err)
			}
			return
		}
		if h := s.StepSeconds(); !(h > 0) || h > s.MaxStep*(1+1e-6) || s.StepsPerFrame() > 100_001 {
			t.Fatalf("step %g s, %d per frame", h, s.StepsPerFrame())
		}
		if err := s.Settings.Check(); err != nil {
			t.Fatal(err)
		}
		for i := range s.Sheets {
			if nu, nv := s.Sheets[i].counts(); nu*nv > maxSheetVertices || nu < 2 || nv < 2 {
				t.Fatalf("sheet of %g × %g vertices", nu, nv)
			}
		}
	})
}

// Any text is a fabric that passes its own check, or an input error.
func FuzzLoadFabric(f *testing.F) {
	seeds(f, "fabrics")
	f.Fuzz(func(t *testing.T, text, _ string) {
		fabric, err := ParseFabric("fuzz.toml", []byte(text))
		if err != nil {
			if !param.IsInputError(err) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		if err := fabric.Check(); err != nil || math.IsNaN(fabric.C12()) {
			t.Fatal(err)
		}
	})
}

// Any text is a pair file with curves that pass their own check, or an input error.
func FuzzLoadFriction(f *testing.F) {
	seeds(f, "frictions")
	f.Add(pairText, "")
	f.Fuzz(func(t *testing.T, text, _ string) {
		law, err := ParseFriction("fuzz.toml", []byte(text))
		if err != nil {
			if law != nil || !param.IsInputError(err) {
				t.Fatalf("law %v, error %T: %v", law != nil, err, err)
			}
			return
		}
		if err := law.Check(); err != nil {
			t.Fatal(err)
		}
	})
}

// Any text is the input.json of a scene with values in their ranges, or an input error with its place. What is
// read is written as it was.
func FuzzParseInput(f *testing.F) {
	for _, name := range []string{"hanging-sheet", "slide-on-cushion", "tee-trousers-knee-lift"} {
		s, err := Load(name, nil)
		if err != nil {
			f.Fatal(err)
		}
		text, err := (&Setup{Scene: s}).Input("", 3, map[string]any{"backend": "cpu"})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), "frames=3")
	}
	f.Add(`{"hysteron": "input-1", "scene": "", "values": {"sheet": [{}]}, "file": [{"name": "a"}]}`, "sheet.0.fabric.drag=2")
	f.Add(`{"a": [1e3, -0, {"\u0061": null}], "a": 1}`, "")
	f.Fuzz(func(t *testing.T, text, set string) {
		s, err := ParseInput("input.json", []byte(text), []string{set})
		if err != nil {
			var e *param.InputError
			if s != nil || !errors.As(err, &e) || !strings.Contains(text, "%!") && strings.Contains(err.Error(), "%!") {
				t.Fatalf("scene %v, error %T: %v", s != nil, err, err)
			}
			return
		}
		again, err := (&Setup{Scene: s}).Input("", s.Frames, s.Run)
		if err != nil {
			t.Fatal(err)
		}
		if s, err = ParseInput("input.json", again, nil); err != nil {
			t.Fatal(err)
		}
		twice, err := (&Setup{Scene: s}).Input("", s.Frames, s.Run)
		if err != nil || string(twice) != string(again) {
			t.Fatalf("%v: written again:\n%s\nonce:\n%s", err, twice, again)
		}
	})
}

// little leaves scenes of the fuzzers a few hundred vertices' worth of memory.
func little(t testing.TB) {
	before := freeMemory
	freeMemory = func() (int64, bool) { return 600 * buildBytes, true }
	t.Cleanup(func() { freeMemory = before })
}

// Any text that is a scene is built into a model with finite numbers, or it is an input error that tells a key.
func FuzzBuildScene(f *testing.F) {
	little(f)
	seeds(f, "library")
	f.Add(scenestest.Minimal, "sheet.0.edge_length_m=0.05")
	f.Add("[[tube]]\nname=\"u\"\nfabric=\"silk\"\nradius_m=0.1\nlength_m=0.2\nedge_length_m=0.05\n[[tube.pin]]\n"+
		"at=[\"ring-0\"]\n", "tube.u.warp=along")
	f.Add("[[sheet]]\nname=\"s\"\nfabric=\"silk\"\nsize_m=[1,1]\nvertices=[5,5]\ncount=3\nspacing_m=[0,0.1,0]\n"+
		"turn_deg=20\n[[motion]]\nname=\"m\"\nkeys=[{time_s=0},{time_s=1,angle_deg=90}]\n[[sheet.pin]]\nvertices=[3]\n"+
		"motion=\"m\"\n", "frames=3")
	f.Add(scenestest.Minimal+
		"[[body]]\nkind=\"torus\"\nradius_m=0.3\ntube_radius_m=0.1\nedge_length_m=0.1\nrotation_deg=[10,20,30]\n"+
		"[[friction_pair]]\nfabric=\"cotton\"\nbody=\"torus\"\ncurves=\"cotton-steel\"\n", "up_axis=z")
	f.Fuzz(func(t *testing.T, text, set string) {
		s, err := Parse("fuzz.toml", []byte(text), []string{set})
		if err != nil || len(s.Bodies) > 2 {
			return
		}
		for i := range s.Bodies {
			if b := &s.Bodies[i]; b.Kind == "mannequin" || b.Subdivisions > 3 || b.EdgeLength > 0 && b.EdgeLength < 0.01 {
				return // right, but too long for a fuzzer
			}
		}
		setup, err := s.Build()
		if err != nil {
			if setup != nil || !param.IsInputError(err) {
				t.Fatalf("setup %v, error %T: %v", setup != nil, err, err)
			}
			return
		}
		for v, x := range setup.Model.X0 {
			if !cloth.FiniteVec(x) || !(setup.Model.Mass[v] > 0) {
				t.Fatalf("vertex %d at %v with %g kg", v, x, setup.Model.Mass[v])
			}
		}
		if problems := setup.Problems(); len(problems) > 10_000 {
			t.Fatalf("%d problems", len(problems))
		}
	})
}

// Any file that is named as a friction map gives each vertex a finite factor ≥ 0, or it is an input error.
func FuzzFrictionMap(f *testing.F) {
	f.Add([]byte(strings.Repeat("v 0 0 0 0.5 0.5 0.5\n", 4)+"f 1 2 3\n"), 0.2, 3.)
	f.Add([]byte(strings.Repeat("v 0 0 0 0 0 2\n", 4)), 0., 1.)
	f.Add([]byte("v 1 2\n"), 0., 1000.)
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte, black, white float64) {
		path := filepath.Join(dir, fmt.Sprintf("map-%d.obj", os.Getpid()))
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("[[sheet]]\nname=\"s\"\nfabric=\"silk\"\nsize_m=[1,1]\nvertices=[2,2]\nmesh=\"right\"\n"+
			"[sheet.friction_map]\nfile=%q\nblack=%g\nwhite=%g\n", path, black, white)
		s, err := Parse("fuzz.toml", []byte(text), nil)
		if err != nil {
			return
		}
		setup, err := s.Build()
		if err != nil {
			if !param.IsInputError(err) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		for _, r := range setup.Model.Rest {
			if !(r.FrictionScale >= 0) || math.IsInf(r.FrictionScale, 0) {
				t.Fatalf("factor %g", r.FrictionScale)
			}
		}
	})
}
