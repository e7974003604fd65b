package drawing

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/pattern"
	"hysteron/pattern/sewing"
	"hysteron/pattern/sewing/sewingtest"
)

func svgRead(t testing.TB, text string) *sewing.Drawing {
	t.Helper()
	return sewingtest.Read(t, ReadSVG, text, "a.svg")
}

// TestPath: paths with all commands enclose what geometry says. A cubic from a to d with controls b and c has with its
// chord the area 3/20·(…) of its controls; here all shapes are symmetric ones whose areas are known.
func TestPath(t *testing.T) {
	for _, c := range []struct {
		d    string
		area float64
	}{
		{"M1 1H4V5H1Z", 12},
		{"m1,1h3v4h-3z", 12},
		{"M1-1 4-1 4 3 1 3z", 12},
		{"M 0 0 l .5.5.5-.5z", 0.25},
		{"M0 0 1e1 0 10 10 0 10 0 0", 100},  // closed by coming back
		{"M0 0L10 0L10 10L0 10", 0},         // open: not there
		{"M0 0 C0 4 3 4 3 0z", 3 * 4 * 0.6}, // ∫ of a symmetric cubic: 3/5·w·h for controls straight above the ends
		{"M0 0 c0 4 3 4 3 0z", 3 * 4 * 0.6},
		{"M0 0Q2 3 4 0z", 2. / 3 * (4 * 3 / 2.)}, // a parabola: two thirds of its control triangle
		{"M0 0q2 3 4 0z", 4},
		{"M0 0Q2 3 4 0T8 0L8-9H0z", 8*9 + 4 - 4},             // T mirrors the control: up, then down
		{"M0 0C0 4 3 4 3 0S6-4 6 0L6-9H0z", 6*9 + 7.2 - 7.2}, // S as well
		{"M0 0t4 0l0 5h-4z", 20},                             // T without Q before it is a line
		{"M-2 0A2 2 0 0 1 2 0A2 2 0 0 1-2 0", 4 * math.Pi},
		{"M-2 0a2 2 0 014 0 2 2 0 01-4 0z", 4 * math.Pi}, // flags without space
		{"M0-3A2 3 0 1 1 0 3A2 3 0 0 1 0-3", 6 * math.Pi},
		{"M0 0A1 1 0 0 0 4 0z", 2 * math.Pi},                     // too small a radius grows to half of the chord
		{"M2 0A2 2 0 1 1 0-2L0 0z", 3 * math.Pi},                 // the large one
		{"M0 0L4 0 4 4zm10 10h1v1h-1z", 8},                       // the first of two
		{"M0 0h4v4h-4zl-1-1v1z", 16},                             // what follows z begins where it closed
		{"M4 0A4 2 90 0 1-4 0A4 2 90 0 1 4 0z", math.Pi * 4 * 8}, // grown twice as large, turned by 90°
		{"M1 0A1 1 30 0 1 0 1L0 0z", math.Pi / 4},
	} {
		o, err := parsePath(c.d)
		if err != nil {
			t.Errorf("%s: %v", c.d, err)
			continue
		}
		if c.area == 0 {
			if len(o) != 0 {
				t.Errorf("%s: closed", c.d)
			}
			continue
		}
		if len(o) == 0 {
			t.Errorf("%s: not closed", c.d)
			continue
		}
		if got := sewingtest.Area(&sewing.Piece{Outline: o[0].curves}); math.Abs(got/c.area-1) > 5e-5 {
			t.Errorf("%s: area %.6f, expected %.6f", c.d, got, c.area)
		}
	}
}

// TestArc: the cubics of an ellipse are off it by no more than 5e-6.
func TestArc(t *testing.T) {
	for _, c := range arc(r2.Vec{X: 3}, r2.Vec{X: -3}, 3, 2, 0, false, true) {
		for k := range 20 {
			v := c.At(float64(k) / 19)
			if off := math.Abs(math.Hypot(v.X/3, v.Y/2) - 1); off > 5e-6 {
				t.Errorf("%v is off the ellipse by %.2g", v, off)
			}
		}
	}
}

