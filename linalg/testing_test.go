package linalg

import (
	"iter"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// gridStencils are the elements of an nx×ny vertex grid with all diagonals in
// one direction: its triangles, and the four vertices of every hinge. Inner
// vertices have six neighbours and six hinge-opposite ones.
func gridStencils(nx, ny int) iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		opposite := map[[2]int32]int32{}
		for y := range ny - 1 {
			for x := range nx - 1 {
				a := int32(y*nx + x)
				b, c, d := a+1, a+int32(nx), a+int32(nx)+1
				for _, t := range [2][3]int32{{a, b, d}, {a, d, c}} {
					if !yield(t[:]) {
						return
					}
					for k := range 3 {
						i, j, o := t[k], t[(k+1)%3], t[(k+2)%3]
						e := [2]int32{min(i, j), max(i, j)}
						if other, seen := opposite[e]; seen {
							if !yield([]int32{i, j, o, other}) {
								return
							}
						} else {
							opposite[e] = o
						}
					}
				}
			}
		}
	}
}

// randomPattern couples random small sets of n vertices.
func randomPattern(n, stencils int, rng *rand.Rand) *BSR {
	return NewPattern(n, func(yield func([]int32) bool) {
		for range stencils {
			s := make([]int32, 1+rng.IntN(min(4, n)))
			for k := range s {
				s[k] = int32(rng.IntN(n))
			}
			if !yield(s) {
				return
			}
		}
	})
}

// randomSPD is a random matrix on a random pattern: sums of g gᵀ over pairs of
// coupled vertices, plus a positive diagonal.
func randomSPD(n, stencils int, rng *rand.Rand) *BSR {
	A := randomPattern(n, stencils, rng)
	for i := range int32(n) {
		A.AddScaledIdentity(A.Diag[i], 0.05+rng.Float64())
		for k := A.RowPtr[i]; k < A.RowPtr[i+1]; k++ {
			j := A.Col[k]
			if j <= i {
				continue
			}
			var g [6]float64
			for a := range g {
				g[a] = rng.NormFloat64()
			}
			for bi, row := range [2]int32{i, j} {
				for bj, col := range [2]int32{i, j} {
					var b [9]float64
					for a := range 3 {
						for c := range 3 {
							b[3*a+c] = g[3*bi+a] * g[3*bj+c]
						}
					}
					A.Add(A.Find(row, col), &b)
				}
			}
		}
	}
	return A
}

// fillRandom gives every block random values, without symmetry.
func fillRandom(A *BSR, rng *rand.Rand) {
	for i := range A.Val {
		A.Val[i] = rng.NormFloat64()
	}
}

func dense(A *BSR) *mat.Dense {
	D := mat.NewDense(3*A.N, 3*A.N, nil)
	for i := range A.N {
		for k := A.RowPtr[i]; k < A.RowPtr[i+1]; k++ {
			for a, v := range A.Block(k) {
				D.Set(3*i+a/3, 3*int(A.Col[k])+a%3, v)
			}
		}
	}
	return D
}

func denseSym(A *BSR) *mat.SymDense {
	D := dense(A)
	S := mat.NewSymDense(3*A.N, nil)
	for i := range 3 * A.N {
		for j := i; j < 3*A.N; j++ {
			S.SetSym(i, j, D.At(i, j))
		}
	}
	return S
}

func flat(x []r3.Vec) *mat.VecDense {
	v := mat.NewVecDense(3*len(x), nil)
	for i, w := range x {
		v.SetVec(3*i, w.X)
		v.SetVec(3*i+1, w.Y)
		v.SetVec(3*i+2, w.Z)
	}
	return v
}

func randomVecs(n int, rng *rand.Rand) []r3.Vec {
	x := make([]r3.Vec, n)
	for i := range x {
		x[i] = r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
	}
	return x
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// maxDiff returns the largest difference of components.
func maxDiff(a []r3.Vec, b *mat.VecDense) float64 {
	worst := 0.0
	for i, v := range a {
		worst = max(worst, math.Abs(v.X-b.AtVec(3*i)), math.Abs(v.Y-b.AtVec(3*i+1)), math.Abs(v.Z-b.AtVec(3*i+2)))
	}
	return worst
}

func sameBits(a, b []r3.Vec) bool {
	for i := range a {
		if math.Float64bits(a[i].X) != math.Float64bits(b[i].X) ||
			math.Float64bits(a[i].Y) != math.Float64bits(b[i].Y) ||
			math.Float64bits(a[i].Z) != math.Float64bits(b[i].Z) {
			return false
		}
	}
	return true
}
