package body

import (
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/formats/mend"
)

// Sealed is a body whose open, forked or inside-out surface was closed, so that it has an inside. Holes of surfaces
// that enclose a volume get lids, which cloth does not pass. Sheets without a volume get a back behind their front, the
// side from which their triangles are counter-clockwise.
type Sealed struct {
	inner  Body
	source []int32 // vertex of the inner body, of each vertex
	before []int32 // vertex of the front, of each vertex of a back; −1: original vertex; nil: no backs
	front  [][3]int32
	tris   [][3]int32
	from   []int32 // triangle of the inner body, of each original triangle
	shown  int
}

var _ Body = (*Sealed)(nil)

// sheetThickness is the thickness of sheets, from front to back [m]. Cloth that a step pushes into them by less than
// half of it is pushed back to the same side.
const sheetThickness = 0.01

// maxLid is the largest number of corners of a lid; the time for triangulation grows with its square.
const maxLid = 4096

// roundness is the smallest volume of a sheet with lids, relative to a sphere of the same area, that counts as a
// volume.
const roundness = 0.02

// Seal closes a body's surface as it is at time t, and returns texts about repairs and their places. A closed body that
// faces outwards is returned unchanged.
func Seal(b Body, t float64) (Body, []string, error) {
	n := b.NumVertices()
	for i, v := range b.Triangles() {
		for _, k := range v {
			if k < 0 || int(k) >= n {
				return nil, nil, fmt.Errorf("body: triangle %d: vertex index %d: expected 0…%d", i, k, n-1)
			}
		}
	}
	x := make([]r3.Vec, n)
	b.Positions(x, t)
	from, _ := mend.Distinct(b.Triangles())
	tris := make([][3]int32, len(from))
	for i, t := range from {
		tris[i] = b.Triangles()[t]
	}
	if len(tris) == 0 {
		return nil, nil, fmt.Errorf("body: no triangles: expected a surface")
	}
	s := &sealing{g: mend.Glue(tris), x: x}
	out := &Sealed{inner: b, from: from}
	s.tris, s.source = s.g.Vertices()
	if folds := s.folds(); len(folds) > 0 {
		s.g.Cut(folds)
		s.tris, s.source = s.g.Vertices()
	}
	s.close(out)
	if len(s.notes) == 0 && len(out.source) == n && len(out.tris) == len(b.Triangles()) &&
		CheckClosed(b.Triangles(), n) == nil {
		return b, nil, nil
	}
	if err := CheckClosed(out.tris, len(out.source)); err != nil {
		return nil, nil, fmt.Errorf("%w (after closing the surface)", err)
	}
	return out, s.describe(), nil
}

// sealing is the state of Seal.
type sealing struct {
	g      *mend.Gluing
	x      []r3.Vec
	tris   [][3]int32
	source []int32
	notes  []note
}

// note is a repair and its size [m].
type note struct {
	size float64
	text string
}

func (s *sealing) note(size float64, format string, args ...any) {
	s.notes = append(s.notes, note{size, fmt.Sprintf(format, args...)})
}

func (s *sealing) at(v int32) r3.Vec { return s.x[s.source[v]] }

