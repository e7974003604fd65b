package linalg

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

// inRuns is a preconditioner for A whose runs have about so many rows.
func inRuns(A *BSR, rows int) *SSOR {
	s := new(SSOR)
	s.build(A, max(1, (A.N+rows/2)/rows))
	return s
}

// A matrix has as many runs for each core, and none is too short.
func TestRuns(t *testing.T) {
	for rows, want := range map[int]int{1: 1, 799: 1, 800: 2, 5400: 8, 10201: 16, 40401: 32, 131072: 32, 131073: 64,
		1 << 20: 256} {
		if got := stripCount(rows); got != want {
			t.Errorf("%d rows are %d runs, not %d", rows, got, want)
		}
	}
}

// Domains are all rows, once; those that are coupled have different colours, and each colour is there because others
// next to it are taken.
func TestColours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		A := randomPattern(n, rapid.IntRange(0, 2*n).Draw(t, "stencils"), newRand(rapid.Uint64().Draw(t, "seed")))
		s := inRuns(A, rapid.IntRange(1, 20).Draw(t, "rows"))
		of, colour, seen := make([]int, n), make([]int, n), 0
		for c := range s.colours[1:] {
			for _, d := range s.order[s.colours[c]:s.colours[c+1]] {
				for r := s.domains[d]; r < s.domains[d+1]; r++ {
					i := s.rows[r]
					if s.rank[i] != r {
						t.Fatalf("row %d, swept as the %dth, has the rank %d", i, r, s.rank[i])
					}
					of[i], colour[i] = int(d), c
					seen++
				}
			}
		}
		if seen != n {
			t.Fatalf("%d of %d rows are in domains", seen, n)
		}
		lower := map[int]bool{}
		for i := range n {
			for _, j := range A.Col[A.RowPtr[i]:A.RowPtr[i+1]] {
				if of[i] == of[j] {
					continue
				}
				if colour[i] == colour[j] {
					t.Fatalf("rows %d and %d of different domains are coupled and have the colour %d", i, j, colour[i])
				}
				if colour[j] == colour[i]-1 {
					lower[of[i]] = true
				}
			}
		}
		for i := range n {
			if colour[i] > 0 && !lower[of[i]] {
				t.Fatalf("domain %d has colour %d without a neighbour of the one before", of[i], colour[i])
			}
		}
		if got := 2*int(s.lower.ptr[n]) + n; got != A.Blocks() {
			t.Fatalf("%d blocks are swept, of %d", got, A.Blocks())
		}
		outside := 0
		for i, k := range s.inner {
			outside += int(k - s.lower.ptr[i])
		}
		if got := int(s.upper.ptr[n]); got != outside {
			t.Fatalf("%d blocks of other domains are swept one way, %d the other", outside, got)
		}
	})
}

