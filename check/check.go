package check

import (
	"math"
	"runtime"

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

// Report is the result of Check. The zero value of the counts is a clean result.
type Report struct {
	NonFinite int // coordinates that are infinite or NaN; if there are any, nothing else is measured
	// Self lists the pairs of triangles of the cloth that intersect, lower index first, sorted:
	//   - triangles without a common vertex that have a common point, touching included;
	//   - triangles with one common vertex that have another common point;
	//   - triangles with a common edge that lie in one plane on the same side of it: folded flat.
	// Two triangles with the same three vertices are a defect of the mesh, and do not count.
	Self   []Pair
	Body   []Pair // triangles of the cloth and of a body (numbered through all bodies) that have a common point
	Inside []int32
	// More reports whether there are more pairs in Self or Body than are listed, see Checker.Most.
	More bool
	// Stopped reports whether Checker.Stop ended the check. The other fields are then invalid.
	Stopped bool
	// Gap is the smallest distance between cloth and bodies or planes [m]; 0 if triangles cross, and
	// minus the largest depth if vertices are inside; +Inf without bodies and planes.
	Gap float64
}

// Penetrations returns the number of vertices inside a body or behind a plane, plus that of triangles that cross a
// body.
func (r *Report) Penetrations() int { return len(r.Body) + len(r.Inside) }

// Check measures the contacts of a cloth with itself and with bodies and planes, on all cores.
func Check(cloth Mesh, bodies []Mesh, planes []Plane) Report {
	return Checker{}.Check(cloth, bodies, planes)
}

// Checker is Check with options. The report does not depend on the number of workers.
type Checker struct {
	Workers int // goroutines; 0: as many as there are cores
	Most    int // most pairs listed, each of the cloth with itself and with all bodies; 0: MostPairs

	// Parted marks triangles of the cloth that are not compared with each other, as of panels that dressing moves
	// apart; nil, or one value per triangle. Panels in one place have pairs by the square of their number.
	Parted []bool

	// Cache is kept by a caller with several checks of the same meshes, one at a time; nil: no cache.
	Cache *Cache

	// Stop returns whether to end the check. Every goroutine calls it every few milliseconds, concurrently; nil: never.
	Stop func() bool
}

// MostPairs returns the limit of listed pairs of each kind for cloth with a number of triangles: 32 MiB, and half a
// kilobyte per triangle. Crushed cloth has up to half of the square of that number, for which there is neither memory
// nor time. Cloth without defects has none, and each triangle has some seven neighbours.
func MostPairs(triangles int) int { return 1<<22 + triangles<<6 }

func (c Checker) most(triangles int) int {
	if c.Most > 0 {
		return c.Most
	}
	return MostPairs(triangles)
}

func (c Checker) workers() int {
	if c.Workers > 0 {
		return c.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Check measures the contacts of a cloth with itself and with bodies and planes.
func (c Checker) Check(cloth Mesh, bodies []Mesh, planes []Plane) (r Report) {
	r.Gap = math.Inf(1)
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
	workers, most, end := c.workers(), c.most(len(cloth.Tri)), &stop{asked: c.Stop}
	defer func() { r.Stopped = end.ended.Load() }()
	t := c.Cache.tree(0, cloth, workers, end)
	r.Self, r.More = t.selfPairs(most, c.Cache.starsOf(cloth, workers, end), cloth.X, c.Parted)
	depth := make([]float64, len(cloth.X)) // of each vertex, in the body with the largest depth
	first := int32(0)
	for k, b := range bodies {
		u := c.Cache.tree(1+k, b, workers, end)
		pairs, more := t.pairsWith(u, most-len(r.Body))
		r.More = r.More || more
		for _, p := range pairs {
			r.Body = append(r.Body, Pair{p[0], p[1] + first})
		}
		first += int32(len(b.Tri))
		u.inside(cloth, len(pairs) == 0, depth)
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