// TestUnits: a square of 10 cm in all units, by viewBox, and by transforms.
func TestUnits(t *testing.T) {
	for _, text := range []string{
		`<svg width="200mm" height="300mm" viewBox="0 0 200 300"><rect id="a" width="100" height="100"/></svg>`,
		`<svg width="20cm" viewBox="0 0 2000 3000"><rect id="a" width="1000" height="1000"/></svg>`,
		`<svg height="10in" viewBox="0 0 254 254"><rect id="a" width="100" height="100"/></svg>`,
		`<svg width="72pt" height="288pt" viewBox="0 0 25.4 99"><rect id="a" width="100" height="100"/></svg>`, // the smaller scale counts
		`<svg width="10cm" viewBox="0 0 10 10"><g transform="translate(3 4) scale(2)"><path id="a" transform="rotate(30 1 1)" d="M0 0h5v5h-5z"/></g></svg>`,
		`<svg width="10cm" viewBox="0 0 10 10"><polygon transform="matrix(10 0 0 10 1 1)" id="a" points="0,0 1,0 1,1 0,1"/></svg>`,
		`<svg width="10cm" viewBox="0 0 10 10"><polyline transform="skewX(45),skewY(0)" id="a" points="0,0 10,0 10,10 0,10 0,0"/></svg>`,
		`<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect id="a" width="377.952755906" height="377.952755906"/></svg>`,
	} {
		d := svgRead(t, text)
		if a := sewingtest.Area(&d.Pieces[0]) * d.Unit * d.Unit; math.Abs(a/0.01-1) > 1e-6 || len(d.Pieces) != 1 {
			t.Errorf("%s: %d pieces, %.8f m²", text, len(d.Pieces), a)
		}
	}
	round := svgRead(t, `<svg width="100mm" viewBox="0 0 100 100"><circle r="10"/><ellipse cx="50" rx="10" ry="20"/><rect x="70" width="20" height="10" rx="2"/></svg>`)
	for i, want := range []float64{100 * math.Pi, 200 * math.Pi, 200 - (4-math.Pi)*4} {
		if a := sewingtest.Area(&round.Pieces[i]); math.Abs(a/want-1) > 3e-5 {
			t.Errorf("outline %d: area %.5f, expected %.5f", i, a, want)
		}
	}
	if d := svgRead(t, `<svg viewBox="0 0 9 9"><rect width="1" height="1"/></svg>`); len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "96 units per inch") {
		t.Errorf("a drawing without units: %q", d.Warnings)
	}
}

// TestFirstUnit: the first sewing file reports whether the drawing tells its unit, or which rule is assumed, and how
// long sides are.
func TestFirstUnit(t *testing.T) {
	for head, want := range map[string][]string{
		`<svg width="100mm" viewBox="0 0 100 100">`: {"0.001  # of a unit of the drawing, as it says", "50 long, 5 cm"},
		`<svg width="1100" height="1700" viewBox="0 0 1100 1700">`: {"does not say: 96 to the inch; Illustrator writes 72",
			"50 long, 1.323 cm"},
		`<!-- Generator: Adobe Illustrator 28.1 --><svg width="1100px" height="1700px" viewBox="0 0 1100 1700">`: {
			"does not say: 72 to the inch, as Adobe Illustrator", "50 long, 1.764 cm"},
		`<svg width="1100" height="1700" viewBox="0 0 1100 1700"><!-- Generator: Adobe Illustrator -->`: {
			"does not say: 72 to the inch, as Adobe Illustrator", "50 long, 1.764 cm"},
		`<svg viewBox="0 0 9 9"><!-- Generator: Adobe Illustrator -->`:                   {"72 to the inch", "72 units per inch"},
		`<!-- Generator: Adobe Illustrator --><svg width="100mm" viewBox="0 0 100 100">`: {"0.001  # of a unit of the drawing, as it says"},
		`<svg viewBox="0 0 9 9">`: {"does not say: 96 to the inch; Illustrator writes 72", "# warning: "},
	} {
		first := svgRead(t, head+`<rect id="a" width="50" height="50"/></svg>`).First()
		for _, text := range want {
			if !strings.Contains(first, text) {
				t.Errorf("%s: expected %q in\n%s", head, text, first)
			}
		}
	}
}

// TestFoldMarker: FreeSewing draws an arrow to the fold of the cloth, which the piece is on that has it as a side.
func TestFoldMarker(t *testing.T) {
	d := svgRead(t, `<svg width="100mm" viewBox="0 0 100 100"><g transform="translate(10, 0)">
<path id="other" d="M 50 0 h 9 v 40 h -9 z"/><path id="half" d="M 0 0 V 40 H 20 L 15 0 z"/>
<path class="note" marker-start="url(#cutonfoldFrom)" marker-end="url(#cutonfoldTo)" d="M 0,2 L 5,2 L 5,38 L 0,38"/></g></svg>`)
	if len(d.Pieces) != 2 || d.Pieces[0].Fold != nil || d.Pieces[1].Fold == nil {
		t.Fatalf("%+v", d.Pieces)
	}
	if first := d.First(); !strings.Contains(first, `fold = "side-1"`) || strings.Count(first, "fold") != 1 {
		t.Errorf("%s", first)
	}
	p, err := d.Sew("a.toml", []byte("[[panel]]\nname = \"half\"\n"))
	if err != nil || math.Abs(p.Panels[0].Area()-2*.04*.0175) > 1e-9 {
		t.Errorf("%v, %+v: expected both halves", err, p)
	}
}

