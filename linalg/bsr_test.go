package linalg

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

// The pattern is the union of the stencils and the diagonal: compared with a
// dense table of couplings.
func TestPatternIsUnionOfStencils(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "n")
		vertex := rapid.Int32Range(0, int32(n-1))
		stencils := rapid.SliceOfN(rapid.SliceOfN(vertex, 0, 5), 0, 12).Draw(t, "stencils")
		want := make([][]bool, n)
		for i := range want {
			want[i] = make([]bool, n)
			want[i][i] = true
		}
		for _, s := range stencils {
			for _, i := range s {
				for _, j := range s {
					want[i][j] = true
				}
			}
		}
		A := NewPattern(n, slices.Values(stencils))
		if len(A.Val) != 9*A.Blocks() || A.RowPtr[0] != 0 || int(A.RowPtr[n]) != A.Blocks() {
			t.Fatalf("%d values, %d blocks, row pointers %v", len(A.Val), A.Blocks(), A.RowPtr)
		}
		for i := range int32(n) {
			if A.Col[A.Diag[i]] != i {
				t.Fatalf("Diag[%d] is a block of column %d", i, A.Col[A.Diag[i]])
			}
			row := A.Col[A.RowPtr[i]:A.RowPtr[i+1]]
			if !slices.IsSorted(row) {
				t.Fatalf("columns of row %d do not ascend: %v", i, row)
			}
			count := 0
			for j := range int32(n) {
				k := A.Find(i, j)
				if (k >= 0) != want[i][j] {
					t.Fatalf("block (%d, %d): index %d, coupled %v", i, j, k, want[i][j])
				}
				if k >= 0 {
					count++
					if k < A.RowPtr[i] || k >= A.RowPtr[i+1] || A.Col[k] != j {
						t.Fatalf("Find(%d, %d) = %d is another block", i, j, k)
					}
				}
			}
			if count != len(row) {
				t.Fatalf("row %d has %d blocks, %d distinct", i, len(row), count)
			}
		}
	})
}

func TestPatternRejectsUnknownVertex(t *testing.T) {
	for _, v := range []int32{-1, 3} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("vertex %d of 3 was accepted", v)
				}
			}()
			NewPattern(3, slices.Values([][]int32{{0, v}}))
		}()
	}
}

// A 13-block interior row is what a cloth with hinges has.
func TestGridRowWidth(t *testing.T) {
	A := NewPattern(21*21, gridStencils(21, 21))
	if mean := float64(A.Blocks()) / float64(A.N); mean < 11.5 || mean > 13 {
		t.Errorf("%.2f blocks per row, want about 13", mean)
	}
}

// Products agree with gonum's dense ones, for unsymmetric values too.
func TestMulVecAgainstDense(t *testing.T) {
	p := New(2)
	defer p.Close()
	for _, n := range []int{1, 2, 3, 17, 300} {
		rng := newRand(uint64(n))
		A := randomPattern(n, 3*n, rng)
		fillRandom(A, rng)
		x, y := randomVecs(n, rng), make([]r3.Vec, n)
		A.MulVec(p, y, x)
		var want mat.VecDense
		want.MulVec(dense(A), flat(x))
		if d := maxDiff(y, &want); d > 1e-13*float64(A.maxRow()) {
			t.Errorf("n = %d: product differs from the dense one by %g", n, d)
		}
	}
}

// The kernel in use and the portable one agree to rounding, on any rows, and
// write nothing outside them.
func TestKernelTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		A := randomPattern(n, rapid.IntRange(0, 4*n).Draw(t, "stencils"), rng)
		fillRandom(A, rng)
		lo := rapid.IntRange(0, n).Draw(t, "lo")
		hi := rapid.IntRange(lo, n).Draw(t, "hi")
		x := randomVecs(n, rng)
		mark := r3.Vec{X: 1e300, Y: 2e300, Z: 3e300}
		y, want := slices.Repeat([]r3.Vec{mark}, n), slices.Repeat([]r3.Vec{mark}, n)
		dot := A.mulRows(y, x, lo, hi)
		wantDot := A.mulRowsGo(want, x, lo, hi)
		dotScale := 1.0
		for i := range y {
			if i < lo || i >= hi {
				if y[i] != mark {
					t.Fatalf("rows [%d, %d): row %d was written", lo, hi, i)
				}
				continue
			}
			scale := 0.0 // |A||x|, what the rounding errors are relative to
			for k := A.RowPtr[i]; k < A.RowPtr[i+1]; k++ {
				for a, v := range A.Block(k) {
					scale += math.Abs(v * [3]float64{x[A.Col[k]].X, x[A.Col[k]].Y, x[A.Col[k]].Z}[a%3])
				}
			}
			if d := r3.Norm(r3.Sub(y[i], want[i])); d > 1e-14*scale {
				t.Fatalf("row %d: %v, portable %v, differ by %g of %g", i, y[i], want[i], d, scale)
			}
			dotScale += scale * r3.Norm(x[i])
		}
		if math.Abs(dot-wantDot) > 1e-14*dotScale {
			t.Fatalf("xᵀAx over rows [%d, %d): %g, portable %g", lo, hi, dot, wantDot)
		}
	})
}

func TestMulVecChecksLengths(t *testing.T) {
	p := New(1)
	A := NewPattern(4, slices.Values([][]int32{}))
	for _, lens := range [][2]int{{3, 4}, {4, 5}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("lengths %v were accepted for 4 rows", lens)
				}
			}()
			A.MulVec(p, make([]r3.Vec, lens[0]), make([]r3.Vec, lens[1]))
		}()
	}
}

func TestZeroKeepsPattern(t *testing.T) {
	A := clothMatrix(4)
	blocks := A.Blocks()
	A.Zero()
	if A.Blocks() != blocks || slices.ContainsFunc(A.Val, func(v float64) bool { return v != 0 }) {
		t.Fatal("Zero changed the pattern or left a value")
	}
}

// The same for the vector kernels of the iteration.
func TestVectorKernelTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "n")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		alpha, beta := rng.NormFloat64(), rng.NormFloat64()
		inv := make([]block, n+1)
		for i := range inv {
			for a := range 9 {
				inv[i][a] = rng.NormFloat64()
				inv[i][a%3*3+a/3] = inv[i][a]
			}
		}
		for a := range 9 {
			inv[n][a] = math.NaN() // the spare block must not reach a result
		}
		// Sizes are a few units: 1e-14 covers a dozen roundings.
		near := func(name string, got, want []r3.Vec) {
			for i := range got {
				if d := r3.Norm(r3.Sub(got[i], want[i])); !(d <= 1e-14*(100+r3.Norm(want[i]))) {
					t.Fatalf("%s[%d] = %v, portable %v", name, i, got[i], want[i])
				}
			}
		}
		a, b, c := randomVecs(n+1, rng), randomVecs(n+1, rng), randomVecs(n+1, rng)
		a2, b2 := slices.Clone(a), slices.Clone(b)
		dot := step(a[:n], b[:n], c[:n], inv, alpha)
		wantDot := stepGo(a2[:n], b2[:n], c[:n], inv, alpha)
		near("r", a, a2) // the element behind the last included
		near("z", b, b2)
		if !(math.Abs(dot-wantDot) <= 1e-14*100*float64(n+1)) {
			t.Fatalf("rᵀz = %g, portable %g", dot, wantDot)
		}
		updateDirection(a[:n], b[:n], c[:n], alpha, beta)
		updateDirectionGo(a2[:n], b2[:n], c[:n], alpha, beta)
		near("x", a, a2)
		near("p", b, b2)
	})
}