// M is what SSOR says it is: (E + L)(E + Lᵀ) of the matrix in scaled form, in the order of the sweep, here as a dense
// matrix.
func TestSSORAgainstDense(t *testing.T) {
	p := New(2)
	defer p.Close()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 25).Draw(t, "n")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		A := randomSPD(n, rapid.IntRange(0, 3*n).Draw(t, "stencils"), rng)
		fixed := make([]bool, n)
		for i := range fixed {
			fixed[i] = rng.IntN(5) == 0
		}
		s := inRuns(A, rapid.IntRange(1, 10).Draw(t, "rows"))
		s.Omega = rapid.SampledFrom([]float64{0, .7, OmegaNoContact}).Draw(t, "ω")
		if err := s.Setup(p, A, fixed); err != nil || !s.definite {
			t.Fatal(err, s.definite)
		}
		place := make([]int, n) // in the sweep
		swept := 0
		for _, d := range s.order {
			for _, i := range s.rows[s.domains[d]:s.domains[d+1]] {
				place[i] = swept
				swept++
			}
		}
		// L of the scaled form, with its own Cholesky factors.
		scale := make([]*mat.Dense, n)
		for i := range n {
			var chol mat.Cholesky
			chol.Factorize(mat.NewSymDense(3, A.Block(A.Diag[i])[:]))
			var l mat.TriDense
			chol.LTo(&l)
			var inv mat.Dense
			if err := inv.Inverse(&l); err != nil {
				t.Fatal(err)
			}
			scale[i] = &inv
		}
		m := mat.NewDense(3*n, 3*n, nil) // E + L, rows by place
		for i := range n {
			for e := range 3 {
				m.Set(3*place[i]+e, 3*place[i]+e, 1/s.omega)
			}
			for k := A.RowPtr[i]; k < A.RowPtr[i+1]; k++ {
				j := int(A.Col[k])
				if place[j] >= place[i] || fixed[i] || fixed[j] {
					continue
				}
				var b mat.Dense
				b.Product(scale[i], mat.NewDense(3, 3, A.Block(k)[:]), scale[j].T())
				for a := range 3 {
					for c := range 3 {
						m.Set(3*place[i]+a, 3*place[j]+c, b.At(a, c))
					}
				}
			}
		}
		r, z := randomVecs(n, rng), make([]r3.Vec, n)
		for i := range fixed {
			if fixed[i] {
				r[i] = r3.Vec{}
			}
		}
		shrunk := mat.NewVecDense(3*n, nil)
		for i := range n {
			var v mat.VecDense
			v.MulVec(scale[i], mat.NewVecDense(3, []float64{r[i].X, r[i].Y, r[i].Z}))
			for e := range 3 {
				shrunk.SetVec(3*place[i]+e, v.AtVec(e))
			}
		}
		var y, x mat.VecDense
		if y.SolveVec(m, shrunk) != nil || x.SolveVec(m.T(), &y) != nil {
			t.Skip("singular to working precision")
		}
		rz := s.Apply(p, z, r)
		if want := mat.Dot(&y, &y); !(math.Abs(rz-want) <= 1e-4*want) {
			t.Fatalf("rᵀz = %g, want %g", rz, want)
		}
		size := mat.Norm(&x, 2)
		for i := range n {
			var v mat.VecDense
			v.MulVec(scale[i].T(), x.SliceVec(3*place[i], 3*place[i]+3))
			want := r3.Vec{X: v.AtVec(0), Y: v.AtVec(1), Z: v.AtVec(2)}
			if fixed[i] {
				want = r3.Vec{}
			}
			if d := r3.Norm(r3.Sub(z[i], want)); !(d <= 1e-4*size*mat.Norm(scale[i], 2)) {
				t.Fatalf("row %d: %v, want %v", i, z[i], want)
			}
		}
	})
}

// pull adds a spring between two rows that the pattern does not couple, as pairs of cloth do.
type pull struct {
	a, b  int32
	k     float64
	image r3.Vec
}

func (s *pull) Rows() []int32 { return []int32{s.a, s.b} }

func (s *pull) Prepare(_ *Pool, x []r3.Vec) { s.image = r3.Scale(s.k, r3.Sub(x[s.a], x[s.b])) }

func (s *pull) AddRows(y, x []r3.Vec, lo, hi int) (dot float64) {
	for _, e := range [2]struct {
		row  int32
		sign float64
	}{{s.a, 1}, {s.b, -1}} {
		if i := int(e.row); i >= lo && i < hi {
			v := r3.Sub(r3.Scale(e.sign, s.image), r3.Scale(s.k, x[i])) // less the diagonal block
			y[i] = r3.Add(y[i], v)
			dot += r3.Dot(x[i], v)
		}
	}
	return dot
}

