package pattern

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/formats/mend"
)

// Mend repairs the surface for cloth, see mend.Cloth. face is the face of each triangle; nil: each is one.
func (s *Surface) Mend(face []int32) *mend.Mesh {
	m := mend.Cloth(s.X, s.Tri, face, s.UV)
	if s.UV != nil {
		s.UV = Corners(m.Corner, s.UV)
	}
	s.X, s.Tri = m.X, m.Tri
	return m
}

// Corners returns the texture coordinates of triangles whose corners are corners 3t+c of others.
func Corners(corner [][3]int32, uv [][3]r2.Vec) [][3]r2.Vec {
	out := make([][3]r2.Vec, len(corner))
	for t, k := range corner {
		for c := range k {
			out[t][c] = uv[k[c]/3][k[c]%3]
		}
	}
	return out
}

// Sew merges the two ends of each edge to one vertex, at the mean of all that it joins, shortest edges first. Texture
// coordinates stay, so that the triangles along a seam are stretched until it is closed. An edge between two corners of
// one triangle is not sewn, as that would remove its area. It returns which edges were sewn, and the new number of each
// vertex.
func (s *Surface) Sew(edges [][2]int32) (sewn []bool, number []int32) {
	order := make([]int, len(edges))
	length := make([]float64, len(edges))
	for i, e := range edges {
		order[i], length[i] = i, r3.Norm(r3.Sub(s.X[e[1]], s.X[e[0]]))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(length[a], length[b]) })
	one := cloth.NewForest(len(s.X))
	beside := make([][]int32, len(s.X)) // per root, neighbours of all its vertices
	for _, t := range s.Tri {
		for c, v := range t {
			beside[v] = append(beside[v], t[(c+1)%3], t[(c+2)%3])
		}
	}
	sewn = make([]bool, len(edges))
	for _, i := range order {
		a, b := one.Find(edges[i][0]), one.Find(edges[i][1])
		if a == b {
			sewn[i] = edges[i][0] != edges[i][1]
			continue
		}
		if slices.ContainsFunc(beside[a], func(v int32) bool { return one.Find(v) == b }) {
			continue
		}
		one.Join(a, b)
		sewn[i] = true
		root := one.Find(a)
		beside[root] = append(beside[a], beside[b]...)
	}
	number, count := one.Number()
	x, copies := make([]r3.Vec, count), make([]float64, count)
	for v, k := range number {
		x[k] = r3.Add(x[k], s.X[v])
		copies[k]++
	}
	for k := range x {
		x[k] = r3.Scale(1/copies[k], x[k])
	}
	for t := range s.Tri {
		for c, v := range s.Tri[t] {
			s.Tri[t][c] = number[v]
		}
	}
	s.X = x
	return sewn, number
}

// Loose returns the edges without a hinge, lower vertex first: of three triangles or more, and of two with the same
// direction.
func (s *Surface) Loose() (list [][2]int32) {
	uses := directed(s.Tri)
	for _, t := range s.Tri {
		for c := range 3 {
			e := [2]int32{min(t[c], t[(c+1)%3]), max(t[c], t[(c+1)%3])}
			if n := uses[e]; n[0] > 1 || n[1] > 1 {
				delete(uses, e)
				list = append(list, e)
			}
		}
	}
	return list
}

// directed returns the number of triangles along each edge, lower vertex first, by direction.
func directed(tri [][3]int32) map[[2]int32][2]int {
	uses := map[[2]int32][2]int{}
	for _, t := range tri {
		for c := range 3 {
			a, b, k := t[c], t[(c+1)%3], 0
			if a > b {
				a, b, k = b, a, 1
			}
			n := uses[[2]int32{a, b}]
			n[k]++
			uses[[2]int32{a, b}] = n
		}
	}
	return uses
}
