package pattern

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
)

// CheckLoop detects loops that cross or touch themselves or enclose nothing; edge is the cause, −1 all of them.
func (p *Panel) CheckLoop() (edge int, why string) {
	pts, owner := p.polyline(32)
	if len(pts) < 3 {
		return -1, "two straight edges: expected a loop that encloses an area"
	}
	if i, j, ok := findCrossing(pts); ok {
		a, b := owner[i], owner[j]
		if a == b {
			return a, "the edge crosses or touches itself: expected a simple loop"
		}
		return a, fmt.Sprintf("the edge crosses, touches or folds back on %s: expected a simple loop", p.edgeOf(b))
	}
	if math.Abs(polygonArea(pts)) < minEdge*minEdge {
		return -1, "the loop encloses no area"
	}
	return 0, ""
}

// Suspicious returns what is legal but may be a mistake in the last stitch of the pattern: several stitches on an edge,
// different lengths that are not gathered on purpose.
func (p *Pattern) Suspicious(uses map[EdgeRef]int, gathered bool) (found []string) {
	s := &p.Stitches[len(p.Stitches)-1]
	for _, e := range []EdgeRef{s.A, s.B} {
		if uses[e]++; uses[e] == 2 {
			first := slices.IndexFunc(p.Stitches, func(t Stitch) bool { return t.A == e || t.B == e })
			found = append(found, fmt.Sprintf("%s is in several stitches, the first of them %s, %s: three or more layers meet "+
				"in this seam, expected one stitch if that is not meant",
				p.edgePath(e), p.stitchName(first), p.ends(&p.Stitches[first])))
		}
	}
	la, lb := p.edge(s.A).Length(), p.edge(s.B).Length()
	if ratio := max(la, lb) / min(la, lb); ratio > seamRatio && !gathered {
		found = append(found, fmt.Sprintf("the stitched edges are %.4g m and %.4g m long, a ratio of %.2f: gathers, or a "+
			"wrong edge?", la, lb, ratio))
	}
	return found
}

func (p *Pattern) edge(e EdgeRef) *Edge { return &p.Panels[e.Panel].Edges[e.Edge] }

// Outline returns the panel's loop as points [m], with n chords for each curved edge.
func (p *Panel) Outline(n int) []r2.Vec {
	pts, _ := p.polyline(n)
	return pts
}
