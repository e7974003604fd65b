package drawing

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"hysteron/pattern"
	"hysteron/pattern/sewing"
	"hysteron/pattern/sewing/sewingtest"
)

// lines writes groups "code value" one a line.
func lines(groups ...string) string {
	var b strings.Builder
	for _, g := range groups {
		code, value, _ := strings.Cut(g, " ")
		fmt.Fprintf(&b, "%3s\r\n%s\r\n", code, value)
	}
	return b.String()
}

func vertex2(x, y float64, more ...string) []string {
	return append([]string{"0 VERTEX", "8 1", fmt.Sprintf("10 %g", x), fmt.Sprintf("20 %g", y)}, more...)
}

// block is a file with one block of these entities, and a text about units.
func file(units string, entities ...string) string {
	all := append([]string{"0 SECTION", "2 BLOCKS", "0 BLOCK", "8 1", "2 FRONT-M", "0 TEXT", "8 1", "1 Piece Name: FRONT"},
		entities...)
	all = append(all, "0 ENDBLK", "0 ENDSEC", "0 SECTION", "2 ENTITIES", "0 INSERT", "2 FRONT-M", "0 TEXT", "1 UNITS: "+
		units, "0 ENDSEC", "0 EOF")
	return lines(all...)
}

func polyline(flag string, vertices ...[]string) []string {
	all := []string{"0 POLYLINE", "8 1", "66 1", "70 " + flag}
	for _, v := range vertices {
		all = append(all, v...)
	}
	return append(all, "0 SEQEND")
}

func read(t testing.TB, text string) *sewing.Drawing {
	t.Helper()
	return sewingtest.Read(t, ReadDXF, text, "a.dxf")
}

