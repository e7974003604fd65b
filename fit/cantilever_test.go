package fit

import (
	"math"
	"strings"
	"testing"
)

// TestCantilever: the load of the standard's angle is 8.0042 (bending length .49991 of the overhang), and small
// loads hang by Γ/8 of the length.
func TestCantilever(t *testing.T) {
	if g := heavyLoad(standardAngle); math.Abs(g/8.0042-1) > 1e-5 {
		t.Errorf("Γ at 41.5°: %.6g, expected 8.0042", g)
	}
	if y := math.Tan(heavyChord(1e-3)); math.Abs(y/(1e-3/8)-1) > 1e-5 {
		t.Errorf("chord at Γ = 0.001: slope %g, expected Γ/8", y)
	}
	c, err := ReadCantilever("x.csv", strings.NewReader("# density = 143 g/m2\noverhang [mm]\n40\n42\n41\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := FitCantilever(c)
	if want := .143 * 9.81 * math.Pow(.041, 3) / 8.0042; math.Abs(m.Value/want-1) > 0.01 || !(m.Lo < want && want < m.Hi) || m.N != 3 {
		t.Errorf("B = %v, expected about %g", m, want)
	}
	for _, bad := range []string{"overhang [mm]\n40\n", "# density = 143 g/m2\noverhang [mm]\n-40\n", "# density = 143 g/m2\noverhang [mm], angle [deg]\n40, 95\n", "# density = 143 g/m2\noverhang [mm]\n"} {
		if _, err := ReadCantilever("x.csv", strings.NewReader(bad)); err == nil {
			t.Errorf("%q: expected an error", bad)
		}
	}
}
