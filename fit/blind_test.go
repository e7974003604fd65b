package fit

import (
	"math"
	"os"
	"strings"
	"testing"
)

// TestDrapeRows: a table of sheets with drapes is read whatever separates its cells, in its own lines, and without the
// columns of an earlier prediction.
func TestDrapeRows(t *testing.T) {
	rows, err := DrapeRows("t.csv", []byte("# a mill's\n\nArtikel;W [mg/cm2];B;Drape [%];predicted [%];2HB\n"+
		"Faille;10,43;0,019;61,5;70;0,009\nTwill;21,5;0,118;44;41,2;0,06\n"))
	if err != nil || len(rows) != 2 || rows[0].Drape != 61.5 || rows[1].Drape != 44 || rows[1].Line != 5 ||
		string(rows[0].Sheet) != "W [mg/cm2];10,43\nB;0,019\n2HB;0,009\n" {
		t.Fatalf("%+v, %v", rows, err)
	}
	for text, want := range map[string]string{
		"cloth,W,B\na,10,.1\n":                     "t.csv:1: no column of the drape",
		"cloth,W,B,drape,drape [%]\na,10,.1,1,2\n": "t.csv:1: two columns of the drape",
		"cloth,W,B,drape [1]\na,10,.1,.5\n":        `t.csv:1: drape in "1": expected [%]`,
		"cloth,drape [%]\na,50\n":                  "t.csv:1: no KES sheets",
		"cloth,W,B,drape\na,10,.1,\n":              `t.csv:2: a: drape of ""`,
		"cloth,W,B,drape\na,10,.1,150\n":           `t.csv:2: a: drape of "150"`,
		"\ncloth,W,B,drape\na,10,.1,NaN\n":         `t.csv:3: a: drape of "NaN"`,
	} {
		if _, err := DrapeRows("t.csv", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v: expected %q", text, err, want)
		}
	}
	data, err := os.ReadFile("../lab/virtual-cloths.csv")
	if err != nil {
		t.Fatal(err)
	}
	if rows, err = DrapeRows("virtual-cloths.csv", data); err != nil || len(rows) != 9 {
		t.Errorf("the table that ships: %d cloths, %v", len(rows), err)
	}
}

// TestPredicted: predictions stand behind their rows, in place of earlier ones.
func TestPredicted(t *testing.T) {
	got, err := Predicted([]byte("cloth,W,drape,predicted [%]\na,10,50,1\nb,11,60,2\n"), []string{"predicted [%]"},
		func(line int) []string { return []string{strings.Repeat("9", line)} })
	if want := "cloth,W,drape,predicted [%]\na,10,50,99\nb,11,60,999\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v: expected %q", got, err, want)
	}
}

// TestJudgePrediction: bias, its standard error and the rank correlation of numbers worked by hand.
func TestJudgePrediction(t *testing.T) {
	p := JudgePrediction([]float64{12, 22, 31, 39}, []float64{10, 20, 30, 40})
	// differences 2, 2, 1, −1: mean 1, standard deviation √2
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%s %g: expected %g", what, got, want)
		}
	}
	near("bias", p.Bias, 1)
	near("its error", p.Error, math.Sqrt2/2)
	near("root mean square", p.RMS, math.Sqrt(2.5))
	near("rank correlation", p.Ranks, 1)
	// ranks 1, 2.5, 2.5, 4 and 4, 2, 3, 1
	near("with equal ones", JudgePrediction([]float64{1, 2, 2, 3}, []float64{4, 2, 3, 1}).Ranks, -4.5/math.Sqrt(4.5*5))
	near("of two", JudgePrediction([]float64{1, 2}, []float64{1, 2}).Ranks, 0)
}
