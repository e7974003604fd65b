package drape

import (
	"context"
	"math"
	"strings"
	"testing"

	"hysteron/cpu"
	"hysteron/scenes"
	"hysteron/verify"
)

// TestHangings: imperfections scatter the coefficient of one cloth, the same ones give the same bits, and the mean is
// that of the hangings; a second mesh is asked for, and whether both agree is told.
func TestHangings(t *testing.T) {
	f, err := scenes.LoadFabric("doublecloth")
	if err != nil {
		t.Fatal(err)
	}
	q := Protocol{Test: verify.DrapeTest{Edge: .03}, Hangings: 3, Meshes: 2}
	h, err := q.Measure(context.Background(), f, func(s string) { t.Log(s) })
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	for i, d := range h.Drapes {
		sum += d.Coefficient / 3
		if d.Test.Hanging != i+1 || d.Test.Edge != .015 {
			t.Errorf("hanging %d with edges of %g m: expected %d and 0.015", d.Test.Hanging, d.Test.Edge, i+1)
		}
	}
	c := h.Coefficient
	if !(c.Deviation > .01 && c.Deviation < 5) || math.Abs(c.Mean-sum) > 1e-9 || c.Readings != 3 || len(h.Meshes) != 2 {
		t.Errorf("%+v on %d meshes, mean of the hangings %g: expected it, a spread, and two meshes", c, len(h.Meshes), sum)
	}
	if text, _ := h.Reached(); !strings.Contains(text, "edges of 30 mm") || !strings.Contains(text, "edges of 15 mm") {
		t.Error(text)
	}
	again, err := verify.DrapeFabric(context.Background(), cpu.Backend{}, f, h.Drapes[1].Test)
	if err != nil || again.Coefficient != h.Drapes[1].Coefficient {
		t.Errorf("the second hanging once more: %v, %g %%, expected %g", err, again.Coefficient, h.Drapes[1].Coefficient)
	}
}

// TestReached: two points are agreement, more are not, and one mesh says nothing of it.
func TestReached(t *testing.T) {
	for _, q := range []struct {
		coefficients []float64
		ok           bool
		want         string
	}{
		{[]float64{50}, true, "one mesh, edges of 0 mm"}, {[]float64{50, 48.1}, true, "agree within 2 points: 50.0 %"},
		{[]float64{82, 48, 43}, false, "differ by 5.0 points, expected 2 at most: 82.0 %"},
		{[]float64{82, 43, 44.9}, true, "agree within 2 points"},
	} {
		h := &Hung{}
		for _, c := range q.coefficients {
			h.Meshes = append(h.Meshes, MeshMean{Coefficient: c})
		}
		if text, ok := h.Reached(); ok != q.ok || !strings.Contains(text, q.want) {
			t.Errorf("%v: %v, %q: expected %v, %q", q.coefficients, ok, text, q.ok, q.want)
		}
	}
}

// TestSize: limp cloth takes the small specimen of the standards, stiff cloth the large one, on their disc alone.
func TestSize(t *testing.T) {
	for _, q := range []struct {
		disc, specimen, coefficient float64
		want                        string
	}{{0, 0, 50, ""}, {0, 0, 20, "--specimen 0.24"}, {0, 0, 90, "--specimen 0.36"}, {0, .24, 40, ""}, {0, .36, 70, ""},
		{0, .26, 50, "--specimen 0.3"}, {.127, .254, 20, ""}} {
		h := Hung{Test: verify.DrapeTest{Disc: q.disc, Specimen: q.specimen}.Filled(),
			Coefficient: Spread{Mean: q.coefficient}}
		if got := h.Size(); q.want == "" && got != "" || !strings.Contains(got, q.want) {
			t.Errorf("%+v: %q", q, got)
		}
	}
}

// TestLengths: a table's lengths fill those that were not asked for, and stand for the ring.
func TestLengths(t *testing.T) {
	text := "# disc = 12.7 cm\n# specimen = 254 mm\n# edge = 1 cm\nangle [deg], radius [mm]\n"
	for _, a := range []string{"0", "45", "90", "135", "180", "225", "270", "315"} {
		text += a + ", 100\n"
	}
	d, err := ReadDrape("x", strings.NewReader(text), verify.DrapeTest{Edge: .02})
	area := 8. / 2 * .01 * math.Sin(math.Pi/4)
	want := 100 * (area - math.Pi*.0635*.0635) / (math.Pi*.127*.127 - math.Pi*.0635*.0635)
	if err != nil || d.Test != (verify.DrapeTest{Disc: .127, Specimen: .254, Edge: .02}) ||
		math.Abs(d.Coefficient-want) > 1e-9 {
		t.Errorf("%+v, %v: expected %g %%", d, err, want)
	}
	for text, want := range map[string]string{
		"# disc = 18 cm\n# specimen = 18 cm\n": "specimen of 0.18 m: expected a diameter of 0.216 to 0.54 m",
		"# disc = 18 m\n":                      "disc of 18 m: expected a diameter of 0.05",
		"# edge = 1 mm\n":                      "edge of 0.001 m", "# disc = 18\n": "x:1: disc",
	} {
		if _, err := ReadDrape("x", strings.NewReader(text+"# coefficient = 50 %\n"), verify.DrapeTest{}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}
