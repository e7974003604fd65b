package pattern

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// square is a pattern of two squares of 20 cm, front counter-clockwise and back clockwise, sewn along their sides.
const square = `{
 "pattern": {
  "panels": {
   "front": {"vertices": [[0,0],[20,0],[20,20],[0,20]], "translation": [0,0,10], "rotation": [0,0,0], "label": "body",
    "edges": [{"endpoints":[0,1]},
     {"endpoints":[1,2]},
     {"endpoints":[2,3], "label":"top"},
     {"endpoints":[3,0]}]},
   "back": {"vertices": [[0,0],[20,0],[20,20],[0,20]], "translation": [0,0,-10], "rotation": [0,0,0],
    "edges": [{"endpoints":[0,3]},{"endpoints":[3,2]},{"endpoints":[2,1]},{"endpoints":[1,0]}]}
  },
  "stitches": [
   [{"panel":"front","edge":1},{"panel":"back","edge":2}],
   [{"panel":"front","edge":3},{"panel":"back","edge":0}]]
 },
 "properties": {"units_in_meter": 100, "curvature_coords": "relative"}
}`

func mustRead(t testing.TB, text string) *Pattern {
	t.Helper()
	p, err := ReadPattern(strings.NewReader(text), "test.json")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// edit replaces the only occurrence of old.
func edit(t testing.TB, text, old, new string) string {
	t.Helper()
	if strings.Count(text, old) != 1 {
		t.Fatalf("%q occurs %d times in the pattern", old, strings.Count(text, old))
	}
	return strings.Replace(text, old, new, 1)
}

func TestReadPatternRefuses(t *testing.T) {
	const e1 = `{"endpoints":[1,2]}`
	for name, c := range map[string]struct{ old, new, want string }{
		"syntax":          {`"front": {`, `"front": {,`, "test.json:4: panels.front: not valid JSON"},
		"Latin-1":         {`"front": {`, "\"fr\xf6nt\": {", "test.json:4: the byte 0xf6 is no UTF-8 text, and 'ö' in Latin-1"},
		"cut off":         {`,"edge":0}]]` + "\n }", ``, "expected"},
		"trailing":        {`"relative"}` + "\n}", `"relative"}}{}`, "more text"},
		"twice":           {`"back": {`, `"front": {`, `panels: key "front" appears twice`},
		"no panel":        {`{"panel":"back","edge":2}`, `{"panel":"bak","edge":2}`, `test.json:13: stitches[0][1].panel: there is no panel "bak"`},
		"no edge":         {`{"panel":"back","edge":2}`, `{"panel":"back","edge":4}`, `stitches[0][1].edge: panel "back" has no edge 4: expected 0 to 3`},
		"fraction edge":   {`{"panel":"back","edge":2}`, `{"panel":"back","edge":1.5}`, `has no edge 1.5`},
		"self stitch":     {`{"panel":"back","edge":2}`, `{"panel":"front","edge":1}`, `stitches[0]: the edge is stitched to itself`},
		"same stitch":     {`[{"panel":"front","edge":3},{"panel":"back","edge":0}]`, `[{"panel":"back","edge":2},{"panel":"front","edge":1}]`, `stitches[1]: the same two edges`},
		"third element":   {`{"panel":"back","edge":2}]`, `{"panel":"back","edge":2},"wrong"]`, `stitches[0][2]: expected "right_wrong"`},
		"range":           {e1, `{"endpoints":[1,4]}`, `test.json:6: panels.front.edges[1].endpoints: endpoint 4 is not a vertex: expected an index of 0 to 3`},
		"open":            {`{"endpoints":[2,3], "label":"top"}`, `{"endpoints":[3,2]}`, `panels.front.edges[1]: the loop is open: the edge ends at vertex 2 but edges[2] starts at vertex 3`},
		"zero edge":       {e1, `{"endpoints":[1,1]},{"endpoints":[1,2]}`, `panels.front.edges[1]: the edge has no length`},
		"crossing":        {`"front": {"vertices": [[0,0],[20,0],[20,20],[0,20]]`, `"front": {"vertices": [[0,0],[20,0],[0,20],[20,20]]`, `panels.front.edges[1]: the edge crosses, touches or folds back on edges[3]`},
		"curve crossing":  {e1, `{"endpoints":[1,2],"curvature":[0.5,3]}`, `panels.front.edges[1]: the edge crosses`},
		"curve loop":      {e1, `{"endpoints":[1,2],"curvature":{"type":"cubic","params":[[2,-1],[-1,-1]]}}`, `panels.front.edges[1]: the edge crosses or touches itself`},
		"folding back":    {`"front": {"vertices": [[0,0],[20,0],[20,20],[0,20]]`, `"front": {"vertices": [[0,0],[20,0],[10,0],[0,20]]`, `folds back`},
		"nan":             {`"front": {"vertices": [[0,0]`, `"front": {"vertices": [[NaN,0]`, `not valid JSON`},
		"inf":             {`"front": {"vertices": [[0,0]`, `"front": {"vertices": [[0,1e999]`, `panels.front.vertices[0][1]: number 1e999: expected a finite number`},
		"huge":            {`"front": {"vertices": [[0,0]`, `"front": {"vertices": [[0,1e9]`, `panels.front.vertices[0][1]: 1e+09 is 1e+07 m: expected at most 1000 m; is properties.units_in_meter right?`},
		"far control":     {e1, `{"endpoints":[1,2],"curvature":[1e300,1e300]}`, `the control point lies more than`},
		"far":             {`"translation": [0,0,10]`, `"translation": [0,0,1e200]`, `panels.front.translation[2]: 1e+200`},
		"curvature type":  {e1, `{"endpoints":[1,2],"curvature":{"type":"spline","params":[[0,0]]}}`, `panels.front.edges[1].curvature: unknown curvature type "spline": expected quadratic, cubic or circle`},
		"curvature count": {e1, `{"endpoints":[1,2],"curvature":{"type":"cubic","params":[[0,0]]}}`, `1 control points: expected 2`},
		"curvature shape": {e1, `{"endpoints":[1,2],"curvature":[1]}`, `panels.front.edges[1].curvature: expected an array of 2 numbers`},
		"circle flags":    {e1, `{"endpoints":[1,2],"curvature":{"type":"circle","params":[12,2,0]}}`, `flag 2`},
		"circle radius":   {e1, `{"endpoints":[1,2],"curvature":{"type":"circle","params":[-12,0,0]}}`, `radius -12`},
		"units":           {`"units_in_meter": 100`, `"units_in_meter": -100`, `test.json:16: properties.units_in_meter: expected a positive number`},
		"coords":          {`"curvature_coords": "relative"`, `"curvature_coords": "polar"`, `properties.curvature_coords: expected "relative" or "absolute"`},
		"vertex type":     {`"front": {"vertices": [[0,0]`, `"front": {"vertices": [["a",0]`, `panels.front.vertices[0][0]: got a string: expected a number`},
		"no edges":        {`"edges": [{"endpoints":[0,3]},{"endpoints":[3,2]},{"endpoints":[2,1]},{"endpoints":[1,0]}]`, `"edges": []`, `panels.back.edges: 0 edges`},
		"two lines":       {`"edges": [{"endpoints":[0,3]},{"endpoints":[3,2]},{"endpoints":[2,1]},{"endpoints":[1,0]}]`, `"edges": [{"endpoints":[0,1]},{"endpoints":[1,0]}]`, `panels.back.edges: two straight edges`},
		"missing":         {`"vertices": [[0,0],[20,0],[20,20],[0,20]], "translation": [0,0,-10]`, `"translation": [0,0,-10]`, `panels.back: key "vertices" is missing: expected an array`},
		"panel order":     {`"stitches"`, `"panel_order": ["left"], "stitches"`, `panel_order[0]: "left" is not a panel`},
	} {
		_, err := ReadPattern(strings.NewReader(edit(t, square, c.old, c.new)), "test.json")
		if err == nil {
			t.Errorf("%s: no error, want %q", name, c.want)
			continue
		}
		var fe *FormatError
		if !errors.As(err, &fe) {
			t.Errorf("%s: %T is not a *FormatError", name, err)
		}
		if !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "test.json:") {
			t.Errorf("%s: %q, want %q", name, err, c.want)
		}
	}
	deep := strings.Repeat("[", 5000)
	if _, err := ReadPattern(strings.NewReader(deep), "d"); err == nil {
		t.Error("deep nesting is accepted")
	}
}

