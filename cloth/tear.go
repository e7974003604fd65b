package cloth

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/law"
)

// Tears reports whether the fabric has a strength.
func (f *Fabric) Tears() bool { return f.Tear > 0 || f.TearSeam > 0 }

// checkTear returns an error if the fabric has a strength that its other keys exclude.
func (f *Fabric) checkTear() error {
	if f.Tears() && f.Stretch != MembraneStretch {
		return fmt.Errorf("tear_n_m, tear_seam_n_m: expected stretch = %q, whose triangles have the stresses that tear",
			stretchWords[MembraneStretch])
	}
	return nil
}

// strength returns the load per length at which an edge tears [N/m]; +Inf: never.
func (f *Fabric) strength(seam bool) float64 {
	s := math.Inf(1)
	if f.Tear > 0 {
		s = f.Tear
	}
	if seam && f.TearSeam > 0 {
		s = f.TearSeam
	}
	return s
}

// Tears reports whether any part can tear.
func (m *Model) Tears() bool {
	return slices.ContainsFunc(m.Parts, func(p PartInfo) bool { return p.Fabric.Tears() })
}

// Tear is a vertex that splits in two along edges.
type Tear struct {
	Vertex int32
	Ends   [2]int32   // the other vertices of the edges; both the same where a single edge tears, from a rim
	Load   float64    // force across the edges per length at rest [N/m]
	At     r3.Vec     // position [m]
	Sides  [2][]int32 // triangles of the vertex on both sides
	Apart  r3.Vec     // unit vector from the second side to the first
	tip    bool       // an end of an earlier tear
	ratio  float64    // Load over the strength
}

// membraneStress returns the second Piola stress of triangle t in the committed state, without damping [N/m].
func (s *State) membraneStress(m *Model, t int) (p [3]float64) {
	on, past := &m.Strains[Triangles], &s.Past[Triangles]
	e := m.GreenStrain(t, s.X)
	of := int(on.Of[t])
	for k := range p {
		kept := past.At(t, k)
		for role := range law.Roles {
			l := on.Laws[3*of+k][role]
			if l == nil || role == law.Viscosity || role == law.Limits {
				continue
			}
			var r law.Response
			l.Respond(&law.Strain{Eps: e[k], EpsN: e[k], H: tearStep, History: kept[on.From(role):]}, &r)
			p[k] += r.Sigma
		}
	}
	p[0] += on.Couple[of] * e[1]
	p[1] += on.Couple[of] * e[0]
	if on.Coupled != nil {
		mixer := law.Mixer{H: tearStep}
		var in [3][]float64
		out := law.Tensor{Psi: make([]float64, 1)}
		for k := range in {
			in[k], out.Sigma[k], out.Slope[k], out.Cross[k] = e[k:k+1], make([]float64, 1), make([]float64, 1),
				make([]float64, 1)
		}
		on.Coupled[of].Add(&mixer, &in, &out)
		for k := range p {
			p[k] += out.Sigma[k][0]
		}
	}
	return p
}

// tearStep is a step in which no stress relaxes, for the present one [s].
const tearStep = 1e-9 // derived: below a millionth of the shortest relaxation time of a law

// tearing searches the tears of a state.
type tearing struct {
	m      *Model
	s      *State
	force  [][3]r3.Vec // of each triangle on its corners [N]
	seam   map[[2]int32]bool
	fixed  []bool  // vertices that do not split
	origin []int32 // of each vertex; nil: no vertex has split
}

