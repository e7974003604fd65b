package contact

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Mesh is a triangle surface. A body must be closed, with its triangles counter-clockwise seen
// from outside.
type Mesh struct {
	X   []r3.Vec
	Tri [][3]int32
}

// Plane is a half-space that the cloth must stay out of.
type Plane struct {
	Point  r3.Vec
	Normal r3.Vec // unit vector towards the cloth
}

// Report is what Check found. The zero value of the counts is a clean result.
type Report struct {
	NonFinite int    // coordinates that are infinite or NaN; if there are any, nothing else is measured
	Self      []Pair // triangles of the cloth, not sharing a vertex, that have a common point
	Body      []Pair // triangle of the cloth, triangle of a body (numbered on from body to body)
	Inside    []int32
	// Gap is the smallest distance between cloth and bodies or planes [m]; 0 if triangles cross, and
	// minus the largest depth if vertices are inside; +Inf without bodies and planes.
	Gap float64
}

// Penetrations counts the vertices inside a body or behind a plane and the triangles that cross one.
func (r *Report) Penetrations() int { return len(r.Body) + len(r.Inside) }

// Check measures the contacts of a cloth with itself and with bodies and planes.
func Check(cloth Mesh, bodies []Mesh, planes []Plane) Report {
	r := Report{Gap: math.Inf(1)}
	count := func(x []r3.Vec) {
		for _, v := range x {
			for _, c := range [3]float64{v.X, v.Y, v.Z} {
				if math.IsNaN(c) || math.IsInf(c, 0) {
					r.NonFinite++
				}
			}
		}
	}
	count(cloth.X)
	for _, b := range bodies {
		count(b.X)
	}
	if r.NonFinite > 0 {
		return r
	}
	t := newTree(cloth.X, cloth.Tri)
	r.Self = t.selfPairs()
	depth := make([]float64, len(cloth.X)) // of each vertex, in the worst of its bodies
	first := int32(0)
	for _, b := range bodies {
		u := newTree(b.X, b.Tri)
		for _, p := range t.pairsWith(u) {
			r.Body = append(r.Body, Pair{p[0], p[1] + first})
		}
		first += int32(len(b.Tri))
		for i, x := range cloth.X {
			if u.winding(x) > 0 {
				depth[i] = max(depth[i], u.depth(x), math.SmallestNonzeroFloat64)
			}
		}
		if len(r.Body) == 0 {
			r.Gap = t.gap(u, r.Gap)
		}
	}
	for _, p := range planes {
		for i, x := range cloth.X {
			d := r3.Dot(p.Normal, r3.Sub(x, p.Point))
			depth[i] = max(depth[i], -d)
			r.Gap = min(r.Gap, max(0, d))
		}
	}
	if len(r.Body) > 0 {
		r.Gap = 0
	}
	for i, d := range depth {
		if d > 0 {
			r.Inside = append(r.Inside, int32(i))
			r.Gap = min(r.Gap, -d)
		}
	}
	return r
}
