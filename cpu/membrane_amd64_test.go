package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Triangles are the same bits with AVX2 and without: their strains, and what is kept of all laws, at random positions,
// at rest, stretched, squeezed, and where some are no numbers; of two fabrics whose triangles alternate in part, so
// that not all that follow each other are beside each other.
func TestTrianglesPortable(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2: all tests run the portable kernels")
	}
	r := rand.New(rand.NewPCG(5, 6))
	for _, mixed := range []bool{false, true} {
		s := hanging(t, 12)
		if mixed {
			on := &s.Model.Strains[cloth.Triangles]
			on.Of, on.Couple = append([]int32(nil), on.Of...), append(on.Couple, 2*on.Couple[0]+1)
			on.Laws = append(on.Laws, on.Laws[:3]...)
			for i := range on.Of {
				on.Of[i] = 0
				if i%16 < 9 && i%3 == 0 {
					on.Of[i] = 1
				}
			}
			s.strains[cloth.Triangles] = newStrains(s.Model, cloth.Triangles)
		}
		s.begin(1. / 120)
		places := map[string]func(x r3.Vec) r3.Vec{
			"random": func(x r3.Vec) r3.Vec {
				return r3.Add(x, r3.Scale(.02, r3.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}))
			},
			"rest":      func(x r3.Vec) r3.Vec { return x },
			"stretched": func(x r3.Vec) r3.Vec { return r3.Scale(1.1, x) },
			"squeezed":  func(x r3.Vec) r3.Vec { return r3.Vec{X: .9 * x.X, Y: .8 * x.Y, Z: .7 * x.Z} },
			"no number": func(x r3.Vec) r3.Vec {
				if r.IntN(20) == 0 {
					x.Y = math.NaN()
				}
				return x
			},
		}
		for name, place := range places {
			x := make([]r3.Vec, len(s.x))
			for i := range x {
				x[i] = place(s.State.X[i])
			}
			evaluate := func(avx bool) (slots []triSlot, e float64) {
				defer func(was bool) { useAVX2 = was }(useAVX2)
				useAVX2 = avx
				clear(s.tri)
				e = s.evaluateElements(x)
				return append(slots, s.tri...), e
			}
			slots, e := evaluate(true)
			want, wantE := evaluate(false)
			same := func(a, b float64) bool {
				return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
			}
			if !same(e, wantE) {
				t.Errorf("%s, mixed %v: energy %v, portable %v", name, mixed, e, wantE)
			}
			numbers := func(q *triSlot) (v []float64) {
				v = append(v, q.Wu.X, q.Wu.Y, q.Wu.Z, q.Wv.X, q.Wv.Y, q.Wv.Z)
				return append(append(append(v, q.S[:]...), q.SP[:]...), q.C[:]...)
			}
			for i := range slots {
				got := numbers(&slots[i])
				for k, w := range numbers(&want[i]) {
					if !same(got[k], w) {
						t.Fatalf("%s, mixed %v: number %d of triangle %d: %v, portable %v", name, mixed, k, i, got[k], w)
					}
				}
			}
		}
		wide, all := 0, 0
		for i := 0; i+4 <= len(s.tri); i += 4 {
			all++
			if s.deformWide(i, int(s.strains[cloth.Triangles].place[i]), s.x) {
				wide++
			}
		}
		if mixed && (wide == 0 || wide == all) || !mixed && wide < all {
			t.Errorf("mixed %v: %d of %d fours were measured at once", mixed, wide, all)
		}
	}
}

// So is what is kept of numbers at random, those between strains among them.
func TestStressPortable(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2: all tests run the portable kernels")
	}
	defer func(was bool) { useAVX2 = was }(useAVX2)
	s, r := hanging(t, 12), rand.New(rand.NewPCG(7, 8))
	s.begin(1. / 120)
	b := &batch{on: &s.strains[cloth.Triangles], lo: 1, hi: 90, first: 1}
	for i := range b.psi {
		b.psi[i] = r.NormFloat64()
		for k := range b.sigma {
			b.sigma[k][i], b.slope[k][i] = r.NormFloat64(), r.NormFloat64()
		}
		for k := range b.cross {
			b.cross[k][i] = r.NormFloat64()
		}
	}
	stress := func(avx bool) ([]triSlot, []float64) {
		useAVX2 = avx
		clear(s.tri)
		clear(b.energy[:])
		triangleCode.stressBatch(s, cloth.Triangles, b)
		return append([]triSlot(nil), s.tri...), append([]float64(nil), b.energy[:]...)
	}
	slots, energy := stress(true)
	want, wantEnergy := stress(false)
	for i := range want {
		if slots[i] != want[i] {
			t.Fatalf("triangle %d: %v, portable %v", i, slots[i], want[i])
		}
	}
	for i := range wantEnergy {
		if energy[i] != wantEnergy[i] {
			t.Fatalf("energy %d: %v, portable %v", i, energy[i], wantEnergy[i])
		}
	}
}

