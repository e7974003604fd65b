package newscene_test

import (
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
