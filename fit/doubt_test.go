package fit

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestDoubts: a sample that gets shorter under load, a force that falls where the strain grows and a fit that is far
// off are told; what the law made is not.
func TestDoubts(t *testing.T) {
	const head = "# width = 100 mm\n# length = 100 mm\n# mass = 1.43 g\nweight [N], length [mm]\n"
	sound, err := ReadStretch("a.csv", strings.NewReader(head+"0, 100.3\n1, 103.7\n2, 105.1\n5, 108.3\n2, 106\n1, "+
		"104.5\n0, 100.5\n"))
	if err != nil {
		t.Fatal(err)
	}
	if d := sound.Doubts(1e-4); d != nil {
		t.Errorf("sound: %q", d)
	}
	if d := sound.Doubts(2e-3); len(d) != 1 || !strings.Contains(d[0].Located(),
		"residual of 2 mm is 25 % of the range that was "+
			"measured, 8 mm") {
		t.Errorf("far off: %q", d)
	}
	if _, err := ReadStretch("a.csv",
		strings.NewReader(head+"0, 100.2\n1, 93\n2, 90\n5, 80\n2, 106\n1, 104.5\n0, 100.5\n")); err == nil ||
		!strings.Contains(err.Error(), "gets shorter under load, by 3.9") {
		t.Errorf("shorter: %v", err)
	}
	c := tested(&Modes[2], kesCases[2].p, 250, -250, 0, 0)
	if d := c.Doubts(.01); d != nil {
		t.Errorf("sound: %q", d)
	}
	for i := range c.F {
		c.F[i] *= 100
	}
	if d := c.Doubts(.2); len(d) != 2 || !strings.Contains(d[1].Located(), "B of 73.23 gf·cm²/cm: no cloth is beyond") {
		t.Errorf("a hundred times as stiff: %q", d)
	}
	for i := range c.F {
		c.F[i] *= 100
	}
	if err := c.check(); err == nil || !strings.Contains(err.Error(), "B of 7323 gf·cm²/cm: no cloth is beyond") {
		t.Errorf("ten thousand times as stiff: %v", err)
	}
}

// TestZeroDoubt: a Kawabata curve whose strain begins at a hundredth without force is asked about its zero.
func TestZeroDoubt(t *testing.T) {
	c := tested(&Modes[0], kesCases[0].p, .1, 0, 0, 0)
	for i := range c.Q {
		c.Q[i] += .01
	}
	if d := c.Doubts(0); len(d) != 1 || !strings.Contains(d[0].Located(),
		"the curve begins at 1 %, with no force beyond errors: "+
			"is the zero of the strain off") {
		t.Errorf("%q", d)
	}
}

// TestRolledDoubts: strips that are bent the other way, or more than their cylinders, are named with their line.
func TestRolledDoubts(t *testing.T) {
	s, err := ReadSpirals("r.csv", strings.NewReader("# density = 208 g/m2\nradius [mm], curvature [1/m]\n5, 100\n7, "+
		"-8\n10, 120\n16, 20\n"))
	if err != nil {
		t.Fatal(err)
	}
	if d := s.Doubts(0, 0, nil); len(d) != 2 || !strings.Contains(d[0].Located(), "line 4: curvature of -8 1/m") ||
		!strings.Contains(d[1].Located(), "line 5: this sample is left out") {
		t.Errorf("%q", d)
	}
	if s.moment(0) != 0 {
		t.Errorf("a strip on its edge weighs %g", s.moment(0))
	}
	text := "# density = 208 g/m2\nradius [mm], curvature [1/m], lever [mm]\n5, 100, 2\n"
	if _, err := ReadSpirals("r.csv", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), `"length"`) {
		t.Errorf("a lever without a length: %v", err)
	}
}

// TestCurvesThatCannotBe: a curve without force or pulled nowhere names its file; rows that stand twice change nothing
// of it.
func TestCurvesThatCannotBe(t *testing.T) {
	sound := tested(&Modes[0], kesCases[0].p, .1, 0, 0, 0)
	table := func(q, f float64, times int) string {
		var b strings.Builder
		b.WriteString("strain [1], force [N/m]\n")
		for i := range sound.Q {
			for range times {
				fmt.Fprintf(&b, "%g, %g\n", q*sound.Q[i], f*sound.F[i])
			}
		}
		return b.String()
	}
	for text, want := range map[string]string{
		table(1, 0, 1): "c.csv: force is zero throughout", table(-1, -1, 1): "c.csv: strain is nowhere above zero",
		table(1, -1, 1):  "c.csv: force falls where strain grows",
		table(100, 1, 1): "c.csv: strain of 1000 %: expected 0 to 200 %",
		table(1, 1, 1):   "", table(1, 1, 2): "",
	} {
		c, err := ReadCurve(&Modes[0], "c.csv", strings.NewReader(text))
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v: expected %q", err, want)
		}
		if err != nil || len(c.Q) == len(sound.Q) {
			continue
		}
		e, err := FitCurve(c, Options{})
		if err != nil || math.Abs(e.P[iK1]/kesCases[0].p[iK1]-1) > .01 {
			t.Errorf("each row twice: %v", err)
		}
	}
}

