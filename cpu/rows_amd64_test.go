package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Rows of the system are the same bits with AVX2 and without, for slots, shapes and centroids full of random numbers, and nothing
// beside the rows is written.
func TestRowsPortable(t *testing.T) {
	if !useAVX2 {
		t.Skip("this machine has no AVX2: all tests run the portable kernels")
	}
	s := hanging(t, 9)
	r := rand.New(rand.NewPCG(1, 2))
	vec := func() r3.Vec { return r3.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	rest := make([]cloth.TriRest, len(s.tri))
	for i := range s.tri {
		q := &s.tri[i]
		q.Wu, q.Wv = vec(), vec()
		for k := range q.S {
			q.S[k], q.SP[k] = r.NormFloat64(), r.NormFloat64()
		}
		for k := range q.C {
			q.C[k], s.face[i].H[k] = r.NormFloat64(), r.NormFloat64()
		}
		s.face[i].Psi, s.face[i].G = r.NormFloat64(), vec()
		rest[i] = s.Model.Rest[i]
		for k := range rest[i].B {
			rest[i].B[k] = [2]float64{r.NormFloat64(), r.NormFloat64()}
		}
	}
	for i := range s.hinge {
		q := &s.hinge[i]
		q.G, q.Sigma, q.K = [4]r3.Vec{vec(), vec(), vec(), vec()}, r.NormFloat64(), r.NormFloat64()
	}
	start := make([]float64, len(s.matrix.Val))
	for i := range start {
		start[i] = r.NormFloat64()
	}
	rows := func(avx bool) (val []float64, g []r3.Vec) {
		defer func(was bool) { useAVX2 = was }(useAVX2)
		useAVX2 = avx
		val, g = append(val, start...), make([]r3.Vec, s.matrix.N)
		for i := range g {
			g[i] = r3.Vec{X: start[3*i], Y: start[3*i+1], Z: start[3*i+2]}
		}
		for i := 0; i < s.matrix.N; i += 2 { // the others stay
			tri, hinge := s.rows.tri[s.rows.triPtr[i]:s.rows.triPtr[i+1]], s.rows.hinge[s.rows.hingePtr[i]:s.rows.hingePtr[i+1]]
			addTriangles(val, tri, s.tri, rest, s.face)
			addHinges(val, hinge, s.hinge)
			sumTriangles(&g[i], tri, s.tri, rest, s.face)
			sumHinges(&g[i], hinge, s.hinge)
		}
		return val, g
	}
	val, g := rows(true)
	wantVal, wantG := rows(false)
	changed := 0
	for k := range val {
		if math.Float64bits(val[k]) != math.Float64bits(wantVal[k]) {
			t.Fatalf("entry %d of block %d: %v, portable %v", k%9, k/9, val[k], wantVal[k])
		}
		if val[k] != start[k] {
			changed++
		}
	}
	for i := range g {
		if g[i] != wantG[i] {
			t.Fatalf("gradient of vertex %d: %v, portable %v", i, g[i], wantG[i])
		}
	}
	if most := len(val); changed < most*2/5 || changed > most*3/5 {
		t.Errorf("%d of %d entries changed, expected half", changed, most)
	}
}