// FindTears returns the vertices that split in a state. origin is that of each vertex, see Torn; nil: none has split.
//
// The fan of triangles around a vertex has two sides along any two of its edges, or one edge from a rim. Each side
// pulls at the vertex with the force f that its membrane stresses have there. For a constant first Piola stress P,
// f = P·n̂·c/2, where c is the chord between the outer ends of both edges at rest and n̂ its normal (Gauss's theorem,
// as the shape function of the vertex is linear on the edges and 0 at the rim of the fan). So the load per length,
// the part of (f₁ − f₂)/c that opens the edges, does not depend on the mesh (O'Brien & Hodgins 1999 have the tensor
// of these forces on tetrahedra). The edges tear if it is above their strength, the mean over both.
//
// Ends of tears go on tearing. Elsewhere only the weakest place of a component tears, since it unloads the others, and
// only where no end goes on. No two vertices of one triangle split at once.
func FindTears(m *Model, s *State, origin []int32) []Tear {
	f := tearing{m: m, s: s, origin: origin, fixed: m.unsplit(), seam: map[[2]int32]bool{}}
	f.force = make([][3]r3.Vec, len(m.Tri))
	for t := range m.Tri {
		if m.Parts[m.Rest[t].Part].Fabric.Tears() {
			f.load(t)
		}
	}
	for i := range m.Hinges {
		h := &m.Hinges[i]
		f.seam[edgeKey(h.V[0], h.V[1])] = m.IsSeam(h)
	}
	fans, tip := fansOf(m.Tri, len(m.X0)), f.tips()
	var found []Tear
	for v := range m.X0 {
		if p := &m.Parts[m.Part[v]]; !f.fixed[v] && p.Fabric.Tears() && fans[v].single() {
			if t, ok := f.worst(int32(v), &fans[v]); ok {
				t.tip = tip[v]
				found = append(found, t)
			}
		}
	}
	return f.choose(found)
}

// unsplit marks vertices that do not split: those with pins, and those of elements other than cloth.
func (m *Model) unsplit() []bool {
	fixed := make([]bool, len(m.X0))
	for i := range m.Pins {
		fixed[m.Pins[i].Vertex] = true
	}
	for k := range Kinds {
		for i := range m.Elements[k] {
			for _, v := range m.Corners(k, i) {
				fixed[v] = true
			}
		}
	}
	return fixed
}

func edgeKey(a, b int32) [2]int32 { return [2]int32{min(a, b), max(a, b)} }

// load computes the forces of a triangle on its corners.
func (f *tearing) load(t int) {
	r := &f.m.Rest[t]
	u, v := f.m.columns(t, f.s.X)
	p := f.s.membraneStress(f.m, t)
	for a := range 3 {
		cu := r.B[a][0]*p[0] + r.B[a][1]*p[2]
		cv := r.B[a][1]*p[1] + r.B[a][0]*p[2]
		f.force[t][a] = r3.Scale(-r.Area, r3.Add(r3.Scale(cu, u), r3.Scale(cv, v)))
	}
}

// IsSeam reports whether an edge is of a seam: its two triangles have other material coordinates there.
func (m *Model) IsSeam(h *Hinge) bool {
	at := func(t, v int32) r2.Vec { return m.UV[t][slices.Index(m.Tri[t][:], v)] }
	for _, v := range h.V[:2] {
		if r2.Norm(r2.Sub(at(h.Tri[0], v), at(h.Tri[1], v))) > sameUV*h.Edge {
			return true
		}
	}
	return false
}

// sameUV is the difference of material coordinates, relative to the edge, below which they are the same.
const sameUV = 1e-6 // derived: above the rounding of OBJ files with six digits and of single precision

// tips marks the ends of tears: vertices with edges to two copies of one vertex that have not split themselves.
func (f *tearing) tips() []bool {
	tip := make([]bool, len(f.m.X0))
	if f.origin == nil {
		return tip
	}
	copies := make([]int, len(f.m.X0))
	for _, o := range f.origin {
		copies[o]++
	}
	known := map[[2]int32]int32{} // of a vertex and an origin, the copy at the other end of an edge
	edge := func(v, w int32) {
		o := f.origin[w]
		if copies[o] < 2 || copies[f.origin[v]] > 1 {
			return
		}
		if was, ok := known[[2]int32{v, o}]; ok && was != w {
			tip[v] = true
		}
		known[[2]int32{v, o}] = w
	}
	for _, v := range f.m.Tri {
		for a := range v {
			edge(v[a], v[(a+1)%3])
			edge(v[(a+1)%3], v[a])
		}
	}
	return tip
}

