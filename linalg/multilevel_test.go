package linalg

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

// Every row is in one aggregate, no aggregate is empty, each is connected, and
// on a connected mesh none is tiny.
func TestAggregatesCoverAndConnect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		size := rapid.IntRange(1, 20).Draw(t, "size")
		A := randomPattern(n, rapid.IntRange(0, 2*n).Draw(t, "stencils"), newRand(rapid.Uint64().Draw(t, "seed")))
		group, count := aggregate(A, size)
		var members lists
		members.collect(group, count, nil)
		if len(members.rows) != n {
			t.Fatalf("%d of %d rows are in aggregates", len(members.rows), n)
		}
		for g := range count {
			rows := members.of(g)
			if len(rows) == 0 {
				t.Fatalf("aggregate %d is empty", g)
			}
			reached := []int32{rows[0]}
			for k := 0; k < len(reached); k++ {
				for _, j := range A.Col[A.RowPtr[reached[k]]:A.RowPtr[reached[k]+1]] {
					if group[j] == int32(g) && !slices.Contains(reached, j) {
						reached = append(reached, j)
					}
				}
			}
			if len(reached) != len(rows) {
				t.Fatalf("aggregate %d: %d rows, %d connected", g, len(rows), len(reached))
			}
		}
	})
	A := clothMatrix(30)
	group, count := aggregate(A, levelRatio)
	var members lists
	members.collect(group, count, nil)
	for g := range count {
		if n := len(members.of(g)); 2*n < levelRatio || n > 3*levelRatio {
			t.Errorf("aggregate %d of a cloth has %d rows, want about %d", g, n, levelRatio)
		}
	}
}

// The Galerkin matrices against dense PᵀAP, P zero in held rows.
func TestGalerkinAgainstDense(t *testing.T) {
	p := New(2)
	defer p.Close()
	A := clothMatrix(18)
	rng := newRand(1)
	fixed := make([]bool, A.N)
	for i := range fixed {
		fixed[i] = rng.IntN(8) == 0
	}
	var m Multilevel
	if err := m.Setup(p, A, fixed); err != nil {
		t.Fatal(err)
	}
	if len(m.levels) < 2 {
		t.Fatalf("%d coarse levels for %d rows, want at least 2", len(m.levels), A.N)
	}
	want := dense(A)
	for k, l := range m.levels {
		rows, _ := want.Dims()
		P := mat.NewDense(rows, 3*l.A.N, nil)
		for i, v := range l.parent {
			for e := range 3 {
				if k > 0 || !fixed[i] {
					P.Set(3*i+e, 3*int(v)+e, 1)
				}
			}
		}
		var next mat.Dense
		next.Product(P.T(), want, P)
		want = &next
		got := dense(l.A)
		var diff mat.Dense
		diff.Sub(got, want)
		if d := mat.Norm(&diff, math.Inf(1)); d > 1e-13*mat.Norm(want, math.Inf(1)) {
			t.Errorf("level %d: differs from PᵀAP by %g", k+1, d)
		}
	}
}

