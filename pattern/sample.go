package pattern

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
)

const (
	// An edge shorter than mergeBelow edge lengths is sampled together with its neighbour if the outline turns by less
	// than mergeTurn there, so that tiny edges of a draft need no tiny triangles.
	mergeBelow = 1.2
	mergeTurn  = 35 * math.Pi / 180
	// maxTurn is the largest turning angle of a curve within one segment.
	maxTurn = 36 * math.Pi / 180
)

// run is a chain of consecutive edges of one panel that is sampled as one curve.
type run struct {
	panel int
	edges []int // in loop order
	group int
	flip  bool // runs against its group's direction
	start int  // index of its first sample in the panel's outline
}

// runGroup is the runs stitched to one another, directly or not; they have the same number of segments.
type runGroup struct {
	runs     []int
	segments int
	piece    []float64 // length of each piece [m]: that of the longest of the corresponding edges
}

// seam joins two runs along their whole length.
type seam struct {
	a, b    int // run indices
	against bool
}

// sampler determines the positions of vertices along all panel edges.
type sampler struct {
	p      *Pattern
	h      float64
	table  [][]*arcTable
	runs   []run
	runAt  [][]int // panel, edge → run
	groups []runGroup
	seams  []seam
}

type stitchEnd struct {
	other EdgeRef
	same  bool
}

func newSampler(p *Pattern, h float64) (*sampler, error) {
	s := &sampler{p: p, h: h}
	stitched := map[EdgeRef][]stitchEnd{}
	for _, st := range p.Stitches {
		stitched[st.A] = append(stitched[st.A], stitchEnd{st.B, st.SameDirection})
		stitched[st.B] = append(stitched[st.B], stitchEnd{st.A, st.SameDirection})
	}
	for _, pan := range p.Panels {
		tabs := make([]*arcTable, len(pan.Edges))
		for e := range pan.Edges {
			tabs[e] = newArcTable(pan.Edges[e].Curve)
		}
		s.table = append(s.table, tabs)
	}
	joint := s.joints(stitched)
	for {
		s.makeRuns(joint)
		a, ok := s.mismatch()
		if ok {
			break
		}
		for _, r := range a {
			for _, e := range s.runs[r].edges {
				joint[s.runs[r].panel][e] = false
			}
		}
	}
	return s, s.makeGroups()
}

// mismatch finds a stitch between two edges at different positions within two runs. Such runs, possible where a chain
// of short edges is sewn to itself, are split.
func (s *sampler) mismatch() (runs []int, ok bool) {
	for _, st := range s.p.Stitches {
		a, b := s.runAt[st.A.Panel][st.A.Edge], s.runAt[st.B.Panel][st.B.Edge]
		ea, eb := s.runs[a].edges, s.runs[b].edges
		i, j := slices.Index(ea, st.A.Edge), slices.Index(eb, st.B.Edge)
		if !st.SameDirection {
			j = len(eb) - 1 - j
		}
		if len(ea)+len(eb) > 2 && (a == b || len(ea) != len(eb) || i != j) {
			return []int{a, b}, false
		}
	}
	return nil, true
}

// next returns the edge after e in its loop, by steps of ±1.
func (s *sampler) next(e EdgeRef, step int) EdgeRef {
	n := len(s.p.Panels[e.Panel].Edges)
	return EdgeRef{e.Panel, (e.Edge + step + n) % n}
}

// turn returns the angle between edge e and the next one [rad].
func (s *sampler) turn(e EdgeRef) float64 {
	f := s.next(e, 1)
	_, u := s.table[e.Panel][e.Edge].tangents()
	v, _ := s.table[f.Panel][f.Edge].tangents()
	return math.Abs(math.Atan2(r2.Cross(u, v), r2.Dot(u, v)))
}

// joints reports, for each edge, whether it is sampled as one with the next edge: the outline is smooth, one of the
// edges is short, the label is the same, and on the other side of the seam the partners follow each other in the same
// way.
func (s *sampler) joints(stitched map[EdgeRef][]stitchEnd) [][]bool {
	joint := make([][]bool, len(s.p.Panels))
	for i, pan := range s.p.Panels {
		joint[i] = make([]bool, len(pan.Edges))
	}
	label := func(e EdgeRef) string { return s.p.Panels[e.Panel].Edges[e.Edge].Label }
	smooth := func(e EdgeRef) bool { return label(e) == label(s.next(e, 1)) && s.turn(e) <= mergeTurn }
	short := func(e EdgeRef) bool {
		f := s.next(e, 1)
		return min(s.table[e.Panel][e.Edge].length(), s.table[f.Panel][f.Edge].length()) < mergeBelow*s.h
	}
	for i, pan := range s.p.Panels {
		for k := range pan.Edges {
			e := EdgeRef{i, k}
			if joint[i][k] || !smooth(e) {
				continue
			}
			switch se, sf := stitched[e], stitched[s.next(e, 1)]; {
			case len(se) == 0 && len(sf) == 0:
				joint[i][k] = short(e)
			case len(se) == 1 && len(sf) == 1:
				if m, ok := s.across(e, se[0], sf[0]); ok && smooth(m) && (short(e) || short(m)) {
					joint[i][k], joint[m.Panel][m.Edge] = true, true
				}
			}
		}
	}
	// A loop of joints only keeps one vertex, here and at the partner's joint.
	for i := range joint {
		all := true
		for _, j := range joint[i] {
			all = all && j
		}
		if all {
			e := EdgeRef{i, len(joint[i]) - 1}
			joint[i][e.Edge] = false
			if st := stitched[s.next(e, 1)]; len(st) == 1 {
				m := st[0].other
				if st[0].same {
					m = stitched[e][0].other
				}
				joint[m.Panel][m.Edge] = false
			}
		}
	}
	return joint
}

