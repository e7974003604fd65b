package linalg

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// prolongation is a level's P as a dense matrix, from a level of rows of so many numbers.
func (l *rigidAMGLevel) prolongation(size int) *mat.Dense {
	P := mat.NewDense(size*len(l.Parent), 6*l.N, nil)
	for k, v := range l.Col {
		for e := range size {
			for c := range 6 {
				P.Set(size*int(l.Of[k])+e, 6*int(v)+c, float64(l.p[8*(size*k+e)+c]))
			}
		}
	}
	return P
}

// The matrices of the levels against dense PᵀAP, with held rows; P has nothing there.
func TestRigidAMGAgainstDense(t *testing.T) {
	p := New(2)
	defer p.Close()
	A, x := clothAt(26, 1.0/60, 0.2)
	fixed, rng := make([]bool, A.N), newRand(1)
	for i := range fixed {
		fixed[i] = rng.IntN(8) == 0
	}
	m := RigidAMG{X: x}
	if err := m.Setup(p, A, fixed); err != nil {
		t.Fatal(err)
	}
	if len(m.levels) < 2 {
		t.Fatalf("%d coarse levels for %d rows, want at least 2", len(m.levels), A.N)
	}
	want, size := dense(A), 3
	for k, l := range m.levels {
		P := l.prolongation(size)
		if k == 0 {
			for i, held := range fixed {
				if held && mat.Norm(P.Slice(3*i, 3*i+3, 0, 6*l.N), math.Inf(1)) != 0 {
					t.Fatalf("held row %d moves", i)
				}
			}
		}
		var next, diff mat.Dense
		next.Product(P.T(), want, P)
		want, size = &next, 6
		got := mat.NewDense(6*l.N, 6*l.N, nil)
		for v := range l.N {
			for b := l.a.ptr[v]; b < l.a.ptr[v+1]; b++ {
				for e := range 6 {
					for c := range 6 {
						got.Set(6*v+e, 6*int(l.a.col[b])+c, l.a.block(b)[8*e+c])
					}
				}
			}
		}
		diff.Sub(got, want)
		if d := mat.Norm(&diff, math.Inf(1)); d > 1e-12*mat.Norm(want, math.Inf(1)) {
			t.Errorf("level %d: differs from PᵀAP by %g of %g", k+1, d, mat.Norm(want, math.Inf(1)))
		}
	}
}

// What a level's numbers say is how rows move before they are smoothed: as rigid bodies, whatever the levels between,
// so that all that turns by one angle about one axis is in reach of each level.
func TestRigidAMGIsRigid(t *testing.T) {
	p := New(1)
	A, x := clothAt(26, 1.0/60, 0)
	m := RigidAMG{X: x}
	if err := m.Setup(p, A, nil); err != nil {
		t.Fatal(err)
	}
	turn, shift := r3.Vec{X: .3, Y: -.5, Z: .2}, r3.Vec{X: 1, Y: 2, Z: -1}
	moves := func(x r3.Vec) r3.Vec { return r3.Add(shift, r3.Cross(turn, x)) }
	at, radius := x, []float64(nil)
	for k, l := range m.levels {
		for i, v := range l.Parent {
			var b [48]float32
			l.rigid(&b, i, at, radius)
			s, w := moves(l.centre[v]), r3.Scale(l.radius[v], turn)
			row := func(e int) (sum float64) {
				for c, g := range [6]float64{s.X, s.Y, s.Z, w.X, w.Y, w.Z} {
					sum += float64(b[8*e+c]) * g
				}
				return sum
			}
			off := r3.Norm(r3.Sub(r3.Vec{X: row(0), Y: row(1), Z: row(2)}, moves(at[i])))
			if k > 0 {
				off += r3.Norm(r3.Sub(r3.Vec{X: row(3), Y: row(4), Z: row(5)}, r3.Scale(radius[i], turn)))
			}
			if off > 1e-6 {
				t.Fatalf("level %d, row %d: off by %g", k+1, i, off)
			}
		}
		at, radius = l.centre, l.radius
	}
}

