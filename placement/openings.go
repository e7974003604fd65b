package placement

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/pattern"
)

// Garment is a garment in the place of its pattern or file.
type Garment struct {
	pattern.Surface
	Region []string // label of each triangle's panel (body, arm, leg); nil: none
}

// place is the part of the body that an opening is for.
type place uint8

const (
	between  place = iota // may be empty or not: the front of a jacket, a slit
	top                   // of a garment that hangs from the waist or the chest
	neck                  // of a garment with sleeves or armholes
	hem                   // the lowest opening
	sleeve                // or armhole
	trouser               // leg
	openings              // number of places
)

var placeNames = [openings]string{"opening", "waist", "neck opening", "hem", "sleeve", "leg"}

// Opening is an opening of a garment for a part of the body. Loops start with the edge itself; the following ones are
// around the same sleeve or leg farther up, for one that is too long.
type Opening struct {
	Name  string // for messages
	of    place
	side  float64 // 1: towards +X, −1: towards −X, 0: in the middle
	loops [][]onEdge
}

// onEdge is a point of a surface's edge: a share of the way from vertex a to b.
type onEdge struct {
	a, b int32
	part float64
}

func (e onEdge) at(x []r3.Vec) r3.Vec {
	return r3.Add(x[e.a], r3.Scale(e.part, r3.Sub(x[e.b], x[e.a])))
}

// least is the length above which an opening is not a buttonhole [m].
const least = 0.12

// rim is an opening that is not a buttonhole.
type rim struct {
	loop         []int32
	middle, area r3.Vec // see around
	length       float64
	lo, hi       r3.Vec
}

// Openings returns the openings of a garment, piece by piece.
func (g *Garment) Openings() (list []Opening) {
	of := g.Pieces()
	found := map[int32][]rim{}
	var order []int32
	for _, loop := range pattern.BoundaryLoops(g.Tri) {
		r := rim{loop: loop}
		r.middle, r.area, r.length = around(points(plain(loop), g.X))
		if r.length < least {
			continue
		}
		r.lo, r.hi = Extent(points(plain(loop), g.X))
		p := of[loop[0]]
		if found[p] == nil {
			order = append(order, p)
		}
		found[p] = append(found[p], r)
	}
	near := g.rest()
	for _, p := range order {
		own := rims{list: found[p]}
		slices.SortStableFunc(own.list, func(a, b rim) int { return cmp.Compare(b.middle.Y, a.middle.Y) })
		var all []onEdge
		for v, in := range of {
			if in == p {
				all = append(all, onEdge{a: int32(v), b: int32(v)})
			}
		}
		own.lo, own.hi = Extent(points(all, g.X))
		own.match()
		list = append(list, g.openings(&own, near)...)
	}
	return list
}

// rims are the openings of a piece.
type rims struct {
	list   []rim  // from above to below
	lo, hi r3.Vec // of the whole piece
	pair   []int  // of each rim, its mirror image, or −1
	level  []int  // level rims without a mirror image
}

// middle returns the mirror plane of the piece, along x [m].
func (p *rims) middle() float64 { return (p.lo.X + p.hi.X) / 2 }

// match sets pair and level.
func (p *rims) match() {
	const alike = 0.1 // of the width
	off, middle := alike*(p.hi.X-p.lo.X), p.middle()
	p.pair = make([]int, len(p.list))
	for i := range p.list {
		p.pair[i] = -1
		a := &p.list[i]
		for j := range p.list {
			b := &p.list[j]
			mirrors := math.Abs(a.middle.X+b.middle.X-2*middle) < off && math.Abs(a.middle.Y-b.middle.Y) < off &&
				math.Abs(a.middle.X-middle) > off
			if i != j && mirrors && math.Abs(a.length-b.length) < 0.25*max(a.length, b.length) {
				p.pair[i] = j
			}
		}
		if p.pair[i] < 0 && math.Abs(a.area.Y) > r3.Norm(a.area)/2 {
			p.level = append(p.level, i)
		}
	}
}

// front reports whether the piece is open from neck to hem.
func (p *rims) front() bool {
	return slices.ContainsFunc(p.list, func(r rim) bool { return r.hi.Y-r.lo.Y > (p.hi.Y-p.lo.Y)/2 })
}

// limbs returns the pair of rims of the legs, or −1, and whether other pairs are for arms. Without a label, legs are
// the last pair of a piece with a single level rim, the waist, and no front opening.
func (g *Garment) limbs(p *rims) (legs int, arms bool) {
	legs = -1
	trousers := len(p.level) < 2 && !p.front()
	for i := range p.list {
		if p.pair[i] < 0 {
			continue
		}
		switch region := g.regionAt(p.list[i].loop); {
		case region == "arm":
			arms = true
		case region == "leg" || trousers && i >= len(p.list)-2:
			legs = i
		default:
			arms = true
		}
	}
	return legs, arms
}

// openings returns the openings of a piece. near are the edges at each vertex.
func (g *Garment) openings(p *rims, near [][]neighbour) (list []Opening) {
	legs, arms := g.limbs(p)
	first, last := -1, -1
	if n := len(p.level); n > 1 || n == 1 && legs >= 0 {
		first = p.level[0]
		if n > 1 {
			last = p.level[n-1]
		}
	}
	for i, r := range p.list {
		o := Opening{loops: [][]onEdge{plain(r.loop)}}
		switch {
		case p.pair[i] >= 0:
			o.of = sleeve
			if legs >= 0 && (i == legs || i == p.pair[legs]) {
				o.of = trouser
			}
			o.side = math.Copysign(1, r.middle.X-p.middle())
			o.loops = append(o.loops, g.up(r.loop, near)...)
			o.Name = map[bool]string{true: "left ", false: "right "}[o.side > 0]
		case i == first:
			o.of = top
			if arms {
				o.of = neck
			}
		case i == last:
			o.of = hem
			o.loops = append(o.loops, g.up(r.loop, near)...)
		default:
			continue
		}
		o.Name += placeNames[o.of]
		list = append(list, o)
	}
	return list
}

