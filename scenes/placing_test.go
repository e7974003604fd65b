package scenes

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/formats"
)

// standing writes a mannequin that stands, moved by a map of its vertices.
func standing(t *testing.T, move func(x r3.Vec) r3.Vec) (path string) {
	t.Helper()
	m, err := body.NewMannequin(body.DefaultMeasurements(), "stand")
	if err != nil {
		t.Fatal(err)
	}
	o := &formats.OBJ{X: make([]r3.Vec, m.NumVertices()), Tri: m.Triangles()}
	m.Positions(o.X, -body.LeadOf(m))
	for i, x := range o.X {
		o.X[i] = move(x)
	}
	path = filepath.Join(t.TempDir(), "stand.obj")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := formats.WriteOBJ(f, o); err != nil {
		t.Fatal(err)
	}
	return path
}

// Trousers whose legs part above the body's cannot be worn so high.
func TestCrotchTooHigh(t *testing.T) {
	for lift, want := range map[string]string{"0": "", "0.1": "crotch too high: its legs part 0.12 m above where those " +
		"of body \"mannequin\" do"} {
		u := build(t, "s.toml", "[[body]]\nkind = \"mannequin\"\nclip = \"stand\"\n[[garment]]\nname = "+
			"\"trousers\"\npattern = \"trousers\"\nedge_length_m = 0.05\nfabric = \"cotton\"\noffset_m = [0, "+lift+", 0]\n")
		found := ""
		for _, p := range u.Problems() {
			if p.Kind == CrotchTooHigh {
				found = p.String()
			}
		}
		if (want == "") != (found == "") || !strings.Contains(found, want) {
			t.Errorf("lifted by %s m: %q, expected %q", lift, found, want)
		}
	}
}

// Garments that start beside, above or below a body, or on one of another size or on its side, are told; those around
// it are not.
func TestPlacing(t *testing.T) {
	same := func(x r3.Vec) r3.Vec { return x }
	for _, c := range []struct {
		name   string
		move   func(x r3.Vec) r3.Vec
		keys   string
		want   []string
		errors int
	}{
		{"as it is", same, "", nil, 0},
		{"aside", func(x r3.Vec) r3.Vec {
			x.X += 1.8
			return x
		}, "", []string{"not around a body: it starts at x -0.4", "expected it around a body"}, 1},
		{"a little aside", func(x r3.Vec) r3.Vec {
			x.X += 0.4
			return x
		}, "", []string{"its middle is 0.40 m beside the body's; offset_m = [0.40, 0.00, 0.00] moves it"}, 0},
		{"too high", same, "offset_m = [0, 0.9, 0]", []string{"its neck opening starts from 2.23 to 2.33 m up, above the " +
			"head, which ends at 1.7", "offset_m = [0.00, 0.0"}, 1},
		{"too low", same, "offset_m = [0, -1.1, 0]", []string{"from -0.33 to 0.33 m up, the body from 0.01 to 1.7",
			"move it with offset_m"}, 0},
		{"on its back", func(x r3.Vec) r3.Vec { return r3.Vec{X: x.X, Y: -x.Z, Z: x.Y} }, "", []string{"body lies on its side", `up_axis = "z"`, "not around a body"}, 1},
		{"millimetres", func(x r3.Vec) r3.Vec {
			return r3.Scale(1000, x)
		}, "", []string{"m tall: expected 0.5 to 2.6 m", "scale is metres per unit"}, 1},
		{"a giant", func(x r3.Vec) r3.Vec { return r3.Scale(2.5, x) }, "", []string{"the body is 4.27 m tall"}, 0},
		{"left alone", func(x r3.Vec) r3.Vec { x.X += 1.8; return x }, "\n[dress]\nverify = false", nil, 0},
	} {
		u := build(t, "s.toml", fmt.Sprintf("[[body]]\nname = \"post\"\nkind = \"obj\"\nfile = %q\n[[garment]]\nname = "+
			"\"tee\"\npattern = \"tee\"\nedge_length_m = 0.05\nfabric = \"cotton\"\n%s\n", standing(t, c.move), c.keys))
		var all strings.Builder
		n := 0
		for _, p := range u.Problems() {
			switch p.Kind {
			case NotAroundBody, LyingBody, ImplausibleSize, UpsideDown:
				fmt.Fprintln(&all, p)
				if p.Severity == formats.Error {
					n++
				}
			}
		}
		for _, want := range c.want {
			if !strings.Contains(all.String(), want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, &all)
			}
		}
		if len(c.want) == 0 && all.Len() > 0 || n != c.errors {
			t.Errorf("%s: %d errors, expected %d:\n%s", c.name, n, c.errors, &all)
		}
		if why := u.NotAround(0); (why != "") != (c.errors > 0) {
			t.Errorf("%s: %q", c.name, why)
		}
	}
	trousers := "[[body]]\nkind = \"mannequin\"\n[[garment]]\nname = \"trousers\"\npattern = " +
		"\"trousers\"\nedge_length_m = 0.05\nfabric = \"cotton\"\n"
	for keys, want := range map[string]bool{"": false, "rotate_deg = [0, 0, 180]\noffset_m = [0, 1.4, 0]\n": true} {
		got := ""
		for _, p := range build(t, "s.toml", trousers+keys).Problems() {
			if p.Kind == UpsideDown {
				got = p.String()
			}
		}
		if (got != "") != want || want && !strings.Contains(got, `"lower_interface" are at 0.`) {
			t.Errorf("%s: %q", keys, got)
		}
	}
}

// Each doubt of panels on a body of another size comes from the check of that name, alone.
func TestChecksOfPanels(t *testing.T) {
	for _, c := range []struct{ name, pattern, measurements, offset, want string }{
		{"openings", "tee", "height_m = 1.45", "[0, 0, 0]", "as it starts, the neck opening is around the top of the head"},
		{"among arms", "skirt", "height_m = 1.45", "[0, 0, 0]", "among the arms"},
		{"legs", "trousers", "height_m = 1.72", "[0.07, 0, 0]", "its legs do not stand where the body's do"},
		{"girth", "skirt", "waist_m = 1.1, hips_m = 1.2", "[0, 0, 0]", "too small: expected a larger pattern"},
	} {
		u := build(t, "s.toml", fmt.Sprintf("[[body]]\nkind = \"mannequin\"\nclip = \"stand\"\nmeasurements = { %s }\n"+
			"[[garment]]\nname = \"g\"\npattern = %q\nfabric = \"cotton\"\nedge_length_m = 0.04\noffset_m = %s\n",
			c.measurements, c.pattern, c.offset))
		said := map[string]string{}
		u.run(func(k *Check, found []Problem) {
			for _, p := range found {
				if p.Kind == DoesNotFit {
					said[k.Name] += p.Detail
				}
			}
		})
		if !strings.Contains(said[c.name], c.want) {
			t.Errorf("%s: %q, expected %q", c.name, said, c.want)
		}
	}
	names := map[string]bool{}
	for _, k := range Checks {
		if k.Name == "" || names[k.Name] || k.Run == nil {
			t.Errorf("check %q is unnamed, twice in the list, or empty", k.Name)
		}
		names[k.Name] = true
	}
}
