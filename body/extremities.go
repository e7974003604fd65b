package body

import (
	"container/heap"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// hanging is an arm or a leg found by the shape of a surface.
type hanging struct {
	far  []float64 // geodesic distance of each vertex from the tip [m]
	long float64   // value of far at the attachment to the trunk [m]
	wide float64   // diameter at that line [m]
	ring []int32   // vertices of triangles across that line
	tip  int32
	left bool // towards +X
}

// netted is the graph of the surface of a standing body.
type netted struct {
	x            []r3.Vec
	tri          [][3]int32
	near         [][]link
	lo           r3.Vec
	tall, middle float64 // height; x of the mean vertex [m]
}

// link is an edge of the graph.
type link struct {
	to   int32
	long float64 // [m]
}

// limbsByShape finds the arms and legs of a standing figure from its surface. The tips of the four limbs are the points
// farthest from each other and from the crown along the surface. A limb ends where the lines of equal distance from its
// tip become much longer. Each list is empty, or has the left limb first.
func limbsByShape(x []r3.Vec, tri [][3]int32) (arms, legs []hanging) {
	if len(x) == 0 || len(tri) == 0 {
		return nil, nil
	}
	f := newNetted(x, tri)
	tips := f.tips()
	if tips == nil {
		return nil, nil
	}
	const shortestArm, shortestLeg = 0.25, 0.35 // relative to the height, from tip to trunk, beyond elbows and knees
	for k, tip := range tips {
		least := shortestArm
		if k < 2 {
			least = shortestLeg
		}
		h, ok := f.limb(tip, least*f.tall)
		switch {
		case !ok:
		case k < 2:
			legs = append(legs, h)
		default:
			arms = append(arms, h)
		}
	}
	pair := func(list []hanging) []hanging {
		const alike = 0.8
		if len(list) != 2 || list[0].left == list[1].left || min(list[0].long, list[1].long) <
			alike*max(list[0].long, list[1].long) {
			return nil
		}
		if !list[0].left {
			slices.Reverse(list)
		}
		return list
	}
	return pair(arms), pair(legs)
}

// newNetted returns the graph of a surface: its edges, and the shortest connections of overlapping pieces.
func newNetted(x []r3.Vec, tri [][3]int32) *netted {
	f := &netted{x: x, tri: tri, near: make([][]link, len(x))}
	hi := x[tri[0][0]]
	f.lo = hi
	forest := cloth.NewForest(len(x))
	join := func(a, b int32) {
		l := r3.Norm(r3.Sub(x[b], x[a]))
		f.near[a], f.near[b] = append(f.near[a], link{b, l}), append(f.near[b], link{a, l})
	}
	for _, t := range tri {
		for c := range 3 {
			a, b := t[c], t[(c+1)%3]
			if a < b { // each edge once: the other triangle has it reversed
				join(a, b)
			}
			forest.Join(a, b)
			p := x[a]
			f.lo = r3.Vec{X: min(f.lo.X, p.X), Y: min(f.lo.Y, p.Y), Z: min(f.lo.Z, p.Z)}
			hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
		}
	}
	f.tall = hi.Y - f.lo.Y
	size := f.tall / 60 // pieces at a smaller distance overlap
	type cell [3]int
	at := func(p r3.Vec) cell {
		return cell{int(math.Floor(p.X / size)), int(math.Floor(p.Y / size)), int(math.Floor(p.Z / size))}
	}
	cells := map[cell][]int32{}
	for v := range x {
		if len(f.near[v]) > 0 {
			cells[at(x[v])] = append(cells[at(x[v])], int32(v))
		}
	}
	for v := range x {
		if len(f.near[v]) == 0 {
			continue
		}
		root, c := forest.Find(int32(v)), at(x[v])
		best, least := int32(-1), size
		for i := -1; i <= 1; i++ {
			for j := -1; j <= 1; j++ {
				for k := -1; k <= 1; k++ {
					for _, o := range cells[cell{c[0] + i, c[1] + j, c[2] + k}] {
						if d := r3.Norm(r3.Sub(x[o], x[v])); d < least && forest.Find(o) != root {
							best, least = o, d
						}
					}
				}
			}
		}
		if best >= 0 {
			join(int32(v), best)
		}
	}
	return f
}

// tips returns the vertices at the tips of both feet, then of both hands; nil if the body is not a standing figure.
func (f *netted) tips() []int32 {
	middle, n := 0.0, 0.0
	for v, p := range f.x {
		if len(f.near[v]) > 0 {
			middle, n = middle+p.X, n+1
		}
	}
	middle /= n
	f.middle = middle
	crown := int32(-1)
	for v, p := range f.x {
		if len(f.near[v]) > 0 && math.Abs(p.X-middle) < f.tall/10 && (crown < 0 || p.Y > f.x[crown].Y) {
			crown = int32(v)
		}
	}
	if crown < 0 {
		return nil
	}
	far := f.distances(crown)
	var tips []int32
	for range 4 {
		tip := int32(-1)
		for v, d := range far {
			if !math.IsInf(d, 1) && (tip < 0 || d > far[tip]) {
				tip = int32(v)
			}
		}
		tips = append(tips, tip)
		for v, d := range f.distances(tip) {
			far[v] = min(far[v], d)
		}
	}
	slices.SortStableFunc(tips, func(a, b int32) int {
		if f.x[a].Y < f.x[b].Y {
			return -1
		}
		return 1
	})
	const foot, hand = 0.15, 0.25 // relative to the height: feet are lower, hands are higher
	ok := (f.x[tips[0]].X > middle) != (f.x[tips[1]].X > middle) && (f.x[tips[2]].X > middle) != (f.x[tips[3]].X > middle)
	for k, t := range tips {
		h := (f.x[t].Y - f.lo.Y) / f.tall
		ok = ok && (k < 2 && h < foot || k >= 2 && h > hand)
	}
	if !ok {
		return nil
	}
	return tips
}

// limb follows the lines of equal distance from a tip, beginning at the distance least, until they become much longer.
func (f *netted) limb(tip int32, least float64) (h hanging, ok bool) {
	const step, back, longer = 0.01, 0.05, 1.4 // relative to the height
	h.tip, h.far = tip, f.distances(tip)
	length := func(at float64) float64 { l, _ := f.level(h.far, at); return l }
	for s := least; s < 0.75*f.tall; s += step * f.tall {
		if length(s) > longer*length(s-back*f.tall) {
			h.long = s - back*f.tall/2
			l, _ := f.level(h.far, s-back*f.tall) // before the increase
			h.wide, h.left = l/math.Pi, f.x[tip].X > f.middle
			for _, t := range f.tri {
				lo, hi := min(h.far[t[0]], h.far[t[1]], h.far[t[2]]), max(h.far[t[0]], h.far[t[1]], h.far[t[2]])
				if lo <= h.long && h.long < hi {
					h.ring = append(h.ring, t[0], t[1], t[2])
				}
			}
			slices.Sort(h.ring)
			h.ring = slices.Compact(h.ring)
			return h, true
		}
	}
	return h, false
}

// level returns the length and the centroid of the line at a distance from the tip [m].
func (f *netted) level(far []float64, at float64) (length float64, middle r3.Vec) {
	for _, t := range f.tri {
		var p [2]r3.Vec
		n := 0
		for c := range 3 {
			a, b := far[t[c]], far[t[(c+1)%3]]
			if (a < at) != (b < at) && n < 2 && !math.IsInf(a, 1) && !math.IsInf(b, 1) {
				p[n] = r3.Add(f.x[t[c]], r3.Scale((at-a)/(b-a), r3.Sub(f.x[t[(c+1)%3]], f.x[t[c]])))
				n++
			}
		}
		if n == 2 {
			l := r3.Norm(r3.Sub(p[1], p[0]))
			length, middle = length+l, r3.Add(middle, r3.Scale(l/2, r3.Add(p[0], p[1])))
		}
	}
	if length > 0 {
		middle = r3.Scale(1/length, middle)
	}
	return length, middle
}

// distances returns the distances from a vertex along edges [m] (Dijkstra 1959); +Inf if not connected.
func (f *netted) distances(from int32) []float64 {
	far := make([]float64, len(f.x))
	for v := range far {
		far[v] = math.Inf(1)
	}
	far[from] = 0
	queue := &nearest{{from, 0}}
	for queue.Len() > 0 {
		at := heap.Pop(queue).(link)
		if at.long > far[at.to] {
			continue
		}
		for _, l := range f.near[at.to] {
			if d := at.long + l.long; d < far[l.to] {
				far[l.to] = d
				heap.Push(queue, link{l.to, d})
			}
		}
	}
	return far
}

// nearest is a priority queue of vertices by distance.
type nearest []link

func (q nearest) Len() int { return len(q) }
func (q nearest) Less(i, j int) bool {
	return q[i].long < q[j].long || q[i].long == q[j].long && q[i].to < q[j].to
}
func (q nearest) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *nearest) Push(v any)   { *q = append(*q, v.(link)) }
func (q *nearest) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
