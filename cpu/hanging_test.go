package cpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// pinsAt holds vertices where they are.
func pinsAt(x []r3.Vec, vertices ...int32) (pins []cloth.Pin) {
	for _, v := range vertices {
		pins = append(pins, cloth.Pin{Vertex: v, Point: x[v]})
	}
	return pins
}

// hanging is a square sheet of 1 m of n×n vertices, level at the start, held at two corners of
// one side.
func hanging(t testing.TB, n int) *Sim {
	t.Helper()
	p := grid(n, n, 1, 1, cotton(), true)
	p.Pins = pinsAt(p.X, 0, int32(n-1))
	return newSim(t, p, nil, DefaultSettings())
}

// hangs runs the hanging sheet for a second at 1/120 s: every step must converge, none may be
// halved.
func hangs(t *testing.T, n int) {
	s := hanging(t, n)
	worst := 0
	var sum Report
	for i := range 120 {
		rep := step(t, s, 1, 1./120)
		if rep.Outcome != Converged || rep.Halvings > 0 {
			t.Errorf("step %d: %v, %d halvings, %d Newton iterations", i, rep.Outcome, rep.Halvings, rep.Newton)
		}
		worst = max(worst, rep.Newton)
		sum.Newton, sum.CG = sum.Newton+rep.Newton, sum.CG+rep.CG
	}
	t.Logf("%d×%d: Newton %.2f per step (most %d), CG %.0f per step, largest stretch %.4f",
		n, n, float64(sum.Newton)/120, worst, float64(sum.CG)/120, s.MaxStretch())
	for i, x := range s.State.X {
		if !finiteVec(x) || !finiteVec(s.State.V[i]) {
			t.Fatalf("vertex %d at %v", i, x)
		}
	}
}

// TestHangingSheet: the first second of a sheet falling from two held corners.
func TestHangingSheet(t *testing.T) { hangs(t, 31) }
