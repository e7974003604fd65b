package cloth

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/law"
	"hysteron/param"
)

// StretchLaw selects the measure of stretch for a fabric's membrane components.
type StretchLaw int

const (
	// MembraneStretch: Green's strain of each triangle.
	MembraneStretch StretchLaw = iota
	// SpringStretch: the elongation of segments between vertices, see Segment.
	SpringStretch
)

// stretchWords are the names in files.
var stretchWords = []string{MembraneStretch: "membrane", SpringStretch: "springs"}

var _ param.Valuer = (*StretchLaw)(nil)

// DecodeValue implements param.Valuer.
func (l *StretchLaw) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	word, _ := value.(string)
	if *l = StretchLaw(slices.Index(stretchWords, word)); *l < 0 {
		fail(path, "%#v: expected %s", value, l.Expected())
	}
}

// EncodeValue implements param.Valuer.
func (l *StretchLaw) EncodeValue() any {
	if *l < 0 || int(*l) >= len(stretchWords) {
		return int64(*l)
	}
	return stretchWords[*l]
}

// Expected implements param.Valuer.
func (*StretchLaw) Expected() string { return "one of " + param.QuoteList(stretchWords) }

// Family selects the fabric component of a segment.
type Family int

// Families: along warp, along weft, along both diagonals of the threads, and between second neighbours along each of
// them (Miguel 2014, §3.3).
const (
	AlongWarp Family = iota
	AlongWeft
	AlongDiagonal
	SecondWarp
	SecondWeft
	SecondDiagonal
	families
)

// component returns the fabric component of the family: diagonals resist shear.
func (f Family) component(c *Fabric) Component {
	weft := c.SecondWeft
	if weft == (Component{}) {
		weft = c.Second
	}
	return [...]Component{c.Warp, c.Weft, c.Shear, c.Second, weft, c.SecondDiagonal}[f]
}

// checkStretch returns an error if the components do not match the measure of stretch.
func (f *Fabric) checkStretch() error {
	if f.Stretch == MembraneStretch {
		for _, c := range f.Components() {
			if c.On == law.Segments && *c.Component != (Component{}) {
				return fmt.Errorf("%s: springs over the next vertex: expected stretch = %q, or none", c.Key,
					stretchWords[SpringStretch])
			}
		}
		return nil
	}
	if f.Coupling != 0 {
		return fmt.Errorf("coupling = %g: expected 0 beside stretch = %q: springs have no coupling but that of their "+
			"diagonals", f.Coupling, stretchWords[SpringStretch])
	}
	if f.hasCoupled() || f.Diagonal != nil {
		return fmt.Errorf("area, diagonal, principal, radial: expected none beside stretch = %q, whose diagonals have the "+
			"law of shear", stretchWords[SpringStretch])
	}
	if f.SecondWeft != (Component{}) && f.Second == (Component{}) {
		return fmt.Errorf("second_weft: expected second, the springs along the warp, beside it")
	}
	for _, c := range f.Components() {
		if c.On == law.Bends {
			continue
		}
		for _, l := range []law.Law{c.Elastic, c.Friction, c.Damping, c.Relaxing} {
			if l != nil && !law.Of(l).On(law.Segments) {
				return fmt.Errorf("%s: law %q: expected one of %v beside stretch = %q", c.Key, law.Of(l).Name,
					law.NamesOn(law.Of(l).Role, law.Segments), stretchWords[SpringStretch])
			}
		}
	}
	return nil
}

// Segment is a spring, damper and friction between two vertices. Its strain is the elongation ε = l/l̄ − 1, and its
// energy Ā·ψ(ε) with Ā its area of cloth (Miguel 2014, eq. 3.1): for the law σ = kε the spring constant is kĀ/l̄²
// [N/m].
//
// On squares of threads of side l, where triangles have their right angles along warp and weft, Ā is l² along warp and
// weft, 2l² for each diagonal, 4l² for a spring between second neighbours along the threads and 8l² for one along a
// diagonal, so that the spring constants are the stiffnesses k_u, k_v, k_d, k_b, k_e of the laws, and the sheet has
// C11 = k_u + k_d + 4k_b + 4k_e, C12 = C33 = k_d + 4k_e.
//
// Other triangles have springs along their edges: an edge at φ to the warp has one along warp or weft with 4cos²2φ and
// one along the diagonals with 8sin²2φ of a third of the triangles' areas, so that k_u = k_v = 2k_d is the same
// isotropic sheet. Averaged over all directions of a mesh of equilateral triangles C12 = C33 = (k_u + k_v)/16 + ¾k_d. A
// spring between second neighbours joins the far corners of an edge's two triangles, with ⁸⁄₃ of their areas: at φ to
// the warp one of the nearer thread with cos²2φ of them and one of the diagonals with the others, or the first with all
// where the fabric has none along diagonals.
type Segment struct {
	V             [2]int32
	Length        float64 // rest length l̄; over a seam the mean of both sides [m]
	Area          float64 // Ā [m²]
	Family        Family
	Part          int32
	FrictionScale float64 // see TriRest
	Stretch       float64 // see Layers
}