// fan is the triangles around a vertex in order, and the other ends of its edges: one more than triangles if it is
// open, and the first again if it is closed.
type fan struct {
	tri    []int32
	spokes []int32
	rest   [][]int32 // triangles that are not connected to the first ones
}

func (f *fan) single() bool { return len(f.tri) > 0 && len(f.rest) == 0 }

func (f *fan) closed() bool { return f.spokes[0] == f.spokes[len(f.spokes)-1] }

// fansOf returns the fans of n vertices.
func fansOf(tri [][3]int32, n int) []fan {
	of := make([][]int32, n)
	for t, v := range tri {
		for _, i := range v {
			of[i] = append(of[i], int32(t))
		}
	}
	fans := make([]fan, n)
	for v := range fans {
		left := of[v]
		for len(left) > 0 {
			var g fan
			g, left = fanFrom(tri, int32(v), left)
			if len(fans[v].tri) == 0 {
				fans[v] = g
			} else {
				fans[v].rest = append(fans[v].rest, g.tri)
			}
		}
	}
	return fans
}

// after returns the two vertices after v in a triangle.
func after(t [3]int32, v int32) (a, b int32) {
	k := slices.Index(t[:], v)
	return t[(k+1)%3], t[(k+2)%3]
}

// fanFrom orders the triangles of v that are connected over edges with the first of them.
func fanFrom(tri [][3]int32, v int32, list []int32) (g fan, left []int32) {
	left = slices.Clone(list)
	start := 0 // a triangle without one before it
	for k, t := range left {
		a, _ := after(tri[t], v)
		if !slices.ContainsFunc(left, func(u int32) bool { _, b := after(tri[u], v); return b == a }) {
			start = k
			break
		}
	}
	a, b := after(tri[left[start]], v)
	g = fan{tri: []int32{left[start]}, spokes: []int32{a, b}}
	left = slices.Delete(left, start, start+1)
	for {
		k := slices.IndexFunc(left, func(u int32) bool { a, _ := after(tri[u], v); return a == b })
		if k < 0 {
			return g, left
		}
		_, b = after(tri[left[k]], v)
		g.tri, g.spokes = append(g.tri, left[k]), append(g.spokes, b)
		left = slices.Delete(left, k, k+1)
	}
}

// worst returns the edges of a vertex with the largest load over their strength, if that is above 1.
func (f *tearing) worst(v int32, g *fan) (best Tear, ok bool) {
	n := len(g.tri)
	force, angle := make([]r3.Vec, n+1), make([]float64, n+1) // sums over the first triangles
	var normal r3.Vec
	length := make([]float64, n+1) // of spokes, at rest
	for k, t := range g.tri {
		c := slices.Index(f.m.Tri[t][:], v)
		force[k+1] = r3.Add(force[k], f.force[t][c])
		uv := &f.m.UV[t]
		p, q := r2.Sub(uv[(c+1)%3], uv[c]), r2.Sub(uv[(c+2)%3], uv[c])
		angle[k+1] = angle[k] + math.Abs(math.Atan2(r2.Cross(p, q), r2.Dot(p, q)))
		length[k], length[k+1] = r2.Norm(p), r2.Norm(q)
		normal = r3.Add(normal, f.m.Normal(int(t), f.s.X))
	}
	fabric := &f.m.Parts[f.m.Part[v]].Fabric
	x := f.s.X
	try := func(i, j int) { // the first side has triangles i…j−1; without a second edge j = 0 or i = n+1
		one := j == i
		a, b := g.spokes[i], g.spokes[j]
		first, all := r3.Sub(force[j], force[i]), force[n]
		turn := angle[j] - angle[i]
		if one {
			first = force[i]
		}
		second := r3.Sub(all, first)
		seams := [2]bool{f.seam[edgeKey(v, a)], f.seam[edgeKey(v, b)]}
		li, lj := length[i], length[j]
		chord, strength := li, fabric.strength(seams[0])
		var along r3.Vec
		if one {
			along = r3.Sub(x[a], x[v])
		} else {
			other := angle[n] - turn
			chord = (law2(li, lj, turn) + law2(li, lj, other)) / 2
			strength = (li*strength + lj*fabric.strength(seams[1])) / (li + lj)
			along = r3.Sub(x[b], x[a])
			if !(chord > straightTear*(li+lj)) {
				return
			}
		}
		apart := r3.Cross(along, normal) // from a counter-clockwise to b is on the right of the way there
		if r3.Norm2(apart) == 0 {
			return
		}
		apart = r3.Unit(apart)
		load := r3.Dot(apart, r3.Sub(first, second)) / chord
		if ratio := load / strength; ratio >= 1 && ratio > best.ratio*(1+1e-9) {
			best, ok = Tear{Vertex: v, Ends: [2]int32{a, b}, Load: load, At: x[v], Apart: apart, ratio: ratio}, true
			if one {
				best.Sides = [2][]int32{g.tri[:i], g.tri[i:]}
			} else {
				best.Sides = [2][]int32{g.tri[i:j], slices.Concat(g.tri[:i], g.tri[j:])}
			}
		}
	}
	if !g.closed() {
		for i := 1; i < n; i++ {
			try(i, i)
		}
		return best, ok
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			try(i, j)
		}
	}
	return best, ok
}

