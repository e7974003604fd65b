package render

import "gonum.org/v1/gonum/spatial/r2"

// lineEdge is an edge with a visible line: at the border of the surface (a hem), or where the material coordinates of
// its two triangles differ (a seam). The surface is to the left of a hem from a to b.
type lineEdge struct {
	a, b int32
	hem  bool
}

// lineEdges returns all of them; uv may be nil.
func lineEdges(tri [][3]int32, uv [][3]r2.Vec) []lineEdge {
	type half struct {
		a, b  int32
		p, q  r2.Vec // of a and b
		count int
		seam  bool
	}
	first := make(map[[2]int32]int, 3*len(tri)/2)
	var list []half
	for t, c := range tri {
		for k := range c {
			h := half{a: c[k], b: c[(k+1)%3], count: 1}
			if uv != nil {
				h.p, h.q = uv[t][k], uv[t][(k+1)%3]
			}
			edge := [2]int32{min(h.a, h.b), max(h.a, h.b)}
			i, met := first[edge]
			if !met {
				first[edge] = len(list)
				list = append(list, h)
				continue
			}
			o := &list[i]
			o.count++
			if o.a != h.a {
				h.p, h.q = h.q, h.p
			}
			o.seam = o.seam || o.p != h.p || o.q != h.q
		}
	}
	var lines []lineEdge
	for _, h := range list {
		if h.count == 1 || h.seam {
			lines = append(lines, lineEdge{h.a, h.b, h.count == 1})
		}
	}
	return lines
}

// lineVertices returns, for both ends of each edge of a kind, the vertices before, at and after it along its line. At
// an end of the line, or where several meet, the vertex itself replaces the missing one.
func lineVertices(lines []lineEdge, hem bool) [][4]int32 {
	around := map[int32][]int32{}
	for _, l := range lines {
		if l.hem == hem {
			around[l.a], around[l.b] = append(around[l.a], l.b), append(around[l.b], l.a)
		}
	}
	beyond := func(v, from int32) int32 {
		if n := around[v]; len(n) == 2 {
			if n[0] == from {
				return n[1]
			}
			return n[0]
		}
		return v
	}
	var out [][4]int32
	for _, l := range lines {
		if l.hem == hem {
			out = append(out, [4]int32{beyond(l.a, l.b), l.a, l.b}, [4]int32{l.a, l.b, beyond(l.b, l.a)})
		}
	}
	return out
}
