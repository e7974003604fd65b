package step

import (
	"math"
	"testing"
)

// TestAccelerationPersistence: all of an acceleration lasts that stays as it is, what two have in common of the larger
// otherwise, and none of one that turns around or begins.
func TestAccelerationPersistence(t *testing.T) {
	for _, c := range []struct{ before, now, want float64 }{ // of one vertex along a line
		{2, 2, 1}, {2, 1, .5}, {1, 2, .5}, {-1, -4, .25}, {1, -1, 0}, {0, 3, 0}, {3, 0, 0},
	} {
		if got := AccelerationPersistence(c.before*c.now, c.before*c.before, c.now*c.now); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("of %g, then %g, %g lasts, expected %g", c.before, c.now, got, c.want)
		}
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		if got := AccelerationPersistence(bad, 1, 1) + AccelerationPersistence(1, bad, 1) + AccelerationPersistence(1, 1,
			bad); got != 0 {
			t.Errorf("of sums with %g, %g lasts, expected 0", bad, got)
		}
	}
}
