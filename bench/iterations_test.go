package bench

import (
	"context"
	"testing"
)

// TestIterationsOnCPU: the friction cycle, fine cloth that is stiff in bending beside its mass, takes no more
// iterations of the conjugate gradients on the CPU than it did. The figures are the means of four steps after the
// first.
func TestIterationsOnCPU(t *testing.T) { checkIterations(t, 20_000, 4, 2.25, 80.2) }

// TestIterationsOnCPUAt100k is TestIterationsOnCPU at 100,352 triangles, of the second step alone: 11 s of processor
// time.
func TestIterationsOnCPUAt100k(t *testing.T) {
	if testing.Short() {
		t.Skip("11 s of processor time")
	}
	checkIterations(t, 100_000, 1, 3, 304)
}

// checkIterations compares the iterations of a step of the friction cycle on the CPU with these, of which a tenth more
// passes. They are the same for any number of workers, and however busy the machine is.
func checkIterations(t *testing.T, triangles, steps int, newton, pcg float64) {
	t.Helper()
	opt := options(t, "cpu")
	opt.Scenes, opt.Sizes, opt.Warmup, opt.Steps = []string{"friction-cycle"}, []int{triangles}, 1, steps
	opt.BoxS = 1e5 // no load may cut the steps short
	r, err := Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	row := r.Rows[0]
	t.Logf("%d triangles: %.2f Newton iterations, %.1f of the conjugate gradients", row.Triangles, row.CPU.Newton,
		row.CPU.PCG)
	if row.Steps != steps {
		t.Errorf("%d steps were counted, expected %d", row.Steps, steps)
	}
	if row.CPU.Newton > 1.1*newton || row.CPU.PCG > 1.1*pcg {
		t.Errorf("%.2f Newton iterations, %.1f of the conjugate gradients a step, expected %g and %g",
			row.CPU.Newton, row.CPU.PCG, newton, pcg)
	}
}