// straightTear is the least chord of two edges over their length, for edges that tear together: those with 90° between
// them, or more.
const straightTear = 0.7 // derived: √2/2, chord over length of two equal edges at 90°

// law2 returns the third side of a triangle with the sides a and b and the angle between them.
func law2(a, b, angle float64) float64 { return math.Sqrt(max(0, a*a+b*b-2*a*b*math.Cos(angle))) }

// choose returns those of the tears that happen at once.
func (f *tearing) choose(found []Tear) (list []Tear) {
	slices.SortStableFunc(found, func(a, b Tear) int {
		switch {
		case a.tip != b.tip && a.tip:
			return -1
		case a.tip != b.tip:
			return 1
		case a.ratio > b.ratio:
			return -1
		case a.ratio < b.ratio:
			return 1
		}
		return 0
	})
	component := Components(f.m)
	taken, torn := map[int32]bool{}, map[int32]bool{} // triangles; components
	for _, t := range found {
		c := component[t.Vertex]
		if !t.tip && torn[c] {
			continue
		}
		near := slices.Concat(t.Sides[0], t.Sides[1])
		if slices.ContainsFunc(near, func(i int32) bool { return taken[i] }) {
			continue
		}
		torn[c] = true
		for _, i := range near {
			taken[i] = true
		}
		list = append(list, t)
	}
	return list
}

// Components returns the connected component of each vertex, by its first vertex.
func Components(m *Model) []int32 {
	of := make([]int32, len(m.X0))
	for i := range of {
		of[i] = int32(i)
	}
	root := func(i int32) int32 {
		for of[i] != i {
			of[i] = of[of[i]]
			i = of[i]
		}
		return i
	}
	for v := range m.Joined() {
		for _, w := range v[1:] {
			a, b := root(v[0]), root(w)
			of[max(a, b)] = min(a, b)
		}
	}
	for i := range of {
		of[i] = root(int32(i))
	}
	return of
}

