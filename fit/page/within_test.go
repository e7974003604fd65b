package page

import (
	"math"
	"testing"
)

// TestWithin: what a source says of an interval is read again, and nothing else is.
func TestWithin(t *testing.T) {
	source := "measured: fit cantilever of x.csv (SHA-256 0, law elastic; readings: 10; " + Within("k1_nm", 6.5e-6, 2.2e-5) + "); the rest as y"
	if lo, hi, ok := ReadWithin(source, "k1_nm"); !ok || lo != 6.5e-6 || hi != 2.2e-5 {
		t.Errorf("%q is read as %g, %g, %v", source, lo, hi, ok)
	}
	for _, bad := range []string{"", "k1_nm 95 %: x to y", "k1_nm 95 %: 2 to 1", Within("k1_nm", math.Inf(-1), math.Inf(1)), Within("k2_nm", 1, 2)} {
		if lo, hi, ok := ReadWithin(bad, "k1_nm"); ok {
			t.Errorf("%q is read as %g, %g", bad, lo, hi)
		}
	}
}
