package pattern

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// crossed finds stitches that go to the wrong sides: two that would not be twisted if they exchanged ends, which then
// would be nearer as the panels hang, or a twisted one of a side that is sewn twice, whose end such a side is that is
// sewn to nothing. Lines say so, one for each seam or pair of seams; of are the stitches. Doubts are twisted ones of
// sides that are sewn once, beside such a side: pleats and bands that go round do so, too.
func (p *Pattern) crossed(twisted []int) (lines, doubts []string, of map[int]bool) {
	of = map[int]bool{}
	tell := func(lines *[]string, line string) {
		if !slices.Contains(*lines, line) { // a seam may be of several edges
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

// alongside reports whether two stitches join the same two panels, as both sides of a skirt do: these may cross each
// other however far they flare.
func alongside(s, t *Stitch) bool {
	a, b := s.A.Panel, s.B.Panel
	return a != b && (t.A.Panel == a && t.B.Panel == b || t.A.Panel == b && t.B.Panel == a)
}

// beyond is how much of the way from one side to the other the side is at which they are to be sewn to; long, how much
// more two sides may differ in length.
const beyond, long = 0.75, 1.02

// better reports whether an edge that is sewn to was belongs to now: their ends would meet, they are as long, and it
// hangs where now does, on the way there from was.
func (p *Pattern) better(e, was, now EdgeRef, same bool) bool {
	return p.nearer(e, was, now) && p.alike(Stitch{A: e, B: now, SameDirection: same}) < -alike
}

// nearer is better without regard to which ends would meet. Two sides of a panel are no better than sides of two.
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

// unturned finds pairs of panels of which one is drawn like the other and hangs like it, in place of being turned
// round: their seams are not twisted, but cross each other, and would be twisted if they exchanged ends. facing is how
// far the right side of a panel looks outward.
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

// middle is where the middle of an edge hangs [m].
func (p *Pattern) middle(e EdgeRef) r3.Vec {
	pan, c := &p.Panels[e.Panel], p.edge(e)
	return r3.Scale(.5, r3.Add(pan.Place(c.Start), pan.Place(c.End)))
}

// unsewn lists the edges in no stitch; sewn is in how many the others are.
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
