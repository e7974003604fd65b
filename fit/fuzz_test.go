package fit

import (
	"math"
	"strings"
	"testing"
)

// Any text is measurements of each kind, all finite, or an error.
func FuzzMeasurements(f *testing.F) {
	f.Add("# density = 143 g/m2\noverhang [mm], angle [deg]\n40, 41.5\n")
	f.Add("# radius = 1 cm\ntime [s], radius [mm]\n0, 10\n3, 12\n")
	f.Add("curvature [1/cm], moment [gf.cm/cm]\n0,0\n1,0.1\n2.5,0.2\n-2.5,-0.2\n0,0\n")
	f.Add("strain [%], force [gf/cm]\n0,0\n1,10\n2,30\n0,0\n")
	f.Add("angle [deg], force [gf/cm]\n0,0\n8,10\n-8,-30\n0,0\n")
	f.Fuzz(func(t *testing.T, text string) {
		finite := func(what string, list ...float64) {
			for _, x := range list {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("%s: %g", what, x)
				}
			}
		}
		if s, err := ReadStretch("f", strings.NewReader(text)); err == nil {
			finite("weights", s.Weight...)
		}
		ReadSpirals("f", strings.NewReader(text))
		for i := range Modes {
			ReadCurve(&Modes[i], "f", strings.NewReader(text))
		}
	})
}
