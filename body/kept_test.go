package body

import "testing"

// What is kept of mannequins is bounded, and the last ones are there.
func TestKeptModels(t *testing.T) {
	ms := DefaultMeasurements()
	var last *modelEntry
	for k := range 3 * maxCachedModels {
		ms.Height = 1.5 + 0.001*float64(k)
		last = modelOf(ms)
	}
	if n := len(models.entries); n > maxCachedModels || len(models.order) > maxCachedModels {
		t.Errorf("%d are kept", n)
	}
	if modelOf(ms) != last {
		t.Error("the last one is not kept")
	}
}