// regionAt returns the label of the panels of most triangles at a loop.
func (g *Garment) regionAt(loop []int32) string {
	if len(g.Region) != len(g.Tri) {
		return ""
	}
	in := map[int32]bool{}
	for _, v := range loop {
		in[v] = true
	}
	count := map[string]int{}
	all := 0
	for t, v := range g.Tri {
		if in[v[0]] || in[v[1]] || in[v[2]] {
			count[g.Region[t]]++
			all++
		}
	}
	for name, n := range count {
		if 2*n > all {
			return name
		}
	}
	return ""
}

// rest returns the edges at each vertex with their rest lengths [m].
func (g *Garment) rest() [][]neighbour {
	near := make([][]neighbour, len(g.X))
	for t, v := range g.Tri {
		for c := range 3 {
			a, b := v[c], v[(c+1)%3]
			l := r3.Norm(r3.Sub(g.X[b], g.X[a]))
			if len(g.UV) == len(g.Tri) {
				l = r2.Norm(r2.Sub(g.UV[t][(c+1)%3], g.UV[t][c]))
			}
			near[a], near[b] = append(near[a], neighbour{b, l}), append(near[b], neighbour{a, l})
		}
	}
	return near
}

type neighbour struct {
	to     int32
	length float64 // [m]
}

// up returns lines around a sleeve or leg at distances from its end along edges, while there is a single one that is
// not much longer than the end.
func (g *Garment) up(end []int32, near [][]neighbour) (list [][]onEdge) {
	const steps, step, longer = 5, 0.05, 1.6
	far := distances(end, near, steps*step+0.1)
	_, _, length := around(points(plain(end), g.X))
	for k := 1; k <= steps; k++ {
		loop := contour(g.Tri, far, float64(k)*step)
		if loop == nil {
			break
		}
		if _, _, l := around(points(loop, g.X)); l > longer*length {
			break
		}
		list = append(list, loop)
	}
	return list
}

// distances returns distances from vertices along edges, +Inf beyond most [m].
func distances(from []int32, near [][]neighbour, most float64) []float64 {
	far := make([]float64, len(near))
	for v := range far {
		far[v] = math.Inf(1)
	}
	queue := slices.Clone(from)
	for _, v := range from {
		far[v] = 0
	}
	for len(queue) > 0 { // a vertex is repeated when a shorter path is found
		v := queue[0]
		queue = queue[1:]
		for _, n := range near[v] {
			if d := far[v] + n.length; d < far[n.to] && d <= most {
				far[n.to] = d
				queue = append(queue, n.to)
			}
		}
	}
	return far
}

// contour returns the level line of a function if it is one closed line, otherwise nil.
func contour(tri [][3]int32, f []float64, value float64) []onEdge {
	type edge [2]int32
	next := map[edge][]edge{}
	var first edge
	for _, v := range tri {
		var cut []edge
		for c := range 3 {
			a, b := min(v[c], v[(c+1)%3]), max(v[c], v[(c+1)%3])
			if (f[a] < value) != (f[b] < value) {
				cut = append(cut, edge{a, b})
			}
		}
		if len(cut) == 2 {
			if len(next) == 0 {
				first = cut[0]
			}
			next[cut[0]], next[cut[1]] = append(next[cut[0]], cut[1]), append(next[cut[1]], cut[0])
		}
	}
	var loop []onEdge
	for at, was, k := first, (edge{}), 0; k < len(next); k++ {
		part := 0.5
		if a, b := f[at[0]], f[at[1]]; !math.IsInf(a, 1) && !math.IsInf(b, 1) {
			part = (value - a) / (b - a)
		}
		loop = append(loop, onEdge{at[0], at[1], part})
		n := next[at]
		if len(n) != 2 {
			return nil
		}
		to := n[0]
		if to == was {
			to = n[1]
		}
		if was, at = at, to; at == first {
			break
		}
	}
	if len(loop) < 3 || len(loop) != len(next) {
		return nil
	}
	return loop
}

// plain converts a loop of vertices.
func plain(loop []int32) (list []onEdge) {
	for _, v := range loop {
		list = append(list, onEdge{a: v, b: v})
	}
	return list
}

func points(loop []onEdge, x []r3.Vec) []r3.Vec {
	out := make([]r3.Vec, len(loop))
	for i, e := range loop {
		out[i] = e.at(x)
	}
	return out
}

// around returns the centre of a closed line, its area vector, and its length [m, m², m].
func around(p []r3.Vec) (middle, area r3.Vec, length float64) {
	for i, a := range p {
		b := p[(i+1)%len(p)]
		l := r3.Norm(r3.Sub(b, a))
		middle, length = r3.Add(middle, r3.Scale(l/2, r3.Add(a, b))), length+l
	}
	if length > 0 {
		middle = r3.Scale(1/length, middle)
	}
	for i, a := range p {
		area = r3.Add(area, r3.Scale(.5, r3.Cross(r3.Sub(a, middle), r3.Sub(p[(i+1)%len(p)], middle))))
	}
	return middle, area, length
}