// close adds lids and backs.
func (s *sealing) close(out *Sealed) {
	members, loops := s.sheets()
	out.shown = len(s.tris)
	for k, list := range members {
		lids, volume, flat := s.lids(list, loops[k])
		if flat {
			s.thicken(out, list, loops[k])
			continue
		}
		for _, l := range loops[k] {
			middle, size := s.extent(l)
			s.note(size, "open along %d edges, %.2g m across, around (%.3f, %.3f, %.3f): closed with a lid", len(l), size,
				middle.X, middle.Y, middle.Z)
		}
		first := len(s.tris)
		s.tris = append(s.tris, lids...)
		if volume < 0 {
			middle, size := s.middle(list)
			s.note(size, "inside out: %d triangles around (%.3f, %.3f, %.3f), turned outwards", len(list), middle.X, middle.Y,
				middle.Z)
			for i := first; i < len(s.tris); i++ {
				list = append(list, i)
			}
			for _, t := range list {
				s.tris[t][1], s.tris[t][2] = s.tris[t][2], s.tris[t][1]
			}
		}
	}
	if n, p := flipFlat(s.tris, out.shown, s.at, formats.Extent(s.x)); n > 0 {
		s.note(0, "%d triangles without area, the first at (%.3f, %.3f, %.3f): joined to the faces beside them", n, p.X, p.Y,
			p.Z)
	}
	out.tris, out.source = s.tris, s.source
	if n := len(s.g.Forked); n > 0 {
		p := s.x[s.g.Forked[0][0]]
		s.note(0, "%d edges with more than two triangles, the first at (%.3f, %.3f, %.3f): parted there", n, p.X, p.Y, p.Z)
	}
	if n := len(s.g.Twisted); n > 0 {
		s.note(0, "%d edges over which no orientation of triangles makes sides agree: cut there", n)
	}
	if n := len(s.g.Turned); n > 0 {
		s.note(0, "%d triangles against their neighbours: turned", n)
	}
}

// sheets returns the triangles and the holes of each sheet.
func (s *sealing) sheets() (members [][]int, loops [][][]int32) {
	members, loops = make([][]int, s.g.Sheets), make([][][]int32, s.g.Sheets)
	for _, l := range s.g.Loops() {
		k := s.g.Sheet[l[0]/3]
		loops[k] = append(loops[k], l)
	}
	for t, k := range s.g.Sheet {
		members[k] = append(members[k], t)
	}
	return members, loops
}

// lids returns the lids over the holes of a sheet, and the volume enclosed with them. flat is true if it encloses none,
// or if holes cannot have lids.
func (s *sealing) lids(list []int, loops [][]int32) (lids [][3]int32, volume float64, flat bool) {
	whole := true // all holes can have lids
	for _, l := range loops {
		var ring []int32
		for i := len(l) - 1; i >= 0; i-- { // a lid has the opposite direction along the hole
			side := l[i]
			ring = append(ring, s.tris[side/3][(side%3+1)%3])
		}
		lid, ok := s.lid(ring, list)
		if whole = ok; !ok {
			break
		}
		lids = append(lids, lid...)
	}
	volume, area := s.measure(list, lids)
	return lids, volume, len(loops) > 0 &&
		(!whole || math.Abs(volume) < roundness*math.Pow(area, 1.5)/(6*math.Sqrt(math.Pi)))
}

// foldedBack is the cosine between normals of adjacent triangles of a sheet that is folded to less than 30°. At a
// sharper fold, the back of the sheet would coincide with its front.
const foldedBack = -0.866

// folds returns the edges along which sheets with backs are folded onto themselves. They are cut there, because the
// mean of the normals at such an edge, which separates inside from outside, vanishes.
func (s *sealing) folds() (sides []int32) {
	normal := func(t int32) r3.Vec {
		v := s.tris[t]
		return r3.Cross(r3.Sub(s.at(v[1]), s.at(v[0])), r3.Sub(s.at(v[2]), s.at(v[0])))
	}
	members, loops := s.sheets()
	for k, list := range members {
		if len(loops[k]) == 0 {
			continue
		}
		var mine []int32
		for _, t := range list {
			for side := int32(3 * t); side < int32(3*t+3); side++ {
				if o := s.g.Across[side]; o > side {
					a, b := normal(side/3), normal(o/3)
					if r3.Dot(a, b) < foldedBack*r3.Norm(a)*r3.Norm(b) {
						mine = append(mine, side)
					}
				}
			}
		}
		if len(mine) == 0 {
			continue
		}
		if _, _, flat := s.lids(list, loops[k]); flat {
			middle, size := s.middle(list)
			s.note(size, "a sheet of %d triangles around (%.3f, %.3f, %.3f) is folded onto itself along %d edges: parted there",
				len(list), middle.X, middle.Y, middle.Z, len(mine))
			sides = append(sides, mine...)
		}
	}
	return sides
}

