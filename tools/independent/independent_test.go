package main

import (
	"encoding/csv"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hysteron/scenes"
	"hysteron/scenes/scenestest"
	"hysteron/sim"
)

// Nothing but the standard library is imported.
func TestSharesNothing(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			if path := strings.Trim(i.Path.Value, `"`); strings.Contains(path, ".") || strings.HasPrefix(path, "hysteron") {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}

// Answers that are known.
func TestKnown(t *testing.T) {
	at := func(x, y, z float32) [3]float32 { return [3]float32{x, y, z} }
	floor := [][3]float32{at(0, 0, 0), at(4, 0, 0), at(0, 0, 4)}
	for _, c := range []struct {
		what   string
		points [][3]float32
		faces  [][3]int
		want   bool
	}{
		{"apart", append(floor, at(1, 1, 1), at(2, 1, 1), at(1, 2, 1)), nil, false},
		{"through", append(floor, at(1, -1, 1), at(1, 1, 1), at(1.5, 1, 1)), nil, true},
		{"touching with a vertex", append(floor, at(1, 0, 1), at(1, 1, 1), at(2, 1, 1)), nil, true},
		{"a vertex that is 2⁻¹⁴⁹ m above", append(floor, at(1, 1e-45, 1), at(1, 1, 1), at(2, 1, 1)), nil, false},
		{"in one plane, apart", append(floor, at(5, 0, 0), at(6, 0, 0), at(5, 0, 1)), nil, false},
		{"in one plane, one in the other", append(floor, at(.5, 0, .5), at(1, 0, .5), at(.5, 0, 1)), nil, true},
		{"in one plane, crossing", append(floor, at(-1, 0, 1), at(5, 0, 1), at(5, 0, 1.5)), nil, true},
		{"a common vertex alone", append(floor, at(-1, 1, 0), at(-1, 1, 1)), [][3]int{{0, 1, 2}, {0, 3, 4}}, false},
		{"a common vertex, through", append(floor, at(1, -1, 1), at(1, 1, 1)), [][3]int{{0, 1, 2}, {0, 3, 4}}, true},
		{"a common edge, open", append(floor, at(1, 1, -1)), [][3]int{{0, 1, 2}, {1, 0, 3}}, false},
		{"a common edge, folded flat", append(floor, at(1, 0, 2)), [][3]int{{0, 1, 2}, {1, 0, 3}}, true},
		{"a common edge, flat", append(floor, at(1, 0, -2)), [][3]int{{0, 1, 2}, {1, 0, 3}}, false},
	} {
		if c.faces == nil {
			c.faces = [][3]int{{0, 1, 2}, {3, 4, 5}}
		}
		m := join([]cache{{c.faces, [][][3]float32{c.points}}}, 0)
		if crossed(&m, 0, 1) != c.want || crossed(&m, 1, 0) != c.want {
			t.Errorf("%s: expected %v", c.what, c.want)
		}
	}
	octahedron := cache{
		[][3]int{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}},
		[][][3]float32{{at(1, 0, 0), at(-1, 0, 0), at(0, 1, 0), at(0, -1, 0), at(0, 0, 1), at(0, 0, -1)}},
	}
	body := join([]cache{octahedron}, 0)
	for _, c := range []struct {
		p    [3]float32
		want bool
	}{{at(0, 0, 0), true}, {at(.33, .33, .33), true}, {at(.34, .34, .34), false}, {at(-2, 0, 0), false},
		{at(-.9, .05, 0), true}, {at(0, 1.1, 0), false}} {
		if p := newPoint(c.p); inside(&p, &body) != c.want {
			t.Errorf("%v: expected inside %v", c.p, c.want)
		}
	}
}

var dropped = scenestest.OnBall("frames = 14\n[contact]\nself = false\n", `vertices = [12, 12]
count = 2
spacing_m = [0, 0.02, 0]
turn_deg = 30
`)

// The check that runs write into contact.csv finds, in every frame, as many pairs and vertices as this one: where cloth
// passes through cloth, where edges cut into a ball, and where nothing meets.
func TestAgreesWithRuns(t *testing.T) {
	for what, c := range map[string]struct {
		set          []string
		crosses, hit bool
	}{
		"passing":  {nil, true, false},
		"apart":    {[]string{"contact.self=true"}, false, false},
		"too thin": {[]string{"sheet.0.vertices=[5, 5]", "contact.thickness_m=0.0005", "body.0.friction=0"}, true, true},
	} {
		t.Run(what, func(t *testing.T) {
			s, err := scenes.Parse("s.toml", []byte(dropped), c.set)
			if err != nil {
				t.Fatal(err)
			}
			self, hits := compare(t, s, 0)
			if (self > 0) != c.crosses || (hits > 0) != c.hit {
				t.Errorf("%d intersections and %d penetrations: expected some: %v, %v", self, hits, c.crosses, c.hit)
			}
		})
	}
}

// compare runs a scene, of so many frames or all, and compares its contact.csv; it returns the largest numbers.
func compare(t *testing.T, s *scenes.Scene, frames int) (self, hits int) {
	t.Helper()
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := sim.Run(t.Context(), setup, sim.Options{Dir: dir, Backend: "cpu", Frames: frames,
		NoRender: true}); err != nil {
		t.Fatal(err)
	}
	counted, err := Count(dir)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "contact.csv"))
	if err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil || len(table)-1 != len(counted) || len(counted) == 0 {
		t.Fatalf("%d frames, contact.csv has %d lines (%v)", len(counted), len(table), err)
	}
	for i, f := range counted {
		a, _ := strconv.Atoi(table[i+1][1])
		b, _ := strconv.Atoi(table[i+1][2])
		if a != f.Self || b != f.Body+f.Inside {
			t.Errorf("frame %d: %+v, contact.csv has %d and %d", i, f, a, b)
		}
		self, hits = max(self, f.Self), max(hits, f.Body+f.Inside)
	}
	return self, hits
}
