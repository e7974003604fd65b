package scenes

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/cloth"
	"hysteron/param"
)

const pairText = `title = "t"
source = "assumed: for a test"
fabric = "cotton"
against = "wood"
area_m2 = 0.02
[warp]
source = "assumed: for a test"
load_n = [1, 3]
friction_n = [0.5, 1.2]
`

// Loads and frictions become pressures and stresses; a missing weft is as the warp.
func TestParseFriction(t *testing.T) {
	f, err := ParseFriction("a/b.toml", []byte(pairText))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*cloth.LoadCurve{&f.Warp, &f.Weft} {
		for _, p := range [][2]float64{{0, 0}, {25, 12.5}, {50, 25}, {100, 42.5}, {150, 60}, {300, 120}} {
			if got := c.At(p[0]); math.Abs(got-p[1]) > 1e-12 {
				t.Errorf("friction at %g Pa is %g Pa, expected %g", p[0], got, p[1])
			}
		}
	}
	if f.Name != "b" {
		t.Errorf("name %q", f.Name)
	}
	for _, name := range Frictions() {
		if _, err := LoadFriction(name); err != nil {
			t.Error(err)
		}
	}
}

// What is wrong with a pair file is said with its line and what was expected.
func TestParseFrictionErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"[1, 3]", "[3, 1]", "x.toml:8:1: warp.load_n.1: 1 after 3: expected loads that ascend"},
		{"[1, 3]", "[1, 1]", "expected loads that ascend"},
		{"[1, 3]", "[0, 3]", "expected a finite number > 0"},
		{"[1, 3]", "[1]", "warp.friction_n: a list of 2: expected one for each of the 1 loads"},
		{"[1, 3]", "[]", "one for each of the 0 loads, at least one"},
		{"[0.5, 1.2]", "[0.5, -1]", "expected a finite number ≥ 0"},
		{"[0.5, 1.2]", "[0.5, nan]", "expected a finite number ≥ 0"},
		{"area_m2 = 0.02", "", `key "area_m2" is missing`},
		{"fabric =", "fabrik =", `unknown key: expected "fabric"?`},
		{"[warp]\nsource = \"assumed: for", "[warp]\nsource = \"for", `expected text that starts with "measured: "`},
		{"[warp]", "[weft]", `key "warp" is missing`},
	} {
		text := strings.Replace(pairText, c.old, c.new, 1)
		if text == pairText {
			t.Fatalf("%q is not in the text", c.old)
		}
		_, err := ParseFriction("x.toml", []byte(text))
		var e *param.InputError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: error %v, expected %q", c.new, c.old, err, c.want)
		}
	}
}

// A pair in a scene reaches the collider of the body and the parts of the fabric, and no others.
func TestFrictionPairs(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pair.toml"), []byte(pairText), 0o644); err != nil {
		t.Fatal(err)
	}
	const text = `
[ground]
[[body]]
kind = "sphere"
radius_m = 0.1
[[sheet]]
name = "a"
size_m = [1, 1]
vertices = [3, 3]
fabric = "cotton"
count = 2
spacing_m = [0, 0.1, 0]
[[sheet]]
name = "b"
size_m = [1, 1]
vertices = [3, 3]
fabric = "silk"
`
	build := func(pairs string) (*Setup, error) {
		s, err := Parse(filepath.Join(dir, "scene.toml"), []byte(text+pairs), nil)
		if err != nil {
			return nil, err
		}
		return s.Build()
	}
	u, err := build(`
[[friction_pair]]
curves = "pair.toml"
fabric = "cotton"
body = "ground"
[[friction_pair]]
curves = "jet-set-on-sponge"
fabric = "silk"
cloth = "cotton"
`)
	if err != nil {
		t.Fatal(err)
	}
	sphere, ground := u.Colliders[0].Measured, u.Colliders[1].Measured
	if len(sphere) != 0 || len(ground) != 3 || ground[0] == nil || ground[0] != ground[1] || ground[0].Name != "pair" ||
		ground[2] != nil {
		t.Errorf("measured: sphere %v, ground %v", sphere, ground)
	}
	for a := range int32(3) {
		for b := range int32(3) {
			ab, ba := u.Model.MeasuredFriction(a, b)
			if (ab != nil) != (a == 2 && b < 2) || (ba != nil) != (b == 2 && a < 2) {
				t.Errorf("part %d on %d: %v, %v", a, b, ab, ba)
			}
		}
	}
	for _, c := range []struct{ pair, want string }{
		{`fabric = "cotton"`, "expected either body or cloth"},
		{"fabric = \"cotton\"\nbody = \"ground\"\ncloth = \"silk\"", "expected either body or cloth"},
		{"fabric = \"felt\"\nbody = \"ground\"", `friction_pair.0.fabric: "felt" is the fabric of nothing in the scene: expected one of "cotton", "silk"`},
		{"fabric = \"silk\"\ncloth = \"felt\"", `friction_pair.0.cloth: "felt" is the fabric of nothing`},
		{"fabric = \"silk\"\nbody = \"table\"", `friction_pair.0.body: no body "table": expected one of "sphere", "ground"`},
		{"fabric = \"silk\"\nbody = \"ground\"\n[[friction_pair]]\ncurves=\"pair.toml\"\nfabric = \"silk\"\nbody = " +
			"\"ground\"", "friction_pair.1: is about the same two as friction_pair.0"},
	} {
		if _, err := build("[[friction_pair]]\ncurves = \"pair.toml\"\n" + c.pair); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, expected %q", c.pair, err, c.want)
		}
	}
	if _, err := build("[[friction_pair]]\ncurves = \"velcro\"\nfabric = \"silk\"\nbody = \"ground\""); err == nil || !strings.Contains(err.Error(), `no built-in friction "velcro": expected one of jet-set-on-sponge`) || !strings.Contains(err.Error(), "scene.toml:") {
		t.Errorf("unknown curves: error %v", err)
	}
}
