package pattern

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
)

// findCrossing returns two chords of the closed polygon that cross, touch or fold back on each other; chord i is from
// pts[i] to pts[i+1]. Chords are binned on a square grid, so that the time for outlines with short chords is
// proportional to their number.
func findCrossing(pts []r2.Vec) (i, j int, found bool) {
	g := newGrid(pts)
	var p []point
	var id []int // chord index in pts
	for k, v := range pts {
		if q := g.snap(v); len(p) == 0 || q != p[len(p)-1] {
			p, id = append(p, q), append(id, k)
		} else {
			id[len(id)-1] = k
		}
	}
	for len(p) > 1 && p[0] == p[len(p)-1] {
		p, id = p[:len(p)-1], id[:len(id)-1]
	}
	n := len(p)
	if n < 3 {
		return 0, 0, false // no area: the caller reports it
	}
	cells := int64(min(max(math.Sqrt(float64(n)), 1), 512))
	size := (gridSize + 2) / cells // of a cell
	bin := make([][]int32, (cells+1)*(cells+1))
	cell := func(x int64) int64 { return min(max((x+gridSize/2)/size, 0), cells) }
	for a := range n {
		s, e := p[a], p[(a+1)%n]
		if s.y > e.y {
			s, e = e, s
		}
		for row := cell(s.y); row <= cell(e.y); row++ {
			// x range of the chord within the row, widened by rounding
			x0, x1 := s.x, e.x
			if e.y > s.y {
				lo, hi := max(s.y, row*size-gridSize/2), min(e.y, (row+1)*size-gridSize/2)
				slope := float64(e.x-s.x) / float64(e.y-s.y)
				x0 = s.x + int64(slope*float64(lo-s.y))
				x1 = s.x + int64(slope*float64(hi-s.y))
			}
			for col := cell(min(x0, x1) - 2); col <= cell(max(x0, x1)+2); col++ {
				c := row*(cells+1) + col
				for _, b := range bin[c] {
					if chordsCross(p, a, int(b)) {
						ij := []int{id[a], id[b]}
						slices.Sort(ij)
						return ij[0], ij[1], true
					}
				}
				bin[c] = append(bin[c], int32(a))
			}
		}
	}
	return 0, 0, false
}

// chordsCross reports whether chords a ≠ b of the polygon meet, except at a common end.
func chordsCross(p []point, a, b int) bool {
	n := len(p)
	if a == b {
		return false
	}
	if (b+1)%n == a {
		a, b = b, a
	}
	if (a+1)%n == b {
		u, v, w := p[a], p[b], p[(b+1)%n]
		return orient(u, v, w) == 0 && (u.x-v.x)*(w.x-v.x)+(u.y-v.y)*(w.y-v.y) > 0
	}
	return segmentsCross(p[a], p[(a+1)%n], p[b], p[(b+1)%n])
}

// segmentsCross reports whether the closed segments ab and cd have a common point.
func segmentsCross(a, b, c, d point) bool {
	if max(a.x, b.x) < min(c.x, d.x) || max(c.x, d.x) < min(a.x, b.x) ||
		max(a.y, b.y) < min(c.y, d.y) || max(c.y, d.y) < min(a.y, b.y) {
		return false
	}
	return sign(orient(a, b, c))*sign(orient(a, b, d)) <= 0 && sign(orient(c, d, a))*sign(orient(c, d, b)) <= 0
}

func sign(v int64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}
