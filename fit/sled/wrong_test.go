package sled

import (
	"fmt"
	"strings"
	"testing"

	"hysteron/fit"
)

// pulled is a run under 2 N that slides with a coefficient.
func pulled(coefficient float64, spoil map[int]float64) string {
	var b strings.Builder
	b.WriteString("# area = 100 cm2\ntime [s], load [N], force [N]\n")
	for i := range 40 {
		f := 2 * coefficient * min(1, float64(i)/10)
		if v, ok := spoil[i]; ok {
			f = v
		}
		fmt.Fprintf(&b, "%g, 2, %.6g\n", 0.1*float64(i), f)
	}
	return b.String()
}

// TestWhatNoClothRubs: coefficients that nothing has are refused, those of cloth are not; a reading that pushes is named by its line.
func TestWhatNoClothRubs(t *testing.T) {
	for _, c := range []struct {
		coefficient float64
		spoil       map[int]float64
		want        string
	}{
		{0.3, nil, ""}, {0.05, nil, ""}, {3, map[int]float64{0: -0.5}, ""},
		{0.002, nil, "s.csv:3: the run under 2 N that begins here has a coefficient of friction of 0.002: no cloth is beyond 0.01 to 20"},
		{80, nil, "no cloth is beyond"},
		{0.3, map[int]float64{25: -0.6}, "s.csv:28: force of -0.6 N: expected none far below zero"},
	} {
		s, err := Read("s.csv", strings.NewReader(pulled(c.coefficient, c.spoil)))
		if err == nil {
			_, err = Fit(s, fit.Options{Starts: 2, Seed: 1})
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%g %v: %v, expected %q", c.coefficient, c.spoil, err, c.want)
		}
	}
}
