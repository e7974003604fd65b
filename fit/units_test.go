package fit

import (
	"math"
	"strings"
	"testing"
)

// TestFarApart: forces that differ where deformations are alike are named with their units, by an instrument's words.
func TestFarApart(t *testing.T) {
	for _, c := range []struct{ mode, says string }{
		{"shear", " N/m at an angle of "}, {"bending", " N at a curvature of "},
	} {
		m, err := ModeByName(c.mode)
		if err != nil {
			t.Fatal(err)
		}
		k := &Curve{Mode: m}
		for i := range 201 { // there, over to the other side and back, where the unit is another one
			x := 8 * math.Pi / 180 * math.Sin(2*math.Pi*float64(i)/200)
			k.Q, k.F = append(k.Q, x), append(k.F, 50*x)
			if x < 0 {
				k.F[i] *= 20
			}
		}
		fault := k.Check()
		if fault == nil || !strings.Contains(fault.String(), c.says) || strings.Contains(fault.String(), "(SI)") {
			t.Errorf("%s: %+v, expected %q", c.mode, fault, c.says)
		}
	}
}