// across returns the edge before the joint on the other side of the seam that corresponds to the one after edge e; se
// and sf are the stitches of e and of the next edge. There is none if the partners do not follow each other in the same
// way, or if the seam leads back to the same joint.
func (s *sampler) across(e EdgeRef, se, sf stitchEnd) (m EdgeRef, ok bool) {
	f := s.next(e, 1)
	m, n := sf.other, se.other
	if se.same {
		m, n = n, m
	}
	follow := se.same == sf.same && s.next(m, 1) == n
	back := m == e || m == f || n == e || n == f
	return m, follow && !back
}

func (s *sampler) makeRuns(joint [][]bool) {
	s.runs, s.runAt = nil, make([][]int, len(joint))
	for i, js := range joint {
		n := len(js)
		s.runAt[i] = make([]int, n)
		first := 0 // the first edge without a joint before it
		for first < n && js[(first+n-1)%n] {
			first++
		}
		for k := 0; k < n; {
			r := run{panel: i}
			for {
				e := (first + k) % n
				r.edges = append(r.edges, e)
				s.runAt[i][e] = len(s.runs)
				k++
				if !js[e] || k == n {
					break
				}
			}
			s.runs = append(s.runs, r)
		}
	}
}

// makeGroups joins runs through stitches, gives each a direction within its group, and counts segments.
func (s *sampler) makeGroups() error {
	seen := map[[2]int]bool{}
	adj := make([][]seam, len(s.runs))
	for _, st := range s.p.Stitches {
		m := seam{s.runAt[st.A.Panel][st.A.Edge], s.runAt[st.B.Panel][st.B.Edge], !st.SameDirection}
		if key := [2]int{min(m.a, m.b), max(m.a, m.b)}; !seen[key] {
			seen[key] = true
			s.seams = append(s.seams, m)
			adj[m.a] = append(adj[m.a], m)
			adj[m.b] = append(adj[m.b], seam{m.b, m.a, m.against})
		}
	}
	for i := range s.runs {
		s.runs[i].group = -1
	}
	for i := range s.runs {
		if s.runs[i].group >= 0 {
			continue
		}
		g := runGroup{runs: []int{i}}
		s.runs[i].group = len(s.groups)
		for k := 0; k < len(g.runs); k++ {
			a := g.runs[k]
			for _, m := range adj[a] {
				flip := s.runs[a].flip != m.against
				if b := &s.runs[m.b]; b.group < 0 {
					b.group, b.flip = len(s.groups), flip
					g.runs = append(g.runs, m.b)
				} else if b.flip != flip {
					return &FormatError{File: s.p.Name, Path: s.edgePath(a), Msg: fmt.Sprintf("the stitches of this edge and of %s "+
						"join them in both directions: expected one", s.edgePath(m.b))}
				}
			}
		}
		g.piece = make([]float64, len(s.runs[i].edges))
		total, turn := 0.0, 0.0
		for _, r := range g.runs {
			rt := 0.0
			for k := range g.piece {
				t := s.arc(r, k)
				g.piece[k] = max(g.piece[k], t.length())
				rt += t.turn
			}
			turn = max(turn, rt)
		}
		for _, l := range g.piece {
			total += l
		}
		// Lengths that are whole multiples of h up to rounding get no additional segment.
		g.segments = max(1, int(math.Ceil(total/s.h*(1-1e-6))), int(math.Ceil(turn/maxTurn)))
		s.groups = append(s.groups, g)
	}
	return nil
}

// arc returns the curve of piece k of run r, counted along the group's direction.
func (s *sampler) arc(r, k int) *arcTable {
	n := &s.runs[r]
	if n.flip {
		k = len(n.edges) - 1 - k
	}
	return s.table[n.panel][n.edges[k]]
}

func (s *sampler) edgePath(r int) string {
	return s.p.edgePath(EdgeRef{s.runs[r].panel, s.runs[r].edges[0]})
}

// segments returns the number of segments of run r.
func (s *sampler) segments(r int) int { return s.groups[s.runs[r].group].segments }

// point returns sample k of run r, counted from the run's start in loop order, 0 ≤ k ≤ segments. Samples are equally
// spaced along the group's pieces; within a piece each run uses its own arc length, so that corners within a run
// correspond across the seam.
func (s *sampler) point(r, k int) r2.Vec {
	n := &s.runs[r]
	g := &s.groups[n.group]
	if n.flip {
		k = g.segments - k
	}
	total := 0.0
	for _, l := range g.piece {
		total += l
	}
	want := total * float64(k) / float64(g.segments)
	i := 0
	for ; i+1 < len(g.piece) && want > g.piece[i]; i++ {
		want -= g.piece[i]
	}
	f := min(max(want/g.piece[i], 0), 1)
	if k == g.segments {
		f = 1
	}
	t := s.arc(r, i)
	if n.flip {
		f = 1 - f
	}
	return t.at(f)
}

// outlines samples every panel's loop and records the start of each run.
func (s *sampler) outlines() [][]r2.Vec {
	out := make([][]r2.Vec, len(s.p.Panels))
	for r := range s.runs {
		n := &s.runs[r]
		n.start = len(out[n.panel])
		for k := range s.segments(r) {
			out[n.panel] = append(out[n.panel], s.point(r, k))
		}
	}
	return out
}

// runOf returns the run with the side from point i to i+1 of the panel's outline.
func (s *sampler) runOf(panel, i int) int {
	found := -1
	for r := range s.runs {
		if s.runs[r].panel == panel && s.runs[r].start <= i {
			found = r
		}
	}
	return found
}

// vertex returns the index of sample k of run r in its panel's outline of n points.
func (s *sampler) vertex(r, k, n int) int32 { return int32((s.runs[r].start + k) % n) }
