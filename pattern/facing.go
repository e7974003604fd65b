package pattern

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Facing returns errors of stitches of wrong sides, and of panels with twisted seams: in the placed panels, each end of
// an edge is nearer to the end to which it is not sewn. Mostly one of the two panels has its right side inside, for
// example drawn like the front and not turned around. doubts may be intended.
func (p *Pattern) Facing() (lines, doubts []string) {
	twisted := map[int][]int{} // stitches, by the panel at fault
	all := make([]int, len(p.Panels))
	var middle r3.Vec
	centres := make([]r3.Vec, len(p.Panels))
	for i := range p.Panels {
		pan := &p.Panels[i]
		for _, e := range pan.Edges {
			centres[i] = r3.Add(centres[i], r3.Scale(1/float64(len(pan.Edges)), pan.Place(e.Start)))
		}
		middle = r3.Add(middle, r3.Scale(1/float64(len(p.Panels)), centres[i]))
	}
	var turned []int
	for i, s := range p.Stitches {
		if p.twisted(s) {
			turned = append(turned, i)
		}
	}
	lines, doubts, crossed := p.crossed(turned)
	lines = append(lines, p.turned(crossed)...)
	lines = append(lines, p.drawnOver(turned, crossed)...)
	doubts = append(doubts, p.unpaired(crossed)...)
	tubes, bows := p.flatTubes()
	lines, doubts = append(lines, tubes...), append(doubts, bows...)
	lines = append(lines, p.unturned(turned, func(i int) float64 { return p.outward(i, centres, middle) })...)
	for i, s := range p.Stitches {
		if crossed[i] {
			continue
		}
		all[s.A.Panel]++
		all[s.B.Panel]++
		if !slices.Contains(turned, i) {
			continue
		}
		blame := s.A.Panel
		if p.outward(s.B.Panel, centres, middle) < p.outward(s.A.Panel, centres, middle) {
			blame = s.B.Panel
		}
		twisted[blame] = append(twisted[blame], i)
	}
	for i := range p.Panels {
		list := twisted[i]
		if 2*len(list) <= all[i] { // one seam of many may be right
			continue
		}
		which := fmt.Sprintf("%s, %s, joins", p.stitchName(list[0]), p.ends(&p.Stitches[list[0]]))
		if n := len(list) - 1; n > 0 {
			which = fmt.Sprintf("%s, %s, and %d more join", p.stitchName(list[0]), p.ends(&p.Stitches[list[0]]), n)
		}
		lines = append(lines, fmt.Sprintf("%s a panel that faces inward: reverse the edges of panel %s, turn it by 180° "+
			"about y and sew its other sides, or mark the stitches \"right_wrong\"",
			which, p.Panels[i].Name))
	}
	return lines, doubts
}

// twisted reports whether the placed edges of a stitch have the same direction, although the start of each is sewn to
// the end of the other. The sum of squared distances of their ends then exceeds that of the other way around by 2·e·f,
// with the vectors e and f along them.
func (p *Pattern) twisted(s Stitch) bool { return p.alike(s) > alike }

// alike returns the cosine between the placed edges of a stitch, in the direction in which they are sewn: −1 where the
// ends to be joined are on one side.
func (p *Pattern) alike(s Stitch) float64 {
	along := func(r EdgeRef) r3.Vec {
		pan := &p.Panels[r.Panel]
		e := pan.Edges[r.Edge]
		return r3.Sub(pan.Place(e.End), pan.Place(e.Start))
	}
	e, f := along(s.A), along(s.B)
	cos := r3.Dot(e, f) / max(r3.Norm(e)*r3.Norm(f), minEdge*minEdge)
	if s.SameDirection {
		cos = -cos
	}
	return cos
}

// alike is the cosine above which edges have the same direction: panels start near the place where they are worn, but a
// sleeve may be turned.
const alike = 0.8

// outward returns how far a panel's right side faces away from the middle of the garment [m].
func (p *Pattern) outward(i int, centres []r3.Vec, middle r3.Vec) float64 {
	pan := &p.Panels[i]
	var area r3.Vec // twice the placed loop's
	for _, e := range pan.Edges {
		area = r3.Add(area, r3.Cross(r3.Sub(pan.Place(e.Start), centres[i]), r3.Sub(pan.Place(e.End), centres[i])))
	}
	if l := r3.Norm(area); l > 0 {
		return r3.Dot(r3.Scale(1/l, area), r3.Sub(centres[i], middle))
	}
	return 0
}
