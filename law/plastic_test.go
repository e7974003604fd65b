package law

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Pulled and let go, the force has its plateau at kδ_e, what stays is min(x_max − δ_e, δ_p), what is lost kδ_e times
// that; pulled farther than the zero can follow, the spring is as stiff as before. All that by one step or many.
func TestPlasticSpring(t *testing.T) {
	l := Plastic{K: 130, Yield: .02, YieldMax: .05}
	for _, sign := range []float64{1, -1} {
		for _, x := range []float64{.01, .02, .03, .06, .07, .1, .3} {
			for _, n := range []int{1, 2, 77} {
				kept := []float64{0}
				work := cycle(l, kept, 0, []float64{sign * x}, n, same)
				stays := min(max(x-l.Yield, 0), l.YieldMax)
				if math.Abs(kept[0]-sign*stays) > 1e-15 {
					t.Errorf("x %g by %d steps: %g stays, expected %g", sign*x, n, kept[0], sign*stays)
				}
				work += cycle(l, kept, sign*x, []float64{kept[0]}, n, same)
				if math.Abs(work-l.K*l.Yield*stays) > 1e-12 {
					t.Errorf("x %g by %d steps: %.12g J/m² lost, expected %.12g", sign*x, n, work, l.K*l.Yield*stays)
				}
				r := at(l, Strain{History: []float64{0}}, sign*x)
				if want := sign * l.K * (x - stays); math.Abs(r.Sigma-want) > 1e-12*l.K {
					t.Errorf("x %g: stress %g, expected %g", sign*x, r.Sigma, want)
				}
				if want := map[bool]float64{true: 0, false: l.K}[x > l.Yield && x < l.Yield+l.YieldMax]; x != l.Yield &&
					x != l.Yield+l.YieldMax && r.Slope != want {
					t.Errorf("x %g: slope %g, expected %g", sign*x, r.Slope, want)
				}
			}
		}
	}
}

// Closed paths take the work of the plateau for every strain that the zero goes, and cycles below the yield strain take
// nothing.
func TestPlasticWork(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 10))
	l := Plastic{K: 130, Yield: .02, YieldMax: .05}
	for range 200 {
		kept, at, went, work := []float64{0}, 0., 0., 0.
		for range 10 {
			to, before := .1*rnd.NormFloat64(), kept[0]
			work += cycle(l, kept, at, []float64{to}, 1+rnd.IntN(4), same)
			at, went = to, went+math.Abs(kept[0]-before)
		}
		work += cycle(l, kept, at, []float64{kept[0]}, 3, same)
		if math.Abs(work-l.K*l.Yield*went) > 1e-12 {
			t.Fatalf("work %.12g, the zero went %g: expected %.12g", work, went, l.K*l.Yield*went)
		}
		if small := cycle(l, kept, kept[0], []float64{kept[0] + .019, kept[0] - .019, kept[0]}, 2,
			same); math.Abs(small) > 1e-15 {
			t.Fatalf("a small cycle took %g J/m²", small)
		}
	}
}
