package scenes

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hysteron/formats"
	"hysteron/scenes/scenestest"
)

// kinds counts problems by part and kind.
func kinds(u *Setup) map[string]int {
	n := map[string]int{}
	for _, p := range u.Problems() {
		n[p.Part+": "+string(p.Kind)]++
	}
	return n
}

// Each doubtful input is reported as its own kind of problem, and nothing else is.
func TestProblems(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		// Two triangles whose texture lies one over the other.
		"folded.obj": "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 1 0.2\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\n",
		"mm.obj":     "v 0 0 0\nv 1000 0 0\nv 1000 1000 0\nv 0 1000 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pinned := scenestest.Minimal + "pins = [\"all\"]\n"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"sound", pinned, nil},
		{"long edges", strings.Replace(pinned, "edge_length_m = 0.25", "edge_length_m = 1.6", 1),
			[]string{"cloth: long edges"}},
		{"one cell", strings.Replace(pinned, "edge_length_m = 0.25", "edge_length_m = 1.4", 1), nil},
		{"stiff", strings.Replace(pinned, `fabric = "cotton"`, "fabric = { base = \"silk\", density_kg_m2 = 40, bend_warp = { k1_nm = 1.0 } }", 1), []string{"cloth: implausible fabric", "cloth: implausible fabric"}},
		{"falls", scenestest.Minimal, []string{"cloth: nothing holds it"}},
		{"lands", scenestest.Minimal + "[ground]\nheight_m = -1\n", nil},
		{"no gravity", "gravity_m_s2 = [0, 0, 0]\n" + scenestest.Minimal, nil},
		{"below ground", scenestest.Minimal + "[ground]\nheight_m = 0.1\n", []string{"cloth: below the ground"}},
		{"inside body", scenestest.Minimal + "[[body]]\nkind = \"sphere\"\nradius_m = 0.2\ncentre_m = [0, -0.1, 0]\n",
			[]string{"cloth: inside a body", "cloth: coarse cloth"}},
		{"crossing", pinned + strings.Replace(strings.TrimPrefix(pinned, "title = \"t\"\nframes = 2\n"), `"cloth"`, `"other"`, 1) + "rotation_deg = [80, 10, 0]\ncentre_m = [0.01, 0.02, 0.03]\n",
			[]string{"cloth and other: intersecting faces"}},
		{"small", strings.Replace(strings.Replace(pinned, "[1, 1]", "[0.005, 0.005]", 1), "0.25", "0.001", 1),
			[]string{"cloth: implausible size"}},
		{"folded", "[[mesh]]\nname = \"m\"\nfile = \"folded.obj\"\nfabric = \"silk\"\npins = [0]\nuv_scale = 1\n",
			[]string{"m: flipped triangle", "m: stretched at start"}},
		{"millimetres", "[[mesh]]\nname = \"m\"\nfile = \"mm.obj\"\nfabric = \"silk\"\npins = [0]\nuv_scale = 1\n",
			[]string{"m: stretched at start"}},
		{"millimetres twice", "[[mesh]]\nname = \"m\"\nfile = \"mm.obj\"\nfabric = \"silk\"\npins = [0]\n",
			[]string{"m: implausible size"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := build(t, filepath.Join(dir, "s.toml"), c.text)
			got := kinds(u)
			for _, w := range c.want {
				if got[w]--; got[w] < 0 {
					t.Errorf("expected %q", w)
				}
				if got[w] == 0 {
					delete(got, w)
				}
			}
			if len(got) > 0 {
				t.Errorf("also reported: %v", got)
			}
			only(t, u)
			for _, p := range u.Problems() {
				torn := c.name == "millimetres" // a thousand times its rest length: no cloth bears it
				if torn != (p.Severity == formats.Error) ||
					!strings.HasPrefix(p.String(), fmt.Sprintf("%s: %s: ", p.Part, p.Severity)) {
					t.Errorf("%s", p)
				}
			}
		})
	}
}

// only reports whether each check of a setup finds the kinds of problem that the list has of it alone.
func only(t *testing.T, u *Setup) {
	t.Helper()
	u.run(func(k *Check, found []Problem) {
		for _, p := range found {
			if !slices.Contains(k.Kinds, p.Kind) {
				t.Errorf("%s: %s", k.Name, p)
			}
		}
	})
}

// A body of nothing but slivers says so in a few lines, whatever else is wrong.
func TestProblemsInLines(t *testing.T) {
	u := build(t, "s.toml", scenestest.Minimal+"[[body]]\nkind = \"funnel\"\nradius_m = 100\nneck_radius_m = "+
		"1e-6\nheight_m = 100\nspout_m = 100\nwall_m = 1e-7\n")
	all := u.Problems()
	lines := Lines(all)
	if text := strings.Join(lines, "\n"); len(all) < 1000 || len(lines) > 20 || !strings.Contains(text, "more of these") ||
		!strings.Contains(text, "coarse cloth") {
		t.Errorf("%d problems in %d lines:\n%s", len(all), len(lines), text)
	}
	few := Lines(all[:2])
	if len(few) != 2 || few[0] != all[0].String() || few[1] != all[1].String() {
		t.Errorf("%q: expected two problems as they are", few)
	}
}
