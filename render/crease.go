package render

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// sharpEdge is the cosine of the angle between triangles above which the edge between them is visible: cubes and
// hexagonal bars have edges, octagonal ones and bodies that are scanned or modelled to be round have none.
var sharpEdge = math.Cos(50 * math.Pi / 180)

// creased separates the corners of triangles on different sides of sharp edges, with vertices at x: of is the vertex of
// each point, those of vertices themselves first. Around a vertex, triangles that join at no sharp edge share a point,
// and so a normal.
func creased(tri [][3]int32, x []r3.Vec) (split [][3]int32, of []int32) {
	for i := range x {
		of = append(of, int32(i))
	}
	normal := make([]r3.Vec, len(tri))
	edges := make(map[[2]int32]int32, 3*len(tri)) // (start, end) → triangle
	for t, v := range tri {
		n := r3.Cross(r3.Sub(x[v[1]], x[v[0]]), r3.Sub(x[v[2]], x[v[0]]))
		if l := r3.Norm(n); l > 0 {
			normal[t] = r3.Scale(1/l, n)
		}
		for a := range 3 {
			edges[[2]int32{v[a], v[(a+1)%3]}] = int32(t)
		}
	}
	start, fan := fans(tri, len(x))
	split = make([][3]int32, len(tri))
	group := make([]int32, 3*len(tri)) // per corner: the number of its point plus one, 0: none yet
	for v := range x {
		point := int32(v)
		for _, corner := range fan[start[v]:start[v+1]] {
			if group[corner] != 0 {
				continue
			}
			if point < 0 {
				point = int32(len(of))
				of = append(of, int32(v))
			}
			for todo := []int32{corner}; len(todo) > 0; {
				c := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if group[c] != 0 {
					continue
				}
				group[c] = point + 1
				t, a := c/3, c%3
				// in the directions that the neighbours across both have
				for _, edge := range [2][2]int32{{tri[t][(a+1)%3], tri[t][a]}, {tri[t][a], tri[t][(a+2)%3]}} {
					o, ok := edges[edge]
					if !ok || sharp(normal[t], normal[o]) {
						continue
					}
					for b, w := range tri[o] {
						if w == int32(v) {
							todo = append(todo, 3*o+int32(b))
						}
					}
				}
			}
			point = -1
		}
	}
	for c, g := range group {
		split[c/3][c%3] = g - 1
	}
	return split, of
}

// sharp reports whether two triangles join at a sharp edge. A triangle without area has none.
func sharp(a, b r3.Vec) bool {
	return a != r3.Vec{} && b != r3.Vec{} && r3.Dot(a, b) < sharpEdge
}
