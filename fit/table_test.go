package fit

import (
	"strings"
	"testing"
)

// TestEmptyTable: a table without a header is told which columns its kind has, and no other's.
func TestEmptyTable(t *testing.T) {
	for kind, read := range map[string]struct {
		read func() error
		want string
	}{
		"stretch": {func() error {
			_, err := ReadStretch("x.csv", strings.NewReader("# width = 5 cm\n"))
			return err
		}, "x.csv: no header: expected names of columns with their units, of these: length [mm], sample, weight [N], width " +
			"[mm]"},
	} {
		if err := read.read(); err == nil || err.Error() != read.want {
			t.Errorf("%s: %v, expected %s", kind, err, read.want)
		}
	}
}
