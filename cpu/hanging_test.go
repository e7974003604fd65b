package cpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
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
	return hangingWith(t, n, func(*cloth.Fabric) {})
}

// hangingWith is the same with another fabric.
func hangingWith(t testing.TB, n int, change func(f *cloth.Fabric)) *Sim {
	t.Helper()
	f := cotton()
	change(&f)
	p := grid(n, n, 1, 1, f, true)
	p.Pins = pinsAt(p.X, 0, int32(n-1))
	return newSim(t, p, nil, step.DefaultSettings())
}

// hangs runs the hanging sheet for a second at 1/120 s: every step must converge, none may be
// halved.
func hangs(t *testing.T, n int) { fallsFor1s(t, hanging(t, n)) }

func fallsFor1s(t *testing.T, s *Sim) {
	t.Helper()
	worst := 0
	var sum step.Report
	for i := range 120 {
		rep := take(t, s, 1, 1./120)
		if rep.Outcome != step.Converged || rep.Halvings > 0 {
			t.Errorf("step %d: %v, %d halvings, %d Newton iterations", i, rep.Outcome, rep.Halvings, rep.Newton)
		}
		worst = max(worst, rep.Newton)
		sum.Newton, sum.CG = sum.Newton+rep.Newton, sum.CG+rep.CG
	}
	t.Logf("%d vertices: Newton %.2f per step (most %d), CG %.0f per step, largest stretch %.4f",
		len(s.State.X), float64(sum.Newton)/120, worst, float64(sum.CG)/120, s.MaxStretch())
	for i, x := range s.State.X {
		if !cloth.FiniteVec(x) || !cloth.FiniteVec(s.State.V[i]) {
			t.Fatalf("vertex %d at %v", i, x)
		}
	}
}

// TestHangingSheet: the first second of a sheet falling from two held corners.
func TestHangingSheet(t *testing.T) { hangs(t, 31) }

// TestHangingSheetCurvature: the same with the curvature law of bending.
func TestHangingSheetCurvature(t *testing.T) {
	fallsFor1s(t, hangingWith(t, 31, func(f *cloth.Fabric) { f.Bending = cloth.CurvatureBending }))
}
