package check

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// certain is a generous bound on the relative rounding error of the sums of products below, which take fewer than 16
// operations of 2⁻⁵³ each.
const certain = 1e-14

// above reports whether it is certain that n·(p−o) > 0.
func above(n, o, p r3.Vec) bool {
	x, y, z := n.X*(p.X-o.X), n.Y*(p.Y-o.Y), n.Z*(p.Z-o.Z)
	return x+y+z > certain*(math.Abs(x)+math.Abs(y)+math.Abs(z))
}

// apart reports whether it is certain that a plane through the middle between the centres of two triangles separates
// them. It saves exact predicates, above all in flat cloth, where they are slowest.
func apart(a, b *triangle) bool {
	ca, cb := r3.Add(a[0], r3.Add(a[1], a[2])), r3.Add(b[0], r3.Add(b[1], b[2]))
	n, o := r3.Sub(ca, cb), r3.Scale(1./6, r3.Add(ca, cb))
	m := r3.Scale(-1, n)
	return above(n, o, a[0]) && above(n, o, a[1]) && above(n, o, a[2]) &&
		above(m, o, b[0]) && above(m, o, b[1]) && above(m, o, b[2])
}

// intersectBeyondCorner reports exactly whether two triangles whose first corners are one vertex have another common
// point. The intersection is convex and contains that vertex. It ends at the edge of one of the triangles opposite the
// vertex, so one of the two opposite edges meets the other triangle.
func intersectBeyondCorner(a, b *triangle) bool {
	o := a[0]
	u := [4]r3.Vec{r3.Sub(a[1], o), r3.Sub(a[2], o), r3.Sub(b[1], o), r3.Sub(b[2], o)}
	n := r3.Sub(r3.Add(unit(u[0]), unit(u[1])), r3.Add(unit(u[2]), unit(u[3])))
	m := r3.Scale(-1, n)
	if above(n, o, a[1]) && above(n, o, a[2]) && above(m, o, b[1]) && above(m, o, b[2]) {
		return false // a plane through the vertex separates them
	}
	sa, _ := sides(b, a)
	sb, _ := sides(a, b)
	if sa[1]*sa[2] > 0 || sb[1]*sb[2] > 0 {
		return false
	}
	noA, noB := sa[1] == 0 && sa[2] == 0, sb[1] == 0 && sb[2] == 0
	if noA && noB { // in one plane
		return edgeMeets(a[1], a[2], 0, 0, b) || edgeMeets(b[1], b[2], 0, 0, a)
	}
	return !noA && edgeMeets(a[1], a[2], sa[1], sa[2], b) || !noB && edgeMeets(b[1], b[2], sb[1], sb[2], a)
}

// foldedFlat reports exactly whether two triangles whose first two corners are one edge are in one plane, on the same
// side of that edge.
func foldedFlat(a, b *triangle) bool {
	// With an angle of more than 0.1 rad between them they are certainly not folded flat.
	e := r3.Sub(a[1], a[0])
	u, v := r3.Sub(a[2], a[0]), r3.Sub(b[2], a[0])
	p, q := r3.Cross(e, u), r3.Cross(e, v)
	if p2, q2, e2 := r3.Norm2(p), r3.Norm2(q), 1e-12*r3.Norm2(e); p2 > e2*r3.Norm2(u) && q2 > e2*r3.Norm2(v) &&
		r3.Dot(p, q) < 0.995*math.Sqrt(p2*q2) {
		return false
	}
	if orient3(a[0], a[1], a[2], b[2]) != 0 {
		return false
	}
	for axis := range 3 {
		f, g := flatten(a, axis), flatten(b, axis)
		if turn(f[0], f[1], f[2])*turn(g[0], g[1], g[2]) > 0 {
			return true
		}
	}
	return false
}

func unit(v r3.Vec) r3.Vec {
	if l := math.Sqrt(r3.Norm2(v)); l > 0 {
		return r3.Scale(1/l, v)
	}
	return r3.Vec{}
}
