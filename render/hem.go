package render

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// hemReach is the largest distance from a hem that hemDistances computes [m]: beyond the widest band by the edge of a
// coarse triangle, over which distances are interpolated.
const hemReach = 0.1

// hemDistances returns the distance of each vertex from the nearest hem of its panel, in material
// coordinates, at most hemReach [m]. tri has vertices that are separate where material coordinates differ, so panels
// are connected by triangles; uv is of the vertices, and hems are edges between them.
func hemDistances(tri [][3]uint32, uv [][2]float32, hems [][2]uint32) []float32 {
	panel := make([]uint32, len(uv))
	for i := range panel {
		panel[i] = uint32(i)
	}
	root := func(i uint32) uint32 {
		for panel[i] != i {
			panel[i] = panel[panel[i]]
			i = panel[i]
		}
		return i
	}
	for _, t := range tri {
		panel[root(t[1])] = root(t[0])
		panel[root(t[2])] = root(t[0])
	}
	type box struct {
		panel uint32
		i, j  int
	}
	at := func(i uint32) r2.Vec { return r2.Vec{X: float64(uv[i][0]), Y: float64(uv[i][1])} }
	index := func(x float64) int { return int(math.Floor(x / hemReach)) }
	near := map[box][][2]r2.Vec{} // hems within reach of a box with sides of hemReach
	for _, h := range hems {
		a, b := at(h[0]), at(h[1])
		for i := index(math.Min(a.X, b.X)) - 1; i <= index(math.Max(a.X, b.X))+1; i++ {
			for j := index(math.Min(a.Y, b.Y)) - 1; j <= index(math.Max(a.Y, b.Y))+1; j++ {
				k := box{root(h[0]), i, j}
				near[k] = append(near[k], [2]r2.Vec{a, b})
			}
		}
	}
	out := make([]float32, len(uv))
	for v := range out {
		p, least := at(uint32(v)), hemReach
		for _, s := range near[box{root(uint32(v)), index(p.X), index(p.Y)}] {
			along, from := r2.Sub(s[1], s[0]), r2.Sub(p, s[0])
			part := math.Min(math.Max(r2.Dot(from, along)/math.Max(r2.Norm2(along), 1e-30), 0), 1)
			least = math.Min(least, r2.Norm(r2.Sub(from, r2.Scale(part, along))))
		}
		out[v] = float32(least)
	}
	return out
}
