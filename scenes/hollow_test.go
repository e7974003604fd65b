package scenes

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Sleeves that start rolled up are around arms, also such as are raised for them; of one that is around none, or that
// an arm comes through, check says where the arm is that it is nearest to, whatever the offset of the garment.
func TestHollow(t *testing.T) {
	text, err := os.ReadFile("patterns/shirt.sewing.toml")
	if err != nil {
		t.Fatal(err)
	}
	drawing, err := filepath.Abs("patterns/shirt.svg")
	if err != nil {
		t.Fatal(err)
	}
	const left, leaning = "translate_m = [0.31, 1.23, -0.01]", "rotate_deg = [0, 90, 45]"
	for _, c := range []struct{ name, at, turned, offset, want string }{
		{"as it ships", left, leaning, "0", ""},
		{"level", "translate_m = [0.36, 1.36, -0.01]", "rotate_deg = [0, 90, 90]", "0", ""},
		{"across", left, "rotate_deg = [0, 90, -20]", "0", "panel sleeve-left starts rolled up around no arm: expected it " +
			"around the left arm: translate_m = [0.31, 1.24, -0.01], rotate_deg = [0, 90, 43]"},
		{"behind", "translate_m = [0.31, 1.03, -0.2]", leaning, "0.2", "panel sleeve-left starts rolled up around no arm: " +
			"expected it around the left arm: translate_m = [0.31, 1.04, -0.01], rotate_deg = [0, 90, 43]"},
	} {
		sewing := strings.NewReplacer(left, c.at, leaning, c.turned).Replace(string(text))
		if c.name == "level" { // arms are raised both
			sewing = strings.NewReplacer("translate_m = [-0.31, 1.23, -0.01]", "translate_m = [-0.36, 1.36, -0.01]",
				"rotate_deg = [0, -90, -45]", "rotate_deg = [0, -90, -90]").Replace(sewing)
		}
		if c.offset != "0" {
			sewing = strings.NewReplacer("[0, 1.13, ", "[0, 0.93, ", "[-0.31, 1.23,", "[-0.31, 1.03,").Replace(sewing)
		}
		path := filepath.Join(t.TempDir(), "s.sewing.toml")
		if err := os.WriteFile(path, []byte(sewing), 0o666); err != nil {
			t.Fatal(err)
		}
		u := build(t, "s.toml", "[[body]]\nkind = \"mannequin\"\nclip = \"stand\"\n[[garment]]\nname = \"shirt\"\npattern "+
			"= \""+drawing+"\"\nsewing = \""+path+"\"\nedge_length_m = 0.04\nfabric = \"cotton\"\noffset_m = [0, "+
			c.offset+", 0]\n")
		found := ""
		for _, p := range u.Problems() {
			if p.Kind == DoesNotFit && strings.Contains(p.Detail, "rolled up around") {
				found += p.Detail
			}
		}
		if (c.want == "") != (found == "") || !strings.HasSuffix(found, c.want) {
			t.Errorf("%s: %q, expected %q", c.name, found, c.want)
		}
	}
}

// Cuffs, whose triangles are all sewn to sleeves where edges are long, and collars are not asked what they are around;
// a sleeve that is, though its name is of no limb.
func TestShortRolls(t *testing.T) {
	const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="200cm" height="100cm" viewBox="0 0 200 100">
<path id="cuff" d="M5 5 H35 V%d H5 Z"/><path id="long" d="M5 45 H35 V75 H5 Z"/><path id="trunk" d="M40 5 H150 V35 H40 Z"/></svg>`
	const sewing = `
[[panel]]
name = "cuff"
sides = ["top", "right", "bottom", "left"]
label = "arm"
curl_deg = 360
translate_m = [0.4, 0.75, 0]
[[panel]]
name = "long"
sides = ["top", "right", "bottom", "left"]
label = "arm"
curl_deg = 360
translate_m = [0.4, 0.4, 0]
[[panel]]
name = "trunk"
sides = ["top", "right", "bottom", "left"]
curl_deg = 360
translate_m = [0, 1, 0]
[[stitch]]
a = ["trunk.right"]
b = ["trunk.left"]
[[stitch]]
a = ["cuff.right"]
b = ["cuff.left"]
[[stitch]]
a = ["long.right"]
b = ["long.left"]
[[stitch]]
a = ["cuff.bottom"]
b = ["long.top"]
`
	for _, c := range []struct {
		bottom int // of the cuff [cm]
		want   []string
	}{{8, []string{"long"}}, {12, []string{"long"}}, {25, []string{"cuff", "long"}}} {
		dir := t.TempDir()
		for name, text := range map[string]string{"s.svg": fmt.Sprintf(drawing, c.bottom), "s.sewing.toml": sewing} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		u := build(t, "s.toml", "[[body]]\nkind = \"mannequin\"\nclip = \"stand\"\n[[garment]]\nname = \"s\"\npattern = \""+
			filepath.Join(dir, "s.svg")+"\"\nedge_length_m = 0.04\nfabric = \"cotton\"\n")
		var found []string
		for _, p := range u.Problems() {
			if _, after, ok := strings.Cut(p.Detail, "panel "); ok && p.Kind == DoesNotFit &&
				strings.Contains(after, "rolled up around") {
				name, _, _ := strings.Cut(after, " ")
				found = append(found, name)
			}
		}
		if !slices.Equal(found, c.want) {
			t.Errorf("a cuff of %d cm: told of %v, expected %v", c.bottom-5, found, c.want)
		}
	}
}
