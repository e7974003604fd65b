package fit

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hysteron/fit/findings"
)

const fastSheet = "property, warp, weft\nE5 [%], 0.6, 0.9\nE20, 1.6, 2.2\nE100, 4.1, 5.6\nEB5, 2.9\nC [mm], 19.2, " +
	"17.1\nW, 215\nT2 [mm], 0.75\n"

// find returns a number of a list.
func find(t *testing.T, list []Converted, part, key string) float64 {
	t.Helper()
	for _, n := range list {
		if n.Part == part && n.Key == key {
			return n.Value
		}
	}
	t.Errorf("no %s.%s", part, key)
	return math.NaN()
}

// A FAST sheet gives B = W·C³·g, G = 123/EB5, and a stretch whose elongations come near those of the sheet.
func TestFast(t *testing.T) {
	f, err := ReadFast("x.csv", strings.NewReader(fastSheet))
	if err != nil {
		t.Fatal(err)
	}
	list, err := f.Convert()
	if err != nil {
		t.Fatal(err)
	}
	if b := 3 * find(t, list, "bend_warp", "k1_nm"); math.Abs(b/(0.215*9.81*math.Pow(0.0192, 3))-1) > 1e-9 ||
		math.Abs(b/14.9e-6-1) > 0.01 {
		t.Errorf("B = %g", b)
	}
	if g := find(t, list, "shear", "k1_n_m"); math.Abs(g/(123/2.9)-1) > 1e-3 {
		t.Errorf("G = %g", g)
	}
	k1, k2 := find(t, list, "warp", "k1_n_m"), find(t, list, "warp", "k2_n_m")
	for i, e := range []float64{0.006, 0.016, 0.041} {
		eps := e + e*e/2
		if load := (k1 + k2*eps) * eps * (1 + e); math.Abs(load/fastLoads[i]-1) > 0.35 {
			t.Errorf("%g N/m at an elongation of %g, FAST has %g", load, e, fastLoads[i])
		}
	}
	if found := f.Doubts(); found != nil {
		t.Error(found)
	}
	stiff, err := ReadFast("x.csv", strings.NewReader("property, warp, weft\nE5 [%], 0.05, 0.9\nE20, .1, 2.2\nE100, .3, "+
		"5.6\n"))
	if err != nil || !strings.Contains(stiff.Doubts().String(), "line 4: E100 (warp) of 0.3 %: woven cloth for "+
		"clothes has 0.5 to 30 %") {
		t.Error(stiff, err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"E20, 1.6", "E20, 0.5", "x.csv:3: elongation of 0.5 %"},
		{"EB5, 2.9", "EB5, 2.9\nG, 10", "x.csv:6: G of 10 N/m, by EB5 42.4, a ratio of 0.2358: no cloth is beyond 0.9"},
		{"W, 215", "W, 215\nB, 3", "x.csv:8: B of 3 µN·m (warp), by W and C 14.9, a ratio of 0.201"},
		{"E5 [%], 0.6, 0.9\nE20, 1.6, 2.2\nE100, 4.1, 5.6", "E5 [%], 0.008, 0.015\nE20, .019, .034\nE100, .04, .075",
			"x.csv:4: E100 (warp) of 0.04 %: no cloth is beyond 0.05"},
		{"C [mm]", "C [kg]", "x.csv:6: C: unit \"kg\""},
	} {
		if _, err := ReadFast("x.csv", strings.NewReader(strings.Replace(fastSheet, c.from, c.to, 1))); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, expected %q", c.to, c.from, err, c.want)
		}
	}
}

