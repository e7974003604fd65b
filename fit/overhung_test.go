package fit

import (
	"math"
	"testing"
)

// TestOverhung: without friction a strip hangs as the heavy elastica does, and comes back there from ten times its
// weight; with friction it hangs as another integration of the same strip has it when let down, and lower when let up.
func TestOverhung(t *testing.T) {
	const weight, length, k1 = 2.5, 0.05, 4e-6
	free := NewOverhung([]float64{k1, 0, 0, 0, 10}, weight, length)
	want := HeavyChord(weight * length * length * length / (3 * k1))
	if down, up := free.Chords(true); math.Abs(down-want) > 1e-3 || math.Abs(up-down) > 1e-6 {
		t.Errorf("without friction %.5g and %.5g rad, elastica %.5g", down, up, want)
	}
	for _, q := range [][3]float64{{6e-4, 0, 15}, {5e-4, 5e-6, 30}} {
		down, up := NewOverhung([]float64{k1, 0, q[0], q[1], q[2]}, weight, length).Chords(true)
		if want := Chord(weight, length, 3*k1, q[0], q[1], q[2], false); math.Abs(down-want) > 1e-3 || !(up > down+0.1) {
			t.Errorf("friction %v: %.5g and %.5g rad, let down by Runge and Kutta's method %.5g", q, down, up, want)
		}
	}
}
