package scenes

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
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
	pinned := minimal + "pins = [\"all\"]\n"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"sound", pinned, nil},
		{"falls", minimal, []string{"cloth: nothing holds it"}},
		{"lands", minimal + "[ground]\nheight_m = -1\n", nil},
		{"no gravity", "gravity_m_s2 = [0, 0, 0]\n" + minimal, nil},
		{"below ground", minimal + "[ground]\nheight_m = 0.1\n", []string{"cloth: below the ground"}},
		{"inside body", minimal + "[[body]]\nkind = \"sphere\"\nradius_m = 0.2\n", []string{"cloth: inside a body"}},
		{"crossing", pinned + strings.Replace(strings.TrimPrefix(pinned, "title = \"t\"\nframes = 2\n"), `"cloth"`, `"other"`, 1) + "rotation_deg = [80, 10, 0]\ncentre_m = [0.01, 0.02, 0.03]\n",
			[]string{"cloth and other: intersecting faces"}},
		{"small", strings.Replace(strings.Replace(pinned, "[1, 1]", "[0.005, 0.005]", 1), "0.25", "0.001", 1), []string{"cloth: implausible size"}},
		{"folded", "[[mesh]]\nname = \"m\"\nfile = \"folded.obj\"\nfabric = \"silk\"\npins = [0]\nuv_scale = 1\n", []string{"m: flipped triangle", "m: stretched at start"}},
		{"millimetres", "[[mesh]]\nname = \"m\"\nfile = \"mm.obj\"\nfabric = \"silk\"\npins = [0]\nuv_scale = 1\n", []string{"m: stretched at start"}},
		{"millimetres twice", "[[mesh]]\nname = \"m\"\nfile = \"mm.obj\"\nfabric = \"silk\"\npins = [0]\n", []string{"m: implausible size"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := build(t, filepath.Join(dir, "s.toml"), c.text)
			got := kinds(u)
			for _, w := range c.want {
				if got[w] != 1 {
					t.Errorf("%d of %q: expected 1", got[w], w)
				}
				delete(got, w)
			}
			if len(got) > 0 {
				t.Errorf("also reported: %v", got)
			}
			for _, p := range u.Problems() {
				if p.Severity != formats.Warning || !strings.HasPrefix(p.String(), p.Part+": warning: ") {
					t.Errorf("%s", p)
				}
			}
		})
	}
}

// The hierarchy finds the same pairs as trying all of them.
func TestIntersectingAgainstAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var x []r3.Vec
	var tri [][3]int32
	for range 150 {
		c := r3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64() * 0.3}
		n := int32(len(x))
		for range 3 {
			x = append(x, r3.Add(c, r3.Vec{X: rng.NormFloat64() * 0.1, Y: rng.NormFloat64() * 0.1, Z: rng.NormFloat64() * 0.1}))
		}
		tri = append(tri, [3]int32{n, n + 1, n + 2})
	}
	all := boxTree{x: x, tri: tri}
	var want [][2]int32
	for i := range int32(len(tri)) {
		for j := i + 1; j < int32(len(tri)); j++ {
			if all.cross(i, j) {
				want = append(want, [2]int32{i, j})
			}
		}
	}
	got := intersecting(x, tri)
	if len(want) < 100 {
		t.Fatalf("%d crossings are too few for a test", len(want))
	}
	if len(got) != len(want) {
		t.Fatalf("%d pairs: expected %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("pair %d is %v: expected %v", i, got[i], want[i])
		}
	}
}

// Known pairs: piercing, apart, touching, sharing a vertex.
func TestCross(t *testing.T) {
	x := []r3.Vec{{}, {X: 1}, {Y: 1}, {X: 0.2, Y: 0.2, Z: -1}, {X: 0.2, Y: 0.2, Z: 1}, {X: 2, Y: 2}, {X: 0.2, Y: 0.2}, {X: 0.6, Y: 0.2, Z: 1}, {X: 0.3, Y: 0.3, Z: 1}}
	for _, c := range []struct {
		a, b [3]int32
		want bool
	}{
		{[3]int32{0, 1, 2}, [3]int32{3, 4, 5}, true},
		{[3]int32{0, 1, 2}, [3]int32{4, 7, 8}, false}, // above
		{[3]int32{0, 1, 2}, [3]int32{6, 7, 8}, false}, // stands on it
		{[3]int32{0, 1, 2}, [3]int32{0, 3, 4}, true},  // shares a corner, and passes through
		{[3]int32{0, 1, 2}, [3]int32{0, 4, 7}, false}, // shares a corner
		{[3]int32{0, 1, 2}, [3]int32{0, 1, 4}, false}, // shares an edge
	} {
		tri := [][3]int32{c.a, c.b}
		if got := len(intersecting(x, tri)) == 1; got != c.want {
			t.Errorf("%v and %v: %v, expected %v", c.a, c.b, got, c.want)
		}
	}
}
