package check

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// directions are those of the rays, tried in turn if one meets an edge or a vertex. None of them is along an axis or a
// diagonal, which are frequent directions of edges in meshes.
var directions = [...]r3.Vec{
	{X: 0.9871, Y: 0.1137, Z: 0.1126}, {X: -0.1151, Y: 0.9842, Z: 0.1345}, {X: 0.1273, Y: -0.1419, Z: -0.9816},
	{X: 0.5432, Y: -0.6127, Z: 0.5741}, {X: -0.3719, Y: 0.4871, Z: 0.7902}, {X: -0.8133, Y: -0.2417, Z: -0.5293},
	{X: 0.2887, Y: 0.8821, Z: -0.3719}, {X: -0.6661, Y: 0.7213, Z: -0.1889},
}

// inside raises the depths of the vertices of a cloth that are inside the closed surface. If no triangle of the cloth
// meets the surface (apart), every connected component of cloth is on one side of it, and one vertex per component is
// tested.
func (t *tree) inside(cloth Mesh, apart bool, depth []float64) {
	hold := make([]bool, len(cloth.X))
	ask := func(i int) { hold[i] = t.winding(cloth.X[i]) > 0 }
	if apart {
		of := pieces(len(cloth.X), cloth.Tri)
		for i, k := range of {
			if int(k) == i {
				ask(i)
			}
			hold[i] = hold[k]
		}
	}
	const chunk = 256
	each(t.workers, (len(cloth.X)+chunk-1)/chunk, t.end, func(k int) {
		for i := k * chunk; i < min(len(cloth.X), (k+1)*chunk); i++ {
			if !apart {
				ask(i)
			}
			if hold[i] {
				depth[i] = max(depth[i], t.depth(cloth.X[i]), math.SmallestNonzeroFloat64)
			}
		}
	})
}

// pieces returns for each vertex the first one of its connected component.
func pieces(vertices int, tri [][3]int32) []int32 {
	of := make([]int32, vertices)
	for i := range of {
		of[i] = int32(i)
	}
	first := func(i int32) int32 {
		for of[i] != i {
			of[i] = of[of[i]]
			i = of[i]
		}
		return i
	}
	for _, v := range tri {
		a, b, c := first(v[0]), first(v[1]), first(v[2])
		of[a], of[b], of[c] = min(a, b, c), min(a, b, c), min(a, b, c)
	}
	for i := range of {
		of[i] = first(int32(i))
	}
	return of
}

// winding returns the winding number of the closed surface around p: 1 inside, 0 outside, 2 where it overlaps itself.
// It sums the signed crossings of a ray with triangles, by exact predicates. A ray that meets an edge or a vertex is
// replaced by one in another direction. A point on the surface counts as inside.
func (t *tree) winding(p r3.Vec) int {
	if len(t.order) == 0 {
		return 0
	}
	all := t.box()
	if p.X < all.lo.X || p.Y < all.lo.Y || p.Z < all.lo.Z || p.X > all.hi.X || p.Y > all.hi.Y || p.Z > all.hi.Z {
		return 0
	}
	far := 2 * r3.Norm(r3.Sub(all.hi, all.lo))
	for _, d := range directions {
		if count, clean := t.cast(p, r3.Add(p, r3.Scale(far, d))); clean {
			return count
		}
	}
	return 1 // p is on an edge or a vertex, which every ray meets
}

// cast returns the sum of the signed crossings of the segment from p to q; clean is false if it meets an edge.
func (t *tree) cast(p, q r3.Vec) (count int, clean bool) {
	clean = true
	d := r3.Sub(q, p)
	inv := r3.Vec{X: 1 / d.X, Y: 1 / d.Y, Z: 1 / d.Z}
	var visit func(level, n int) bool
	visit = func(level, n int) bool {
		for k := range 4 {
			if b := t.levels[level][n].box(k); b.lo.X > b.hi.X || !b.onRay(p, inv) {
				continue
			}
			if level > 0 {
				if !visit(level-1, 4*n+k) {
					return false
				}
				continue
			}
			tri := &t.t[4*n+k]
			sp := orient3(tri[0], tri[1], tri[2], p)
			sq := orient3(tri[0], tri[1], tri[2], q)
			if sp == sq && sp != 0 {
				continue
			}
			var w [3]int
			for k := range 3 {
				w[k] = orient3(p, q, tri[k], tri[(k+1)%3])
			}
			pos, neg := max(w[0], w[1], w[2]) > 0, min(w[0], w[1], w[2]) < 0
			switch {
			case pos && neg: // passes by
			case sp == 0 && w[0] != 0 && w[1] != 0 && w[2] != 0:
				count, clean = 1, true // p is on this triangle
				return false
			case sp == 0 || sq == 0 || w[0]*w[1]*w[2] == 0:
				clean = false
				return false
			case sp > 0: // p is below the triangle: the ray leaves here
				count++
			default:
				count--
			}
		}
		return true
	}
	visit(len(t.levels)-1, 0)
	return count, clean
}

// onRay reports whether the box, slightly enlarged for round-off, meets the segment from p along the direction with the
// inverse components inv.
func (b *box) onRay(p, inv r3.Vec) bool {
	near, far := 0.0, 1.0
	for _, s := range [3][4]float64{{b.lo.X, b.hi.X, p.X, inv.X}, {b.lo.Y, b.hi.Y, p.Y, inv.Y},
		{b.lo.Z, b.hi.Z, p.Z, inv.Z}} {
		pad := 1e-12 * (math.Abs(s[0]) + math.Abs(s[1]) + math.Abs(s[2]))
		u, v := (s[0]-pad-s[2])*s[3], (s[1]+pad-s[2])*s[3]
		near, far = max(near, min(u, v)), min(far, max(u, v))
	}
	return near <= far
}