// Split returns the triangles of a model after tears, as Torn takes them: vertices are numbered anew, part by part,
// with the copies of a part's vertices after its others. all has the tears, and those of the vertices at their ends
// where they reach a rim.
func (m *Model) Split(tears []Tear) (tri [][3]int32, all []Tear) {
	tri, all = slices.Clone(m.Tri), slices.Clone(tears)
	n := int32(len(m.X0))
	of := make([]int32, n) // vertex in m of each, with copies at the end
	for i := range of {
		of[i] = int32(i)
	}
	move := func(v int32, list []int32) {
		of = append(of, v)
		for _, t := range list {
			tri[t][slices.Index(tri[t][:], v)] = int32(len(of) - 1)
		}
	}
	for k := range tears {
		move(tears[k].Vertex, tears[k].Sides[1])
	}
	// A tear that reaches a rim leaves a vertex whose triangles have only the vertex in common.
	whole, fans, fixed := fansOf(m.Tri, len(m.X0)), fansOf(tri, len(of)), m.unsplit()
	for k := range tears {
		t := &tears[k]
		for _, v := range t.Ends {
			f := &fans[v]
			if fixed[v] || !whole[v].single() || len(f.rest) == 0 {
				continue
			}
			end := Tear{Vertex: v, Ends: [2]int32{t.Vertex, t.Vertex}, Apart: t.Apart, Sides: [2][]int32{f.tri, f.rest[0]}}
			if !slices.ContainsFunc(f.tri, func(i int32) bool { return slices.Contains(t.Sides[0], i) }) {
				end.Apart = r3.Scale(-1, t.Apart)
			}
			move(v, f.rest[0])
			f.rest = f.rest[1:]
			all = append(all, end)
		}
	}
	order := make([]int32, len(of))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return int(m.Part[of[a]]) - int(m.Part[of[b]]) })
	number := make([]int32, len(of))
	for i, o := range order {
		number[o] = int32(i)
	}
	for t := range tri {
		renumber(tri[t][:], number)
	}
	return tri, all
}

// Torn returns a model of the same triangles, with the corners tri in which vertices have split, and the vertex in m
// of each. Hinges over torn edges are gone, curvature elements are those of the rims; masses and contact areas of split
// vertices are those of their triangles. Triangles, pins and other elements keep their order.
func (m *Model) Torn(tri [][3]int32) (*Model, []int32, error) {
	from, err := m.origins(tri)
	if err != nil {
		return nil, nil, err
	}
	n := len(from)
	to := &Model{Tri: slices.Clone(tri), UV: m.UV, Rest: m.Rest, Motions: m.Motions, Tracks: m.Tracks,
		Rubbings: m.Rubbings, Air: m.Air, clamp: m.clamp}
	number := numbering{vertex: make([]int32, len(m.X0)), part: make([]int32, len(m.Parts))}
	copies := make([]int, len(m.X0))
	for i := range m.Parts {
		number.part[i] = int32(i)
	}
	for i, v := range from {
		if copies[v]++; copies[v] == 1 {
			number.vertex[v] = int32(i)
		}
		to.X0, to.Mass, to.Area = append(to.X0, m.X0[v]), append(to.Mass, m.Mass[v]), append(to.Area, m.Area[v])
		to.Radius, to.Part = append(to.Radius, m.Radius[v]), append(to.Part, m.Part[v])
	}
	for i, v := range from {
		if copies[v] > 1 {
			to.Mass[i], to.Area[i] = 0, 0
		}
	}
	for t, v := range tri {
		r := &m.Rest[t]
		for _, i := range v {
			if copies[from[i]] > 1 {
				to.Area[i] += r.Area / 3
				to.Mass[i] += m.Parts[r.Part].Fabric.Density * r.Layers.Mass * r.Area / 3
			}
		}
	}
	for k := range Kinds {
		for i := range m.Elements[k] {
			stores[k].copy(to, m, int32(i), &number)
		}
	}
	to.Lines = slices.Clone(m.Lines)
	for i := range to.Lines {
		renumber(to.Lines[i].V[:], number.vertex)
	}
	to.Pins = slices.Clone(m.Pins)
	for i := range to.Pins {
		to.Pins[i].Vertex = number.vertex[to.Pins[i].Vertex]
	}
	for _, r := range m.Rigid {
		lo := int(number.vertex[r.Vertices.Lo])
		r.Vertices = Range{lo, lo + r.Vertices.Hi - r.Vertices.Lo}
		to.Rigid = append(to.Rigid, r)
	}
	v0 := 0
	for p, info := range m.Parts {
		v1 := v0
		for v1 < n && int(to.Part[v1]) == p {
			v1++
		}
		h0 := len(to.Hinges)
		for _, h := range m.Hinges[info.Hinges.Lo:info.Hinges.Hi] {
			if over(tri, &h, from) {
				to.Hinges = append(to.Hinges, h)
			}
		}
		info.Vertices, info.Hinges = Range{v0, v1}, Range{h0, len(to.Hinges)}
		to.Parts = append(to.Parts, info)
		v0 = v1
	}
	for p := range to.Parts {
		info := &to.Parts[p]
		if info.Fabric.Bending == CurvatureBending && info.Tris.Hi > info.Tris.Lo {
			to.addCurves(&info.Fabric, info.Tris, info.Hinges, m.clamp[info.Tris.Lo:info.Tris.Hi])
		}
		for i := m.segmentsOf(p).Lo; i < m.segmentsOf(p).Hi; i++ {
			copySegment(to, m, int32(i), &number)
		}
	}
	to.bindLaws()
	return to, from, nil
}

