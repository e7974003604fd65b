package pattern

import (
	"slices"
	"strconv"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Rim is an open edge of a surface: a hem, a waist, a neckline.
type Rim struct {
	Vertices []int32 // increasing
	Length   float64 // [m]
	Height   float64 // mean of its edges' middles [m]
}

// Rims returns the connected open edges of the surface, highest first.
func (s *Surface) Rims() []Rim {
	count := map[[2]int32]int{}
	for _, t := range s.Tri {
		for c := range 3 {
			a, b := t[c], t[(c+1)%3]
			count[[2]int32{min(a, b), max(a, b)}]++
		}
	}
	one := cloth.NewForest(len(s.X))
	var open [][2]int32
	for _, t := range s.Tri {
		for c := range 3 {
			a, b := t[c], t[(c+1)%3]
			if count[[2]int32{min(a, b), max(a, b)}] == 1 {
				open = append(open, [2]int32{a, b})
				one.Join(a, b)
			}
		}
	}
	var rims []Rim
	index := map[int32]int{}
	for _, e := range open {
		root := one.Find(e[0])
		k, ok := index[root]
		if !ok {
			k = len(rims)
			index[root] = k
			rims = append(rims, Rim{})
		}
		r, a, b := &rims[k], s.X[e[0]], s.X[e[1]]
		l := r3.Norm(r3.Sub(b, a))
		r.Vertices = append(r.Vertices, e[0], e[1])
		r.Length, r.Height = r.Length+l, r.Height+l*(a.Y+b.Y)/2
	}
	for k := range rims {
		r := &rims[k]
		slices.Sort(r.Vertices)
		r.Vertices = slices.Compact(r.Vertices)
		if r.Length > 0 {
			r.Height /= r.Length
		}
	}
	slices.SortStableFunc(rims, func(a, b Rim) int {
		if a.Height != b.Height {
			return map[bool]int{true: -1, false: 1}[a.Height > b.Height]
		}
		return int(a.Vertices[0]) - int(b.Vertices[0])
	})
	return rims
}

// RimName returns the label of the k-th open edge from above.
func RimName(k int) string { return "rim-" + strconv.Itoa(k) }

// Pieces returns the number of the piece of each vertex, that of its first vertex; triangles connect pieces.
func (s *Surface) Pieces() []int32 {
	one := cloth.NewForest(len(s.X))
	one.JoinTriangles(s.Tri)
	for v := range one {
		one[v] = one.Find(int32(v))
	}
	return one
}

// LabelRims labels the open edges of a garment without labels in its pattern, from above, so that they can be held.
func (m *Mesh) LabelRims() {
	if len(m.EdgeLabel) > 0 {
		return
	}
	m.EdgeLabel = map[string][]int32{}
	for k, r := range (&Surface{X: m.X, Tri: m.Tri}).Rims() {
		m.EdgeLabel[RimName(k)] = r.Vertices
	}
}
