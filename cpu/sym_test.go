package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// TestPositivePart: the positive semi-definite part of symmetric matrices, diagonal and of one rank among them, is that
// of a library's eigenvalues.
func TestPositivePart(t *testing.T) {
	draw := rand.New(rand.NewPCG(7, 7))
	for n := range 200 {
		h := Sym3{draw.NormFloat64(), draw.NormFloat64(), draw.NormFloat64()}
		if n%4 > 0 {
			for c := 3; c < 6; c++ {
				h[c] = draw.NormFloat64()
			}
		}
		if n%4 == 1 {
			h = Sym3{}
			h.AddOuter(draw.NormFloat64()*1e3, r3.Vec{X: draw.NormFloat64(), Y: draw.NormFloat64(), Z: draw.NormFloat64()})
		}
		var e mat.EigenSym
		if !e.Factorize(mat.NewSymDense(3, []float64{h[0], h[5], h[4], 0, h[1], h[3], 0, 0, h[2]}), true) {
			t.Fatal("no eigenvalues")
		}
		var v mat.Dense
		e.VectorsTo(&v)
		var want Sym3
		most := 0.
		for k, l := range e.Values(nil) {
			want.AddOuter(max(0, l), r3.Vec{X: v.At(0, k), Y: v.At(1, k), Z: v.At(2, k)})
			most = max(most, math.Abs(l))
		}
		got := h.Positive()
		for c := range want {
			if !(math.Abs(got[c]-want[c]) < 1e-12*most) {
				t.Errorf("of %v: %v, expected %v", h, got, want)
				break
			}
		}
	}
}