// segmentsOf returns the springs of a part.
func (m *Model) segmentsOf(part int) (r Range) {
	for i := range m.Segments {
		if int(m.Segments[i].Part) == part {
			if r.Hi == 0 {
				r.Lo = i
			}
			r.Hi = i + 1
		}
	}
	return r
}

// origins returns the vertex in m of each vertex of torn triangles. Vertices without triangles stay.
func (m *Model) origins(tri [][3]int32) (from []int32, err error) {
	bad := fmt.Errorf("%d torn triangles: expected those of the scene's cloth, %d", len(tri), len(m.Tri))
	if len(tri) != len(m.Tri) {
		return nil, bad
	}
	inTri := make([]bool, len(m.X0))
	n := int32(0)
	for t, v := range tri {
		for a := range v {
			inTri[m.Tri[t][a]] = true
			n = max(n, v[a]+1)
		}
	}
	loose := 0
	for _, in := range inTri {
		if !in {
			loose++
		}
	}
	if n > int32(3*len(tri)+len(m.X0)) {
		return nil, bad
	}
	from = make([]int32, max(int(n), 0))
	for i := range from {
		from[i] = -1
	}
	for t, v := range tri {
		for a := range v {
			if v[a] < 0 || from[v[a]] >= 0 && from[v[a]] != m.Tri[t][a] {
				return nil, bad
			}
			from[v[a]] = m.Tri[t][a]
		}
	}
	// Vertices without triangles, of ropes and rigid bodies, fill the places left, in their order.
	next := 0
	for i := range from {
		if from[i] < 0 {
			for next < len(inTri) && inTri[next] {
				next++
			}
			if next == len(inTri) {
				return nil, bad
			}
			from[i] = int32(next)
			next++
		}
	}
	for ; next < len(inTri); next++ {
		if !inTri[next] {
			from = append(from, int32(next))
		}
	}
	for i := 1; i < len(from); i++ {
		if m.Part[from[i]] < m.Part[from[i-1]] {
			return nil, bad
		}
	}
	return from, nil
}

// over renumbers a hinge by the corners of its triangles, and reports whether the edge is whole.
func over(tri [][3]int32, h *Hinge, from []int32) bool {
	a, b := tri[h.Tri[0]], tri[h.Tri[1]]
	at := func(t [3]int32, old int32) int32 {
		k := slices.IndexFunc(t[:], func(v int32) bool { return from[v] == old })
		return t[k]
	}
	v := [4]int32{at(a, h.V[0]), at(a, h.V[1]), at(a, h.V[2]), at(b, h.V[3])}
	if at(b, h.V[0]) != v[0] || at(b, h.V[1]) != v[1] {
		return false
	}
	h.V = v
	return true
}