// TestWithoutLoops: numbers of FAST sheets and of CLO's lists that ask for more than clothes give are asked about as
// those of KES sheets are; those of cloth are not.
func TestWithoutLoops(t *testing.T) {
	const list = "property, value\nStretch-Warp [g/s2], 120000\nShear [g/s2], 45000\nBending [g.mm2/s2/rad], 12000\n"
	for _, c := range []struct{ text, from, to, want string }{
		{fastSheet, "", "", ""}, {list, "", "", ""}, {fastSheet, "EB5, 2.9", "EB5, 1.2", ""}, {fastSheet, "E100, 4.1, 5.6",
			"E100, 4.1, 28", ""},
		{fastSheet, "EB5, 2.9", "EB5, .29", "line 5: EB5 of 0.29 %, a G of 424.1 N/m, asks for a force of 60.39 gf/cm: " +
			"cloth for clothes takes 40"},
		{fastSheet, "EB5, 2.9", "G, 424, 424", "line 5: G of 424 N/m asks for a force of 60.37 gf/cm"},
		{fastSheet, "E100, 4.1, 5.6", "E100, 41, 5.6", "line 4: E100 (warp) of 41 %: woven cloth for clothes has 0.5 to 30"},
		{fastSheet, "C [mm], 19.2, 17.1\nW, 215", "B, 14, 140", "line 6: B of 140 µN·m (weft) asks for a moment of " +
			"3.569 gf·cm/cm"},
		{list, "45000", "450000", "line 3: shear of 450 N/m asks for a force of 64.07 gf/cm"},
		{list, "rad], 12000", "rad], 140000", "line 4: bending of 0.00014 N·m asks for a moment"},
	} {
		var found findings.List
		text := strings.Replace(c.text, c.from, c.to, 1)
		if c.text == list {
			s, err := ReadClo("x.csv", strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			found = s.Doubts()
		} else {
			s, err := ReadFast("x.csv", strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			found = s.Doubts()
		}
		if said := found.String(); c.want == "" && said != "" || c.want != "" && (len(found) != 1 ||
			!strings.HasPrefix(said, c.want)) {
			t.Errorf("%q for %q: %q, expected %q", c.to, c.from, said, c.want)
		}
	}
}

// Known k1 and k2 come back from the three elongations.
func TestElongations(t *testing.T) {
	var e []float64
	for _, load := range fastLoads {
		e = append(e, Bisect(func(e float64) bool { eps := e + e*e/2; return (300+9000*eps)*eps*(1+e) < load }, 0, 1))
	}
	k1, k2, _, err := elongations(e, fastLoads[:])
	if err != nil || math.Abs(k1/300-1) > 1e-6 || math.Abs(k2/9000-1) > 1e-6 {
		t.Errorf("%g, %g, %v: expected 300 and 9000", k1, k2, err)
	}
}

func TestClo(t *testing.T) {
	good := "name; value\nStretch-Warp [g/s2]; 135600\nStretch-Weft [g/s2]; 120000,5\nShear [g/s2]; 45000\nBending " +
		"[g*mm^2/s^2/rad]; 11571; 10000\nDensity [g/m2]; 143\nThickness [mm]; 0,3\nFriction; 0,4\n"
	c, err := ReadClo("x.csv", strings.NewReader(good))
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.Convert()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []struct {
		part, key string
		want      float64
	}{{"warp", "k1_n_m", 135.6}, {"weft", "k1_n_m", 120.0005}, {"shear", "k1_n_m", 45}, {"bend_warp", "k1_nm", 3.857e-6},
		{"bend_weft", "k1_nm", 1e-5 / 3}, {"", "density_kg_m2", .143}, {"", "thickness_m", 3e-4}, {"", "body_friction", .4}} {
		if got := find(t, list, q.part, q.key); math.Abs(got/q.want-1) > 1e-9 {
			t.Errorf("%s.%s = %g, expected %g", q.part, q.key, got, q.want)
		}
	}
	for _, q := range []struct{ from, to, want string }{
		{"Shear [g/s2]", "Shear", "x.csv:4: SHEAR: no unit: expected one of g/s2, kg/s2; places of a slider"},
		{"Shear [g/s2]; 45000", "Stretch [g/s2]; 45000", "x.csv:4: stretch stands beside"},
		{"143", "-143", "x.csv:6: DENSITY: \"-143\": expected a number"},
	} {
		if _, err := ReadClo("x.csv", strings.NewReader(strings.Replace(good, q.from, q.to, 1))); err == nil ||
			!strings.Contains(err.Error(), q.want) {
			t.Errorf("%q for %q: %v, expected %q", q.to, q.from, err, q.want)
		}
	}
}

// What is wrong with a curve is said with its line.
func TestBadCurves(t *testing.T) {
	rows := func(q func(i int) float64) string {
		var b strings.Builder
		b.WriteString("strain [%], force [gf/cm]\n")
		for i := range 21 {
			fmt.Fprintf(&b, "%.4g, %.4g\n", q(i), 100*q(i))
		}
		return b.String()
	}
	tent := func(i int) float64 { return 10 - math.Abs(float64(i-10)) }
	forces := func(unit func(i int) float64) string {
		var b strings.Builder
		b.WriteString("strain [%], force [gf/cm]\n")
		for i := range 21 {
			fmt.Fprintf(&b, "%.4g, %.4g\n", tent(i), 100*unit(i)*tent(i))
		}
		return b.String()
	}
	for _, c := range []struct {
		name, text, want string
	}{
		{"never unloads", rows(func(i int) float64 { return float64(i) }), "x.csv:22: the curve never unloads"},
		{"unsorted", rows(func(i int) float64 { return float64((i * 7) % 21) }), "changes direction"},
		{"unsorted, the line", rows(func(i int) float64 { return float64((i * 7) % 21) }), "x.csv:"},
		{"mixed units", strings.Replace(rows(tent), "7, 700\n6, 600\n", "0.07, 700\n0.06, 600\n", 1),
			"x.csv:15: from here to line 16 strain is about 0.01 times as large"},
		{"another unit of force on the way", forces(func(i int) float64 {
			return map[bool]float64{true: 1, false: 100}[i < 15]
		}), "x.csv:17: from here on force is about 1e+02 times as large"},
		{"another unit of force on the way back", forces(func(i int) float64 {
			return map[bool]float64{true: 100, false: 1}[i <= 10]
		}), "x.csv:13: unloading from here on returns 1 % of the work"},
		{"text", strings.Replace(rows(tent), "7, 700", "7 N, 700", 1), "x.csv:9: strain = \"7 N\""},
	} {
		if _, err := ReadCurve(&Modes[0], "x.csv", strings.NewReader(c.text)); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.name, err, c.want)
		}
	}
	if _, err := ReadCurve(&Modes[0], "x.csv", strings.NewReader(rows(tent))); err != nil {
		t.Error(err)
	}
	kgf := strings.Replace(strings.ReplaceAll(rows(tent), "00\n", "\n"), "gf/cm", "kgf/cm", 1)
	if c, err := ReadCurve(&Modes[0], "x.csv", strings.NewReader(kgf)); err != nil ||
		math.Abs(c.F[10]/9.80665e3-1) > 1e-9 {
		t.Errorf("10 kgf/cm: %v", err)
	}
}

func FuzzProperties(f *testing.F) {
	f.Add(fastSheet)
	f.Add("Stretch [g/s2]; 1,5\n")
	f.Add("B\t0,1\t0.2\nB 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		finite := func(list []Converted, err error) {
			for _, n := range list {
				if err == nil && (math.IsNaN(n.Value) || math.IsInf(n.Value, 0)) {
					t.Errorf("%+v", n)
				}
			}
		}
		if s, err := ReadFast("x", strings.NewReader(text)); err == nil {
			finite(s.Convert())
		}
		if s, err := ReadClo("x", strings.NewReader(text)); err == nil {
			finite(s.Convert())
		}
	})
}
