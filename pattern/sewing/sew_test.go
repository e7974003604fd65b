package sewing

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/param"
	"hysteron/pattern"
)

// drawing is one with a rectangle of 4 by 3 units, drawn clockwise from its lower left corner, as are the names of its
// sides.
func drawing(t testing.TB) *Drawing {
	t.Helper()
	d := &Drawing{File: "a.svg", Unit: 0.1}
	if err := d.Add(Piece{Names: []string{"sheet"}, Outline: loop(r2.Vec{}, r2.Vec{Y: 3}, r2.Vec{X: 4, Y: 3},
		r2.Vec{X: 4})}); err != nil {
		t.Fatal(err)
	}
	if err := d.Add(Piece{Names: []string{"strip"}, Outline: loop(r2.Vec{X: 10}, r2.Vec{X: 16}, r2.Vec{X: 16, Y: 1},
		r2.Vec{X: 10, Y: 1})}); err != nil {
		t.Fatal(err)
	}
	return d
}

func loop(pts ...r2.Vec) (curves []pattern.Curve) {
	for i, p := range pts {
		curves = append(curves, pattern.Curve{Kind: pattern.Line, Start: p, End: pts[(i+1)%len(pts)]})
	}
	return curves
}

const two = `
[[panel]]
name = "left"
piece = "sheet"
sides = ["west", "north", "east", "south"]
translate_m = [0, 1, 0]
[[panel]]
name = "right"
piece = "sheet"
sides = ["west", "north", "east", "south"]
[[panel]]
name = "strip"
sides = ["low", "end", "high", "start"]
`