// TestOutlines: polylines with bulges, light ones, and lines and arcs in any order and direction enclose what geometry
// says.
func TestOutlines(t *testing.T) {
	square := slices.Clip(polyline("1", vertex2(0, 0), vertex2(4, 0), vertex2(4, 3), vertex2(0, 3)))
	for name, c := range map[string]struct {
		entities []string
		area     float64
	}{
		"polyline":    {square, 12},
		"comes back":  {polyline("0", vertex2(0, 0), vertex2(4, 0), vertex2(4, 3), vertex2(0, 3), vertex2(0, 0)), 12},
		"half circle": {polyline("1", vertex2(0, 0), vertex2(4, 0, "42 1")), 2 * math.Pi},
		"quarter": {polyline("1", vertex2(0, 0), vertex2(2, 0, fmt.Sprintf("42 %.12f", math.Tan(math.Pi/8))),
			vertex2(0, 2)), math.Pi},
		"to the right": {polyline("1", vertex2(0, 0), vertex2(2, 0, fmt.Sprintf("42 %.12f", -math.Tan(math.Pi/8))),
			vertex2(0, 2)), 4 - math.Pi},
		"light": {[]string{"0 LWPOLYLINE", "8 1", "90 4", "70 1", "10 0", "20 0", "10 4", "20 0", "42 0", "10 4", "20 3",
			"10 0", "20 3"}, 12},
		"lines and an arc": {[]string{
			"0 LINE", "8 1", "10 0", "20 0", "11 2", "21 0", "0 LINE", "8 1", "10 0", "20 0", "11 0", "21 2", "0 ARC", "8 1",
			"10 0", "20 0", "40 2", "50 0", "51 90",
		}, math.Pi},
		"a circle": {[]string{"0 CIRCLE", "8 1", "10 5", "20 5", "40 2"}, 4 * math.Pi},
		"the sew line": {append(square, "0 LWPOLYLINE", "8 14", "70 1", "10 .5", "20 .5", "10 3.5", "20 .5", "10 3.5",
			"20 2.5", "10 .5", "20 2.5"), 6},
		"the larger": {append(polyline("1", vertex2(9, 9), vertex2(10, 9), vertex2(10, 10)), square...), 12},
		"other layers": {append(square, "0 LINE", "8 8", "10 0", "20 0", "11 9", "21 9", "0 POINT", "8 4", "10 1", "20 0"),
			12},
		"a spline": {append(polyline("0", vertex2(4, 0), vertex2(0, 0), vertex2(0, 3), vertex2(4, 3)), "0 SPLINE", "8 1",
			"70 8", "71 3", "40 0", "40 0", "40 0", "40 0", "40 1", "40 1", "40 1", "40 1", "10 4", "20 3", "10 6", "20 3",
			"10 6", "20 0", "10 4", "20 0"), 12 + 108./30}, // ∫ (x−4) dy = ∫ 6t(1−t) · 18t(1−t) dt over 0 ≤ t ≤ 1
		"a circle of splines": {[]string{"0 SPLINE", "8 1", "70 12", "71 2", "40 0", "40 0", "40 0", "40 1", "40 1", "40 2",
			"40 2", "40 3", "40 3", "40 4", "40 4", "40 4", "10 2", "20 0", "10 2", "20 2", "10 0", "20 2", "10 -2", "20 2",
			"10 -2", "20 0", "10 -2", "20 -2", "10 0", "20 -2", "10 2", "20 -2", "10 2", "20 0", "41 1", "41 .70710678118654752",
			"41 1", "41 .70710678118654752", "41 1", "41 .70710678118654752", "41 1", "41 .70710678118654752", "41 1"},
			4 * math.Pi},
		"a spline through points": {append(throughCircle(48), "0 POINT", "8 8", "10 0", "20 0"), 4 * math.Pi},
		"an ellipse": {[]string{"0 ELLIPSE", "8 1", "10 5", "20 5", "11 0", "21 3", "40 .5", "41 0", "42 6.283185307179586"},
			4.5 * math.Pi},
		"half an ellipse": {[]string{"0 LINE", "8 1", "10 0", "20 -3", "11 0", "21 3", "0 ELLIPSE", "8 1", "10 0", "20 0",
			"11 0", "21 3", "40 .5", "41 0", "42 3.141592653589793", "230 -1"}, 2.25 * math.Pi},
		"a quarter that faces away": {[]string{"0 LINE", "8 1", "10 0", "20 0", "11 0", "21 3", "0 LINE", "8 1", "10 1.5",
			"20 0", "11 0", "21 0", "0 ELLIPSE", "8 1", "10 0", "20 0", "11 0", "21 3", "40 .5", "41 0",
			"42 1.5707963267948966", "230 -1"}, 4.5 * math.Pi / 4},
		"with comments": {append([]string{"999 by hand"}, square...), 12},
	} {
		d := read(t, file("METRIC", c.entities...))
		if len(d.Pieces) != 1 || math.Abs(sewingtest.Area(&d.Pieces[0])/c.area-1) > 5e-5 || d.Unit != 1e-3 {
			t.Errorf("%s: %d pieces, area %g of %g, unit %g", name, len(d.Pieces), sewingtest.Area(&d.Pieces[0]), c.area, d.Unit)
		}
		text := strings.Join(d.Pieces[0].Warnings, "\n")
		if strings.Contains(text, "1 closed lines beside or within the largest on layer 1") != (name == "the larger") {
			t.Errorf("%s: warnings %q", name, text)
		}
		if n := d.Pieces[0].Names; len(n) != 2 || n[0] != "FRONT-M" || n[1] != "FRONT" {
			t.Errorf("%s: names %q", name, n)
		}
	}
}

// throughCircle is a circle of radius 2 as a spline through n points of it.
func throughCircle(n int) []string {
	all := []string{"0 SPLINE", "8 1", "70 8", "71 3"}
	for k := range n + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
		all = append(all, fmt.Sprintf("11 %.12f", 2*cos), fmt.Sprintf("21 %.12f", 2*sin))
	}
	return all
}