// lid covers a hole with triangles between its corners. ok is false if that is impossible, because each triangulation
// has an edge that the surface contains elsewhere.
func (s *sealing) lid(ring []int32, list []int) (lid [][3]int32, ok bool) {
	if len(ring) > maxLid {
		return nil, false
	}
	taken := map[[2]int32]bool{}
	for _, t := range list {
		for c, v := range s.tris[t] {
			taken[[2]int32{v, s.tris[t][(c+1)%3]}] = true
		}
	}
	free := func(tris [][3]int) bool {
		for _, t := range tris {
			for c := range 3 {
				a, b := t[c], t[(c+1)%3]
				if (a+1)%len(ring) != b && (taken[[2]int32{ring[a], ring[b]}] || taken[[2]int32{ring[b], ring[a]}]) {
					return false
				}
			}
		}
		return true
	}
	corners := make([]r3.Vec, len(ring))
	for i, v := range ring {
		corners[i] = s.at(v)
	}
	tris := formats.Triangulate(corners)
	for apex := 0; !free(tris); apex++ { // fans around each corner in turn
		if apex == len(ring) {
			return nil, false
		}
		tris = tris[:0]
		for i := 1; i+1 < len(ring); i++ {
			tris = append(tris, [3]int{apex, (apex + i) % len(ring), (apex + i + 1) % len(ring)})
		}
	}
	for _, t := range tris {
		lid = append(lid, [3]int32{ring[t[0]], ring[t[1]], ring[t[2]]})
	}
	return lid, true
}

// measure returns the volume enclosed by triangles, and their area.
func (s *sealing) measure(list []int, lids [][3]int32) (volume, area float64) {
	origin := s.at(s.tris[list[0]][0])
	add := func(t [3]int32) {
		a, b, c := r3.Sub(s.at(t[0]), origin), r3.Sub(s.at(t[1]), origin), r3.Sub(s.at(t[2]), origin)
		volume += r3.Dot(a, r3.Cross(b, c)) / 6
		area += r3.Norm(r3.Cross(r3.Sub(b, a), r3.Sub(c, a))) / 2
	}
	for _, t := range list {
		add(s.tris[t])
	}
	for _, t := range lids {
		add(t)
	}
	return volume, area
}

func (s *sealing) extent(loop []int32) (middle r3.Vec, size float64) {
	var vertices []int32
	for _, side := range loop {
		vertices = append(vertices, s.tris[side/3][side%3])
	}
	return s.spread(vertices)
}

func (s *sealing) middle(list []int) (middle r3.Vec, size float64) {
	var vertices []int32
	for _, t := range list {
		vertices = append(vertices, s.tris[t][:]...)
	}
	return s.spread(vertices)
}

func (s *sealing) spread(vertices []int32) (middle r3.Vec, size float64) {
	lo, hi := s.at(vertices[0]), s.at(vertices[0])
	for _, v := range vertices {
		p := s.at(v)
		lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
		hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
	}
	return r3.Scale(.5, r3.Add(lo, hi)), r3.Norm(r3.Sub(hi, lo))
}

