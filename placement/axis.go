package placement

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
)

// axis is samples of a limb of a body, evenly over its skin.
type axis struct {
	root r3.Vec // centre of its first ring [m]
	skin []r3.Vec
	area []float64 // of each point of the skin [m²]
}

// axisOf samples a limb of a body at x.
func axisOf(b body.Body, x []r3.Vec, limb *body.Limb) (a axis) {
	const apart = 0.01 // [m]
	for _, v := range limb.Ring {
		a.root = r3.Add(a.root, r3.Scale(1/float64(len(limb.Ring)), x[v]))
	}
	in := map[int32]bool{}
	for _, v := range limb.Vertices {
		in[v] = true
	}
	for _, v := range b.Triangles() {
		if in[v[0]] || in[v[1]] || in[v[2]] {
			p, q, r := x[v[0]], x[v[1]], x[v[2]]
			points := grid(p, q, r, apart)
			for _, at := range points {
				a.skin, a.area = append(a.skin, at),
					append(a.area, r3.Norm(r3.Cross(r3.Sub(q, p), r3.Sub(r, p)))/float64(2*len(points)))
			}
		}
	}
	return a
}

// middle returns the mean of the skin between two distances from the root [m]. ok is false if there is none.
func (a *axis) middle(from, to float64) (at r3.Vec, ok bool) {
	sum := 0.0
	for i, p := range a.skin {
		if d := r3.Norm(r3.Sub(p, a.root)); d >= from && d < to {
			at, sum = r3.Add(at, r3.Scale(a.area[i], p)), sum+a.area[i]
		}
	}
	return r3.Scale(1/max(sum, math.SmallestNonzeroFloat64), at), sum > 0
}

// line returns points along the limb, from its root [m].
func (a *axis) line() []r3.Vec {
	const step, wide = 0.02, 0.05 // [m]
	line := []r3.Vec{a.root}
	for d := step; ; d += step {
		p, ok := a.middle(d, d+wide)
		if !ok {
			return line
		}
		line = append(line, p)
	}
}

// Crosses reports whether a line intersects the triangle abc.
func Crosses(line []r3.Vec, a, b, c r3.Vec) bool {
	n := r3.Cross(r3.Sub(b, a), r3.Sub(c, a))
	for i := 1; i < len(line); i++ {
		p, q := line[i-1], line[i]
		dp, dq := r3.Dot(n, r3.Sub(p, a)), r3.Dot(n, r3.Sub(q, a))
		if dp == dq || dp*dq > 0 {
			continue
		}
		at := r3.Add(p, r3.Scale(dp/(dp-dq), r3.Sub(q, p)))
		inside := true
		for _, e := range [3][2]r3.Vec{{a, b}, {b, c}, {c, a}} {
			inside = inside && r3.Dot(n, r3.Cross(r3.Sub(e[1], e[0]), r3.Sub(at, e[0]))) >= 0
		}
		if inside {
			return true
		}
	}
	return false
}
