//go:build slow

package bench

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"

	"hysteron/cpu"
)

// TestNoBias: that few vertices count by the mean of all (step.Reductions.Extent) leaves cloth about where it would be.
// A dressed character's is off by about the tolerance, and to one side by less than a half, beside steps that are
// solved fifty times as far. Sheets that fall on each other buckle into one of many folds, whichever a micrometre
// decides: their mean height and width are, to within eight tolerances, those of controls that are solved so far that
// no single vertex may move on by more than the tolerance, and begin with the same ten micrometres of disorder. Without
// it all would stay on the one branch of full symmetry, which an error of any size leaves.
func TestNoBias(t *testing.T) {
	const repeats = 5
	const sheets = 40 // ten do not show half a millimetre
	runs := func(t *testing.T, scene string, triangles, steps int) func(seed uint64, farther, disorderM float64) []r3.Vec {
		var p *problem
		for _, m := range makers {
			if m.name == scene {
				var err error
				if p, err = m.make(origin{ctx: context.Background()})(triangles); err != nil {
					t.Fatal(err)
				}
			}
		}
		return func(seed uint64, farther, disorderM float64) []r3.Vec {
			set, state := p.settings, p.state.Clone()
			set.Tolerance, set.Acceleration, set.MaxNewton = set.Tolerance/farther, set.Acceleration/farther, 200
			random := rand.New(rand.NewPCG(1, seed))
			for i := range state.X {
				state.X[i] = r3.Add(state.X[i], r3.Scale(disorderM, r3.Vec{X: random.NormFloat64(), Y: random.NormFloat64(),
					Z: random.NormFloat64()}))
			}
			s, err := cpu.New(p.model, state, p.colliders, set)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if !p.settled {
				s.ResetHistory()
			}
			iterations := 0
			for range steps {
				r, err := s.Step(stepSeconds)
				if err != nil {
					t.Fatal(err)
				}
				iterations += r.Newton
			}
			t.Logf("seed %d, solved %g times as far: %d iterations of Newton's method", seed, farther, iterations)
			return s.State.X
		}
	}
	for _, triangles := range []int{2000, 8000} {
		t.Run("dressed-character", func(t *testing.T) {
			run := runs(t, "dressed-character", triangles, 192_000/triangles)
			var all r3.Vec
			for seed := range uint64(repeats) {
				var rms float64
				var mean r3.Vec
				x, exact := run(seed, 1, 1e-6), run(seed, 50, 1e-6)
				for i := range x {
					e := r3.Sub(x[i], exact[i])
					rms += r3.Norm2(e) / float64(len(x))
					mean = r3.Add(mean, r3.Scale(1/float64(len(x)), e))
				}
				t.Logf("off by %.4f mm, in the mean by %+.1f %+.1f %+.1f µm", 1e3*math.Sqrt(rms), 1e6*mean.X, 1e6*mean.Y,
					1e6*mean.Z)
				if math.Sqrt(rms) > 1.5e-4 {
					t.Errorf("off by %.3f mm, expected at most .15", 1e3*math.Sqrt(rms))
				}
				all = r3.Add(all, r3.Scale(1./repeats, mean))
			}
			if r3.Norm(all) > 2e-5 {
				t.Errorf("off to one side by %.1f µm, expected at most 20", 1e6*r3.Norm(all))
			}
		})
	}
	t.Run("stacked-sheets", func(t *testing.T) {
		run := runs(t, "stacked-sheets", 2000, 60)
		var off [2][]float64
		for seed := range uint64(sheets) {
			height, width := where(run(seed, 1, 1e-5))
			exactHeight, exactWidth := where(run(seed, 10, 1e-5))
			t.Logf("height %.3f mm, of the control %.3f; width %.3f mm, of the control %.3f", 1e3*height, 1e3*exactHeight,
				1e3*width, 1e3*exactWidth)
			off[0], off[1] = append(off[0], height-exactHeight), append(off[1], width-exactWidth)
		}
		for k, of := range []string{"height", "width"} {
			mean, deviation := stat.MeanStdDev(off[k], nil)
			t.Logf("%s: off by %+.3f mm ± %.3f", of, 1e3*mean, 1e3*deviation)
			if most := max(4e-4, 2.5*deviation/math.Sqrt(float64(len(off[k])))); math.Abs(mean) > most || deviation > 4e-3 {
				t.Errorf("%s: off by %+.3f mm ± %.3f, expected at most %.3f to one side", of, 1e3*mean, 1e3*deviation, 1e3*most)
			}
		}
	})
}

// where is the mean height of points and the root of the mean square of their distance from the axis [m].
func where(x []r3.Vec) (height, width float64) {
	for _, p := range x {
		height += p.Y / float64(len(x))
		width += (p.X*p.X + p.Z*p.Z) / float64(len(x))
	}
	return height, math.Sqrt(width)
}
