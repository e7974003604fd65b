package pairs

import (
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
)

// margin is the additional flatness for a block to become flat, so that it stays so for a while. Afterwards only the
// margin for rounding applies.
const (
	flatMargin     = 0.03
	roundingMargin = 1e-6
)

// gradients are the columns a and b of the deformation gradient of a triangle at two times, in the order of [order],
// and its normal at the second, not normalised, padded with 0.
type gradients struct {
	f      [2][6]float64
	normal [4]float64
}

// axisOffsets has the offsets in gradients.f of the x, y and z components of a; each is followed by that of b.
var axisOffsets = [3]int{0, 4, 2}

// Measure finds the flat blocks: those in which no two features without a common vertex come nearer than reach times
// the thickness of the pair, on straight paths between two sets of positions [m]. The thickness of a pair is at most
// thickness [m], and at most half of the least rest altitude around any of its vertices.
func (p *Patches) Measure(pool *linalg.Pool, from, to []r3.Vec, thickness, reach float64) {
	p.evaluate(pool, from, to)
	pool.For(len(p.block), blockGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			b := &p.block[i]
			b.flat = p.distanceShare(b) > b.requiredShare(thickness, reach)+flatMargin
		}
	})
}

// Hold reports whether the flat blocks of the last Measure are flat between two other sets of positions too.
func (p *Patches) Hold(pool *linalg.Pool, from, to []r3.Vec, thickness, reach float64) bool {
	p.evaluate(pool, from, to)
	var lost atomic.Bool
	pool.For(len(p.block), blockGrain, func(lo, hi int) {
		for i := lo; i < hi && !lost.Load(); i++ {
			if b := &p.block[i]; b.flat && !(p.distanceShare(b) > b.requiredShare(thickness, reach)+roundingMargin) {
				lost.Store(true)
			}
		}
	})
	return !lost.Load()
}

const (
	blockGrain = 16
	triGrain   = 512
)

// evaluate computes the deformation gradients at two times.
func (p *Patches) evaluate(pool *linalg.Pool, from, to []r3.Vec) {
	pool.For(len(p.tri), triGrain, func(lo, hi int) { p.deform(from, to, lo, hi) })
}

// deformGo is the portable twin of deform: computes the gradients of triangles [lo, hi).
func (p *Patches) deformGo(from, to []r3.Vec, lo, hi int) {
	for t := lo; t < hi; t++ {
		v, b, g := p.tri[t], &p.corner[t], &p.grads[t]
		for k, x := range [2][]r3.Vec{from, to} {
			d, e := r3.Sub(x[v[1]], x[v[0]]), r3.Sub(x[v[2]], x[v[0]])
			var f [2]r3.Vec
			for c := range b {
				f[c] = r3.Add(r3.Scale(b[c][1], d), r3.Scale(b[c][2], e))
			}
			g.f[k] = [6]float64{f[0].X, f[1].X, f[0].Z, f[1].Z, f[0].Y, f[1].Y}
			if k == 1 {
				n := r3.Cross(f[0], f[1])
				g.normal = [4]float64{n.X, n.Y, n.Z}
			}
		}
	}
}

// requiredShare returns the share of the least rest distance that must remain.
func (b *block) requiredShare(thickness, reach float64) float64 {
	return reach / 2 * min(1, thickness/b.size)
}

// distanceShare returns a lower bound of the share of the least rest distance that remains between features of the
// block without a common vertex: (σ − ε/κ)·κ, see the package.
func (p *Patches) distanceShare(b *block) float64 {
	n := p.sum(b.touched)
	one, two, ok := orthonormalPair(r3.Vec{X: n[0], Y: n[1], Z: n[2]}) // false if a value is not finite
	if !ok {
		return 0
	}
	basis := [3][2]float64{{one.X, two.X}, {one.Y, two.Y}, {one.Z, two.Z}}
	lo, hi := p.ranges(b.touched, &basis)
	var q [4]float64
	var eps float64
	for i := range q {
		q[i] = (lo[i] + hi[i]) / 2
		eps += (hi[i] - lo[i]) * (hi[i] - lo[i]) / 4
	}
	return leastSingular(&q)*b.cosHalfTurn - math.Sqrt(eps)
}

// sumGo is the portable twin of sum: sums the normals of triangles, with separate partial sums for odd positions.
func (p *Patches) sumGo(met []int32) (n [4]float64) {
	var odd [4]float64
	for i, t := range met {
		to := &n
		if i%2 == 1 {
			to = &odd
		}
		for c, v := range p.grads[t].normal {
			to[c] += v
		}
	}
	for c := range n {
		n[c] += odd[c]
	}
	return n
}

// rangesGo is the portable twin of ranges: ranges over both times of the products of two unit vectors, the columns of
// the basis, with the columns a and b of the gradients of triangles: 1·a, 1·b, 2·a, 2·b.
func (p *Patches) rangesGo(met []int32, basis *[3][2]float64) (lo, hi [4]float64) {
	inf := math.Inf(1)
	lo, hi = [4]float64{inf, inf, inf, inf}, [4]float64{-inf, -inf, -inf, -inf}
	for _, t := range met {
		for k := range p.grads[t].f {
			f := &p.grads[t].f[k]
			for i := range lo {
				v := 0.
				for c, at := range axisOffsets {
					v += basis[c][i/2] * f[at+i%2]
				}
				lo[i], hi[i] = min(lo[i], v), max(hi[i], v)
			}
		}
	}
	return lo, hi
}

// orthonormalPair returns two unit vectors orthogonal to n and to each other.
func orthonormalPair(n r3.Vec) (one, two r3.Vec, ok bool) {
	l := r3.Norm(n)
	if !(l > 0) || math.IsInf(l, 1) {
		return one, two, false
	}
	n = r3.Scale(1/l, n)
	one = r3.Vec{X: -n.Y, Y: n.X}
	if math.Abs(n.Z) > 0.7 {
		one = r3.Vec{Y: -n.Z, Z: n.Y}
	}
	one = r3.Unit(one)
	return one, r3.Cross(n, one), true
}

// leastSingular returns the least singular value of the 2×2 matrix with rows q₀ q₁ and q₂ q₃.
func leastSingular(q *[4]float64) float64 {
	sum := math.Sqrt((q[0]+q[3])*(q[0]+q[3]) + (q[2]-q[1])*(q[2]-q[1]))
	diff := math.Sqrt((q[0]-q[3])*(q[0]-q[3]) + (q[2]+q[1])*(q[2]+q[1]))
	return math.Abs(sum-diff) / 2
}
