package garment

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"
)

// Facing says of panels whose seams would be twisted: where the panels are placed, each end of an edge is much nearer to the end
// that it is not sewn to. Mostly one of the two panels has its right side inside, as one that is drawn like the front and not turned round.
func (p *Pattern) Facing() (lines []string) {
	twisted := map[int][]Stitch{} // by the panel to blame
	var middle r3.Vec
	centres := make([]r3.Vec, len(p.Panels))
	for i := range p.Panels {
		pan := &p.Panels[i]
		for _, e := range pan.Edges {
			centres[i] = r3.Add(centres[i], r3.Scale(1/float64(len(pan.Edges)), pan.Place(e.Start)))
		}
		middle = r3.Add(middle, r3.Scale(1/float64(len(p.Panels)), centres[i]))
	}
	for _, s := range p.Stitches {
		if !p.twisted(s) {
			continue
		}
		blame := s.A.Panel
		if p.outward(s.B.Panel, centres, middle) < p.outward(s.A.Panel, centres, middle) {
			blame = s.B.Panel
		}
		twisted[blame] = append(twisted[blame], s)
	}
	for i := range p.Panels {
		list := twisted[i]
		if len(list) == 0 {
			continue
		}
		s := list[0]
		which := fmt.Sprintf("seam %s[%d]-%s[%d] joins", p.Panels[s.A.Panel].Name, s.A.Edge, p.Panels[s.B.Panel].Name, s.B.Edge)
		if n := len(list) - 1; n > 0 {
			which = fmt.Sprintf("seams %s[%d]-%s[%d] and %d more join", p.Panels[s.A.Panel].Name, s.A.Edge, p.Panels[s.B.Panel].Name, s.B.Edge, n)
		}
		lines = append(lines, fmt.Sprintf("%s a panel that faces inward: reverse the edges of panel %s, turn it by 180° about y and sew its other sides, or mark the stitches \"right_wrong\"",
			which, p.Panels[i].Name))
	}
	return lines
}

// twisted tells whether the edges of a stitch run against each other: the ends that are sewn together are twice as far apart as those that are
// not.
func (p *Pattern) twisted(s Stitch) bool {
	ends := func(r EdgeRef) (a, b r3.Vec) {
		pan := &p.Panels[r.Panel]
		e := pan.Edges[r.Edge]
		return pan.Place(e.Start), pan.Place(e.End)
	}
	a0, a1 := ends(s.A)
	b0, b1 := ends(s.B)
	if s.SameDirection {
		b0, b1 = b1, b0
	}
	sewn := r3.Norm(r3.Sub(a0, b1)) + r3.Norm(r3.Sub(a1, b0))
	other := r3.Norm(r3.Sub(a0, b0)) + r3.Norm(r3.Sub(a1, b1))
	return sewn > crossed*other
}

// crossed is how much farther apart the ends of a twisted seam are than they would be the other way round.
const crossed = 1.5

// outward is how far a panel's right side looks away from the middle of the garment [m].
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
