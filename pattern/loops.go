package pattern

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
)

// BoundaryLoops returns the loops of edges with a single triangle. At a vertex where several loops touch, each is
// continued within its own fan of triangles. Loops start at their lowest vertex and are sorted by it.
func BoundaryLoops(tri [][3]int32) [][]int32 {
	type half struct{ t, e int32 } // edge e of triangle t is from corner e to corner e+1
	uses := make(map[[2]int32][]half, 3*len(tri)/2)
	key := func(h half) [2]int32 {
		a, b := tri[h.t][h.e], tri[h.t][(h.e+1)%3]
		return [2]int32{min(a, b), max(a, b)}
	}
	for t := range tri {
		for e := range 3 {
			h := half{int32(t), int32(e)}
			uses[key(h)] = append(uses[key(h)], h)
		}
	}
	// next turns around v, an end of the free edge h, to the next free edge.
	next := func(h half, v int32) (half, bool) {
		for range len(tri) {
			o := half{h.t, (h.e + 1) % 3} // the triangle's other edge at v
			if tri[o.t][o.e] != v && tri[o.t][(o.e+1)%3] != v {
				o.e = (h.e + 2) % 3
			}
			u := uses[key(o)]
			if len(u) == 1 {
				return o, true
			}
			if len(u) > 2 {
				break // several layers: the loop ends here
			}
			h = u[0]
			if h.t == o.t {
				h = u[1]
			}
		}
		return half{}, false
	}
	done := map[half]bool{}
	var loops [][]int32
	for t := range tri {
		for e := range 3 {
			h := half{int32(t), int32(e)}
			if len(uses[key(h)]) != 1 || done[h] {
				continue
			}
			var loop []int32
			from := tri[t][e]
			for ok := true; ok && !done[h]; {
				done[h] = true
				loop = append(loop, from)
				from = tri[h.t][h.e] + tri[h.t][(h.e+1)%3] - from
				h, ok = next(h, from)
			}
			low := 0
			for i, v := range loop {
				if v < loop[low] {
					low = i
				}
			}
			loops = append(loops, append(slices.Clone(loop[low:]), loop[:low]...))
		}
	}
	slices.SortStableFunc(loops, func(a, b []int32) int { return int(a[0]) - int(b[0]) })
	return loops
}

// warnNeedles adds a warning for each panel with triangles sharper than 15°: details shorter than the edge length and
// sharp corners cause them, and they stiffen the cloth there.
func (m *Mesh) warnNeedles(p *Pattern, h float64) {
	const sharp = 15 * math.Pi / 180
	least := make([]float64, len(m.Panels))
	count := make([]int, len(m.Panels))
	for i, uv := range m.UV {
		if a := minAngle(uv); a < sharp {
			if k := m.Panel[i]; count[k] == 0 || a < least[k] {
				least[k] = a
			}
			count[m.Panel[i]]++
		}
	}
	for k, n := range count {
		if n > 0 {
			m.Warnings = append(m.Warnings, fmt.Sprintf("%s: panels.%s: %d triangles sharper than 15°, down to %.1f°: details "+
				"shorter than the edge length %g m, or sharp corners",
				p.Name, m.Panels[k].Name, n, least[k]*180/math.Pi, h))
		}
	}
}

// minAngle returns the smallest angle of a triangle [rad].
func minAngle(p [3]r2.Vec) float64 {
	least := math.Pi
	for i := range 3 {
		u, v := r2.Sub(p[(i+1)%3], p[i]), r2.Sub(p[(i+2)%3], p[i])
		least = min(least, math.Atan2(math.Abs(r2.Cross(u, v)), r2.Dot(u, v)))
	}
	return least
}
