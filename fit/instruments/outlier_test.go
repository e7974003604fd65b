package instruments

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hysteron/fit"
)

// hung is a table of strips like cotton with a third of its friction, let down and let up at each overhang, whose
// angles are off by a size [rad]; change changes overhangs [m] and angles [rad] before they are written.
func hung(size float64, seed uint64, change func(overhang, angle []float64)) string {
	const a, tau, stiffness = 2e-4, 15., 3 * 3.857e-6
	rng := rand.New(rand.NewPCG(seed, 1))
	var overhang, angle []float64
	for k := range 12 {
		l := 0.028 + 0.0035*float64(k/2)
		overhang, angle = append(overhang, l), append(angle, fit.Chord(0.143*gravity, l, stiffness, a, 0, tau, k%2 == 1)+
			size*rng.NormFloat64())
	}
	change(overhang, angle)
	text := "# density = 143 g/m2\noverhang [mm], angle [deg], way\n"
	for k := range overhang {
		text += fmt.Sprintf("%.4g, %.4g, %s\n", 1e3*overhang[k], min(84, max(1, angle[k]/deg)), []string{"down", "up"}[k%2])
	}
	return text
}

// TestOverhangOutlier: one overhang or angle that is an outlier is reported with its line and the expected angle;
// errors of reading are not, nor is a table without the way, or with too few of one.
func TestOverhangOutlier(t *testing.T) {
	says := func(text string) string {
		c, err := ReadOverhang("c.csv", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return c.Doubts().String()
	}
	for seed := range uint64(20) {
		if got := says(hung(1.5*deg, seed, func(_, _ []float64) {})); got != "" {
			t.Errorf("sound, seed %d: %s", seed, got)
		}
	}
	for i := range 12 {
		var was float64
		text := hung(0.2*deg, 1, func(overhang, angle []float64) {
			if was = angle[i]; was > 35*deg {
				angle[i] -= 20 * deg
			} else {
				angle[i] += 30 * deg
			}
		})
		if got := says(text); !strings.HasPrefix(got, fmt.Sprintf("line %d: ", i+3)) ||
			!strings.Contains(got, "is a digit wrong?") {
			t.Errorf("angle of row %d: %q", i, got)
		} else if c, _ := ReadOverhang("c.csv", strings.NewReader(text)); true {
			if _, angle := c.Outlier(); math.Abs(angle-was) > 12*deg {
				t.Errorf("angle of row %d: expected %g°, got %g°", i, was/deg, angle/deg)
			}
		}
	}
	if got := says(hung(0.2*deg, 1, func(overhang, _ []float64) {
		overhang[6] += 0.01
	})); !strings.HasPrefix(got, "line 9: 48.5 mm hang at") {
		t.Errorf("an overhang that is 10 mm off: %q", got)
	}
}
