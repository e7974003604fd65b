package instruments

import (
	"math"
	"strings"
	"testing"

	"hysteron/fit"
	"hysteron/law"
)

// TestCantilever: the load of the standard's angle is 8.0042 (bending length .49991 of the overhang), and small
// loads hang by Γ/8 of the length.
func TestCantilever(t *testing.T) {
	if g := fit.HeavyLoad(standardAngle); math.Abs(g/8.0042-1) > 1e-5 {
		t.Errorf("Γ at 41.5°: %.6g, expected 8.0042", g)
	}
	if y := math.Tan(fit.HeavyChord(1e-3)); math.Abs(y/(1e-3/8)-1) > 1e-5 {
		t.Errorf("chord at Γ = 0.001: slope %g, expected Γ/8", y)
	}
	c, err := ReadOverhang("x.csv", strings.NewReader("# density = 143 g/m2\noverhang [mm]\n40\n42\n41\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := FitOverhang(c)
	if want := .143 * 9.81 * math.Pow(.041, 3) / 8.0042; math.Abs(m.Value/want-1) > 0.01 ||
		!(m.Lo < want && want < m.Hi) || m.N != 3 {
		t.Errorf("B = %v, expected about %g", m, want)
	}
	for text, want := range map[string]string{
		"# density = 200 g/m2\noverhang [m]\n4\n": "x.csv:3: overhang of 4000 mm: " +
			"expected 5 to 1000 mm",
		"# density = 200 g/m2\noverhang [mm]\n40\n4\n": "x.csv:4: overhang of 4 mm",
		"# density = 200 kg/m2\noverhang [mm]\n40\n":   "x.csv:1: density of 200 kg/m²: no cloth is beyond",
		"# density = 200 g/m2\noverhang [mm], angle [deg]\n40, 41\n300, 41\n": "x.csv:4: 300 mm at 41° gives a " +
			"stiffness of",
	} {
		if _, err := ReadOverhang("x.csv", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
	c, err = ReadOverhang("x.csv", strings.NewReader("# density = 200 g/m2\noverhang [mm], angle [deg]\n40, 20\n40, 60\n"))
	if err != nil {
		t.Fatal(err)
	}
	if m := FitOverhang(c); m.Lo != 0 || m.Hi < 2*m.Value {
		t.Errorf("two readings far apart: %+v, expected an interval down to zero", m)
	}
	for _, bad := range []string{"overhang [mm]\n40\n", "# density = 143 g/m2\noverhang [mm]\n-40\n",
		"# density = 143 g/m2\noverhang [mm], angle [deg]\n40, 95\n", "# density = 143 g/m2\noverhang [mm]\n"} {
		if _, err := ReadOverhang("x.csv", strings.NewReader(bad)); err == nil {
			t.Errorf("%q: expected an error", bad)
		}
	}
}

// TestOneWay: without friction it is the elastica's stiffness; a strip with friction that was let down comes back
// without it. The angle of the latter is that of an integration of its own, from the clamp, of moments that are those
// of the tip's side.
func TestOneWay(t *testing.T) {
	c := &OverhangStrips{Density: 0.2, Overhang: []float64{0.05}, Angle: []float64{0.6}}
	got, want := OverhangOneWay(c, false, As(law.Dahl{Tau: 30})), FitOverhang(c)
	if math.Abs(got.Value/want.Value-1) > 1e-6 {
		t.Errorf("without friction %g, expected %g", got.Value, want.Value)
	}
	// Relaxation: n rigid links whose joints carry M(κ) = Bκ + a(1 − e^{−3κ/τ}).
	const stiffness, a, tau, weight, length, n = 1e-5, 2e-4, 40., 0.2 * gravity, 0.06, 2000
	theta := make([]float64, n)
	h := length / n
	for range 4000 {
		worst, moment, before := 0.0, 0.0, make([]float64, n)
		copy(before, theta)
		load := make([]float64, n) // moment at the start of each link, from the tip
		for i := n - 1; i >= 0; i-- {
			moment += weight * (float64(n-1-i) + 0.5) * h * h * math.Cos(theta[i])
			load[i] = moment
		}
		slope := 0.0
		for i := range theta {
			k := fit.Bisect(func(k float64) bool { return stiffness*k+a*(1-math.Exp(-3*k/tau)) < load[i] }, 0, load[i]/stiffness)
			slope += k * h
			theta[i] += 0.3 * (slope - theta[i])
			worst = max(worst, math.Abs(theta[i]-before[i]))
		}
		if worst < 1e-9 {
			break
		}
	}
	x, y := 0.0, 0.0
	for _, q := range theta {
		x, y = x+h*math.Cos(q), y+h*math.Sin(q)
	}
	c = &OverhangStrips{Density: 0.2, Overhang: []float64{length}, Angle: []float64{math.Atan2(y, x)}}
	if w := c.Ways(); !w.Down || w.Up {
		t.Error("one reading is of a strip that was let down")
	}
	if got := OverhangOneWay(c, false, As(law.Dahl{A: a, Tau: tau})); math.Abs(got.Value/stiffness-1) > 0.01 {
		t.Errorf("chord %.4g rad: B = %g, expected %g", c.Angle[0], got.Value, stiffness)
	}
	if got := OverhangOneWay(c, false, InRatio(law.Dahl{A: 3 * a, Tau: tau}, stiffness)); math.Abs(got.Value/
		stiffness-1) > 0.01 {
		t.Errorf("in the ratio of cloth three times as stiff: B = %g, expected %g", got.Value, stiffness)
	}
	if got := OverhangOneWay(c, false, As(law.Dahl{A: 1e-2, Tau: tau})); !math.IsNaN(got.Value) {
		t.Errorf("B = %g where friction alone would hold the strip", got.Value)
	}
}

// TestWays: what was let down and what was let up is told by a column, else by what the readings look like, not by how
// alike two overhangs are.
func TestWays(t *testing.T) {
	for _, q := range []struct {
		rows            string
		down, up, alike bool
		says            string
	}{
		// scatter of two readings of one way
		{"45, 13\n45, 15\n55, 24\n55, 25\n65, 36\n65, 35.5", true, false, true, "explain these readings alike"},
		// overhangs that differ by half a millimetre
		{"55.5, 24\n56, 57.5", true, true, false, "let down and let up"},
		//
		{"44.4, 13.3\n45, 46\n55.5, 24\n56, 57.5\n66.6, 36.1\n67.5, 66.1", true, true, false, "let down and let up"},
		//
		{"44.4, 46\n55.5, 57.5\n66.6, 66.1", false, true, false, "only let up"},
		//
		{"50, 30", true, false, true, "explain these readings alike"}, {"50, 30\n51, 29.5\n52, 29.2\n53, 29\n54, 28.9", false,
			true, false, "only let up"},
		{"44.4, 46, down\n55.5, 57.5, down", true, false, false, ""}, {"44.4, 46, up\n55.5, 57.5, UP", false, true, false,
			""}, {"44.4, 13, down\n55.5, 57.5, up", true, true, false, ""},
	} {
		head := "overhang [mm], angle [deg]"
		if strings.Count(q.rows, ",") > strings.Count(q.rows, "\n")+1 {
			head += ", way"
		}
		c, err := ReadOverhang("x.csv", strings.NewReader("# density = 208 g/m2\n"+head+"\n"+q.rows+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if w := c.Ways(); w.Down != q.down || w.Up != q.up || w.Alike != q.alike || !strings.Contains(w.Says, q.says) ||
			(w.Says == "") != (q.says == "") {
			t.Errorf("%q: %+v", q.rows, w)
		}
	}
	for rows, want := range map[string]string{"50, 30, up\n50, 60, down": "turned around",
		"50, 30, left": "expected down or up", "45, 76.7, down\n50, 70, down\n55, 64, down\n60, 57, down": "x.csv:6: 60 mm " +
			"hang at 57°, and shorter strips at more: expected longer ones to hang more steeply; are angles measured from the " +
			"vertical?"} {
		if _, err := ReadOverhang("x.csv", strings.NewReader("# density = 208 g/m2\noverhang [mm], angle [deg], way\n"+
			rows+"\n")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", rows, err)
		}
	}
	// Felt (a = 0.512 mN), whose strips of the table above were let up from ten times their weight: k1 is 14.53 µN·m.
	up := &OverhangStrips{Density: 0.208, Overhang: []float64{.0444, .0555, .0666}, Angle: []float64{46 * deg, 57.5 * deg,
		66.1 * deg}, Way: []float64{1, 1, 1}}
	felt := law.Dahl{A: 5.12e-4, B: 1.5e-5, Tau: 29.9}
	if got := OverhangOneWay(up, true, As(felt)).Value / 3; math.Abs(got/1.453e-5-1) > 0.25 {
		t.Errorf("let up: k1 = %.4g, expected about 1.453e-05", got)
	}
}

// Tables with semicolons and decimal commas, or with tabs, are those with commas.
func TestSeparated(t *testing.T) {
	a, err := ReadOverhang("a", strings.NewReader("# density = 143 g/m2\noverhang [mm], angle [deg]\n40.5, 41.5\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"# density = 143 g/m2\r\noverhang [mm];angle [deg]\r\n40,5;41,5\r\n",
		"# density = 143 g/m2\noverhang [mm]\tangle [deg]\n40,5\t41,5\n"} {
		b, err := ReadOverhang("b", strings.NewReader(text))
		if err != nil || b.Overhang[0] != a.Overhang[0] || b.Angle[0] != a.Angle[0] {
			t.Errorf("%q: %+v, %v", text, b, err)
		}
	}
}

// TestNotesSeparated: what holds for all of a table has decimal commas where its rows may have them, and where they may
// not is told how.
func TestNotesSeparated(t *testing.T) {
	for _, density := range []string{"143,5", "143,50"} {
		if c, err := ReadOverhang("c.csv", strings.NewReader("# density = "+density+" g/m2\noverhang [mm];angle "+
			"[deg]\n40,5;41,5\n")); err != nil || math.Abs(c.Density-.1435) > 1e-12 {
			t.Errorf("%s: %+v, %v", density, c, err)
		}
	}
	const hint = `c.csv:1: density = "143,5 g/m2": expected a number and a unit; decimal commas go with semicolons`
	if _, err := ReadOverhang("c.csv",
		strings.NewReader("# density = 143,5 g/m2\noverhang [mm],angle [deg]\n40.5,41.5\n")); err == nil ||
		!strings.Contains(err.Error(), hint) {
		t.Error(err)
	}
}

// TestEmpty: a table without a header is told which columns it needs.
func TestEmpty(t *testing.T) {
	const want = "x.csv: no header: expected names of columns with their units, of these: angle [deg], overhang [mm], way"
	if _, err := ReadOverhang("x.csv", strings.NewReader("")); err == nil || err.Error() != want {
		t.Errorf("%v, expected %s", err, want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("# density = 143 g/m2\noverhang [mm], angle [deg], way\n40, 41.5, down\n50, 60, up\n")
	f.Add("# density = 143 g/m2\noverhang [mm]\n40\n")
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := ReadOverhang("f", strings.NewReader(text)); err == nil {
			if m := FitOverhang(c); math.IsNaN(m.Value) || math.IsInf(m.Value, 0) {
				t.Fatalf("stiffness %g", m.Value)
			}
		}
	})
}