func sew(t testing.TB, text string) *pattern.Pattern {
	t.Helper()
	p, err := drawing(t).Sew("a.sewing.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func length(p *pattern.Pattern, e pattern.EdgeRef) float64 {
	return p.Panels[e.Panel].Edges[e.Edge].Length()
}

// TestSeams: a seam over several sides is cut where they end, in proportion to their lengths, on both halves, and what
// is left and right on one half is on the other.
func TestSeams(t *testing.T) {
	// Counter-clockwise the strip's upper side runs from right to left, over the right sheet and then the left one.
	p := sew(t, two+"[[stitch]]\na = [\"strip.high\"]\nb = [\"right.south\", \"left.south\"]\n[[stitch]]\na = "+
		"[\"strip.low\"]\nb = [\"left.north\"]\n")
	if len(p.Stitches) != 3 {
		t.Fatalf("%d stitches, expected 2 along the upper side and 1 along the lower", len(p.Stitches))
	}
	for k, want := range []struct {
		panel string
		from  float64
	}{{"right", 0.3}, {"left", 0}} {
		s := p.Stitches[k]
		a, b := p.Panels[s.A.Panel].Edges[s.A.Edge], p.Panels[s.B.Panel].Edges[s.B.Edge]
		if p.Panels[s.A.Panel].Name != "strip" || p.Panels[s.B.Panel].Name != want.panel || math.Abs(a.Length()-0.3) > 1e-9 ||
			math.Abs(b.Length()-0.4) > 1e-9 {
			t.Errorf("stitch %d: %.3g m of %s to %.3g m of %s", k, a.Length(), p.Panels[s.A.Panel].Name, b.Length(),
				p.Panels[s.B.Panel].Name)
		}
		if math.Abs(a.Start.X-want.from) > 1e-9 || s.SameDirection {
			t.Errorf("stitch %d begins at %.3g m of the strip, expected %.3g", k, a.Start.X, want.from)
		}
	}
	// A side that is sewn twice is cut by both seams, and so is what it is sewn to.
	p = sew(t, two+"[[stitch]]\na = [\"strip.high\"]\nb = [\"right.south\", \"left.south\"]\n[[stitch]]\na = "+
		"[\"strip.high\"]\nb = [\"right.north\"]\ngathered = true\n")
	if len(p.Stitches) != 4 {
		t.Errorf("%d stitches, expected 4", len(p.Stitches))
	}
	for _, s := range p.Stitches[2:] {
		if math.Abs(length(p, s.A)-0.3) > 1e-9 || math.Abs(length(p, s.B)-0.2) > 1e-9 {
			t.Errorf("the second seam joins %.3g m to %.3g m, expected .3 to .2", length(p, s.A), length(p, s.B))
		}
	}
}

// What is doubtful about a seam names it by line, number and sides: one that goes to the wrong side, and a side that
// two seams hold.
func TestSeamsAreNamed(t *testing.T) {
	around := strings.Replace(two, `name = "right"`, "name = \"right\"\ntranslate_m = [0, 1, -0.3]\nrotate_deg = [0, 180, 0]", 1)
	p := sew(t, around+"[[stitch]]\na = [\"left.west\"]\nb = [\"right.west\"]\n[[stitch]]\na = [\"left.east\"]\nb = "+
		"[\"right.east\"]\n")
	want := "a.sewing.toml:16: stitch 1, left.west to right.west, and a.sewing.toml:19: stitch 2, left.east to " +
		"right.east, cross each other: expected left.west to right.east and left.east to right.west"
	if got, _ := p.Facing(); len(got) != 1 || !strings.HasPrefix(got[0], want) {
		t.Errorf("%q, expected %q", got, want)
	}
	p = sew(t, around+"[[stitch]]\na = [\"left.west\"]\nb = [\"right.east\"]\n[[stitch]]\na = [\"left.west\"]\nb = "+
		"[\"right.west\"]\n")
	want = "a.sewing.toml:19: stitch 2, left.west to right.west, is twisted, and left.east is sewn to nothing: expected " +
		"left.east to right.west"
	if got, _ := p.Facing(); len(got) != 1 || !strings.HasPrefix(got[0], want) {
		t.Errorf("%q, expected %q", got, want)
	}
	want = "a.sewing.toml:19: stitch 2, left.west to right.west: left.west is in several stitches, the first of them " +
		"a.sewing.toml:16: stitch 1, left.west to right.east: three or more layers"
	alone := `a.sewing.toml:13: panel "strip" is sewn to nothing: expected a [[stitch]] for it`
	if got := p.Warnings; len(got) != 2 || !strings.HasPrefix(got[0], want) || got[1] != alone {
		t.Errorf("%q, expected %q and %q", got, want, alone)
	}
	want = "a.sewing.toml:2: none of its 3 panels is sewn to another: expected [[stitch]] tables"
	if got := sew(t, two).Warnings; len(got) != 1 || got[0] != want {
		t.Errorf("%q, expected %q", got, want)
	}
	if got := sew(t, two[strings.LastIndex(two, "[[panel]]"):]).Warnings; len(got) > 0 {
		t.Errorf("one panel: %q", got)
	}
}

// TestPanels: corners that are asked for begin sides, mirrored pieces are turned over, and a panel's middle is where it
// is put.
func TestPanels(t *testing.T) {
	p := sew(t, `
[[panel]]
name = "left"
piece = "sheet"
sides = ["west", "north:a", "north:b", "east", "south"]
corner = [{ at = [1, 3] }]
translate_m = [5, 6, 7]
[[panel]]
name = "right"
piece = "sheet"
sides = ["west", "north:a", "north:b", "east", "south"]
corner = [{ at = [1, 3.02] }]
mirror = true
`)
	for i, want := range []float64{-0.1, 0.1} { // where the cut is, from the middle
		found := false
		for _, e := range p.Panels[i].Edges {
			if e.Label == "north" && (math.Abs(e.Start.X-want) < 1e-9 || math.Abs(e.End.X-want) < 1e-9) {
				found = true
			}
		}
		if p.Panels[i].Area() < 0.12-1e-9 || !found || len(p.Panels[i].Edges) != 5 {
			t.Errorf("%s: area %g, a corner at %g: %v", p.Panels[i].Name, p.Panels[i].Area(), want, found)
		}
	}
	if x := p.Panels[0].Place(r2.Vec{}); x.X != 5 || x.Y != 6 || x.Z != 7 {
		t.Errorf("the middle is at %v", x)
	}
}

// TestFold: a piece that is half of a panel is doubled, and sides that cross the fold without a corner are one.
func TestFold(t *testing.T) {
	p := sew(t, "[[panel]]\nname = \"sheet\"\nsides = [\"fold\", \"north\", \"east\", \"south\"]\nfold = \"fold\"\n")
	var labels []string
	for _, e := range p.Panels[0].Edges {
		labels = append(labels, e.Label)
	}
	if a := p.Panels[0].Area(); math.Abs(a-0.24) > 1e-12 || len(labels) != 4 || strings.Count(strings.Join(labels, " "),
		"east") != 2 {
		t.Errorf("area %g, sides %v", a, labels)
	}
}

func TestRefuses(t *testing.T) {
	for edit, want := range map[string]string{
		`piece = "sheet"|piece = "shoe"`: `panel.0.piece: a.svg has no closed outline "shoe": expected one of "sheet", "strip"`,
		`"west", |`:                      `panel.0.sides: 3 names, but the outline of "sheet" has 4 sides: from (0, 0) 3 long`,
		`"west", "north", "east"|"west", "north", "west"`: `"west" is there twice`,
		`"west"|"we.st"`:               "expected a name without dots",
		`name = "right"|name = "left"`: `"left" is a panel already`,
		`translate_m|unit_m`:           "unit_m",
		`sides = ["low"|fold = "lower"` + "\n" + `sides = ["low"`:                                                                                                             `panel.2.fold: "lower" is no side: expected one of "low"`,
		`sides = ["low"|corner = [{ at = [3, 9] }]` + "\n" + `sides = ["low"`:                                                                                                 "units off the outline",
		`"start"]|"start"]` + "\n[[stitch]]\na = [\"strip.top\"]\nb = [\"left.north\"]":                                                                                       `stitch.0.a: stitch 1 (counted from 1): panel "strip" has no side "top": expected one of "low"`,
		`"start"]|"start"]` + "\n[[stitch]]\na = [\"belt.top\"]\nb = [\"left.north\"]":                                                                                        `there is no panel "belt": expected one of "left", "right", "strip"`,
		`"start"]|"start"]` + "\n[[stitch]]\na = [\"top\"]\nb = [\"left.north\"]":                                                                                             "expected panel.side",
		`"start"]|"start"]` + "\n[[stitch]]\na = [\"left.north\"]\nb = [\"left.north\"]":                                                                                      "stitch 1 (counted from 1): left.north is stitched to itself",
		`"start"]|"start"]` + "\n[[stitch]]\na = [\"left.west\"]\nb = [\"left.north\"]\n[[stitch]]\na = [\"left.north\"]\nb = [\"left.west\"]":                                "stitch 2 (counted from 1): left.north and left.west are stitched already, by stitch 1:",
		`"start"]|"start"]` + "\n[[stitch]]\na = [\"left.west\", \"left.north\"]\nb = [\"left.north\", \"strip.low\"]\n[[stitch]]\na = [\"left.north\"]\nb = [\"left.west\"]": "without end",
	} {
		old, new, _ := strings.Cut(edit, "|")
		if !strings.Contains(two, old) {
			t.Fatal(old)
		}
		_, err := drawing(t).Sew("a.sewing.toml", []byte(strings.Replace(two, old, new, 1)))
		if !param.IsInputError(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", edit, err, want)
		}
	}
	d := drawing(t)
	if err := d.Add(Piece{Names: []string{"bow"}, Outline: loop(r2.Vec{}, r2.Vec{X: 4, Y: 4}, r2.Vec{X: 4},
		r2.Vec{Y: 3})}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Sew("a.sewing.toml", []byte("[[panel]]\nname = \"bow\"\nsides = [\"up\", \"right\", \"down\", \"left\"]\n")); err == nil || !strings.Contains(err.Error(), `side "down"`) || !strings.Contains(err.Error(), `side "up"`) {
		t.Errorf("an outline that crosses itself: %v, expected the names of both sides", err)
	}
	d.Unit = 0
	if _, err := d.Sew("a.sewing.toml", []byte(two)); err == nil || !strings.Contains(err.Error(), "expected unit_m") {
		t.Error(err)
	}
}

// TestFirst: the file to begin with can be read, and has every panel.
func TestFirst(t *testing.T) {
	d := drawing(t)
	p, err := d.Sew("a.sewing.toml", []byte(d.First()))
	if err != nil || len(p.Panels) != 2 {
		t.Fatalf("%v\n%s", err, d.First())
	}
}

// TestFirstSeams: the seams that it shows join sides of a front and a back that are alike or nearly and hang before
// each other, and sew them well once its marks of comments are gone; neck and hem stay open. A back hangs behind and
// faces away.
func TestFirstSeams(t *testing.T) {
	d := &Drawing{File: "two.svg", Unit: 1}
	outline := func(deep float64) []r2.Vec { // of a top whose shoulders, hems and sides are alike, or nearly
		return []r2.Vec{{}, {X: .5}, {X: .5, Y: .3 + deep}, {X: .4, Y: .4 + deep}, {X: .25, Y: .25}, {X: .1, Y: .4 + deep},
			{Y: .3 + deep}}
	}
	for name, deep := range map[string]float64{"Front": 0, "BACK yoke": .03} {
		if err := d.Add(Piece{Names: []string{name}, Outline: loop(outline(deep)...)}); err != nil {
			t.Fatal(err)
		}
	}
	text, stitches, _ := strings.Cut(d.First(), "# [[stitch]]")
	p, err := d.Sew("two.sewing.toml", []byte(text+strings.ReplaceAll("# [[stitch]]"+stitches, "# ", "")))
	if err != nil || len(p.Stitches) != 4 {
		t.Fatalf("%v, %d stitches: expected both sides and both shoulders\n%s", err, len(p.Stitches), d.First())
	}
	middle := func(e pattern.EdgeRef) r3.Vec { return p.Panels[e.Panel].Place(p.Panels[e.Panel].Edges[e.Edge].At(.5)) }
	for _, q := range p.Stitches {
		if q.A.Panel == q.B.Panel || max(length(p, q.A), length(p, q.B)) > 1.11*min(length(p, q.A), length(p, q.B)) ||
			math.Abs(middle(q.A).X-middle(q.B).X) > .01 || math.Abs(middle(q.A).X) < .2 {
			t.Errorf("sides %g and %g m long, around %v and %v, of panels %d and %d: expected a side of each on the same side",
				length(p, q.A), length(p, q.B), middle(q.A), middle(q.B), q.A.Panel, q.B.Panel)
		}
	}
	back, front := text[strings.Index(text, `"BACK-yoke"`):], text[strings.Index(text, `"Front"`):]
	if len(back) > len(front) {
		back = back[:len(back)-len(front)]
	} else {
		front = front[:len(front)-len(back)]
	}
	if !strings.Contains(back, "[0, 1, -0.2]") || !strings.Contains(back, "rotate_deg = [0, 180, 0]") ||
		!strings.Contains(front, "[0, 1, 0.2]") || !strings.Contains(front, "rotate_deg = [0, 0, 0]") {
		t.Errorf("front and back hang elsewhere:\n%s\n%s", front, back)
	}
}

// TestFirstFolds: no seam is sewn to a fold, though both are as long as each other; sides of both halves are. A piece
// whose grain lies is turned, and sewn where it hangs then.
func TestFirstFolds(t *testing.T) {
	half := []r2.Vec{{}, {X: .36}, {X: .2, Y: .55}, {Y: .55}}
	fold := [2]r2.Vec{{}, {Y: .55}}
	lying := func(p r2.Vec) r2.Vec { return r2.Vec{X: p.Y, Y: -p.X} }
	for name, turned := range map[string]bool{"upright": false, "lying": true} {
		d := &Drawing{File: "two.dxf", Unit: 1}
		for _, piece := range []string{"FRONT", "BACK"} {
			f, outline := fold, slices.Clone(half)
			if turned && piece == "FRONT" {
				for k, v := range outline {
					outline[k] = lying(v)
				}
				f = [2]r2.Vec{lying(fold[0]), lying(fold[1])}
			}
			if err := d.Add(Piece{Names: []string{piece}, Outline: loop(outline...), Fold: &f, Grain: &f}); err != nil {
				t.Fatal(err)
			}
		}
		first := d.First()
		text, stitches, _ := strings.Cut(first, "# [[stitch]]")
		p, err := d.Sew("two.sewing.toml", []byte(text+strings.ReplaceAll("# [[stitch]]"+stitches, "# ", "")))
		if err != nil || len(p.Stitches) != 2 {
			t.Fatalf("%s: %v\n%s", name, err, first)
		}
		for _, q := range p.Stitches {
			if math.Abs(length(p, q.A)-.5728) > 1e-4 || math.Abs(length(p, q.B)-.5728) > 1e-4 {
				t.Errorf("%s: sides %g and %g m long: expected 0.5728\n%s", name, length(p, q.A), length(p, q.B), stitches)
			}
			a, b := p.Panels[q.A.Panel].Place(p.Panels[q.A.Panel].Edges[q.A.Edge].At(.5)),
				p.Panels[q.B.Panel].Place(p.Panels[q.B.Panel].Edges[q.B.Edge].At(.5))
			if math.Abs(a.X-b.X) > 1e-9 || math.Abs(a.Y-b.Y) > 1e-9 {
				t.Errorf("%s: sides around %v and %v: expected them before each other", name, a, b)
			}
		}
		for i := range p.Panels { // 55 cm high, with the narrow end above
			lo, hi := math.Inf(1), math.Inf(-1)
			for _, e := range p.Panels[i].Edges {
				y := p.Panels[i].Place(e.Start).Y
				lo, hi = min(lo, y), max(hi, y)
			}
			if math.Abs(hi-lo-.55) > 1e-9 {
				t.Errorf("%s: panel %s is %g m high, expected 0.55", name, p.Panels[i].Name, hi-lo)
			}
		}
	}
}

// TestFirstHalves: of halves that the drawing does not mark as such, sides are shown that are mirror images, and what
// may be their fold.
func TestFirstHalves(t *testing.T) {
	d := &Drawing{File: "two.dxf", Unit: 1}
	for _, piece := range []string{"Vorderteil", "Rückenteil"} {
		if err := d.Add(Piece{Names: []string{piece}, Outline: loop(r2.Vec{}, r2.Vec{X: .36}, r2.Vec{X: .2, Y: .55},
			r2.Vec{Y: .55})}); err != nil {
			t.Fatal(err)
		}
	}
	first := d.First()
	if strings.Count(first, "# [[stitch]]") != 1 || strings.Count(first, `# fold = "side-4"`) != 2 ||
		!strings.Contains(first, "# a = [\"Vorderteil.side-2\"]\n# b = [\"R-ckenteil.side-2\"]\n") {
		t.Errorf("%s", first)
	}
}

// TestSizes: of pieces in several sizes the one that is asked for is taken, else the drawing's sample.
func TestSizes(t *testing.T) {
	d := &Drawing{File: "nest.dxf", Unit: 1}
	for k, name := range []string{"36", "38", "40"} {
		p := Piece{Names: []string{"FRONT-" + name, "FRONT"}, Size: name, Warnings: []string{"left out of " + name},
			Outline: loop(r2.Vec{}, r2.Vec{X: 1 + float64(k)}, r2.Vec{X: 1 + float64(k), Y: 1}, r2.Vec{Y: 1})}
		if err := d.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	const panel = "[[panel]]\nname = \"FRONT\"\n"
	for size, want := range map[string]string{
		"": "expected a size, one of \"36\", \"38\", \"40\"", "38": "", "42": "expected a size",
	} {
		text := panel
		if size != "" {
			text = "size = \"" + size + "\"\n" + panel
		}
		p, err := d.Sew("a.toml", []byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("size %q: %v, expected %q", size, err, want)
			continue
		}
		if err == nil && (math.Abs(p.Panels[0].Area()-2) > 1e-9 || !slices.Equal(p.Warnings, []string{"left out of 38"})) {
			t.Errorf("size %q: %g m², warnings %q", size, p.Panels[0].Area(), p.Warnings)
		}
	}
	if err := d.Choose(""); !errors.Is(err, ErrSize) {
		t.Errorf("no size: %v", err)
	}
	d.Sample = "36"
	if p, err := d.Sew("a.toml", []byte(panel)); err != nil || math.Abs(p.Panels[0].Area()-1) > 1e-9 {
		t.Errorf("the sample: %v", err)
	}
	if err := d.Choose("40"); err != nil || len(d.Pieces) != 1 {
		t.Fatalf("%v, %d pieces", err, len(d.Pieces))
	}
	if first := d.First(); !strings.Contains(first, "size = \"40\"") || strings.Contains(first, "left out of 36") {
		t.Errorf("%s", first)
	}
}

// FuzzSew: no sewing file makes panics or hangs.
func FuzzSew(f *testing.F) {
	f.Add(two + "[[stitch]]\na = [\"strip.high\"]\nb = [\"right.south\", \"left.south\"]\n")
	f.Add("[[panel]]\nname = \"sheet\"\nsides = [\"fold\", \"north\", \"east\", \"south\"]\nfold = \"fold\"\nmirror = " +
		"true\ncorner = [{ at = [1, 3] }]\n")
	f.Add("[[panel]]\nname = \"strip\"\ncurl_deg = 300\n[[stitch]]\na = [\"strip.side-1\"]\nb = [\"strip.side-3\"]\n")
	f.Fuzz(func(t *testing.T, text string) {
		guard := time.AfterFunc(20*time.Second, func() { panic("no answer within 20 s") })
		defer guard.Stop()
		p, err := drawing(t).Sew("fuzz.toml", []byte(text))
		if err == nil {
			p.Facing()
			_, _ = p.Mesh(pattern.MeshOptions{EdgeLength: 0.1})
		}
	})
}
