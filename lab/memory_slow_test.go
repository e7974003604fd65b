//go:build slow

package lab

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hysteron/fit"
	"hysteron/fit/instruments"
)

// TestMemoryHeldBack: from folds held for 10 s, 5 min, an hour and 8 h, read to half a degree, the fit predicts the
// opening of the mesh held for half an hour, within the interval of a reading.
func TestMemoryHeldBack(t *testing.T) {
	f := fabric(t, "linen")
	after := []float64{1, 10, 60, 300}
	fold := func(noise bool, held ...float64) *Table {
		table, err := (&Instruments[slices.IndexFunc(Instruments, func(n Instrument) bool { return n.Kind == "crease" })]).
			Measure(t.Context(), f, "bend_warp", Options{Held: held, After: after})
		if err != nil {
			t.Fatal(err)
		}
		if noise {
			table.Disturb(0, 1, Stream("crease", "bend_warp"))
		}
		return table
	}
	var text strings.Builder
	if err := fold(true, 10, 300, 3600, 28800).Write(&text); err != nil {
		t.Fatal(err)
	}
	m, err := instruments.ReadMemory("crease", "crease.csv", strings.NewReader(text.String()), f.BendWarp, f.Thickness)
	if err != nil {
		t.Fatal(err)
	}
	found, err := instruments.FitMemory(m, f.BendWarp, fit.Options{Starts: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d branches: %+v", found.Branches, found.Law())
	for i, angle := range fold(false, 1800).Columns[2].V {
		const deg = math.Pi / 180
		p := found.Predict(1800, after[i])
		t.Logf("%g s after: %.2f°, predicted %.2f° (%.2f to %.2f)", after[i], angle/deg, p.Value/deg, p.Lo/deg, p.Hi/deg)
		if !(p.Lo <= angle && angle <= p.Hi) || !(p.Hi-p.Lo < 8*deg) {
			t.Errorf("%g s after: %.2f°, predicted %.2f° to %.2f°", after[i], angle/deg, p.Lo/deg, p.Hi/deg)
		}
	}
}
