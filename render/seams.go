package render

import "gonum.org/v1/gonum/spatial/r2"

// seamEdges marks, for each triangle, the edges where a line shows: bit k stands for the edge from
// corner k to the next. An edge is marked at the border of the surface (a hem, or a seam of panels
// that share no vertices) and where the material coordinates of its two triangles differ (a seam).
// Bit 3 + k stands for a corner at such a line none of whose edges is in the triangle: without it
// the line has a gap there. uv may be nil.
func seamEdges(tri [][3]int32, uv [][3]r2.Vec) []int32 {
	type half struct{ t, k int32 }
	first := make(map[[2]int32]half, 3*len(tri)/2)
	count := make(map[[2]int32]int32, 3*len(tri)/2)
	marks := make([]int32, len(tri))
	for t, c := range tri {
		for k := range c {
			a, b := c[k], c[(k+1)%3]
			edge := [2]int32{min(a, b), max(a, b)}
			count[edge]++
			o, met := first[edge]
			if !met {
				first[edge] = half{int32(t), int32(k)}
				continue
			}
			if uv == nil {
				continue
			}
			corner := func(t, k int32) (p, q r2.Vec) { // ordered as the vertices of edge
				p, q = uv[t][k], uv[t][(k+1)%3]
				if tri[t][k] != edge[0] {
					p, q = q, p
				}
				return p, q
			}
			p0, q0 := corner(o.t, o.k)
			p1, q1 := corner(int32(t), int32(k))
			if p0 != p1 || q0 != q1 {
				marks[o.t] |= 1 << o.k
				marks[t] |= 1 << k
			}
		}
	}
	for t, c := range tri {
		for k := range c {
			a, b := c[k], c[(k+1)%3]
			if count[[2]int32{min(a, b), max(a, b)}] == 1 {
				marks[t] |= 1 << k
			}
		}
	}
	on := map[int32]bool{}
	for t, c := range tri {
		for k := range c {
			if marks[t]&(1<<k) != 0 {
				on[c[k]], on[c[(k+1)%3]] = true, true
			}
		}
	}
	for t, c := range tri {
		for k := range c {
			if on[c[k]] && marks[t]&(1<<k|1<<((k+2)%3)) == 0 {
				marks[t] |= 8 << k
			}
		}
	}
	return marks
}
