package page

import (
	"errors"
	"math"
	"testing"

	"hysteron/fit"
)

// TestWithin: what a source says of an interval is read again, and nothing else is.
func TestWithin(t *testing.T) {
	source := "measured: fit cantilever of x.csv (SHA-256 0, law elastic; readings: 10; " +
		Within("k1_nm", 6.5e-6, 2.2e-5) + "); the rest as y"
	if lo, hi, ok := ReadWithin(source, "k1_nm"); !ok || lo != 6.5e-6 || hi != 2.2e-5 {
		t.Errorf("%q is read as %g, %g, %v", source, lo, hi, ok)
	}
	for _, bad := range []string{"", "k1_nm 95 %: x to y", "k1_nm 95 %: 2 to 1", Within("k1_nm", math.Inf(-1),
		math.Inf(1)), Within("k2_nm", 1, 2)} {
		if lo, hi, ok := ReadWithin(bad, "k1_nm"); ok {
			t.Errorf("%q is read as %g, %g", bad, lo, hi)
		}
	}
}

// TestAtUnits: an error about a whole table names the header, which has its units; one that has a line keeps it, and so
// does any other.
func TestAtUnits(t *testing.T) {
	data := []byte("# density = 208 g/m2\n\noverhang [cm]\n50\n")
	for _, c := range []struct {
		err  error
		want string
	}{{&fit.TableError{File: "c.csv", Text: "x"}, "c.csv:3: x"}, {&fit.TableError{File: "c.csv", Line: 4, Text: "x"},
		"c.csv:4: x"}, {errors.New("x"), "x"}} {
		if got := AtUnits(c.err, data); got.Error() != c.want {
			t.Errorf("%v, expected %s", got, c.want)
		}
	}
}