// squareness is the largest angle, in radians, between a leg of a triangle and warp or weft.
const squareness = 1e-3

// segmentKey identifies a segment while it is built.
type segmentKey struct {
	lo, hi int32
	family Family
}

// segmentBuilder sums the contributions of triangles and hinges to segments.
type segmentBuilder struct {
	m    *Model
	f    *Fabric
	sums map[segmentKey]*Segment
	// along warp, weft, and the diagonals with both coordinates of one sign and of two, in both directions: the vertex at
	// the other end
	next [4][2]map[int32]int32
}

// add adds an area to a segment, with its length in a triangle.
func (b *segmentBuilder) add(v, w int32, f Family, area, length float64, r *TriRest) {
	if !(area > 0) {
		return
	}
	k := segmentKey{min(v, w), max(v, w), f}
	s := b.sums[k]
	if s == nil {
		s = &Segment{V: [2]int32{k.lo, k.hi}, Family: f, Part: r.Part}
		b.sums[k] = s
	}
	s.Area += area
	s.Length += area * length
	s.FrictionScale += area * r.FrictionScale
	s.Stretch += area * r.Layers.Stretch
}

// rightAngleCorner returns the corner of a triangle whose legs are along warp and weft, or −1.
func rightAngleCorner(uv *[3]r2.Vec) int {
	along := func(d r2.Vec) bool { return math.Min(math.Abs(d.X), math.Abs(d.Y)) < squareness*r2.Norm(d) }
	for c := range 3 {
		p, q := r2.Sub(uv[(c+1)%3], uv[c]), r2.Sub(uv[(c+2)%3], uv[c])
		if along(p) && along(q) && (math.Abs(p.X) > math.Abs(p.Y)) != (math.Abs(q.X) > math.Abs(q.Y)) {
			return c
		}
	}
	return -1
}

// addSegments builds the segments of triangles t0… with hinges h0….
func (m *Model) addSegments(f *Fabric, t0, h0 int) {
	b := &segmentBuilder{m: m, f: f, sums: map[segmentKey]*Segment{}}
	for k := range b.next {
		b.next[k] = [2]map[int32]int32{{}, {}}
	}
	mate := map[int32]int32{} // per square's triangle: the corner across its diagonal
	for i := h0; i < len(m.Hinges); i++ {
		h := &m.Hinges[i]
		var right [2]bool // the right angle is opposite to the hinge
		for k, t := range h.Tri {
			c := rightAngleCorner(&m.UV[t])
			right[k] = c >= 0 && m.Tri[t][c] == h.V[2+k]
		}
		switch {
		case right[0] && right[1]:
			mate[h.Tri[0]], mate[h.Tri[1]] = h.V[3], h.V[2]
		case rightAngleCorner(&m.UV[h.Tri[0]]) < 0 || rightAngleCorner(&m.UV[h.Tri[1]]) < 0:
			b.across(h)
		}
	}
	for t := t0; t < len(m.Tri); t++ {
		if c := rightAngleCorner(&m.UV[t]); c >= 0 {
			b.half(t, c, mate)
		} else {
			b.edges(t)
		}
	}
	b.overNext()
	m.Segments = append(m.Segments, b.list()...)
}

// half adds the contribution of half a square with the right angle at corner c.
func (b *segmentBuilder) half(t, c int, mate map[int32]int32) {
	v, uv, r := b.m.Tri[t], &b.m.UV[t], &b.m.Rest[t]
	for _, k := range []int{(c + 1) % 3, (c + 2) % 3} {
		d := r2.Sub(uv[k], uv[c])
		f, ahead := AlongWarp, d.X > 0
		if math.Abs(d.Y) > math.Abs(d.X) {
			f, ahead = AlongWeft, d.Y > 0
		}
		b.add(v[c], v[k], f, r.Area, r2.Norm(d), r)
		b.join(int(f), v[c], v[k], ahead)
	}
	p, q := r2.Sub(uv[(c+1)%3], uv[c]), r2.Sub(uv[(c+2)%3], uv[c])
	across, area := r2.Sub(q, p), 4*r.Area
	if far, ok := mate[int32(t)]; ok {
		area = 2 * r.Area
		b.add(v[c], far, AlongDiagonal, area, r2.Norm(across), r)
		b.diagonal(r2.Add(p, q), v[c], far)
	}
	b.add(v[(c+1)%3], v[(c+2)%3], AlongDiagonal, area, r2.Norm(across), r)
	b.diagonal(across, v[(c+1)%3], v[(c+2)%3])
}

// join records that two vertices are next to each other along a direction of b.next; ahead: the second has the larger
// coordinate.
func (b *segmentBuilder) join(direction int, from, to int32, ahead bool) {
	if !ahead {
		from, to = to, from
	}
	b.next[direction][0][from], b.next[direction][1][to] = to, from
}