// What Eisenstat's form does is what conjugate gradients do with M: as many iterations, to the same solution, whatever
// couples rows besides.
func TestEisenstat(t *testing.T) {
	p := New(2)
	defer p.Close()
	for _, extra := range []bool{false, true} {
		A := clothSystem(40, 1./60, 0.2)
		fixed := make([]bool, A.N)
		fixed[0], fixed[39] = true, true
		var more Operator
		if extra {
			s := &pull{a: 45, b: 1500, k: 2e3}
			for _, i := range s.Rows() {
				A.AddScaledIdentity(A.Diag[i], s.k)
			}
			more = s
		}
		f := smoothLoad(40)
		solve := func(precond Preconditioner) (x []r3.Vec, res Result) {
			x = make([]r3.Vec, A.N)
			return x, (&CG{Tol: 1e-4, Precond: precond, Extra: more}).Solve(p, A, f, x, fixed)
		}
		x, got := solve(inRuns(A, 200))
		y, want := solve(&wrapped{inRuns(A, 200)})
		if got.Outcome != Converged || want.Outcome != Converged || got.Iterations < 20 ||
			math.Abs(float64(got.Iterations-want.Iterations)) > 1+.01*float64(want.Iterations) {
			t.Errorf("extra %v: %+v, by M itself %+v", extra, got, want)
		}
		if d := math.Abs(got.Initial/want.Initial - 1); !(d < 1e-5) {
			t.Errorf("extra %v: residuals of %g and %g at the start", extra, got.Initial, want.Initial)
		}
		var off, size float64
		for i := range x {
			off, size = max(off, r3.Norm(r3.Sub(x[i], y[i]))), max(size, r3.Norm(y[i]))
		}
		if !(off < 1e-3*size) {
			t.Errorf("extra %v: off by %g of %g", extra, off, size)
		}
		_, plain := solve(&BlockJacobi{})
		t.Logf("extra %v: %d iterations, by block Jacobi %d", extra, got.Iterations, plain.Iterations)
		if 5*got.Iterations > 3*plain.Iterations {
			t.Errorf("extra %v: %d iterations, by block Jacobi %d", extra, got.Iterations, plain.Iterations)
		}
	}
}

// The residual is as light as it was to be, and not much lighter: it is not followed, but looked at.
func TestRelaxedIsLight(t *testing.T) {
	p := New(2)
	defer p.Close()
	A := clothSystem(40, 1./60, 0.2)
	f := smoothLoad(40)
	weight := make([]float64, A.N)
	for i := range weight {
		weight[i] = 1 + float64(i%3)
	}
	fixed := make([]bool, A.N)
	fixed[0] = true
	start := (&CG{Tol: .99, MaxIter: 1, Weight: weight, Precond: &SSOR{}}).Solve(p, A, f, make([]r3.Vec, A.N), fixed)
	for _, share := range []float64{1e-1, 1e-3, 1e-6} {
		x := make([]r3.Vec, A.N)
		c := CG{Tol: .1, Weight: weight, Most: share * start.Weighed, Precond: &SSOR{}}
		res := c.Solve(p, A, f, x, fixed)
		y := make([]r3.Vec, A.N)
		A.MulVec(p, y, x)
		var weighed float64
		for i := range y {
			if !fixed[i] {
				weighed += weight[i] * r3.Norm2(r3.Sub(f[i], y[i]))
			}
		}
		if res.Outcome != Converged || !(weighed <= 1.01*c.Most) || !(math.Abs(res.Weighed-weighed) <= .01*weighed) {
			t.Errorf("to %g: %+v, in truth %g", c.Most, res, weighed)
		}
		if share < .1 && !(weighed > .3*c.Most) {
			t.Errorf("to %g: %g, after %d iterations", c.Most, weighed, res.Iterations)
		}
	}
}

// It is light in truth, also where that is beyond what single precision resolves, and the norm of the residual has long
// been small enough.
func TestRelaxedIsLightBeyondRounding(t *testing.T) {
	p := New(2)
	defer p.Close()
	A := clothSystem(40, 1./10, 0.2)
	f := smoothLoad(40)
	weight := make([]float64, A.N)
	for i := range weight {
		weight[i] = 1
	}
	start := (&CG{Tol: 1, Weight: weight}).Solve(p, A, f, make([]r3.Vec, A.N), nil)
	for _, share := range []float64{1e-6, 1e-8, 1e-12} {
		x := make([]r3.Vec, A.N)
		c := CG{Tol: .1, Weight: weight, Most: share * start.Weighed, Precond: &SSOR{}}
		res := c.Solve(p, A, f, x, nil)
		y := make([]r3.Vec, A.N)
		A.MulVec(p, y, x)
		var weighed float64
		for i := range y {
			weighed += weight[i] * r3.Norm2(r3.Sub(f[i], y[i]))
		}
		if res.Outcome != Converged || !(weighed <= 1.01*c.Most) || !(math.Abs(res.Weighed-weighed) <= .01*weighed) {
			t.Errorf("to %g: %+v, in truth %g", c.Most, res, weighed)
		}
	}
}

