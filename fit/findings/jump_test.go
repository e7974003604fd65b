package findings

import (
	"math"
	"math/rand/v2"
	"testing"
)

// loop is a Kawabata cycle of bending with friction that turns around within 20 1/m, with errors of a share of its height.
func loop(noise float64) (q, f []float64) {
	const n = 40
	rng := rand.New(rand.NewPCG(1, 1))
	top, at, friction := 250., 0., 0.
	for i := range 5 * n {
		t := float64(i) / n
		to := top * t
		switch {
		case t > 3:
			to = top * (t - 4)
		case t > 1:
			to = top * (2 - t)
		}
		d := to - at
		friction += math.Copysign(1, d)*(1-math.Exp(-math.Abs(d)/20))*3e-4 - friction*(1-math.Exp(-math.Abs(d)/20))
		at = to
		q, f = append(q, to), append(f, 1e-5*to+friction+noise*5e-3*rng.NormFloat64())
	}
	return q, f
}

// TestUnitsOnTheWay: a unit of moments that changes anywhere within a cycle, to one ten or a hundred times as large or as small, is found, but on the first part of the first way out, where tenfold is not told from friction; and nothing is where none changes.
func TestUnitsOnTheWay(t *testing.T) {
	for _, noise := range []float64{0, .02} {
		q, f := loop(noise)
		if i := JumpOfForces(q, f); i >= 0 {
			t.Errorf("errors of %g: row %d jumps", noise, i)
		}
		if i, j := JumpApart(q, f); j > 0 {
			t.Errorf("errors of %g: rows %d and %d are apart", noise, i, j)
		}
		for _, by := range []float64{1 / 101.97, 101.97, 10, 0.1} {
			first := 6
			if by > .01 && by < 100 {
				first = 24
			}
			for from := first; from < len(q); from++ {
				g := append([]float64(nil), f...)
				for i := from; i < len(g); i++ {
					g[i] *= by
				}
				if _, j := JumpApart(q, g); j == 0 && JumpOfForces(q, g) < 0 {
					t.Errorf("errors of %g: from row %d (%g 1/m) on %g times as large: not found", noise, from, q[from], by)
				}
			}
		}
	}
}