// And of curves.
func TestStressCurvesPortable(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2: all tests run the portable kernels")
	}
	defer func(was bool) { useAVX2 = was }(useAVX2)
	s, r := hangingWith(t, 12, func(f *cloth.Fabric) { f.Bending = cloth.CurvatureBending }), rand.New(rand.NewPCG(7, 9))
	on := &s.strains[cloth.Curves]
	b := &batch{on: on, lo: 1, hi: 90, first: 1}
	for i := range b.psi {
		b.psi[i] = r.NormFloat64()
		for k := range b.sigma {
			b.sigma[k][i], b.slope[k][i] = r.NormFloat64(), r.NormFloat64()
		}
		for k := range b.cross {
			b.cross[k][i] = r.NormFloat64()
		}
	}
	for p := 20; p < b.hi; p += 7 { // these do not all follow each other
		copy(on.order[p:], on.order[p+1:])
	}
	for t := range s.Model.Rest {
		s.Model.Rest[t].Area *= r.Float64()
	}
	s.curveOf = newCurveLists(s.Model)
	stress := func(avx bool) ([]curveSlot, []float64) {
		useAVX2 = avx
		clear(s.curve)
		clear(b.energy[:])
		curveCode.stressBatch(s, cloth.Curves, b)
		return append([]curveSlot(nil), s.curve...), append([]float64(nil), b.energy[:]...)
	}
	slots, energy := stress(true)
	want, wantEnergy := stress(false)
	for i := range want {
		if slots[i] != want[i] || energy[i] != wantEnergy[i] {
			t.Fatalf("curve %d: %v and %v, portable %v and %v", i, slots[i], energy[i], want[i], wantEnergy[i])
		}
	}
	if slots[30].C[5] == 0 || energy[30] == 0 {
		t.Errorf("curve 30: %v and %v, expected what is not zero", slots[30], energy[30])
	}
}

// Curves are the same bits with AVX2 and without, for numbers at random: their strains, and what their hinges pass on.
func TestCurvesPortable(t *testing.T) {
	if !useAVX2 {
		t.Skip("SKIPPED: this machine has no AVX2: all tests run the portable kernels")
	}
	defer func(was bool) { useAVX2 = was }(useAVX2)
	s, r := hangingWith(t, 12, func(f *cloth.Fabric) { f.Bending = cloth.CurvatureBending }), rand.New(rand.NewPCG(9, 10))
	hinge := s.eps[cloth.Hinges][0]
	for i := range hinge {
		hinge[i] = r.NormFloat64()
	}
	for i := range s.curve {
		for k := range s.curve[i].S {
			s.curve[i].S[k] = r.NormFloat64()
		}
		for k := range s.curve[i].C {
			s.curve[i].C[k] = r.NormFloat64()
		}
	}
	run := func(avx bool) (all []float64) {
		useAVX2 = avx
		s.bend(0, 100, nil)
		s.bend(100, len(s.curve), nil)
		for k := range s.eps[cloth.Curves] {
			all = append(all, s.eps[cloth.Curves][k]...)
			clear(s.eps[cloth.Curves][k])
		}
		for i := range s.hinge {
			s.hinge[i].Sigma, s.hinge[i].K = float64(i), 1/float64(i+1)
		}
		s.transferCurves()
		for i := range s.hinge {
			all = append(all, s.hinge[i].Sigma, s.hinge[i].K)
		}
		return all
	}
	got, zeros := run(true), 0
	for i, w := range run(false) {
		if math.Float64bits(got[i]) != math.Float64bits(w) {
			t.Fatalf("number %d: %v, portable %v", i, got[i], w)
		}
		if w == 0 {
			zeros++
		}
	}
	if zeros > len(got)/10 {
		t.Errorf("%d of %d numbers are zero", zeros, len(got))
	}
}

// The same of sums of what is above zero.
func TestAddPositivePortable(t *testing.T) {
	v := []float64{1, -1, 0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), 1e-300, -2, 3, 4}
	for n := range v {
		got, want := make([]float64, n), make([]float64, n)
		for i := range n {
			got[i], want[i] = float64(i), float64(i)
		}
		addPositive(got, v[:n])
		addPositiveGo(want, v[:n])
		for i := range want {
			if got[i] != want[i] && !math.IsNaN(want[i]) || math.IsNaN(got[i]) != math.IsNaN(want[i]) {
				t.Errorf("%d of %d: %v, portable %v", i, n, got[i], want[i])
			}
		}
	}
}