// TestNames: layers and groups name the largest outline in them, what lies inside is a detail, and what is hidden is
// not there.
func TestNames(t *testing.T) {
	d := svgRead(t, `<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>
<svg xmlns="&ns_svg;" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="100mm" viewBox="0 0 100 100">
 <defs><rect id="no" width="90" height="90"/></defs>
 <g id="layer1" inkscape:label="front"><rect id="pocket" x="2" y="2" width="3" height="3"/><path id="p1" d="M0 0h10v20h-10z"/><path d="M0 5H10"/></g>
 <g id="layer2" inkscape:label="back"><path inkscape:label="yoke" d="M20 0h10v5h-10z"/><path id="body" d="M20 6h10v20h-10z"/></g>
 <g style="fill:none; display: none"><rect id="hidden" width="80" height="80"/></g>
 <rect x="50" width="5" height="5"/>
</svg>`)
	var got []string
	for _, p := range d.Pieces {
		s := strings.Join(p.Names, "=")
		if p.Detail {
			s += " inside"
		}
		got = append(got, s)
	}
	if text := strings.Join(got, ", "); text != "pocket inside, layer1=front=p1, yoke, layer2=back=body, outline-5" {
		t.Error(text)
	}
}

func TestSvgRefuses(t *testing.T) {
	const svg = `<svg width="10mm" viewBox="0 0 10 10">`
	for text, want := range map[string]string{
		"<svg":                                   "a.svg:1: not valid XML",
		"":                                       "no element svg",
		svg + "</svg>":                           "no closed outline",
		svg + "\n<path id=\"x\" d=\"M0 0 L5\"/>": `a.svg:2: path#x: d: character 8: expected the 2 numbers of 'L'`,
		svg + `<path d="L0 0"/>`:                 "expected a path to begin with M",
		svg + `<path d="M0 0 B1 2"/>`:            `'B': expected a command`,
		svg + `<path d="M0 0 A1 1 0 2 0 3 3"/>`:  "expected the 7 numbers",
		svg + `<path d="M0 0 1e999 0 1 1z"/>`:    "expected the 2 numbers",
		svg + `<polygon points="1 2 3"/>`:        "points: 3 numbers: expected pairs",
		svg + `<rect width="a" height="1"/>`:     `width = "a": expected a number`,
		svg + `<g transform="turn(3)">`:          `transform: "turn" with 1 numbers`,
		svg + `<g transform="scale(0)"><rect width="1" height="1"/>`:                   "leave nothing of it",
		svg + `<svg viewBox="0 0 1 1"/>`:                                               "a viewBox of its own",
		`<svg width="1mm" height="9mm" viewBox="0 0 1 1" preserveAspectRatio="none"/>`: "not stretched",
		`<svg viewBox="0 0 1"/>`:                                                       "viewBox",
		`<?xml version="1.0" encoding="utf-7"?><svg/>`:                                 `encoding "utf-7"`,
	} {
		_, err := ReadSVG(strings.NewReader(text), "a.svg")
		var fe *pattern.FormatError
		if err == nil || !errors.As(err, &fe) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, expected %q", text, err, want)
		}
	}
}

// FuzzRead: no bytes make the reader panic, hang, or give outlines that are open or not finite.
func FuzzSvgRead(f *testing.F) {
	f.Add(`<svg width="100mm" viewBox="0 0 100 100"><g id="a" transform="rotate(3) scale(2 3)"><path d="M0 0h4c1 2 3 4 5 6s1 2 3 4q1 1 2 2t3 3a1 2 3 014 5z"/></g></svg>`)
	f.Add(`<svg><circle r="3"/><ellipse rx="1" ry="3"/><rect width="3" height="3" rx="1"/><polygon points="1 2 3 4 5 9"/></svg>`)
	f.Fuzz(func(t *testing.T, text string) {
		guard := time.AfterFunc(20*time.Second, func() { panic("no answer within 20 s") })
		defer guard.Stop()
		d, err := ReadSVG(strings.NewReader(text), "fuzz")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz") {
				t.Fatal(err)
			}
			return
		}
		for _, p := range d.Pieces {
			for i, c := range p.Outline {
				next := p.Outline[(i+1)%len(p.Outline)]
				if c.End != next.Start || math.IsNaN(c.End.X+c.End.Y+c.C1.X+c.C2.Y) || len(p.Names) == 0 {
					t.Fatalf("%v then %v", c, next)
				}
			}
		}
		if p, err := d.Sew("fuzz.toml", []byte(d.First())); err == nil {
			if _, err := p.Mesh(pattern.MeshOptions{EdgeLength: 1}); err == nil {
				_ = err
			}
		}
	})
}