// diagonal records the ends of a diagonal d.
func (b *segmentBuilder) diagonal(d r2.Vec, from, to int32) {
	direction := 2
	if d.X*d.Y < 0 {
		direction = 3
	}
	b.join(direction, from, to, d.X > 0)
}

// edges adds the contribution of any other triangle.
func (b *segmentBuilder) edges(t int) {
	v, uv, r := b.m.Tri[t], &b.m.UV[t], &b.m.Rest[t]
	for c := range 3 {
		d := r2.Sub(uv[(c+1)%3], uv[c])
		l := r2.Norm(d)
		cos := (d.X*d.X - d.Y*d.Y) / (l * l) // of 2φ
		f := AlongWarp
		if cos < 0 {
			f = AlongWeft
		}
		if w := cos * cos; w > squareness*squareness {
			b.add(v[c], v[(c+1)%3], f, 4*w*r.Area/3, l, r)
		}
		if w := 1 - cos*cos; w > squareness*squareness {
			b.add(v[c], v[(c+1)%3], AlongDiagonal, 8*w*r.Area/3, l, r)
		}
	}
}

// overNext joins second neighbours along warp, weft and diagonals.
func (b *segmentBuilder) overNext() {
	for i := range b.next {
		f := min(Family(i), AlongDiagonal)
		of := func(v, w int32) *Segment { return b.sums[segmentKey{min(v, w), max(v, w), f}] }
		for _, mid := range slices.Sorted(maps.Keys(b.next[i][0])) {
			ahead := b.next[i][0][mid]
			back, ok := b.next[i][1][mid]
			if !ok || back == ahead {
				continue
			}
			p, q := of(back, mid), of(mid, ahead)
			r := TriRest{Part: p.Part, FrictionScale: (p.FrictionScale/p.Area + q.FrictionScale/q.Area) / 2,
				Layers: Layers{Stretch: (p.Stretch/p.Area + q.Stretch/q.Area) / 2}}
			b.add(back, ahead, SecondWarp+f, 2*(p.Area+q.Area), p.Length/p.Area+q.Length/q.Area, &r)
		}
	}
}

// across joins the far corners of a hinge's triangles.
func (b *segmentBuilder) across(h *Hinge) {
	length, cos := b.unfolded(h)
	thread, diagonal := SecondWarp, 0.
	if cos < 0 {
		thread = SecondWeft
	}
	if b.f.SecondDiagonal.Elastic != nil {
		diagonal = 1 - cos*cos
	}
	for _, t := range h.Tri {
		r := &b.m.Rest[t]
		b.add(h.V[2], h.V[3], thread, 8./3*r.Area*(1-diagonal), length, r)
		b.add(h.V[2], h.V[3], SecondDiagonal, 8./3*r.Area*diagonal, length, r)
	}
}

// unfolded returns the rest distance of the far corners of a hinge's triangles in the plane, and cos 2φ of its angle φ
// to the warp of the first.
func (b *segmentBuilder) unfolded(h *Hinge) (length, cos float64) {
	var along r2.Vec // the edge's direction in the first triangle
	var at [2]r2.Vec // along the edge from V[0], and across
	for k, t := range h.Tri {
		v, uv := b.m.Tri[t], &b.m.UV[t]
		var p, q, far r2.Vec
		for c := range 3 {
			switch v[c] {
			case h.V[0]:
				p = uv[c]
			case h.V[1]:
				q = uv[c]
			default:
				far = uv[c]
			}
		}
		e := r2.Sub(q, p)
		l := r2.Norm(e)
		if k == 0 {
			along = r2.Scale(1/l, e)
			if r2.Cross(e, r2.Sub(far, p)) < 0 {
				along.Y = -along.Y // mirrored, so that the far corner is to the left: cos 2φ is the same
			}
		}
		at[k] = r2.Vec{X: r2.Dot(r2.Sub(far, p), e) / l, Y: 2 * b.m.Rest[t].Area / l}
	}
	dx, dy := at[1].X-at[0].X, at[0].Y+at[1].Y
	length = math.Hypot(dx, dy)
	x, y := (dx*along.X+dy*along.Y)/length, (dx*along.Y-dy*along.X)/length // dy is to the right
	return length, x*x - y*y
}

// list returns the segments, sorted by vertices and family, without those of second neighbours that the fabric has not.
func (b *segmentBuilder) list() (out []Segment) {
	for _, s := range b.sums {
		if s.Family >= SecondWarp && s.Family.component(b.f).Elastic == nil {
			continue
		}
		s.Length /= s.Area
		s.FrictionScale /= s.Area
		s.Stretch /= s.Area
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Segment) int {
		return cmp.Or(cmp.Compare(a.V[0], b.V[0]), cmp.Compare(a.V[1], b.V[1]), cmp.Compare(a.Family, b.Family))
	})
	return out
}
