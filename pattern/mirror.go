package pattern

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// drawnOver detects panels, one or two at a time, that are the wrong one of a pair: if they were mirrored, left to
// right, none of their seams would be twisted, and sewn edges would be nearer. It adds their stitches to told, those
// already reported. Only sewing files mirror panels.
func (p *Pattern) drawnOver(twisted []int, told map[int]bool) (lines []string) {
	for {
		var some []int // candidates
		for i := range p.Panels {
			if p.Panels[i].Edges[0].Side != "" && slices.ContainsFunc(twisted, func(k int) bool {
				return !told[k] && p.Stitches[k].of(i)
			}) {
				some = append(some, i)
			}
		}
		var best []int
		gain := minEdge * minEdge
		try := func(over ...int) {
			if less := p.turnedOver(over); less > gain {
				best, gain = over, less
			}
		}
		for _, i := range some {
			try(i)
		}
		if best == nil {
			for k, j := range some {
				for _, i := range some[:k] {
					try(i, j)
				}
			}
		}
		if best == nil {
			return lines
		}
		lines = append(lines, p.overLine(best, twisted, told))
	}
}

// turnedOver returns the decrease of the sum of squared distances of sewn ends of some panels, if these are mirrored
// [m²]; 0 if one of the stitches would be twisted then.
func (p *Pattern) turnedOver(some []int) (less float64) {
	over := *p
	over.Panels = slices.Clone(p.Panels)
	for _, i := range some {
		over.Panels[i].turnOver()
	}
	for _, s := range p.Stitches {
		if slices.ContainsFunc(some, s.of) {
			if over.twisted(s) {
				return 0
			}
			less += p.gap(&s) - over.gap(&s)
		}
	}
	return less
}

// overLine returns the message that panels should be mirrored, and adds their twisted stitches to told.
func (p *Pattern) overLine(some, twisted []int, told map[int]bool) string {
	first, more := -1, 0
	for _, k := range twisted {
		if !told[k] && slices.ContainsFunc(some, p.Stitches[k].of) {
			if told[k] = true; first < 0 {
				first = k
			} else {
				more++
			}
		}
	}
	which := fmt.Sprintf("%s, %s, is twisted,", p.stitchName(first), p.ends(&p.Stitches[first]))
	if more > 0 {
		which = fmt.Sprintf("%s, %s, and %d more are twisted,", p.stitchName(first), p.ends(&p.Stitches[first]), more)
	}
	expected := func(i int) string {
		if p.Panels[i].Mirrored {
			return "it without mirror = true"
		}
		return "mirror = true"
	}
	a, b := some[0], some[len(some)-1]
	switch {
	case a == b:
		return fmt.Sprintf("%s as panel %s is turned the wrong way over: expected %s, which makes all its seams right", which,
			p.Panels[a].Name, expected(a))
	case p.Panels[a].Mirrored == p.Panels[b].Mirrored:
		return fmt.Sprintf("%s as panels %s and %s are turned the wrong way over: expected %s, both, which makes all their "+
			"seams right", which, p.Panels[a].Name, p.Panels[b].Name, expected(a))
	}
	if p.Panels[a].Mirrored {
		a, b = b, a
	}
	return fmt.Sprintf("%s as panels %s and %s are turned the wrong way over: expected mirror = true of the first, and "+
		"not of the second, which makes all their seams right", which, p.Panels[a].Name, p.Panels[b].Name)
}

// of reports whether the stitch has an edge of a panel.
func (s *Stitch) of(panel int) bool { return s.A.Panel == panel || s.B.Panel == panel }

// turnOver mirrors a panel, left to right, as the other one of a pair. Its edges keep their numbers, so that they are
// in the order from last to first.
func (p *Panel) turnOver() {
	p.Edges = slices.Clone(p.Edges)
	for i := range p.Edges {
		e := &p.Edges[i]
		e.Curve = e.Curve.Map(func(v r2.Vec) r2.Vec { return r2.Vec{X: -v.X, Y: v.Y} }).Reverse()
	}
}

// gap returns the sum of squared distances of the ends that a stitch joins, on the placed panels [m²].
func (p *Pattern) gap(s *Stitch) float64 {
	a, b := p.placed(s.A), p.placed(s.B)
	if !s.SameDirection {
		slices.Reverse(b[:])
	}
	return r3.Norm2(r3.Sub(a[0], b[0])) + r3.Norm2(r3.Sub(a[1], b[1]))
}

// placed returns the positions of the ends of an edge on the placed panel.
func (p *Pattern) placed(e EdgeRef) [2]r3.Vec {
	pan, c := &p.Panels[e.Panel], p.edge(e)
	return [2]r3.Vec{pan.Place(c.Start), pan.Place(c.End)}
}

// crooked is the difference of a piece from its mirror image above which mirroring a panel matters [m].
const crooked = 0.003

// unpaired detects doubtful pairs of rolled panels that have the same piece, are on both sides of the middle, and are
// both mirrored or both not, though the piece is not symmetric. One of two sleeves whose caps are higher at the back
// then has its back at the front. Those with a stitch in told are omitted.
func (p *Pattern) unpaired(told map[int]bool) (doubts []string) {
	for i := range p.Panels {
		pan := &p.Panels[i]
		twin := p.drawnAlike(i)
		j := slices.IndexFunc(p.Panels, func(o Panel) bool { return o.Name == twin })
		first := slices.IndexFunc(p.Stitches, func(s Stitch) bool { return s.of(i) && (s.A.Panel != i || s.B.Panel != i) })
		if twin == "" || j > i || first < 0 || told[first] || pan.Translation.X*p.Panels[j].Translation.X >= 0 ||
			pan.lopsided() < crooked {
			continue
		}
		expected := "mirror = true of one of them"
		if pan.Mirrored {
			expected = "one of them without mirror = true"
		}
		doubts = append(doubts, fmt.Sprintf("%s: panels %s and %s are the same way over, left and right of the middle, "+
			"though their piece is not alike on both sides: expected %s", p.stitchName(first), twin, pan.Name, expected))
	}
	return doubts
}

// lopsided returns the largest distance of the outline from its mirror image, left to right [m].
func (p *Panel) lopsided() (most float64) {
	outline, _ := p.polyline(8)
	b := bounds(outline)
	for _, v := range outline {
		v.X = b.Min.X + b.Max.X - v.X
		least := math.Inf(1)
		for k, q := range outline {
			least = min(least, segmentDistance(v, q, outline[(k+1)%len(outline)]))
		}
		most = max(most, least)
	}
	return most
}