// TestConstantAndTwice: a force that is the same in all rows is told with its line; faults of a curve whose rows stand
// twice have the line where they are, and a sound one has none, however steep it begins.
func TestConstantAndTwice(t *testing.T) {
	for _, m := range []int{0, 1, 2} {
		top := []float64{.08, .14, 250}[m]
		sound := tested(&Modes[m], kesCases[m].p, top, 0, 0, 0)
		text := func(times int, force func(i int) float64) string {
			units := []string{"strain [1], force [N/m]", "angle [rad], force [N/m]", "curvature [1/m], moment [N]"}[m] + "\n"
			for i, q := range sound.Q {
				units += strings.Repeat(fmt.Sprintf("%g, %g\n", q, force(i)), times)
			}
			return units
		}
		own := func(i int) float64 { return sound.F[i] }
		hollow := func(i int) float64 { return sound.F[i] * math.Pow(math.Abs(sound.Q[i]/top), 3) }
		at := len(sound.Q) / 3
		wrong := func(i int) float64 {
			if i == at {
				return -sound.F[i]
			}
			return sound.F[i]
		}
		for _, c := range []struct {
			text, want string
		}{
			{text(1, func(int) float64 {
				return .01
			}), "c.csv:2: "}, {text(2, own), ""}, {text(1, own), ""}, {text(1, hollow), ""}, {text(2, hollow), ""},
			{text(1, wrong), fmt.Sprintf("c.csv:%d: ", at+2)}, {text(2, wrong), fmt.Sprintf("c.csv:%d: ", 2*at+2)},
		} {
			if _, err := ReadCurve(&Modes[m], "c.csv", strings.NewReader(c.text)); (err == nil) != (c.want == "") ||
				err != nil && !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%s: %v, expected %q", Modes[m].Name, err, c.want)
			}
		}
	}
}

// TestHollowShear: of a shear curve that begins without any stiffness a hundredth of its secant is left and stands on
// its bound, as cloth without any has no rest.
func TestHollowShear(t *testing.T) {
	c := tested(&Modes[1], []float64{0, 200, 1, 0, .006}, .14, 0, 0, 0)
	e, err := FitCurve(c, Options{Starts: 2})
	if err != nil {
		t.Fatal(err)
	}
	if k := e.P[iK1]; !(k > .2 && k < .5) || len(e.Bounds) == 0 || e.Bounds[0].Key != Modes[1].Keys[iK1] ||
		math.Abs(e.P[iK2]/200-1) > .03 {
		t.Errorf("%.4g, bounds %+v", e.P, e.Bounds)
	}
}

// TestNotesOnce: what holds for all of a table stands in it once; what nobody asks for may stand twice.
func TestNotesOnce(t *testing.T) {
	const rest = "# length = 100 mm\n# mass = 1.43 g\nweight [N], length [mm]\n0, 100.3\n5, 108.3\n0, 100.5\n"
	if _, err := ReadStretch("a.csv", strings.NewReader("# width = 100 mm\n# by = a\n# by = b\n"+rest)); err != nil {
		t.Error(err)
	}
	if _, err := ReadStretch("a.csv", strings.NewReader("\ufeff# width = 100 mm\n"+rest)); err != nil {
		t.Errorf("with a byte order mark before a note: %v", err)
	}
	twice := strings.Replace(rest, "length [mm]", "length [mm], length [cm]", 1)
	if _, err := ReadStretch("a.csv", strings.NewReader("# width = 100 mm\n"+twice)); err == nil ||
		!strings.Contains(err.Error(), `a.csv:4: column "length" stands twice`) {
		t.Errorf("a column that stands twice: %v", err)
	}
	_, err := ReadStretch("a.csv", strings.NewReader("# width = 100 mm\n# x\n# width = 50 mm\n"+rest))
	if err == nil || !strings.Contains(err.Error(), "a.csv:3: width stands in line 1 as well") {
		t.Error(err)
	}
}

// TestSheetOfZeros: a value of zero is said to be no measurement, but for hysteresis.
func TestSheetOfZeros(t *testing.T) {
	_, err := ReadSheet("k.csv", strings.NewReader(strings.Replace(strings.Replace(twill, "EMT [%], 4.5", "EMT [%], 0", 1),
		"WT, 6.98", "WT, 0", 1)+"2HB, 0, 0\n"))
	if err == nil || !strings.Contains(err.Error(), "stands in line") {
		t.Errorf("2HB twice: %v", err)
	}
	s, err := ReadSheet("k.csv", strings.NewReader(strings.NewReplacer("EMT [%], 4.5", "EMT [%], 0", "WT, 6.98", "WT, 0",
		"2HB, 0.060", "2HB, 0").Replace(twill)))
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(s.Notes, "; ")
	if !strings.Contains(notes, "EMT of 0 (warp): cloth has some, so it is taken as not measured") ||
		!strings.Contains(notes, "WT of 0 (warp)") || strings.Contains(notes, "2HB of 0") ||
		strings.Contains(notes, "(weft)") {
		t.Error(notes)
	}
}

// TestCurveOneRow: a single row with another unit is told by its line, in the middle of a branch; rows that scatter are
// not.
func TestCurveOneRow(t *testing.T) {
	for _, by := range []float64{1, 98, 1. / 98} {
		c := tested(&Modes[2], kesCases[2].p, 250, -250, .02, 7)
		at := len(c.F) / 8
		c.lines = nil
		for i := range c.F {
			c.lines = append(c.lines, i+2)
		}
		c.F[at] *= by
		if err := c.check(); (err != nil) != (by != 1) || err != nil && !strings.Contains(err.Error(),
			fmt.Sprintf(":%d: moment of", at+2)) {
			t.Errorf("row %d × %g: %v", at, by, err)
		}
	}
}
