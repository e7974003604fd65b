package fit

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestColumnsByLetters: columns by the letters that instruments print.
func TestColumnsByLetters(t *testing.T) {
	c := tested(&Modes[2], kesCases[2].p, 250, -250, 0, 0)
	var b strings.Builder
	b.WriteString("K [1/m], M [N]\n")
	for i := range c.Q {
		fmt.Fprintf(&b, "%g, %g\n", c.Q[i], c.F[i])
	}
	if got, err := ReadCurve(&Modes[2], "k.csv", strings.NewReader(b.String())); err != nil || len(got.Q) != len(c.Q) {
		t.Errorf("columns K and M: %v", err)
	}
}

// TestLoadingBranch: G of the loading branch is steeper by the growth of friction.
func TestLoadingBranch(t *testing.T) {
	const text = "G [N/m.rad], 40\n2HG [N/m], 1\n2HG5 [N/m], 2\n"
	var k [2]float64
	for i := range k {
		s, err := ReadSheet("k.csv", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		s.Loading = i == 1
		list, err := s.Convert()
		if err != nil {
			t.Fatal(err)
		}
		k[i] = find(t, list, "shear", "k1_n_m")
		if b := find(t, list, "shear", "friction.b_n_m"); i == 1 && math.Abs(k[0]-k[1]-b) > 1e-9 {
			t.Errorf("k1 %g of both branches, %g of the loading branch: expected %g less", k[0], k[1], b)
		}
	}
	s, _ := ReadSheet("k.csv", strings.NewReader("G [N/m.rad], 4\n2HG [N/m], 1\n2HG5 [N/m], 2\n"))
	s.Loading = true
	if _, err := s.Convert(); err == nil || !strings.Contains(err.Error(), "k.csv:1: G of the loading branch") {
		t.Errorf("a branch that falls: %v", err)
	}
}

// TestSheetWords: what is off is said where it stands, and in the words of its sheet.
func TestSheetWords(t *testing.T) {
	for text, want := range map[string]string{
		"EMT, 4.5\nLT, .62\nRT, 0.65\n": "k.csv:3: RT (warp) of 0.65 %: no cloth is beyond 5 to 100 %; are the units " +
			"right? With 100 times as much it would be cloth; the unit of a share is [1]",
		"EMT, 4,5, 8,2\n": "decimal commas go with semicolons",
	} {
		if _, err := ReadSheet("k.csv", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
	if _, err := ReadTable("a.csv", strings.NewReader("weight [N], length [mm]\n0,5, 100,2\n"),
		map[string][]string{"weight": {"force"}, "length": {"length"}}); err == nil ||
		!strings.Contains(err.Error(), "a.csv:2: wrong number of fields: expected 2 values; decimal commas") {
		t.Error(err)
	}
	f, err := ReadFast("f.csv", strings.NewReader("property, warp, weft\nE5, 1, 2\nE20, 2, 3\nE100, 3, 3.5\nT2, .55\n"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := f.Convert()
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(f.Notes(), "; "); strings.Contains(notes, "T2") ||
		!strings.Contains(notes, "stretch of the warp: (k1 + k2 ε)ε misses a load by") {
		t.Errorf("notes %q", notes)
	}
	if missing := strings.Join(Missing("fast", list, nil), "; "); !strings.Contains(missing, "shear (G or EB5)") ||
		strings.Contains(missing, "2HB") {
		t.Errorf("%q", missing)
	}
}

// A quote that is not closed is told where it opens, in tables, their headers and sheets.
func TestUnclosedQuotes(t *testing.T) {
	want := map[string][]string{"weight": {"force"}}
	const says = `a quote (") that is not closed, or stands within a value`
	for text, place := range map[string]string{"weight [N]\n1\n\"2\n3\n4\n": "a.csv:3: ", "\"weight [N]\n1\n": "a.csv:1: ",
		"weight [N]\n1\n2\"\n": "a.csv:3: "} {
		if _, err := ReadTable("a.csv", strings.NewReader(text), want); err == nil ||
			!strings.HasPrefix(err.Error(), place+says) {
			t.Errorf("%q: %v, expected %s%s", text, err, place, says)
		}
	}
	if _, err := ReadSheet("a.csv", strings.NewReader("W, 20\nEMT, \"3, 4\nRT, 60, 60\n")); err == nil ||
		!strings.HasPrefix(err.Error(), "a.csv:2: "+says) {
		t.Error(err)
	}
}
