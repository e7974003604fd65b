package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Rows of the system are the same bits with AVX2 and without, for slots, shapes and centroids full of random numbers,
// and nothing beside the rows is written.
func TestRowsPortable(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2: all tests run the portable kernels")
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
			tri, hinge := s.rows.triangles(i), s.rows.of[cloth.Hinges].at(i)
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
		if bits(g[i]) != bits(wantG[i]) {
			t.Fatalf("gradient of vertex %d: %v, portable %v", i, g[i], wantG[i])
		}
	}
	if most := len(val); changed < most*2/5 || changed > most*3/5 {
		t.Errorf("%d of %d entries changed, expected half", changed, most)
	}
}

func bits(v r3.Vec) [3]uint64 {
	return [3]uint64{math.Float64bits(v.X), math.Float64bits(v.Y), math.Float64bits(v.Z)}
}

// Hinges are the same bits with AVX2 and without: at random positions, flat, folded over, of a sliver in three sizes,
// and where one of four is degenerate or no number.
func TestHingesPortable(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2: all tests run the portable kernels")
	}
	s := hanging(t, 6)
	r := rand.New(rand.NewPCG(3, 4))
	if n := len(s.Model.Hinges); n < 9 || n%4 == 0 {
		t.Fatalf("%d hinges: expected more than eight, and some over", n)
	}
	places := map[string]func(i int) r3.Vec{
		"random": func(int) r3.Vec { return r3.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} },
		"flat":   func(i int) r3.Vec { return r3.Vec{X: float64(i % 6), Z: float64(i / 6)} },
		"folded": func(i int) r3.Vec { return r3.Vec{X: float64(i % 2), Z: float64(i / 6)} },
		"thin":   func(i int) r3.Vec { return r3.Vec{X: float64(i%6) * 1e-8, Y: float64(i%3) * 1e-9, Z: float64(i / 6)} },
		"one point": func(i int) r3.Vec {
			if i == 7 {
				i = 6
			}
			return r3.Vec{X: float64(i % 6), Y: float64(i % 3), Z: float64(i / 6)}
		},
		"no number": func(i int) r3.Vec {
			if i == 7 {
				return r3.Vec{X: 1, Y: math.NaN()}
			}
			return r3.Vec{X: float64(i % 6), Y: float64(i % 3), Z: float64(i / 6)}
		},
	}
	wide := 0
	for name, place := range places {
		x := make([]r3.Vec, len(s.x))
		for i := range x {
			x[i] = place(i)
		}
		measure := func(avx bool) ([]hingeSlot, []float64) {
			defer func(was bool) { useAVX2 = was }(useAVX2)
			useAVX2 = avx
			clear(s.hinge)
			s.fold(0, len(s.hinge), x)
			return append([]hingeSlot(nil), s.hinge...), append([]float64(nil), s.eps[cloth.Hinges][0]...)
		}
		slots, eps := measure(true)
		wantSlots, wantEps := measure(false)
		for i := range slots {
			for k, g := range slots[i].G {
				if want := wantSlots[i].G[k]; bits(g) != bits(want) {
					t.Fatalf("%s: gradient %d of hinge %d: %v, portable %v", name, k, i, g, want)
				}
			}
			if math.Float64bits(eps[i]) != math.Float64bits(wantEps[i]) {
				t.Fatalf("%s: strain %d: %v, portable %v", name, i, eps[i], wantEps[i])
			}
		}
		var sin, cos [4]float64
		for i := 0; i+4 <= len(slots); i += 4 {
			if foldFourAVX2(&x[0], &s.Model.Hinges[i], &slots[i], &sin, &cos) {
				wide++
			}
		}
	}
	if all := len(places) * (len(s.hinge) / 4); wide < all/2 || wide == all {
		t.Errorf("%d of %d fours were measured at once, expected most, and not those with a degenerate hinge", wide, all)
	}
}
