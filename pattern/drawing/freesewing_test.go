package drawing

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"hysteron/param"
	"hysteron/pattern"
	"hysteron/pattern/sewing"
)

func freesewingRead(text string) (*sewing.Drawing, error) {
	root, err := param.ReadJSON(strings.NewReader(text), "a.json")
	if err != nil {
		return nil, err
	}
	return ReadFreeSewing(root, "a.json")
}

const draft = `{"units": "mm", "yAxis": "down", "parts": {
 "tee.front": {"paths": {"seam": {"ops": [["M",0,0],["L",0,100],["L",50,100],["C",50,60,50,40,50,0],["Z"]]}},
  "cutlist": {"cutOnFold": [{"x":0,"y":0},{"x":0,"y":100}], "grain": 45}},
 "tee.base": {"points": {}},
 "belt": {"paths": {"seam": {"ops": [{"type":"move","to":{"x":0,"y":0}},{"type":"line","to":{"x":90,"y":0}},{"type":"curve","cp1":{"x":90,"y":5},"cp2":{"x":90,"y":5},"to":{"x":90,"y":10}},{"type":"line","to":{"x":0,"y":10}},{"type":"close"}]}}}
}}`

// TestRead: both ways to write operations give the area that is drawn; parts on the fold are doubled, those without a
// seam left out.
func TestRead(t *testing.T) {
	d, err := freesewingRead(draft)
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Sew("a.sewing.toml", []byte("[[panel]]\nname = \"front\"\nsides = [\"middle\", \"hem\", \"side\", "+
		"\"top\"]\n[[panel]]\nname = \"belt\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0.01, 0.0009} {
		if a := p.Panels[i].Area(); math.Abs(a/want-1) > 1e-9 {
			t.Errorf("%s: %g m², expected %g", p.Panels[i].Name, a, want)
		}
	}
	if g := p.Panels[0].Grain; math.Abs(g+math.Pi/4) > 1e-12 || len(d.Pieces) != 2 {
		t.Errorf("grain %g of %d pieces: expected −π/4 of 2", g, len(d.Pieces))
	}
}

func TestFreesewingRefuses(t *testing.T) {
	for edit, want := range map[string]string{
		`"mm"|"ell"`:                  `a.json:1: units: "ell": expected mm, cm, in or m`,
		`"down"|"left"`:               "yAxis",
		`["M",0,0]|["L",0,0]`:         "parts.tee.front.paths.seam.ops[0]: expected one move",
		`["L",0,100]|["Q",0,100]`:     `ops[1]: expected ["M", x, y]`,
		`["L",0,100]|["L",0,"a"]`:     "expected a number",
		`["L",0,100]|["Z"]`:           "expected the path to end where it is closed",
		`"type":"line"|"type":"knot"`: `"knot": expected move`,
		`"cp1"|"cq1"`:                 `key "cp1" is missing`,
		`[{"x":0,"y":0},|[`:           "cutOnFold: expected two points",
		`{"x":0,"y":100}|{"x":0}`:     "expected a point",
		`"ops": [["M"|"opt": [["M"`:   "expected ops",
		`"belt": {|"belt": {{`:        "not valid JSON",
	} {
		old, new, _ := strings.Cut(edit, "|")
		if !strings.Contains(draft, old) {
			t.Fatal(old)
		}
		_, err := freesewingRead(strings.Replace(draft, old, new, 1))
		var fe *pattern.FormatError
		if err == nil || !errors.As(err, &fe) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", edit, err, want)
		}
	}
}

// FuzzRead: no document makes the reader panic or hang.
func FuzzFreesewingRead(f *testing.F) {
	f.Add(draft)
	f.Fuzz(func(t *testing.T, text string) {
		guard := time.AfterFunc(20*time.Second, func() { panic("no answer within 20 s") })
		defer guard.Stop()
		d, err := freesewingRead(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "a.json") {
				t.Fatal(err)
			}
			return
		}
		if p, err := d.Sew("fuzz.toml", []byte(d.First())); err == nil {
			_, _ = p.Mesh(pattern.MeshOptions{EdgeLength: 0.1})
		}
	})
}
