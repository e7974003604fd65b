package fit

import (
	"strings"
	"testing"
)

// TestWordsOfSheets: half of a loop for the whole is refused, a loop without its slope is said, and units are written
// as people write them.
func TestWordsOfSheets(t *testing.T) {
	head := "property, warp, weft\n"
	for text, want := range map[string]string{
		head + "B, .105, .075\nHB, .021, .015\n": "s.csv:3: HB: expected 2HB, the whole height of the loop",
		head + "G, .62, .58\nHG5, .8, .7\n":      "s.csv:3: HG5: expected 2HG5",
		head + "2HB [kN], .1, .1\n":              "one of N.cm/cm, N.m/m, cN.cm/cm, gf.cm/cm, mN.cm/cm",
	} {
		if _, err := ReadSheet("s.csv", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
	s, err := ReadSheet("s.csv", strings.NewReader("property, warp, weft, mean\nB, .105, ,\n2HB, .042, .030, .036\n"))
	if err != nil || !strings.Contains(strings.Join(s.Notes, "; "), "2HB of the weft is not used: there is no B of it") {
		t.Error(s, err)
	}
}

// TestHints: decimal commas between commas are told where whole numbers have none; strips that are bent more than their
// cylinders, by the unit.
func TestHints(t *testing.T) {
	want := map[string][]string{"a": {"number"}, "b": {"number"}, "c": {"number"}}
	for rows, hint := range map[string]bool{"1,5,2,3\n": true, "1,5,2,5,3,5\n": true, "1,2\n": false} {
		if _, err := ReadTable("t.csv", strings.NewReader("a [1],b [1],c [1]\n"+rows), want); err == nil ||
			strings.Contains(err.Error(), "semicolons") != hint {
			t.Errorf("%q: %v, hint %v expected", rows, err, hint)
		}
	}
	s, err := ReadSpirals("r.csv", strings.NewReader("# density = 208 g/m2\nradius [mm], curvature [1/cm]\n5, 100\n7, "+
		"98\n10, 120\n16, 20\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.problem(1e-6, 0, 0); err == nil || !strings.Contains(err.Error(), "more than their cylinder are left "+
		"out: are the units right?") {
		t.Error(err)
	}
}

// TestLineOfNumbers: a number that no cloth has is refused with the line of the row that it is from, of each kind of
// sheet; of its density over its thickness with that of the thickness.
func TestLineOfNumbers(t *testing.T) {
	kes := func(text string) ([]Converted, error) {
		s, err := ReadSheet("s.csv", strings.NewReader("property, warp, weft\n"+text))
		if err != nil {
			return nil, err
		}
		return s.Convert()
	}
	fast := func(text string) ([]Converted, error) {
		f, err := ReadFast("s.csv", strings.NewReader("property, warp, weft\n"+text))
		if err != nil {
			return nil, err
		}
		return f.Convert()
	}
	clo := func(text string) ([]Converted, error) {
		c, err := ReadClo("s.csv", strings.NewReader("name, value\n"+text))
		if err != nil {
			return nil, err
		}
		return c.Convert()
	}
	for _, c := range []struct {
		read       func(string) ([]Converted, error)
		text, want string
	}{
		{kes, "B, .1, .1\nW, 215\n", "s.csv:3: density_kg_m2 (from W) of 2.15"}, {kes, "B, .1, .1\n\nT0, 620\n",
			"s.csv:4: thickness_m (from T) of 0.62"},
		{kes, "W, 21.5\nB, 100, 100\n", "s.csv:3: bend_warp.k1_nm (from B)"}, {kes, "W, 21.5\nT, .062\nB, .1, .1\n",
			"s.csv:3: density over thickness of 3468"},
		{fast, "B, 5, 5\nW, 21500\n", "s.csv:3: density_kg_m2 (from W)"}, {clo, "Thickness [mm], .3\nDensity [g/m2], 14300\n",
			"s.csv:3: density_kg_m2 (from density)"},
	} {
		list, err := c.read(c.text)
		if err == nil {
			_, err = JudgeSheet("s.csv", list)
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, expected %q", c.text, err, c.want)
		}
	}
	if _, err := ReadCurve(&Modes[1], "c.csv", strings.NewReader("# by = a\nangle [deg], force [N/cm]\n0, 0\n1, "+
		"2000\n2, 4000\n3, 6000\n4, 8000\n5, 10000\n4, 7500\n3, 5500\n2, 3500\n1, 1500\n0, -500\n")); err == nil ||
		!strings.HasPrefix(err.Error(), "c.csv:2: G of") {
		t.Error(err)
	}
}
