package fit

import (
	"math"
	"testing"
)

// TestUnitsOfInstruments: centinewtons.
func TestUnitsOfInstruments(t *testing.T) {
	for _, q := range []struct {
		unit, quantity string
		si             float64
	}{{"cN/cm", "force per width", 1}, {"cN/(cm·deg)", "shear stiffness", 180 / math.Pi}, {"cN·cm/cm", "moment per width",
		.01}, {"N/cm.deg", "shear stiffness", 100 * 180 / math.Pi}} {
		if u, err := ParseUnit(q.unit, q.quantity); err != nil || math.Abs(u.SI/q.si-1) > 1e-12 {
			t.Errorf("%s: %g, %v: expected %g", q.unit, u.SI, err, q.si)
		}
	}
}

// TestNone: dashes of all kinds and what people write for none are no values; numbers and other words are.
func TestNone(t *testing.T) {
	for cell, want := range map[string]bool{"": true, " ": true, "-": true, "–": true, "—": true, "--": true, "−": true,
		"n/a": true, "N.A.": true, "NaN": true, "nd": true, "0": false, "-1": false, "1e-3": false, "x": false, "−1": false,
		"12?": false} {
		if NoReading(cell) != want {
			t.Errorf("%q: %v", cell, !want)
		}
	}
}
