package pattern

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// crossed detects stitches of wrong sides. One kind is two stitches that would be untwisted, with nearer sides, if they
// exchanged ends. The other is a twisted stitch of a side that is sewn twice, next to an unsewn side that fits better.
// lines are messages, one for each seam or pair of seams; of are the stitches. doubts are twisted stitches of sides
// that are sewn once, next to such a side: pleats and bands around the body have them, too.
func (p *Pattern) crossed(twisted []int) (lines, doubts []string, of map[int]bool) {
	of = map[int]bool{}
	tell := func(lines *[]string, line string) {
		if !slices.Contains(*lines, line) { // a seam may consist of several edges
			*lines = append(*lines, line)
		}
	}
	for i := range p.Stitches {
		for j := i + 1; j < len(p.Stitches); j++ {
			s, t := &p.Stitches[i], &p.Stitches[j]
			if of[i] || of[j] || !(slices.Contains(twisted, i) && slices.Contains(twisted, j) || alongside(s, t)) {
				continue
			}
			var first, second Stitch
			switch {
			case p.better(s.A, s.B, t.B, s.SameDirection) && p.better(t.A, t.B, s.B, t.SameDirection):
				first, second = Stitch{A: s.A, B: t.B}, Stitch{A: t.A, B: s.B}
			case p.better(s.A, s.B, t.A, s.SameDirection) && p.better(t.B, t.A, s.B, t.SameDirection):
				first, second = Stitch{A: s.A, B: t.A}, Stitch{A: t.B, B: s.B}
			default:
				continue
			}
			of[i], of[j] = true, true
			tell(&lines, fmt.Sprintf("%s, %s, and %s, %s, cross each other: expected %s and %s, which are nearer as the "+
				"panels hang",
				p.stitchName(i), p.ends(s), p.stitchName(j), p.ends(t), p.ends(&first), p.ends(&second)))
		}
	}
	free, sewn := p.unsewn()
	for _, i := range twisted {
		if of[i] {
			continue
		}
		s := &p.Stitches[i]
		for _, e := range free {
			now := Stitch{A: s.A, B: e}
			if e.Panel != s.B.Panel || !p.better(s.A, s.B, e, s.SameDirection) {
				if now = (Stitch{A: e, B: s.B}); e.Panel != s.A.Panel || !p.better(s.B, s.A, e, s.SameDirection) {
					continue
				}
			}
			line := fmt.Sprintf("%s, %s, is twisted, and %s is sewn to nothing: expected %s, which are nearer as the panels "+
				"hang",
				p.stitchName(i), p.ends(s), p.EdgeName(e), p.ends(&now))
			if sewn[s.A] == 1 && sewn[s.B] == 1 {
				tell(&doubts, line)
				break
			}
			of[i] = true
			tell(&lines, line)
			break
		}
	}
	return lines, doubts, of
}

// alongside reports whether two stitches join the same two panels, as both sides of a skirt do: these may cross,
// however much they flare.
func alongside(s, t *Stitch) bool {
	a, b := s.A.Panel, s.B.Panel
	return a != b && (t.A.Panel == a && t.B.Panel == b || t.A.Panel == b && t.B.Panel == a)
}

// beyond is the share of the way between two sides after which the other one is the right partner. long is the factor
// up to which the ratio of lengths may be larger with that partner.
const beyond, long = 0.75, 1.02

// better reports whether now is a better partner than was for an edge: their ends would meet, their lengths are alike,
// and the edge is near now on the way from was.
func (p *Pattern) better(e, was, now EdgeRef, same bool) bool {
	return p.nearer(e, was, now) && p.alike(Stitch{A: e, B: now, SameDirection: same}) < -alike
}

// nearer is better without the condition on ends. Two sides of a panel are no better than sides of two.
func (p *Pattern) nearer(e, was, now EdgeRef) bool {
	if now == e || now == was || now.Panel == e.Panel && was.Panel != e.Panel {
		return false
	}
	from := p.middle(was)
	way := r3.Sub(p.middle(now), from)
	if r3.Dot(r3.Sub(p.middle(e), from), way) <= beyond*r3.Norm2(way) {
		return false
	}
	ratio := func(a, b EdgeRef) float64 {
		la, lb := p.edge(a).Length(), p.edge(b).Length()
		return max(la, lb) / min(la, lb)
	}
	return ratio(e, now) <= long*ratio(e, was)
}

// unturned detects pairs of panels, one of which has the drawing and position of the other, where it should be turned
// around: their seams are not twisted, but cross, and would be twisted if they exchanged ends. facing is how far the
// right side of a panel faces outwards.
func (p *Pattern) unturned(twisted []int, facing func(panel int) float64) (lines []string) {
	told := map[[2]int]bool{}
	for i := range p.Stitches {
		for j := range i {
			s, t := p.Stitches[j], p.Stitches[i]
			if s.A.Panel != t.A.Panel {
				t.A, t.B = t.B, t.A
			}
			pair := [2]int{min(s.A.Panel, s.B.Panel), max(s.A.Panel, s.B.Panel)}
			if s.A.Panel != t.A.Panel || s.B.Panel != t.B.Panel || pair[0] == pair[1] || told[pair] ||
				slices.Contains(twisted, i) || slices.Contains(twisted, j) ||
				!p.nearer(s.A, s.B, t.B) || !p.nearer(t.A, t.B, s.B) ||
				!p.twisted(Stitch{A: s.A, B: t.B, SameDirection: s.SameDirection}) ||
				!p.twisted(Stitch{A: t.A, B: s.B, SameDirection: t.SameDirection}) {
				continue
			}
			told[pair] = true
			blame := pair[1]
			if facing(pair[0]) < facing(pair[1]) {
				blame = pair[0]
			}
			lines = append(lines, fmt.Sprintf("%s, %s, and %s, %s, cross each other, as panel %s faces inward: expected it "+
				"turned by 180° about y",
				p.stitchName(j), p.ends(&p.Stitches[j]), p.stitchName(i), p.ends(&p.Stitches[i]), p.Panels[blame].Name))
		}
	}
	return lines
}

// middle returns the position of the middle of an edge on its placed panel [m].
func (p *Pattern) middle(e EdgeRef) r3.Vec {
	pan, c := &p.Panels[e.Panel], p.edge(e)
	return r3.Scale(.5, r3.Add(pan.Place(c.Start), pan.Place(c.End)))
}

// unsewn returns the edges without a stitch; sewn is the number of stitches of the others.
func (p *Pattern) unsewn() (free []EdgeRef, sewn map[EdgeRef]int) {
	sewn = map[EdgeRef]int{}
	for _, s := range p.Stitches {
		sewn[s.A]++
		sewn[s.B]++
	}
	for i := range p.Panels {
		for k := range p.Panels[i].Edges {
			if e := (EdgeRef{i, k}); sewn[e] == 0 {
				free = append(free, e)
			}
		}
	}
	return free, sewn
}

func (p *Pattern) ends(s *Stitch) string { return p.EdgeName(s.A) + " to " + p.EdgeName(s.B) }