// thicken adds a back to a sheet: a copy of its vertices, its triangles reversed, and a strip along its rims.
func (s *sealing) thicken(out *Sealed, list []int, loops [][]int32) {
	middle, size := s.middle(list)
	rim := 0
	back := map[int32]int32{}
	for len(out.before) < len(s.source) {
		out.before = append(out.before, -1)
	}
	for _, t := range list {
		v := s.tris[t]
		out.front = append(out.front, v)
		for _, v := range v {
			if _, ok := back[v]; !ok {
				back[v] = int32(len(s.source))
				s.source, out.before = append(s.source, s.source[v]), append(out.before, v)
			}
		}
		s.tris = append(s.tris, [3]int32{back[v[0]], back[v[2]], back[v[1]]})
	}
	for _, l := range loops {
		rim += len(l)
		for _, side := range l {
			a, b := s.tris[side/3][side%3], s.tris[side/3][(side%3+1)%3]
			s.tris = append(s.tris, [3]int32{b, a, back[a]}, [3]int32{b, back[a], back[b]})
		}
	}
	s.note(size, "a sheet of %d triangles, %.2g m across, around (%.3f, %.3f, %.3f), open along %d edges: cloth stays "+
		"on its front, its back is %g mm behind", len(list), size, middle.X, middle.Y, middle.Z, rim, 1e3*sheetThickness)
}

// describe returns texts about the repairs, largest first.
func (s *sealing) describe() (texts []string) {
	const most = 8
	sort.SliceStable(s.notes, func(i, j int) bool { return s.notes[i].size > s.notes[j].size })
	for _, n := range s.notes[:min(most, len(s.notes))] {
		texts = append(texts, n.text)
	}
	if n := len(s.notes) - most; n > 0 {
		texts = append(texts, fmt.Sprintf("%d smaller places were closed too", n))
	}
	return texts
}

// NumVertices implements Body.
func (s *Sealed) NumVertices() int { return len(s.source) }

// Triangles implements Body: first the original triangles, then lids and backs.
func (s *Sealed) Triangles() [][3]int32 { return s.tris }

// Duration returns the time at which the motion of the body ends [s], see DurationOf.
func (s *Sealed) Duration() float64 { return DurationOf(s.inner) }

// Lead returns that of the inner body.
func (s *Sealed) Lead() float64 { return LeadOf(s.inner) }

// Positions implements Body.
func (s *Sealed) Positions(dst []r3.Vec, t float64) {
	mustLen(dst, len(s.source))
	x := make([]r3.Vec, s.inner.NumVertices())
	s.inner.Positions(x, t)
	for v, from := range s.source {
		dst[v] = x[from]
	}
	if s.before == nil {
		return
	}
	normal := make([]r3.Vec, len(dst))
	for _, v := range s.front {
		n := r3.Cross(r3.Sub(dst[v[1]], dst[v[0]]), r3.Sub(dst[v[2]], dst[v[0]]))
		for _, v := range v {
			normal[v] = r3.Add(normal[v], n)
		}
	}
	for v, front := range s.before {
		if front >= 0 && normal[front] != (r3.Vec{}) {
			dst[v] = r3.Sub(dst[v], r3.Scale(sheetThickness, r3.Unit(normal[front])))
		}
	}
}

// Velocities implements Body.
func (s *Sealed) Velocities(dst []r3.Vec, t float64) {
	if s.before != nil {
		differentiate(s, dst, t)
		return
	}
	mustLen(dst, len(s.source))
	v := make([]r3.Vec, s.inner.NumVertices())
	s.inner.Velocities(v, t)
	for i, from := range s.source {
		dst[i] = v[from]
	}
}

// Shown returns the triangles of a body without the lids and backs of Seal.
func Shown(b Body) [][3]int32 {
	switch b := b.(type) {
	case *Sealed:
		return b.tris[:b.shown]
	case carrier:
		return Shown(b.carried())
	}
	return b.Triangles()
}

// LeadOf returns the time before 0 at which a body begins to move from a pose suitable for dressing to the first pose
// of its motion [s]; 0 if it does not.
func LeadOf(b Body) float64 {
	switch b := b.(type) {
	case interface{ Lead() float64 }:
		return b.Lead()
	case carrier:
		return LeadOf(b.carried())
	}
	return 0
}

// DurationOf returns the time at which the motion of a body ends [s]; 0 if it has none.
func DurationOf(b Body) float64 {
	switch b := b.(type) {
	case interface{ Duration() float64 }:
		return b.Duration()
	case carrier:
		return DurationOf(b.carried())
	}
	return 0
}
