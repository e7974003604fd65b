package units

import (
	"math"
	"testing"
)

// TestUnitsOfInstruments: centinewtons.
func TestUnitsOfInstruments(t *testing.T) {
	for _, q := range []struct {
		unit, quantity string
		si             float64
	}{{"cN/cm", "force per width", 1}, {"cN/(cm·deg)", "shear stiffness", 180 / math.Pi}, {"cN·cm/cm", "moment per width", .01}, {"N/cm.deg", "shear stiffness", 100 * 180 / math.Pi}} {
		if u, err := Parse(q.unit, q.quantity); err != nil || math.Abs(u.SI/q.si-1) > 1e-12 {
			t.Errorf("%s: %g, %v: expected %g", q.unit, u.SI, err, q.si)
		}
	}
}
