package newscene_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/scenes/newscene"
)

// A drawing in the wrong unit is refused by the size of its panels, before they are meshed: here there would be 200
// times as many triangles as of the skirt that it is of.
func TestNewJudgesTheSizeBeforeMeshing(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const sewing = `unit_m = 0.14
[[panel]]
name = "front"
sides = ["waist", "right", "hem", "left"]
translate_m = [0, 0.8, 0.2]
[[panel]]
name = "back"
piece = "front"
sides = ["waist", "right", "hem", "left"]
translate_m = [0, 0.8, -0.2]
rotate_deg = [0, 180, 0]
[[stitch]]
a = ["front.right"]
b = ["back.left"]
[[stitch]]
a = ["front.left"]
b = ["back.right"]
`
	pattern := write("skirt.svg", `<svg xmlns="http://www.w3.org/2000/svg"><path id="front" d="M 0,0 L 50,0 L 55,60 L -5,60 Z"/></svg>`)
	write("skirt.sewing.toml", sewing)
	const want = `skirt.svg: body "mannequin" cannot wear this: panel "front" is 8.4 m long, and the body 1.7`
	if _, err := newscene.New(newscene.Options{Patterns: []string{pattern}, Body: "stand", Fabric: "cotton",
		Dir: dir}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "unit_m") {
		t.Errorf("%v, expected %q", err, want)
	}
}

// A mesh in the wrong unit is refused by its size before its edges are halved, and the unit that is named is one in
// which the body wears it.
func TestNewJudgesTheScaleBeforeMeshing(t *testing.T) {
	const n, rows = 32, 8
	var b strings.Builder
	for k := range rows + 1 { // a tube in decimetres, .4 m long and 1.4 m round
		for i := range n {
			s, c := math.Sincos(2 * math.Pi * float64(i) / n)
			fmt.Fprintf(&b, "v %.6f %.6f %.6f\n", 2.2*s, 10+.5*float64(k), 2.2*c)
		}
	}
	for k := range rows {
		for i := range n {
			p, q := k*n+i+1, k*n+(i+1)%n+1
			fmt.Fprintf(&b, "f %d %d %d %d\n", p, q, q+n, p+n)
		}
	}
	dir := t.TempDir()
	mesh := filepath.Join(dir, "tube.obj")
	if err := os.WriteFile(mesh, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	try := func(scale float64) (string, error) {
		text, err := newscene.New(newscene.Options{Patterns: []string{mesh}, Body: "stand", Fabric: "cotton", Scale: scale,
			Dir: dir, Note: func(string) {}})
		return string(text), err
	}
	for _, wrong := range []float64{1, 0.001} {
		_, err := try(wrong)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%.3g m long with --scale %g", 4.4*wrong, wrong)) {
			t.Fatalf("%v, expected the size", err)
		}
		_, after, _ := strings.Cut(err.Error(), "; with --scale ")
		var cure float64
		if _, serr := fmt.Sscan(after, &cure); serr != nil {
			t.Fatalf("%v, expected a scale", err)
		}
		if text, err := try(cure); err != nil || !strings.Contains(text, fmt.Sprintf("scale = %g", cure)) {
			t.Errorf("--scale %g was named: %v\n%s", cure, err, text)
		}
	}
}