// M⁻¹ is symmetric and positive definite on the free rows, zero on held ones,
// and Apply returns rᵀz.
func TestMultilevelIsSPD(t *testing.T) {
	p := New(2)
	defer p.Close()
	for _, density := range []float64{0.2, 0} { // without mass, A is singular
		A := clothSystem(11, 1.0/60, density)
		fixed := make([]bool, A.N)
		if density > 0 {
			fixed[0], fixed[7], fixed[60] = true, true, true
		}
		var m Multilevel
		if err := m.Setup(p, A, fixed); err != nil {
			t.Fatal(err)
		}
		inv := mat.NewDense(3*A.N, 3*A.N, nil)
		r, z := make([]r3.Vec, A.N), make([]r3.Vec, A.N)
		for i := range 3 * A.N {
			if fixed[i/3] {
				continue
			}
			clear(r)
			unit := [3]float64{}
			unit[i%3] = 1
			r[i/3] = r3.Vec{X: unit[0], Y: unit[1], Z: unit[2]}
			dot := m.Apply(p, z, r)
			inv.SetCol(i, flat(z).RawVector().Data)
			if d := inv.At(i, i); math.Abs(dot-d) > 1e-13*d {
				t.Errorf("rᵀz = %g, z·r = %g", dot, d)
			}
			for k, held := range fixed {
				if held && z[k] != (r3.Vec{}) {
					t.Fatalf("held row %d: z = %v", k, z[k])
				}
			}
		}
		scale := mat.Max(inv)
		sym := mat.NewSymDense(3*A.N, nil)
		for i := range 3 * A.N {
			for j := range i {
				if d := math.Abs(inv.At(i, j) - inv.At(j, i)); d > 1e-12*scale {
					t.Fatalf("M⁻¹ is not symmetric: (%d, %d) differs by %g of %g", i, j, d, scale)
				}
				sym.SetSym(i, j, inv.At(i, j))
			}
			sym.SetSym(i, i, inv.At(i, i))
			if fixed[i/3] {
				sym.SetSym(i, i, scale) // out of the way of the smallest eigenvalue
			}
		}
		var eig mat.EigenSym
		if !eig.Factorize(sym, false) {
			t.Fatal("no eigenvalues")
		}
		if least := slices.Min(eig.Values(nil)); least <= 0 {
			t.Errorf("density %g: M⁻¹ has eigenvalue %g", density, least)
		}
	}
}

// What the preconditioner is for: several times fewer iterations on a stiff
// cloth, and the same solution.
func TestMultilevelSavesIterations(t *testing.T) {
	p := New(2)
	defer p.Close()
	const n = 61
	A := clothMatrix(n)
	f := smoothLoad(n)
	var iterations [2]int
	var x [2][]r3.Vec
	for k, precond := range []Preconditioner{&BlockJacobi{}, &Multilevel{}} {
		x[k] = make([]r3.Vec, A.N)
		if res := (&CG{Tol: 1e-3, Precond: precond}).Solve(p, A, f, x[k], nil); res.Outcome == Converged {
			iterations[k] = res.Iterations
		} else {
			t.Fatalf("%T: %v", precond, res.Outcome)
		}
		(&CG{Tol: 1e-9, Precond: precond}).Solve(p, A, f, x[k], nil)
	}
	if 3*iterations[1] > iterations[0] {
		t.Errorf("%d iterations, block Jacobi %d: want at most a third", iterations[1], iterations[0])
	}
	size, diff := 0.0, 0.0
	for i := range f {
		size = max(size, r3.Norm(x[0][i]))
		diff = max(diff, r3.Norm(r3.Sub(x[0][i], x[1][i])))
	}
	if diff > 1e-6*size {
		t.Errorf("solutions differ by %g of %g", diff, size)
	}
}

// The levels are kept for the same pattern, made anew for another, and a
// further solve allocates nothing.
func TestMultilevelKeepsLevels(t *testing.T) {
	p := New(2)
	defer p.Close()
	A := clothMatrix(20)
	f, x := smoothLoad(20), make([]r3.Vec, A.N)
	m := &Multilevel{}
	c := CG{Tol: 1e-3, Precond: m}
	fixed := make([]bool, A.N)
	c.Solve(p, A, f, x, fixed)
	first := m.levels[0]
	fixed[3] = true
	if a := testing.AllocsPerRun(3, func() { clear(x); c.Solve(p, A, f, x, fixed) }); a != 0 {
		t.Errorf("%v allocations per solve", a)
	}
	if m.levels[0] != first {
		t.Error("levels were made anew for the same pattern")
	}
	B := clothMatrix(21)
	x = make([]r3.Vec, B.N)
	if res := c.Solve(p, B, smoothLoad(21), x, nil); res.Outcome != Converged || m.levels[0] == first {
		t.Errorf("another pattern: %v, levels kept: %v", res.Outcome, m.levels[0] == first)
	}
}