// A diagonal block that has no inverse leaves block Jacobi.
func TestSSORSingular(t *testing.T) {
	p := New(1)
	defer p.Close()
	A := clothMatrix(12)
	d := A.Block(A.Diag[20])
	for k := A.RowPtr[20]; k < A.RowPtr[21]; k++ {
		*A.Block(k) = [9]float64{}
		if j := A.Col[k]; j != 20 {
			*A.Block(A.Find(j, 20)) = [9]float64{}
		}
	}
	d[0], d[4] = 1, 1
	f := smoothLoad(12)
	f[20].Z = 0
	for _, precond := range []Preconditioner{&SSOR{}, &wrapped{&SSOR{}}} {
		x := make([]r3.Vec, A.N)
		if res := (&CG{Tol: 1e-6, Precond: precond}).Solve(p, A, f, x, nil); res.Outcome != Converged {
			t.Errorf("%T: %+v", precond, res)
		}
		checkFinite(t, "x", x)
	}
}

// The kernels in use compute what the portable ones do, and write nothing else.
func TestSweepTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 50).Draw(t, "n")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		A := randomSPD(n, rapid.IntRange(0, 3*n).Draw(t, "stencils"), rng)
		s := inRuns(A, rapid.IntRange(1, 20).Draw(t, "rows"))
		p := New(1)
		defer p.Close()
		if err := s.Setup(p, A, nil); err != nil {
			t.Fatal(err)
		}
		random := func() []lane {
			v := make([]lane, n)
			for i := range v {
				v[i] = lane{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			}
			return v
		}
		same := func(what string, a, b []lane) {
			for i := range a {
				for e := range a[i] {
					if !(math.Abs(a[i][e]-b[i][e]) <= 1e-11*(1+math.Abs(b[i][e]))) || e == 3 && a[i][e] != 0 {
						t.Fatalf("%s, row %d: %v, portable %v", what, i, a[i], b[i])
					}
				}
			}
		}
		clone := func(v []lane) []lane { return append([]lane(nil), v...) }

		for _, h := range []*half{&s.lower, &s.upper} {
			twin := make([]float32, len(h.val))
			for row := range n {
				i, from, to := row, h.ptr[row], h.ptr[row+1]
				if h == &s.upper {
					i = n - 1 - row
				}
				scaleBlocksGo(twin[9*from:9*to], A.Val, h.src[from:to], h.col[from:to], s.f, i)
			}
			for k := range twin {
				if d := math.Abs(float64(h.val[k] - twin[k])); !(d <= 2e-7*(1+math.Abs(float64(twin[k])))) {
					t.Fatalf("scaled number %d: %g, portable %g", k, h.val[k], twin[k])
				}
			}
		}
		d := rng.IntN(len(s.domains) - 1)
		a, b := int(s.domains[d]), int(s.domains[d+1])
		for _, w := range [][]lane{nil, random()} {
			u, pp, tt := random(), random(), random()
			v := clone(u)
			var added []lane
			if w != nil {
				added = w[a:b]
			}
			got := s.lower.forward(a, u, pp[a:b], tt[a:b], added, u[a:b], .3, 1.1)
			want := s.lower.forwardGo(a, v, pp[a:b], tt[a:b], added, v[a:b], .3, 1.1)
			same("forward", u, v)
			if !(math.Abs(got-want) <= 1e-10*float64(n)*(1+math.Abs(want))) {
				t.Fatalf("forward: %g, portable %g", got, want)
			}
		}
		r, p1, t1 := random(), random(), random()
		p2, t2 := clone(p1), clone(t1)
		s.lower.backward(&s.upper, n-b, a, s.inner[a:b], r, p1, t1, .7, s.omega)
		s.lower.backwardGo(&s.upper, n-b, a, s.inner[a:b], r, p2, t2, .7, s.omega)
		same("backward, p", p1, p2)
		same("backward, t", t1, t2)
		x1, r1 := random(), random()
		x2, r2 := clone(x1), clone(r1)
		got, want := advance(x1[a:b], r1[a:b], t1[a:b], p1[a:b], .4), advanceGo(x2[a:b], r2[a:b], t2[a:b], p1[a:b], .4)
		same("advance, t", t1, t2)
		same("advance, x", x1, x2)
		same("advance, r", r1, r2)
		if !(math.Abs(got-want) <= 1e-11*(1+want)) {
			t.Fatalf("advance: %g, portable %g", got, want)
		}
	})
}

