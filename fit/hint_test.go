package fit

import (
	"strings"
	"testing"
)

// TestHints: decimal commas between commas are told where whole numbers have none; strips that are bent more than their cylinders, by the unit.
func TestHints(t *testing.T) {
	want := map[string][]string{"a": {"number"}, "b": {"number"}, "c": {"number"}}
	for rows, hint := range map[string]bool{"1,5,2,3\n": true, "1,5,2,5,3,5\n": true, "1,2\n": false} {
		if _, err := ReadTable("t.csv", strings.NewReader("a [1],b [1],c [1]\n"+rows), want); err == nil || strings.Contains(err.Error(), "semicolons") != hint {
			t.Errorf("%q: %v, hint %v expected", rows, err, hint)
		}
	}
	s, err := ReadSpirals("r.csv", strings.NewReader("# density = 208 g/m2\nradius [mm], curvature [1/cm]\n5, 100\n7, 98\n10, 120\n16, 20\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.problem(1e-6, 0, 0); err == nil || !strings.Contains(err.Error(), "more than their cylinder are left out: are the units right?") {
		t.Error(err)
	}
}