func TestReadPatternWarns(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"ratio":    {`[{"panel":"front","edge":3},{"panel":"back","edge":0}]`, `[{"panel":"front","edge":3},{"panel":"back","edge":0,"x":0}]`, ""},
		"layers":   {`{"panel":"back","edge":0}]`, `{"panel":"back","edge":0}],[{"panel":"front","edge":0},{"panel":"back","edge":0}]`, "several stitches"},
		"no units": {`"units_in_meter": 100, `, ``, `"units_in_meter" is missing`},
		"no place": {`"translation": [0,0,-10], `, ``, `panels.back: key "translation" is missing`},
		"radius":   {`{"endpoints":[1,2]}`, `{"endpoints":[1,2],"curvature":{"type":"circle","params":[5,0,1]}}`, "too short for the chord"},
		"gathers":  {`{"endpoints":[1,2]}`, `{"endpoints":[1,2],"curvature":[0.5,-1.5]}`, "stitches[0]: the stitched edges are"},
	} {
		p := mustRead(t, edit(t, square, c.old, c.new))
		if c.want == "" {
			if len(p.Warnings) != 0 {
				t.Errorf("%s: unexpected warnings %q", name, p.Warnings)
			}
			continue
		}
		if all := strings.Join(p.Warnings, "\n"); !strings.Contains(all, c.want) {
			t.Errorf("%s: warnings %q, want %q", name, all, c.want)
		}
	}
}