// TestNest: closed lines that lie in each other are sizes of a piece; lines outside of blocks that meet are a piece.
func TestNest(t *testing.T) {
	var all []string
	for _, k := range []float64{1.1, 0.9, 1} {
		all = append(all, polyline("1", vertex2(0, 0), vertex2(4*k, 0), vertex2(2*k, 3*k), vertex2(0, 3*k))...)
	}
	d := read(t, file("METRIC", all...))
	if len(d.Pieces) != 3 {
		t.Fatalf("%d pieces, want 3 sizes", len(d.Pieces))
	}
	for k, want := range []float64{0.9, 1, 1.1} {
		p := &d.Pieces[k]
		if p.Size != fmt.Sprint(k+1) || math.Abs(sewingtest.Area(p)-9*want*want) > 1e-9 || p.Warnings != nil {
			t.Errorf("size %q of area %g, warnings %q", p.Size, sewingtest.Area(p), p.Warnings)
		}
	}
	d = read(t, file("METRIC", append([]string{"0 TEXT", "8 1", "1 Size: 38", "0 TEXT", "8 1", "1 Sample Size: 38"},
		all[:len(all)/3]...)...))
	if d.Sample != "38" || d.Pieces[0].Size != "38" {
		t.Errorf("sample %q, size %q", d.Sample, d.Pieces[0].Size)
	}
	d = read(t, lines("0 SECTION", "2 ENTITIES", "0 LINE", "8 0", "10 0", "20 0", "11 2", "21 0", "0 LINE", "8 0", "10 0",
		"20 0", "11 2", "21 2", "0 LINE", "8 0", "10 2", "20 2", "11 2", "21 0", "0 LINE", "8 0", "10 9", "20 9", "11 9",
		"21 8", "0 ENDSEC", "0 EOF"))
	if len(d.Pieces) != 1 || math.Abs(sewingtest.Area(&d.Pieces[0])-2) > 1e-12 {
		t.Errorf("%d pieces of lines that meet: want a triangle of area 2", len(d.Pieces))
	}
}

// TestRounded: ends that rounding to four decimals leaves apart are one point, and make no side of their own.
func TestRounded(t *testing.T) {
	d := read(t, file("METRIC", "0 LINE", "8 1", "10 0", "20 0", "11 2", "21 0", "0 LINE", "8 1", "10 0", "20 0.00005",
		"11 0", "21 2.00005",
		"0 ARC", "8 1", "10 0", "20 0", "40 2", "50 0", "51 90"))
	if len(d.Pieces) != 1 || len(d.Pieces[0].Outline) != 4 { // the arc is two curves
		t.Fatalf("%d pieces: %+v", len(d.Pieces), d.Pieces)
	}
	for i, c := range d.Pieces[0].Outline {
		if next := d.Pieces[0].Outline[(i+1)%4]; c.End != next.Start {
			t.Errorf("curve %d ends at %v, the next begins at %v", i, c.End, next.Start)
		}
	}
}

