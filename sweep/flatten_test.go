package sweep

import (
	"slices"
	"testing"
)

// TestFlattenLists: lists of a run are left out of its figures, which go on behind them.
func TestFlattenLists(t *testing.T) {
	var names []string
	values, err := flatten([]byte(`{"steps":5,"air":[{"garment":"a","volume_m3":[1,2]},[]],"step_ms":{"median":2},"gap":1}`),
		&names)
	if err != nil || !slices.Equal(names, []string{"steps", "step_ms.median", "gap"}) || len(values) != 3 {
		t.Errorf("%v, %v, %v: expected steps, step_ms.median and gap", names, values, err)
	}
}
