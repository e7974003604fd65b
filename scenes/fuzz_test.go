package scenes

import (
	"errors"
	"io/fs"
	"math"
	"strings"
	"testing"
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
	f.Add(minimal, "sheet.cloth.pins=[\"all\"]")
	f.Add("a.b = { c = [1, { d = 2 }] }\n[[a.x]]\n[a.x.y]\n", "a.x.0.y.z=nan")
	f.Fuzz(func(t *testing.T, text, set string) {
		s, err := Parse("fuzz.toml", []byte(text), []string{set})
		if err != nil {
			var e *InputError
			if s != nil || !errors.As(err, &e) || strings.Contains(err.Error(), "%!") {
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
			if !IsInputError(err) {
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
			if law != nil || !IsInputError(err) {
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
			var e *InputError
			if s != nil || !errors.As(err, &e) || strings.Contains(err.Error(), "%!") {
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