// M⁻¹ is symmetric to single precision and positive definite on the free rows, zero on held ones, and Apply returns
// rᵀz.
func TestRigidAMGIsSPD(t *testing.T) {
	p := New(2)
	defer p.Close()
	A, x := clothAt(13, 1.0/60, 0.2)
	fixed := make([]bool, A.N)
	fixed[0], fixed[7], fixed[60] = true, true, true
	m := RigidAMG{X: x}
	if err := m.Setup(p, A, fixed); err != nil {
		t.Fatal(err)
	}
	inv := mat.NewDense(3*A.N, 3*A.N, nil)
	r, z := make([]r3.Vec, A.N), make([]r3.Vec, A.N)
	for i := range 3 * A.N {
		clear(r)
		unit := [3]float64{}
		unit[i%3] = 1
		r[i/3] = r3.Vec{X: unit[0], Y: unit[1], Z: unit[2]}
		dot := m.Apply(p, z, r)
		inv.SetCol(i, flat(z).RawVector().Data)
		if d := inv.At(i, i); math.Abs(dot-d) > 1e-6*d {
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
			if d := math.Abs(inv.At(i, j) - inv.At(j, i)); d > 1e-6*scale {
				t.Fatalf("M⁻¹ is not symmetric: (%d, %d) differs by %g of %g", i, j, d, scale)
			}
			sym.SetSym(i, j, (inv.At(i, j)+inv.At(j, i))/2)
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
		t.Errorf("M⁻¹ has eigenvalue %g", least)
	}
}

// What turns are for: where bending is stiff beside the mass, piecewise-constant AMG take ever more iterations as the
// mesh gets finer, and those that turn do not. The solution is the same.
func TestRigidAMGBends(t *testing.T) {
	p := New(2)
	defer p.Close()
	count := map[string][]int{}
	for _, n := range []int{41, 81} {
		A, x := clothAt(n, 1./30, 0.2)
		f, fixed := smoothLoad(n), make([]bool, A.N)
		for i := range n {
			fixed[i] = true
		}
		var solved [2][]r3.Vec
		for k, precond := range []Preconditioner{&Multilevel{}, &RigidAMG{X: x}} {
			y := make([]r3.Vec, A.N)
			res := (&CG{Tol: 1e-4, Precond: precond}).Solve(p, A, f, y, fixed)
			name := []string{"shifts", "turns"}[k]
			if count[name] = append(count[name], res.Iterations); res.Outcome != Converged {
				t.Fatalf("%s: %v", name, res.Outcome)
			}
			(&CG{Tol: 1e-8, Precond: precond}).Solve(p, A, f, y, fixed)
			solved[k] = y
		}
		size, diff := 0.0, 0.0
		for i := range f {
			size = max(size, r3.Norm(solved[0][i]))
			diff = max(diff, r3.Norm(r3.Sub(solved[0][i], solved[1][i])))
		}
		if !(diff < 1e-5*size) {
			t.Errorf("%d × %d: solutions differ by %g of %g", n, n, diff, size)
		}
	}
	t.Logf("%v", count)
	if turns, shifts := count["turns"], count["shifts"]; 10*turns[1] > 11*turns[0] || 5*turns[1] > 2*shifts[1] ||
		5*shifts[1] < 6*shifts[0] {
		t.Errorf("%v: expected a fifth more of those that shift and no more of those that turn, two fifths of the others, "+
			"at half the edge", count)
	}
}

// Levels are kept where they are asked for, until other rows are held, and a solve with them allocates nothing.
func TestRigidAMGKeepsLevels(t *testing.T) {
	p := New(2)
	defer p.Close()
	A, at := clothAt(20, 1./60, 0.2)
	f, x := smoothLoad(20), make([]r3.Vec, A.N)
	m := &RigidAMG{X: at}
	c := CG{Tol: 1e-3, Precond: m}
	fixed := make([]bool, A.N)
	c.Solve(p, A, f, x, fixed)
	m.Reuse = true
	before := slices.Clone(m.levels[0].p)
	for i := range A.N {
		A.AddScaledIdentity(A.Diag[i], 1e-3)
	}
	if a := testing.AllocsPerRun(3, func() { clear(x); c.Solve(p, A, f, x, fixed) }); a != 0 {
		t.Errorf("%v allocations per solve", a)
	}
	if !slices.Equal(before, m.levels[0].p) {
		t.Error("levels were made anew")
	}
	fixed[3] = true
	if res := c.Solve(p, A, f, x, fixed); res.Outcome != Converged || slices.Equal(before, m.levels[0].p) {
		t.Errorf("another row held: %v, levels kept: %v", res.Outcome, slices.Equal(before, m.levels[0].p))
	}
}

// Many pieces that touch nothing make no large matrix that is inverted as a whole.
func TestRigidAMGOfComponents(t *testing.T) {
	p := New(1)
	const n = 300
	A := NewPattern(n, func(yield func([]int32) bool) {
		for i := int32(0); i < n; i += 3 {
			if !yield([]int32{i, i + 1, i + 2}) {
				return
			}
		}
	})
	for i := range n {
		A.AddScaledIdentity(A.Diag[i], 1+float64(i%3))
	}
	m := &RigidAMG{X: anywhere}
	x := make([]r3.Vec, n)
	if res := (&CG{Tol: 1e-6, Precond: m}).Solve(p, A, randomVecs(n, newRand(3)), x, nil); res.Outcome != Converged {
		t.Error(res.Outcome)
	}
	if l := m.levels[len(m.levels)-1]; len(l.inv) > 48*l.N {
		t.Errorf("%d numbers for %d rows", len(l.inv), l.N)
	}
}