func near(a, b r2.Vec) bool { return r2.Norm(r2.Sub(a, b)) < 1e-12 }

func TestCurvesOfTheFormat(t *testing.T) {
	curve := func(text string) Curve {
		p := mustRead(t, edit(t, square, `{"endpoints":[1,2]}`, `{"endpoints":[1,2],"curvature":`+text+`}`))
		return p.Panels[0].Edges[1].Curve
	}
	// The edge runs from (0.2, 0) to (0.2, 0.2): its left is −x.
	for text, want := range map[string]r2.Vec{
		`[0.5,0.25]`: {X: 0.2 - 0.025, Y: 0.1},
		`{"type":"quadratic","params":[[0.5,0.25]]}`:       {X: 0.2 - 0.025, Y: 0.1},
		`{"type":"cubic","params":[[0.3,0.2],[0.7,-0.2]]}`: {X: 0.2, Y: 0.1},
		`{"type":"cubic","params":[[0.3,0.2],[0.7,0.2]]}`:  {X: 0.2 - 0.03, Y: 0.1},
		`{"type":"circle","params":[10,0,1]}`:              {X: 0.3, Y: 0.1}, // right of the chord
		`{"type":"circle","params":[10,0,0]}`:              {X: 0.1, Y: 0.1},
		`null`:                                             {X: 0.2, Y: 0.1},
	} {
		if got := curve(text).At(0.5); !near(got, want) {
			t.Errorf("%s: middle %v, want %v", text, got, want)
		}
	}
	// A circle of radius √2·10 cm through the same ends: a quarter of it, or three quarters.
	const r = 14.142135623730951
	small := curve(`{"type":"circle","params":[14.142135623730951,0,1]}`)
	if got, want := small.Length(), r/100*math.Pi/2; math.Abs(got/want-1) > 3e-5 {
		t.Errorf("minor arc: length %g, want %g", got, want)
	}
	if got := small.At(0.5); !near(got, r2.Vec{X: 0.1 + r/100, Y: 0.1}) {
		t.Errorf("minor arc: middle %v", got)
	}
	big := curve(`{"type":"circle","params":[14.142135623730951,1,1]}`)
	if got, want := big.Length(), r/100*math.Pi*3/2; math.Abs(got/want-1) > 3e-5 {
		t.Errorf("major arc: length %g, want %g", got, want)
	}
	if got := big.At(0.5); !near(got, r2.Vec{X: 0.3 + r/100, Y: 0.1}) {
		t.Errorf("major arc: middle %v", got)
	}
	// Absolute control points are in the panel's coordinates.
	abs := strings.Replace(square, `"relative"`, `"absolute"`, 1)
	p := mustRead(t, edit(t, abs, `{"endpoints":[1,2]}`, `{"endpoints":[1,2],"curvature":[30,10]}`))
	if got := p.Panels[0].Edges[1].C1; !near(got, r2.Vec{X: 0.3, Y: 0.1}) {
		t.Errorf("absolute control point %v", got)
	}
	// Normalising moves vertices, absolute control points and the translation, so that without rotation the world does not
	// change.
	norm := strings.Replace(abs, `"curvature_coords"`, `"normalize_panel_translation": true, "curvature_coords"`, 1)
	n := mustRead(t, edit(t, norm, `{"endpoints":[1,2]}`, `{"endpoints":[1,2],"curvature":[30,10]}`))
	if got := n.Panels[0].Edges[0].Start; !near(got, r2.Vec{X: -0.1, Y: -0.1}) {
		t.Errorf("normalised vertex %v", got)
	}
	for _, f := range []float64{0, 0.3, 1} {
		a, b := p.Panels[0].Place(p.Panels[0].Edges[1].At(f)), n.Panels[0].Place(n.Panels[0].Edges[1].At(f))
		if r3.Norm(r3.Sub(a, b)) > 1e-12 {
			t.Errorf("normalised panel moved from %v to %v", a, b)
		}
	}
}