// TornState returns a state of m, of which Torn made the model to, as a state of to. Internal variables stay with
// their elements. The strain to which friction of a curvature element refers becomes that of its new hinges, so that
// its moments, which are in the material axes of its triangle, stay. Contact with split vertices starts anew.
func TornState(m, to *Model, from []int32, s *State) *State {
	own := NewState(to)
	own.Time, own.Halvings, own.Before.H = s.Time, s.Halvings, s.Before.H
	gather(own.X, s.X, from)
	gather(own.V, s.V, from)
	copy(own.Air, s.Air)
	if b := &own.Before; b.H != 0 {
		n := len(from)
		*b = Before{b.H, make([]r3.Vec, n), make([]r3.Vec, n), make([]uint8, n)}
		gather(b.Gain, s.Before.Gain, from)
		gather(b.Lag, s.Before.Lag, from)
		gather(b.Age, s.Before.Age, from)
	}
	same := map[Kind][]int32{}
	for k := range Kinds {
		list := make([]int32, to.Count(k))
		for i := range list {
			list[i] = int32(i)
		}
		same[k] = list
	}
	next := 0
	for i := range to.Hinges {
		for m.Hinges[next].Tri != to.Hinges[i].Tri {
			next++
		}
		same[Hinges][i] = int32(next)
		next++
	}
	next = 0
	for i := range to.Curves {
		for m.Curves[next].Tri != to.Curves[i].Tri {
			next++
		}
		same[Curves][i] = int32(next)
		next++
	}
	sub := Submesh{Model: to, model: m}
	for k, list := range same {
		sub.Elements[k] = list
	}
	sub.eachHistory(own, s, func(own, whole []float64) { copy(own, whole) })
	for i := range to.Curves {
		c := &to.Curves[i]
		for k := range 3 {
			var e float64
			for h := range c.Hinge {
				e += c.C[h][k] * own.Past[Hinges].Eps(int(c.Hinge[h]), 0)
			}
			own.Past[Curves].At(i, k)[0] = e
		}
	}
	copies := make([]int, len(m.X0))
	number := make([]int32, len(m.X0))
	for i, v := range from {
		copies[v]++
		number[v] = int32(i)
	}
	n, wasN := int32(len(from)), int32(len(m.X0))
	for _, t := range s.Touches {
		switch {
		case t.Point >= wasN:
			t.Point += n - wasN
		case copies[t.Point] == 1:
			t.Point = number[t.Point]
		default:
			continue
		}
		own.Touches = append(own.Touches, t)
	}
	for _, r := range s.Rubs {
		if !slices.ContainsFunc(r.V[:], func(v int32) bool { return copies[v] > 1 }) {
			renumber(r.V[:], number)
			own.Rubs = append(own.Rubs, r)
		}
	}
	return own
}

// SetRoom bounds the thickness of contact around copies of a vertex to half of their distance at positions x, so that
// contact exerts no force on a tear that has just opened; origin is that of each vertex.
func (m *Model) SetRoom(origin []int32, x []r3.Vec) {
	m.Room = make([]float64, len(x))
	copies := map[int32][]int32{}
	for v, o := range origin {
		m.Room[v] = math.Inf(1)
		copies[o] = append(copies[o], int32(v))
	}
	for v, o := range origin {
		for _, w := range copies[o] {
			if int(w) != v {
				m.Room[v] = min(m.Room[v], r3.Norm(r3.Sub(x[v], x[w]))/2)
			}
		}
	}
}

// Open moves the copies of vertices that split apart by gap [m] of each tear, and about their common centre of mass:
// the momentum of the cloth stays, and contact starts without an intersection.
func (m *Model) Open(s *State, from []int32, tears []Tear, gap func(vertex int32) float64) {
	for k := range tears {
		t := &tears[k]
		a := slices.Index(from, t.Vertex)
		b := a + 1 + slices.Index(from[a+1:], t.Vertex)
		if b == a {
			continue
		}
		d := r3.Scale(gap(t.Vertex)/(m.Mass[a]+m.Mass[b]), t.Apart)
		s.X[a] = r3.Add(s.X[a], r3.Scale(m.Mass[b], d))
		s.X[b] = r3.Sub(s.X[b], r3.Scale(m.Mass[a], d))
	}
}