// What pairs added to the last system is gone in the next, which has others.
func TestEisenstatAgain(t *testing.T) {
	p := New(2)
	defer p.Close()
	A := clothSystem(40, 1./60, 0.2)
	for _, i := range []int32{7, 45, 900, 1500} {
		A.AddScaledIdentity(A.Diag[i], 2e3)
	}
	f := smoothLoad(40)
	solve := func(c *CG, a, b int32) []r3.Vec {
		x := make([]r3.Vec, A.N)
		c.Extra = &pull{a: a, b: b, k: 2e3}
		if res := c.Solve(p, A, f, x, nil); res.Outcome != Converged {
			t.Fatal(res)
		}
		return x
	}
	kept := CG{Tol: 1e-3, Precond: &SSOR{}}
	solve(&kept, 45, 1500)
	if !sameBits(solve(&kept, 7, 900), solve(&CG{Tol: 1e-3, Precond: &SSOR{}}, 7, 900)) {
		t.Error("a solve depends on the one before")
	}
}

// A system that rounding makes much of is solved in rounds, without many iterations in vain.
func TestRelaxedIllConditioned(t *testing.T) {
	p := New(2)
	defer p.Close()
	for _, h := range []float64{.2, .5} {
		A := clothSystem(40, h, 0.2)
		f := smoothLoad(40)
		solve := func(precond Preconditioner) Result {
			return (&CG{Tol: 1e-6, Precond: precond}).Solve(p, A, f, make([]r3.Vec, A.N), nil)
		}
		got, apart, plain := solve(&SSOR{}), solve(&wrapped{&SSOR{}}), solve(&BlockJacobi{})
		t.Logf("h = %g s: %d iterations, in float64 %d, by block Jacobi %d", h, got.Iterations, apart.Iterations,
			plain.Iterations)
		if got.Outcome != Converged || 2*got.Iterations > 3*apart.Iterations {
			t.Errorf("h = %g s: %+v, in float64 %+v, by block Jacobi %+v", h, got, apart, plain)
		}
	}
}

// Domains of a colour may be swept by any number of workers, at once: the same bits.
func TestSweepsOfManyWorkers(t *testing.T) {
	A := clothSystem(40, 1./60, 0.2)
	for _, i := range []int32{7, 900} {
		A.AddScaledIdentity(A.Diag[i], 2e3)
	}
	b := smoothLoad(40)
	var want []r3.Vec
	for _, workers := range []int{1, 2, 5} {
		p := New(workers)
		s := inRuns(A, 100)
		if first := s.colours[1]; first < 3 {
			t.Fatalf("%d domains of the first colour: expected some", first)
		}
		x := make([]r3.Vec, A.N)
		res := (&CG{Tol: 1e-4, Precond: s, Extra: &pull{a: 7, b: 900, k: 2e3}}).Solve(p, A, b, x, nil)
		p.Close()
		if want == nil {
			want = x
		}
		if res.Outcome != Converged || !sameBits(x, want) {
			t.Errorf("%d workers: %+v, other bits than those of one", workers, res)
		}
	}
}