// Dense inverses against gonum's, and generalised inverses of singular ones:
// A X A = A.
func TestInvertDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, 30).Draw(t, "m")
		rank := rapid.IntRange(0, 2*m).Draw(t, "rank")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		A := mat.NewSymDense(m, nil)
		g := mat.NewVecDense(m, nil)
		for range rank {
			for i := range m {
				// Small integers, so that singular matrices are so exactly.
				g.SetVec(i, float64(rng.IntN(5)-2))
			}
			A.SymRankOne(A, 1, g)
		}
		n := padded(m)
		a := make([]float64, n*n)
		for i := range m {
			for j := range m {
				a[i*n+j] = A.At(i, j)
			}
		}
		invertDense(a, n, m, 0, make([]float64, 2*n))
		X := mat.NewDense(m, m, nil)
		for i := range n {
			for j := range n {
				if i < m && j < m {
					X.Set(i, j, a[i*n+j])
				} else if a[i*n+j] != 0 {
					t.Fatalf("padding (%d, %d) is %g", i, j, a[i*n+j])
				}
			}
		}
		var AXA mat.Dense
		AXA.Product(A, X, A)
		AXA.Sub(&AXA, A)
		// The elimination loses what the inverse is large by.
		if d := mat.Norm(&AXA, 2); d > 1e-13*float64(m)*(1+mat.Norm(A, 2)*mat.Norm(X, 2))*(1+mat.Norm(A, 2)) {
			t.Fatalf("A X A differs from A by %g (|A| %g, |X| %g)", d, mat.Norm(A, 2), mat.Norm(X, 2))
		}
	})
}

func TestDenseKernelTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 4 * rapid.IntRange(1, 15).Draw(t, "n/4")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		fill := func(k int) []float64 {
			v := make([]float64, k)
			for i := range v {
				v[i] = rng.NormFloat64()
			}
			return v
		}
		a, r, f := fill(n*n+4), fill(n), fill(n)
		near := func(name string, got, want []float64) {
			for i := range want {
				if !(math.Abs(got[i]-want[i]) <= 1e-14*20*float64(n)) {
					t.Fatalf("%s[%d] = %g, portable %g (n = %d)", name, i, got[i], want[i], n)
				}
			}
		}
		b := slices.Clone(a)
		rankOne(a, f, r)
		rankOneGo(b, f, r)
		for i := range n { // the lower triangle
			near("row of A", a[i*n:i*n+i+1], b[i*n:i*n+i+1])
		}
		near("behind A", a[n*n:], b[n*n:])
	})
}

// The product with a symmetric matrix in panels, both twins, beside that of the matrix in float64.
func TestPanels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 8 * rapid.IntRange(0, 9).Draw(t, "n/8")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		a, r := make([]float64, n*n), make([]float32, n)
		for i := range n {
			r[i] = float32(rng.NormFloat64())
			for j := range i + 1 {
				v := float64(float32(rng.NormFloat64()))
				a[i*n+j], a[j*n+i] = v, v
			}
		}
		panels := make([]float32, n*n)
		inPanels(panels, a, n)
		for name, product := range map[string]func(z, a, r []float32) float64{"symv": symv, "symvGo": symvGo} {
			z := make([]float32, n+1)
			z[n] = 7 // what is behind the last element stays
			dot, want := product(z[:n], panels, r), 0.
			for i := range n {
				sum := 0.
				for j := range n {
					sum += a[i*n+j] * float64(r[j])
				}
				if !(math.Abs(float64(z[i])-sum) <= 1e-5*float64(n)) {
					t.Fatalf("%s: z[%d] = %g: expected %g (n = %d)", name, i, z[i], sum, n)
				}
				want += float64(z[i]) * float64(r[i])
			}
			if z[n] != 7 || !(math.Abs(dot-want) <= 1e-12*float64(n*n)) {
				t.Fatalf("%s: rᵀz = %g, behind z %g: expected %g and 7 (n = %d)", name, dot, z[n], want, n)
			}
		}
	})
}
