package pattern

import (
	"context"
	"errors"
	"slices"
)

// tri is a triangle of the triangulation, counter-clockwise. n[i] is the neighbour across the edge opposite
// to v[i], −1 for none; c[i] marks that edge as a constraint.
type tri struct {
	v, n [3]int32
	c    [3]bool
}

func (t *tri) index(v int32) int {
	switch v {
	case t.v[0]:
		return 0
	case t.v[1]:
		return 1
	}
	return 2
}

// triangulation is a Delaunay triangulation built by inserting points one by one: locate by walking, split, and
// restore the empty-circle property by flips (C. L. Lawson, Software for C1 surface interpolation, 1977).
// All predicates are exact integers. The last three points are the corners of a triangle around everything.
type triangulation struct {
	p     []point
	t     []tri
	vt    []int32 // one triangle at each vertex
	stack []int32
	last  int32 // where walking starts
}

var (
	errDuplicatePoint = errors.New("two points coincide")
	errTopology       = errors.New("the triangulation lost its topology")
)

// delaunay triangulates the points, inserted along a Hilbert curve so that each walk is short.
func delaunay(ctx context.Context, pts []point) (*triangulation, error) {
	n := int32(len(pts))
	d := &triangulation{
		p:  append(slices.Clone(pts), point{-superSize, -superSize}, point{superSize, -superSize}, point{0, superSize}),
		t:  make([]tri, 1, 2*n+8),
		vt: make([]int32, n+3),
	}
	d.t[0] = tri{v: [3]int32{n, n + 1, n + 2}, n: [3]int32{-1, -1, -1}}
	type keyed struct {
		key uint64
		v   int32
	}
	order := make([]keyed, n)
	for i, p := range pts {
		order[i] = keyed{hilbert(uint32(p.x+gridSize), uint32(p.y+gridSize)), int32(i)}
	}
	slices.SortFunc(order, func(a, b keyed) int {
		if a.key != b.key {
			if a.key < b.key {
				return -1
			}
			return 1
		}
		return int(a.v - b.v)
	})
	stop := stopper{ctx: ctx}
	for _, k := range order {
		if err := stop.err(); err != nil {
			return nil, err
		}
		if err := d.insert(k.v); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// hilbert returns the position of (x, y), each below 2^28, along a Hilbert curve.
func hilbert(x, y uint32) uint64 {
	const top = 1 << 27
	var d uint64
	for s := uint32(top); s > 0; s >>= 1 {
		var rx, ry uint32
		if x&s != 0 {
			rx = 1
		}
		if y&s != 0 {
			ry = 1
		}
		d += uint64(s) * uint64(s) * uint64((3*rx)^ry)
		if ry == 0 {
			if rx == 1 {
				x, y = 2*top-1-x, 2*top-1-y
			}
			x, y = y, x
		}
	}
	return d
}

// locate walks to the triangle that contains q. The walk ends because the triangulation is Delaunay (H. Edelsbrunner,
// An acyclicity theorem for cell complexes, 1990).
func (d *triangulation) locate(q point) (t int32, on int, err error) {
	t = d.last
walk:
	for range 4*len(d.t) + 16 {
		tr := &d.t[t]
		on = -1
		zeros := 0
		for i := range 3 {
			o := orient(d.p[tr.v[(i+1)%3]], d.p[tr.v[(i+2)%3]], q)
			if o < 0 {
				if t = tr.n[i]; t < 0 {
					return 0, 0, errTopology
				}
				continue walk
			}
			if o == 0 {
				on = i
				zeros++
			}
		}
		if zeros > 1 {
			return 0, 0, errDuplicatePoint
		}
		return t, on, nil
	}
	return 0, 0, errTopology
}

// insert adds vertex v: a fan replaces the triangle, or the two triangles at the edge, that contain it.
func (d *triangulation) insert(v int32) error {
	t, on, err := d.locate(d.p[v])
	if err != nil {
		return err
	}
	a := d.t[t]
	var ring, outer, ids [4]int32 // ring vertices; neighbour across (ring[k], ring[k+1]); triangle of the fan
	m := 3
	ids[0] = t
	if on < 0 {
		for k := range 3 {
			ring[k], outer[k] = a.v[k], a.n[(k+2)%3]
		}
	} else {
		m = 4
		u := a.n[on]
		if u < 0 {
			return errTopology
		}
		b := d.t[u]
		x, y := a.v[(on+1)%3], a.v[(on+2)%3] // the edge split
		j := (b.index(x) + 1) % 3            // apex of the other triangle: (apex, y, x) is its order
		ring = [4]int32{a.v[on], x, b.v[j], y}
		outer = [4]int32{a.n[(on+2)%3], b.n[(j+1)%3], b.n[(j+2)%3], a.n[(on+1)%3]}
		ids[1] = u
	}
	for k := m - 2; k < m; k++ {
		ids[k] = int32(len(d.t))
		d.t = append(d.t, tri{})
	}
	d.stack = d.stack[:0]
	for k := range m {
		next := (k + 1) % m
		d.t[ids[k]] = tri{v: [3]int32{v, ring[k], ring[next]}, n: [3]int32{outer[k], ids[next], ids[(k+m-1)%m]}}
		if o := outer[k]; o >= 0 {
			w := &d.t[o]
			w.n[(w.index(ring[k])+1)%3] = ids[k] // o holds (…, ring[next], ring[k]): its apex follows ring[k]
		}
		d.vt[ring[k]] = ids[k]
		d.stack = append(d.stack, ids[k])
	}
	d.vt[v] = t
	d.last = t
	for len(d.stack) > 0 {
		t := d.stack[len(d.stack)-1]
		d.stack = d.stack[:len(d.stack)-1]
		u := d.t[t].n[0] // v is at index 0 in every triangle of the fan
		if u < 0 || !d.illegal(t, 0) {
			continue
		}
		d.flip(t, 0)
		d.stack = append(d.stack, t, u)
	}
	return nil
}

// apex returns the index, within the neighbour across edge i of t, of the vertex opposite to that edge.
func (d *triangulation) apex(t int32, i int) (u int32, j int) {
	u = d.t[t].n[i]
	return u, (d.t[u].index(d.t[t].v[(i+1)%3]) + 1) % 3
}

// illegal reports whether the neighbour's apex is inside the circumcircle of t.
func (d *triangulation) illegal(t int32, i int) bool {
	u, j := d.apex(t, i)
	v := &d.t[t].v
	return inCircle(d.p[v[0]], d.p[v[1]], d.p[v[2]], d.p[d.t[u].v[j]]) > 0
}

// convex reports whether the two triangles at edge i of t form a strictly convex quadrilateral.
func (d *triangulation) convex(t int32, i int) bool {
	u, j := d.apex(t, i)
	a, b, c, e := d.p[d.t[t].v[i]], d.p[d.t[t].v[(i+1)%3]], d.p[d.t[t].v[(i+2)%3]], d.p[d.t[u].v[j]]
	return orient(a, b, e) > 0 && orient(a, e, c) > 0
}

// flip exchanges the diagonal opposite to vertex i of t. That vertex is then at index 0 of both triangles,
// t and its former neighbour.
func (d *triangulation) flip(t int32, i int) {
	u, j := d.apex(t, i)
	T, U := d.t[t], d.t[u]
	i1, i2, j1, j2 := (i+1)%3, (i+2)%3, (j+1)%3, (j+2)%3
	a, b, c, e := T.v[i], T.v[i1], T.v[i2], U.v[j]
	d.t[t] = tri{v: [3]int32{a, b, e}, n: [3]int32{U.n[j1], u, T.n[i2]}, c: [3]bool{U.c[j1], false, T.c[i2]}}
	d.t[u] = tri{v: [3]int32{a, e, c}, n: [3]int32{U.n[j2], T.n[i1], t}, c: [3]bool{U.c[j2], T.c[i1], false}}
	if x := U.n[j1]; x >= 0 {
		w := &d.t[x]
		w.n[(w.index(b)+1)%3] = t // x holds (…, e, b): its apex follows b
	}
	if y := T.n[i1]; y >= 0 {
		w := &d.t[y]
		w.n[(w.index(c)+1)%3] = u // y holds (…, a, c)
	}
	d.vt[a], d.vt[b], d.vt[e], d.vt[c] = t, t, t, u
}
