package sim

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// VerticesAround returns the triangles of all layers at a place [m]: those with a vertex within the length of their
// longest edge.
func VerticesAround(m *cloth.Model, s *cloth.State, at r3.Vec) (list []int32) {
	for t, v := range m.Tri {
		l := step.LongestEdge(m, t)
		if slices.ContainsFunc(v[:], func(i int32) bool { return r3.Norm(r3.Sub(s.X[i], at)) < l }) {
			list = append(list, int32(t))
		}
	}
	return list
}

// Worst returns the triangle whose Green strain changes most in free flight over h [s], and the change.
func Worst(m *cloth.Model, s *cloth.State, h float64) (worst int32, change float64) {
	change = -1
	for t, v := range m.Tri {
		var now, then [2]r3.Vec // columns of F
		for k, b := range m.Rest[t].B {
			x := s.X[v[k]]
			y := r3.Add(x, r3.Scale(h, s.V[v[k]]))
			now[0], now[1] = r3.Add(now[0], r3.Scale(b[0], x)), r3.Add(now[1], r3.Scale(b[1], x))
			then[0], then[1] = r3.Add(then[0], r3.Scale(b[0], y)), r3.Add(then[1], r3.Scale(b[1], y))
		}
		d := max(math.Abs(r3.Norm2(then[0])-r3.Norm2(now[0]))/2, math.Abs(r3.Norm2(then[1])-r3.Norm2(now[1]))/2,
			math.Abs(r3.Dot(then[0], then[1])-r3.Dot(now[0], now[1])))
		if d > change {
			worst, change = int32(t), d
		}
	}
	return worst, change
}
