package report

import (
	"bytes"
	"encoding/json"
	"image/png"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// plots of all kinds.
func plots() []*Plot {
	x := []float64{0, 1, 2, 3, 4}
	return []*Plot{
		{Title: "curves", X: "x [m]", Y: "y [m]", Lines: []Line{{Name: "a rather long name of a line", X: x,
			Y: []float64{0, 1, 4, 9, 16}}, {Name: "points", X: x, Y: []float64{1, 2, 5, 8, 12}, Points: true},
			{X: x, Y: x, Dashed: true, Colour: Black}}},
		{Title: "decades", X: "n", Y: "t", LogX: true, LogY: true,
			Lines: []Line{{Name: "falls", Marked: true, X: x, Y: []float64{5, 2, 1, .5, .25}}}},
		{Title: "circle", X: "x", Y: "y", Square: true, Lines: []Line{{X: []float64{0, 1, 2}, Y: []float64{0, 3, 0}}}},
		{Title: "bars", Y: "share [%]", Parts: []string{"below", "above"}, Bars: []Bar{{"one", []float64{20, 80}},
			{"two", []float64{50, 50}}}},
	}
}

// Plots are pictures of a sensible size in which every line and bar has its colour, as SVG and as PNG.
func TestPlots(t *testing.T) {
	for _, p := range plots() {
		svg, err := p.SVG()
		if err != nil || !bytes.HasPrefix(svg, []byte("<svg")) {
			t.Fatalf("%s: %v, %.40q", p.Title, err, svg)
		}
		data, err := p.PNG()
		if err != nil {
			t.Fatal(err)
		}
		if dir := os.Getenv("PLOTS"); dir != "" {
			os.WriteFile(dir+"/"+p.Title+".png", data, 0o666)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		colours := map[[3]uint32]int{}
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				r, g, b, _ := img.At(x, y).RGBA()
				colours[[3]uint32{r >> 8, g >> 8, b >> 8}]++
			}
		}
		want := [][3]uint32{{0x00, 0x72, 0xB2}}
		if len(p.Lines) == 3 || len(p.Bars) > 0 {
			want = append(want, [3]uint32{0xD5, 0x5E, 0x00})
		}
		for _, c := range want {
			if colours[c] < 20 {
				t.Errorf("%s: %d pixels of colour %x", p.Title, colours[c], c)
			}
		}
	}
}

// Logarithmic axes leave out what they have no place for; a plot of nothing is drawn all the same.
func TestPlotOfNothing(t *testing.T) {
	for _, y := range [][]float64{nil, {0}, {-1}} {
		p := Plot{LogY: true, Lines: []Line{{Name: "none", X: make([]float64, len(y)), Y: y}}}
		if _, err := p.SVG(); err != nil {
			t.Errorf("%v: %v", y, err)
		}
	}
	if _, err := (&Plot{Lines: []Line{{X: []float64{1}, Y: []float64{math.NaN()}}}}).SVG(); err == nil {
		t.Error("NaN was drawn")
	}
}

func TestTableText(t *testing.T) {
	table := Table{Head: []string{"what", "value", "unit"}}
	table.Add("édge", "≥ 1", "m")
	table.Add("a", "12.5", "1")
	table.Add("b", "–", "")
	var b strings.Builder
	if err := table.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	const want = "what  value  unit\nédge    ≥ 1  m\na      12.5  1\nb         –\n"
	if b.String() != want {
		t.Errorf("%q, expected %q", b.String(), want)
	}
}

// A page holds all in itself, in order, with its texts escaped.
func TestPage(t *testing.T) {
	p := Page{Title: "a < b", Notes: []Note{{"all pass", Good}}}
	p.Heading("Chapter")
	p.Section("part")
	p.Text("%d %%", 7)
	table := &Table{Caption: "cap", Head: []string{"x", "y"}, Mood: []Mood{Bad}}
	table.Add("<i>", "1.5")
	p.Table(table)
	svg, err := plots()[0].SVG()
	if err != nil {
		t.Fatal(err)
	}
	p.Figures("both", Figure{SVG: svg}, Figure{PNG: []byte("png"), Caption: "picture"})
	p.Figures("without any")
	html, err := p.HTML()
	if err != nil {
		t.Fatal(err)
	}
	rest := string(html)
	for _, s := range []string{"<h1>a &lt; b</h1>", `class="good">all pass`, `href="#Chapter"`, `<h2 id="Chapter">`, "<h3>part", "7 %", "<caption>cap", `<tr class="bad"><td class="">&lt;i&gt;</td><td class="n">1.5</td>`, "<svg", "data:image/png;base64,cG5n", "picture", "both"} {
		i := strings.Index(rest, s)
		if i < 0 {
			t.Fatalf("the page lacks %q, here or at all:\n%.600s", s, rest)
		}
		rest = rest[i+len(s):]
	}
	if strings.Contains(string(html), "without any") {
		t.Error("figures without any figure")
	}
}

func TestNumbers(t *testing.T) {
	data, err := json.Marshal([]Number{1.5, Number(math.NaN()), Number(math.Inf(-1))})
	if err != nil || string(data) != "[1.5,null,null]" {
		t.Errorf("%s, %v", data, err)
	}
	for v, want := range map[float64]string{.1234: "12 %", 1e-5: "1e-05", math.Inf(1): "+Inf"} {
		if got := Percent(v, 2); got != want {
			t.Errorf("Percent(%g) = %s, expected %s", v, got, want)
		}
	}
}

// Labels of ticks tell where they are.
func TestTickLabels(t *testing.T) {
	for _, r := range [][2]float64{{1.0282, 1.0554}, {0, 1}, {-3e-9, 7e-9}, {99990, 100013}, {0.001, 0.0035}, {-1, 12e6},
		{1e5, 1e5 + 1e-3}} {
		labels := map[string]bool{}
		for _, tick := range (ticks{}).Ticks(r[0], r[1]) {
			if tick.Label == "" {
				continue
			}
			x, err := strconv.ParseFloat(tick.Label, 64)
			if err != nil || math.Abs(x-tick.Value) > 1e-3*(r[1]-r[0]) || labels[tick.Label] || len(tick.Label) > 12 {
				t.Errorf("%v: the tick at %v is labelled %q", r, tick.Value, tick.Label)
			}
			labels[tick.Label] = true
		}
		if len(labels) < 2 {
			t.Errorf("%v: %d labels", r, len(labels))
		}
	}
}
