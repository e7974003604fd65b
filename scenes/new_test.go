package scenes

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A new scene is one that builds; its comments are the defaults: with all of them as keys it is the same scene.
func TestNew(t *testing.T) {
	files := characterFiles(t)
	dir := filepath.Join(files, "scenes", "mine")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	cloth := filepath.Join(files, "2 shirts.obj")
	if err := os.WriteFile(cloth, []byte("v 0 2 0\nv 1 2 0\nv 0 3 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		patterns []string
		body     string
		lines    []string
		frames   int
	}{
		{[]string{"trousers", "tee"}, "knee-lift", []string{"clip = \"knee-lift\"", "pattern = \"tee\"", "layer = 1", "# rotate_deg = [0, 0, 0]", "title = \"trousers and tee on mannequin\""}, 72},
		{[]string{cloth}, filepath.Join(files, "go.gltf"), []string{"animation = \"go\"", "file = \"../../go.gltf\"", "name = \"a-2-shirts\"", "file = \"../../2 shirts.obj\""}, 24},
		{[]string{cloth}, filepath.Join(files, "mesh.ply"), []string{"kind = \"character\"", "file = \"../../mesh.ply\""}, 48},
	} {
		text, err := New(NewOptions{Patterns: c.patterns, Body: c.body, Fabric: "silk", Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range c.lines {
			if !strings.Contains(string(text), "\n"+l+" ") {
				t.Errorf("no line %s in\n%s", l, text)
			}
		}
		all := regexp.MustCompile(`(?m)^# ([a-z_0-9]+ = )`).ReplaceAll(text, []byte("$1"))
		if strings.Count(string(all), "\n# ") > 1 {
			t.Errorf("comments that are no keys:\n%s", all)
		}
		s, err := Parse(filepath.Join(dir, "s.toml"), text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Frames != c.frames {
			t.Errorf("%d frames, expected %d", s.Frames, c.frames)
		}
		full, err := Parse(filepath.Join(dir, "s.toml"), all, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s.values, full.values); diff != "" {
			t.Error(diff)
		}
	}
	for _, c := range []struct{ pattern, body, fabric, want string }{
		{"tee", "fly", "silk", `no body "fly": expected mannequin, one of its clips stand,`},
		{"kilt.svg", "stand", "silk", "kilt.svg: expected a pattern, one of tee"},
		{"kilt", "stand", "silk", `no built-in pattern "kilt"`},
		{"tee", "stand", "chiffon", `no built-in fabric "chiffon"`},
		{"tee", filepath.Join(files, "none.glb"), "silk", "none.glb: cannot read: no such file"},
	} {
		_, err := New(NewOptions{Patterns: []string{c.pattern}, Body: c.body, Fabric: c.fabric, Dir: dir})
		expectInput(t, err, c.want)
	}
	_, err := New(NewOptions{Patterns: []string{"tee", "tee"}, Body: "stand", Fabric: "silk"})
	expectInput(t, err, `two garments are called "tee"`)
}
