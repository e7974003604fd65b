package pattern

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Finer is the origin of the vertices and triangles of a finer surface.
type Finer struct {
	// of each new vertex, after the old ones: the two, old or new, between which it is the midpoint
	Between [][2]int32
	Of      []int32         // per triangle the old one that contains it
	At      [][3][3]float64 // of its corners: barycentric coordinates in that
}

// Corners returns the values at corners of the finer triangles, from values that are linear over each old one.
func (f *Finer) Corners(old [][3]r2.Vec) [][3]r2.Vec {
	out := make([][3]r2.Vec, len(f.Of))
	for i, t := range f.Of {
		for c, w := range f.At[i] {
			for k := range 3 {
				out[i][c] = r2.Add(out[i][c], r2.Scale(w[k], old[t][k]))
			}
		}
	}
	return out
}

// Extend adds to a list of vertices, in ascending order, the new midpoints between two vertices of it.
func (f *Finer) Extend(list []int32, vertices int) []int32 {
	in := make([]bool, vertices+len(f.Between))
	for _, v := range list {
		in[v] = true
	}
	for k, p := range f.Between {
		if in[p[0]] && in[p[1]] {
			list, in[vertices+k] = append(list, int32(vertices+k)), true
		}
	}
	return list
}

// Refine halves edges until none is longer in UV, on either side, than longest [m]: a triangle with three halved edges
// becomes four similar ones. fits is called with the number of vertices before they are created; its error is returned.
func (s *Surface) Refine(longest float64, fits func(vertices int) error) (f Finer, err error) {
	f.Of, f.At = make([]int32, len(s.Tri)), make([][3][3]float64, len(s.Tri))
	for i := range s.Tri {
		f.Of[i], f.At[i] = int32(i), [3][3]float64{{1}, {0, 1}, {0, 0, 1}}
	}
	old := s.UV
	if least := s.leastVertices(longest); least > float64(len(s.X)) {
		if err := fits(int(min(least, math.MaxInt32))); err != nil {
			return f, err
		}
	}
	type edge = [2]int32
	for {
		middle := map[edge]int32{}
		var order [][2]int32
		for i, t := range s.Tri {
			for c := range 3 {
				d := (c + 1) % 3
				e := edge{min(t[c], t[d]), max(t[c], t[d])}
				if _, seen := middle[e]; !seen && r2.Norm(r2.Sub(s.UV[i][d], s.UV[i][c])) > longest {
					middle[e], order = 0, append(order, e)
				}
			}
		}
		if len(middle) == 0 {
			return f, nil
		}
		if err := fits(len(s.X) + len(middle)); err != nil {
			return f, err
		}
		for _, e := range order {
			middle[e] = int32(len(s.X))
			s.X = append(s.X, r3.Scale(.5, r3.Add(s.X[e[0]], s.X[e[1]])))
		}
		f.Between = append(f.Between, order...)
		f.split(s, func(a, b int32) (int32, bool) { v, ok := middle[edge{min(a, b), max(a, b)}]; return v, ok })
		s.UV = f.Corners(old)
	}
}

// leastVertices returns a lower bound of the number of vertices of the surface with edges in UV no longer than that: no
// triangle is larger than the equilateral one, and there are two for each vertex.
func (s *Surface) leastVertices(longest float64) float64 {
	area := 0.
	for _, t := range s.UV {
		area += math.Abs(r2.Cross(r2.Sub(t[1], t[0]), r2.Sub(t[2], t[0]))) / 2
	}
	return area / (math.Sqrt(3) / 4 * longest * longest) / 2
}

// split divides the triangles with halved edges; middle returns the vertices there.
func (f *Finer) split(s *Surface, middle func(a, b int32) (v int32, ok bool)) {
	var tris [][3]int32
	var of []int32
	var at [][3][3]float64
	for i, t := range s.Tri {
		corner := [6]int32{t[0], t[1], t[2]} // then the midpoints of edges 01, 12, 20
		place := [6][3]float64{f.At[i][0], f.At[i][1], f.At[i][2]}
		uv := [6]r2.Vec{s.UV[i][0], s.UV[i][1], s.UV[i][2]}
		var halved [3]bool
		n := 0
		for c := range 3 {
			d := (c + 1) % 3
			if v, ok := middle(t[c], t[d]); ok {
				halved[c], corner[3+c] = true, v
				n++
			}
			uv[3+c] = r2.Scale(.5, r2.Add(uv[c], uv[d]))
			for k := range 3 {
				place[3+c][k] = (place[c][k] + place[d][k]) / 2
			}
		}
		add := func(list ...[3]int) {
			for _, p := range list {
				tris = append(tris, [3]int32{corner[p[0]], corner[p[1]], corner[p[2]]})
				of = append(of, f.Of[i])
				at = append(at, [3][3]float64{place[p[0]], place[p[1]], place[p[2]]})
			}
		}
		switch n {
		case 0:
			add([3]int{0, 1, 2})
		case 3:
			add([3]int{0, 3, 5}, [3]int{3, 1, 4}, [3]int{5, 4, 2}, [3]int{3, 4, 5})
		case 1:
			a := 0
			for !halved[a] {
				a++
			}
			b, c := (a+1)%3, (a+2)%3
			add([3]int{a, 3 + a, c}, [3]int{3 + a, b, c})
		case 2: // the quadrangle at the remaining edge is split along its shorter diagonal
			a := 0
			for halved[a] {
				a++
			}
			b, c := (a+1)%3, (a+2)%3
			add([3]int{3 + b, c, 3 + c})
			if r2.Norm(r2.Sub(uv[a], uv[3+b])) < r2.Norm(r2.Sub(uv[b], uv[3+c])) {
				add([3]int{a, b, 3 + b}, [3]int{a, 3 + b, 3 + c})
			} else {
				add([3]int{a, b, 3 + c}, [3]int{b, 3 + b, 3 + c})
			}
		}
	}
	s.Tri, f.Of, f.At = tris, of, at
}