// TestLayers: turn points begin sides, the mirror line doubles the piece, the grain line turns the warp; inches are
// inches.
func TestLayers(t *testing.T) {
	d := read(t, file("ENGLISH", append(polyline("1", vertex2(0, 0), vertex2(4, 0), vertex2(5, 1), vertex2(4, 3),
		vertex2(0, 3)),
		"0 POINT", "8 2", "10 0", "20 0", "0 POINT", "8 2", "10 4", "20 0", "0 POINT", "8 2", "10 4", "20 3", "0 POINT",
		"8 2", "10 0", "20 3",
		"0 LINE", "8 6", "10 0", "20 3", "11 0", "21 0", "0 LINE", "8 7", "10 1", "20 1", "11 2", "21 2")...))
	p, err := d.Sew("a.sewing.toml", []byte("[[panel]]\nname = \"front\"\npiece = \"FRONT\"\nsides = [\"hem\", "+
		"\"side\", \"top\", \"middle\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	front := &p.Panels[0]
	if want := 2 * (12 + 1.5) * 0.0254 * 0.0254; math.Abs(front.Area()/want-1) > 1e-9 {
		t.Errorf("area %g m², expected %g: doubled, in inches", front.Area(), want)
	}
	if len(front.Edges) != 4 || math.Abs(front.Grain+math.Pi/4) > 1e-12 {
		t.Errorf("%d edges, grain %g: expected 4, as hem and top go on over the fold, and −π/4", len(front.Edges),
			front.Grain)
	}
}

func TestRefuses(t *testing.T) {
	square := polyline("1", vertex2(0, 0), vertex2(4, 0), vertex2(4, 3))
	whole := file("METRIC", square...)
	for text, want := range map[string]string{
		"":                             "no section",
		"hello\r\n":                    `a.dxf:1: "hello": expected the code of a group`,
		lines("0 SECTION", "2 BLOCKS"): "a.dxf:4: the file ends too early: expected EOF",
		whole[:len(whole)/2]:           "a.dxf:",
		lines("5 A"):                   "group 5: expected 0",
		file("METRIC"):                 "no closed outline",
		file("METRIC", polyline("0", vertex2(0, 0), vertex2(1, 0), vertex2(1, 1))...): "a.dxf:18: block FRONT-M: the " +
			"boundary on layer 1 is open",
		file("METRIC", "0 LINE", "8 1", "10 0", "20 x", "11 1", "21 1"): `group 20: "x": expected a number`,
		file("METRIC", "0 LINE", "8 1", "10 0", "20 0"):                 "LINE without groups 11 and 21",
		file("METRIC", "0 POLYLINE", "8 1", "0 LINE"): "within a polyline: expected VERTEX or " +
			"SEQEND",
		file("METRIC", polyline("1", vertex2(0, 0), vertex2(4, 0, "42 1e9"))...): "bulge 1e+09",
		file("METRIC", "0 ARC", "8 1", "10 0", "20 0", "40 -1"):                  "radius -1",
		file("METRIC", "0 SPLINE", "8 1"):                                        "a SPLINE without control points",
		file("METRIC", append(square, "0 TEXT", "1 Units: ENGLISH")...):          "units are METRIC in line",
		lines("0 SECTION", "2 "+strings.Repeat("x", 5000)):                       "a line longer than 4096 bytes",
	} {
		_, err := ReadDXF(strings.NewReader(text), "a.dxf")
		var fe *pattern.FormatError
		if err == nil || !errors.As(err, &fe) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %v, expected %q", text, err, want)
		}
	}
}

// FuzzRead: no bytes make the reader panic, hang, or give outlines that are open or not finite.
func FuzzRead(f *testing.F) {
	f.Add(file("METRIC", append(polyline("1", vertex2(0, 0), vertex2(4, 0, "42 .5"), vertex2(4, 3)), "0 ARC", "8 14",
		"10 0", "20 0", "40 1", "0 CIRCLE", "8 1", "10 0", "20 0", "40 3")...))
	f.Add(file("ENGLISH", "0 LWPOLYLINE", "8 1", "70 1", "10 0", "20 0", "10 4", "20 0", "10 4", "20 3", "0 LINE", "8 6",
		"10 0", "20 0", "11 4", "21 0"))
	f.Fuzz(func(t *testing.T, text string) {
		guard := time.AfterFunc(20*time.Second, func() { panic("no answer within 20 s") })
		defer guard.Stop()
		d, err := ReadDXF(strings.NewReader(text), "fuzz")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz") {
				t.Fatal(err)
			}
			return
		}
		for _, p := range d.Pieces {
			for i, c := range p.Outline {
				if next := p.Outline[(i+1)%len(p.Outline)]; c.End != next.Start || math.IsNaN(c.End.X+c.End.Y) {
					t.Fatalf("%v then %v", c, next)
				}
			}
		}
		if p, err := d.Sew("fuzz.toml", []byte(d.First())); err == nil {
			_, _ = p.Mesh(pattern.MeshOptions{EdgeLength: 1})
		}
	})
}
