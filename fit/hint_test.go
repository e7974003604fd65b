package fit

import (
	"strings"
	"testing"
)

// TestWordsOfSheets: half of a loop for the whole is refused, a loop without its slope is said, and units are written as people write them.
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

// TestHints: decimal commas between commas are told where whole numbers have none; strips that are bent more than their cylinders, by the unit.
func TestHints(t *testing.T) {
	want := map[string][]string{"a": {"number"}, "b": {"number"}, "c": {"number"}}
	for rows, hint := range map[string]bool{"1,5,2,3\n": true, "1,5,2,5,3,5\n": true, "1,2\n": false} {
		if _, err := ReadTable("t.csv", strings.NewReader("a [1],b [1],c [1]\n"+rows), want); err == nil || strings.Contains(err.Error(), "semicolons") != hint {
			t.Errorf("%q: %v, hint %v expected", rows, err, hint)
		}
	}
	s, err := ReadSpirals("r.csv", strings.NewReader("# density = 208 g/m2\nradius [mm], curvature [1/cm]\n5, 100\n7, 98\n10, 120\n16, 20\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.problem(1e-6, 0, 0); err == nil || !strings.Contains(err.Error(), "more than their cylinder are left out: are the units right?") {
		t.Error(err)
	}
}
