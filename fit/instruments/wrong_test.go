package instruments

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

// TestDoubts: a coefficient that cloth has not is asked about, and one far from that along the other direction; none of
// cloth is.
func TestSledDoubts(t *testing.T) {
	at := func(c float64) []Rubbing {
		return []Rubbing{{Load: 1, Friction: fit.Mean{Value: c}}, {Load: 2, Friction: fit.Mean{Value: 2 * c}}}
	}
	for _, c := range []struct {
		warp, weft float64
		want       []string
	}{
		{.3, .3, nil}, {.2, .35, nil}, {1.2, 1, nil}, {.06, .08, nil},
		{2.94, .3, []string{"warp under 1 N: coefficient of friction of 2.94", "warp under 2 N", "2.94 along the warp and " +
			"0.3 along the weft"}},
		{.3, 1.2, []string{"0.3 along the warp and 1.2 along the weft: expected one within 2 times"}},
		{.015, .015, []string{"warp under 1 N", "warp under 2 N", "weft under 1 N", "weft under 2 N"}},
	} {
		doubts := SledDoubts(at(c.warp), at(c.weft))
		if len(doubts) != len(c.want) {
			t.Errorf("%g and %g: %q", c.warp, c.weft, doubts)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(doubts[i].Located(), want) || !strings.Contains(doubts[i].Located(), "units") {
				t.Errorf("%g and %g: %q, expected %q", c.warp, c.weft, doubts[i], want)
			}
		}
	}
}

// TestWhatNoClothRubs: coefficients that nothing has are refused, those of cloth are not; a reading that pushes is
// named by its line.
func TestWhatNoClothRubs(t *testing.T) {
	for _, c := range []struct {
		coefficient float64
		spoil       map[int]float64
		want        string
	}{
		{0.3, nil, ""}, {0.05, nil, ""}, {3, map[int]float64{0: -0.5}, ""},
		{0.002, nil, "s.csv:3: the run under 2 N that begins here has a coefficient of friction of 0.002: no cloth is " +
			"beyond 0.01 to 20"},
		{80, nil, "no cloth is beyond"},
		{0.3, map[int]float64{25: -0.6}, "s.csv:28: force of -0.6 N: expected none far below zero"},
	} {
		s, err := ReadSled("s.csv", strings.NewReader(pulled(c.coefficient, c.spoil)))
		if err == nil {
			_, err = FitSled(s, fit.Options{Starts: 2, Seed: 1})
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%g %v: %v, expected %q", c.coefficient, c.spoil, err, c.want)
		}
	}
}
