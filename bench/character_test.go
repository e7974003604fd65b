package bench

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestDressedIsKept: the garments of the character are put on once, and start with the same bits from where they are
// kept.
func TestDressedIsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("dressing takes some seconds")
	}
	o := origin{ctx: t.Context(), dressCache: t.TempDir()}
	var starts [2]*problem
	for k := range starts {
		taken := false
		o.note = func(line string) { taken = taken || strings.Contains(line, "dressed as kept in "+o.dressCache) }
		p, err := newCharacter(o)(dressTriangles)
		if err != nil {
			t.Fatal(err)
		}
		if starts[k] = p; taken != (k == 1) {
			t.Errorf("start %d: as kept: %v", k+1, taken)
		}
	}
	a, b := starts[0], starts[1]
	if !slices.Equal(a.state.X, b.state.X) || !slices.Equal(a.state.V, b.state.V) ||
		!reflect.DeepEqual(a.model.Pins, b.model.Pins) {
		t.Error("the second start has other bits")
	}
}