func TestPlaceRotatesXThenYThenZ(t *testing.T) {
	p := Panel{Rotation: r3.Vec{X: math.Pi / 2}, Translation: r3.Vec{X: 1, Y: 2, Z: 3}}
	check := func(v r2.Vec, want r3.Vec) {
		t.Helper()
		if got := p.Place(v); r3.Norm(r3.Sub(got, want)) > 1e-12 {
			t.Errorf("rotation %v: %v is placed at %v, want %v", p.Rotation, v, got, want)
		}
	}
	check(r2.Vec{Y: 1}, r3.Vec{X: 1, Y: 2, Z: 4})
	p.Rotation = r3.Vec{Y: math.Pi / 2}
	check(r2.Vec{X: 1}, r3.Vec{X: 1, Y: 2, Z: 2})
	p.Rotation = r3.Vec{Z: math.Pi / 2}
	check(r2.Vec{X: 1}, r3.Vec{X: 1, Y: 3, Z: 3})
	p.Rotation = r3.Vec{X: math.Pi / 2, Y: math.Pi / 2} // y → z → x
	check(r2.Vec{Y: 1}, r3.Vec{X: 2, Y: 2, Z: 3})
	p.Rotation = r3.Vec{X: math.Pi / 2, Y: math.Pi / 2, Z: math.Pi / 2} // y → z → x → y
	check(r2.Vec{Y: 1}, r3.Vec{X: 1, Y: 3, Z: 3})
}

func TestPanelOrder(t *testing.T) {
	p := mustRead(t, edit(t, square, `"stitches"`, `"panel_order": ["back"], "stitches"`))
	if p.Panels[0].Name != "back" || p.Panels[1].Name != "front" || p.Panels[1].Label != "body" {
		t.Errorf("panels %q, %q", p.Panels[0].Name, p.Panels[1].Name)
	}
	if p.Stitches[0].A != (EdgeRef{1, 1}) {
		t.Errorf("stitch %v", p.Stitches[0])
	}
}

func TestArcLengthSampling(t *testing.T) {
	// A cubic whose control points coincide with its ends has no speed there; samples must still be equally spaced.
	c := Curve{Kind: Cubic, End: r2.Vec{X: 1}, C2: r2.Vec{X: 1, Y: 0}}
	a := newArcTable(c)
	for k := range 21 {
		f := float64(k) / 20
		if got := a.at(f).X; math.Abs(got-f) > 1e-4 {
			t.Errorf("fraction %g of the length is at %g", f, got)
		}
	}
}
