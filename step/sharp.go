package step

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Sharp is an edge of a surface that comes through between the contact points of cloth.
type Sharp struct {
	Angle float64 // by which the surface turns over it [rad]
	Width float64 // mean altitude of the triangles beside it [m]
	Sag   float64 // how far it comes through at most [m]
}

// Radius of curvature of the surface there, as its triangles have it [m].
func (s Sharp) Radius() float64 { return s.Width / s.Angle }

// unguarded times the edges of a triangle is how far a point of it is from its corners and centroid at most, if it is
// equilateral: a third along an edge.
const unguarded = 1. / 3

// sag is how far an edge over which a surface turns by an angle stands out beyond a chord whose ends are r from it. The sides
// of a wedge go on beyond that, and it is r·sin(angle/2); of a curved surface other edges turn too, every width, and it
// is r²/2R.
func sag(r, angle, width float64) float64 {
	return min(r, r*math.Sin(min(angle, math.Pi)/2)*max(1, r/width))
}

// SharpNear tells of each triangle of a surface whether cloth with edges of l and a layer of delta has to look
// between its contact points there: where an edge that turns outwards, no farther off than l along the surface, reaches half
// through the layer. Without such edges it is nil. The worst of them comes first. All lengths in m.
func SharpNear(tri [][3]int32, x []r3.Vec, l, delta float64) (near []bool, worst Sharp) {
	type side struct{ tri, corner int32 }
	across := map[[2]int32]side{}
	for t, v := range tri {
		for c := range 3 {
			across[[2]int32{v[c], v[(c+1)%3]}] = side{int32(t), int32(c)}
		}
	}
	normal := func(t int32) r3.Vec {
		v := tri[t]
		return r3.Cross(r3.Sub(x[v[1]], x[v[0]]), r3.Sub(x[v[2]], x[v[0]]))
	}
	type source struct {
		tri int32
		at  r3.Vec
	}
	var queue []source
	for t, v := range tri {
		for c := range 3 {
			a, b := v[c], v[(c+1)%3]
			o, ok := across[[2]int32{b, a}]
			if !ok || a > b {
				continue
			}
			edge := r3.Sub(x[b], x[a])
			n, m := normal(int32(t)), normal(o.tri)
			turn := math.Atan2(r3.Dot(edge, r3.Cross(n, m))/r3.Norm(edge), r3.Dot(n, m))
			if !(turn > 0) { // inwards, or no number
				continue
			}
			s := Sharp{Angle: turn, Width: (r3.Norm(n) + r3.Norm(m)) / 2 / r3.Norm(edge)}
			if s.Sag = sag(unguarded*l, s.Angle, s.Width); !(s.Sag > delta/2) {
				continue
			}
			if s.Sag > worst.Sag {
				worst = s
			}
			at := r3.Scale(.5, r3.Add(x[a], x[b]))
			queue = append(queue, source{int32(t), at}, source{o.tri, at})
		}
	}
	if len(queue) == 0 {
		return nil, worst
	}
	near = make([]bool, len(tri))
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if near[s.tri] {
			continue
		}
		near[s.tri] = true
		for c := range 3 {
			v := tri[s.tri]
			if o, ok := across[[2]int32{v[(c+1)%3], v[c]}]; ok && !near[o.tri] {
				w := tri[o.tri]
				if min(r3.Norm(r3.Sub(x[w[0]], s.at)), r3.Norm(r3.Sub(x[w[1]], s.at)), r3.Norm(r3.Sub(x[w[2]], s.at))) <= l {
					queue = append(queue, source{o.tri, s.at})
				}
			}
		}
	}
	return near, worst
}

// Coarse is what SharpNear goes by for the cloth of a model: its longest edge at rest, and its thinnest layer, in m.
func Coarse(m *cloth.Model, thickness float64) (l, delta float64) {
	gap := math.Inf(1)
	for p := range m.Parts {
		gap = min(gap, m.Parts[p].Gap)
	}
	for t := range m.Tri {
		l = max(l, LongestEdge(m, t))
	}
	return l, thickness + gap
}

// LongestEdge of triangle t at rest [m].
func LongestEdge(m *cloth.Model, t int) (l float64) {
	uv := &m.UV[t]
	for a := range 3 {
		l = max(l, r2.Norm(r2.Sub(uv[(a+1)%3], uv[a])))
	}
	return l
}

// Between contact points: how often the deepest point of a triangle is looked for, each time along a line and then so many
// times by projection, and from which share of the layer on one that is deeper than all contact points counts.
const (
	DeepenTurns       = 2
	DeepenProjections = 2
	Deeper            = 0.05
)
