package pattern

import "fmt"

// crossError is the error of a constraint a–b that meets constraint c–d, or vertex c if c == d.
type crossError struct{ a, b, c, d int32 }

func (e *crossError) Error() string {
	return fmt.Sprintf("segment %d-%d meets segment %d-%d", e.a, e.b, e.c, e.d)
}

// constrain makes the edge a–b part of the triangulation by flipping the edges that cross it
// (S. W. Sloan, A fast algorithm for generating constrained Delaunay triangulations, 1993) and marks it.
func (d *triangulation) constrain(a, b int32) error {
	crossing, err := d.crossed(a, b)
	if err != nil {
		return err
	}
	// Every pass over the queue removes at least one crossing; the bound only guards against a broken topology.
	for budget := (len(crossing) + 4) * (len(crossing) + 4); len(crossing) > 0; budget-- {
		if budget < 0 {
			return errTopology
		}
		e := crossing[0]
		crossing = crossing[1:]
		t, i, ok := d.findEdge(e[0], e[1])
		if !ok {
			return errTopology
		}
		if !d.convex(t, i) {
			crossing = append(crossing, e)
			continue
		}
		d.flip(t, i)
		// The new diagonal runs from index 0 of t to index 2 of t.
		x, y := d.t[t].v[0], d.t[t].v[2]
		if x != a && x != b && y != a && y != b &&
			sign(orient(d.p[a], d.p[b], d.p[x]))*sign(orient(d.p[a], d.p[b], d.p[y])) < 0 {
			crossing = append(crossing, [2]int32{x, y})
		}
	}
	t, i, ok := d.findEdge(a, b)
	if !ok {
		return errTopology
	}
	u, j := d.apex(t, i)
	d.t[t].c[i], d.t[u].c[j] = true, true
	return nil
}

// findEdge returns a triangle with the edge a–b, in either direction, and the index opposite to it.
func (d *triangulation) findEdge(a, b int32) (t int32, i int, ok bool) {
	if int(a) >= len(d.p)-3 {
		a, b = b, a // triangles do not close a ring around the corners of the enclosing triangle
	}
	first := d.vt[a]
	t = first
	for range len(d.t) {
		tr := &d.t[t]
		i := tr.index(a)
		if tr.v[(i+1)%3] == b {
			return t, (i + 2) % 3, true
		}
		if t = tr.n[(i+1)%3]; t < 0 || t == first {
			break
		}
	}
	return 0, 0, false
}

// crossed returns the edges that the open segment a–b crosses, none if a–b is an edge already.
func (d *triangulation) crossed(a, b int32) ([][2]int32, error) {
	if _, _, ok := d.findEdge(a, b); ok {
		return nil, nil
	}
	pa, pb := d.p[a], d.p[b]
	// The triangle at a through which the segment leaves.
	first := d.vt[a]
	t := first
	var l, r int32 // right and left end of the edge crossed, seen from a
	for {
		tr := &d.t[t]
		i := tr.index(a)
		r, l = tr.v[(i+1)%3], tr.v[(i+2)%3]
		or, ol := orient(pa, d.p[r], pb), orient(pa, d.p[l], pb)
		if or == 0 && (d.p[r].x-pa.x)*(pb.x-pa.x)+(d.p[r].y-pa.y)*(pb.y-pa.y) > 0 {
			return nil, &crossError{a, b, r, r}
		}
		if or > 0 && ol < 0 {
			break
		}
		if t = tr.n[(i+1)%3]; t < 0 || t == first {
			return nil, errTopology
		}
	}
	var out [][2]int32
	for range len(d.t) {
		out = append(out, [2]int32{r, l})
		i := 3 - d.t[t].index(r) - d.t[t].index(l)
		if d.t[t].c[i] {
			return nil, &crossError{a, b, r, l}
		}
		u, j := d.apex(t, i)
		v := d.t[u].v[j]
		if v == b {
			return out, nil
		}
		switch o := orient(pa, pb, d.p[v]); {
		case o == 0:
			return nil, &crossError{a, b, v, v}
		case o > 0:
			l = v
		default:
			r = v
		}
		t = u
	}
	return nil, errTopology
}

// legalize flips unconstrained edges between triangles for which keep holds (nil: all) until every one of them is
// locally Delaunay. Triangles must all be counter-clockwise.
func (d *triangulation) legalize(keep []bool) {
	d.stack = d.stack[:0]
	for t := len(d.t) - 1; t >= 0; t-- {
		if keep == nil || keep[t] {
			d.stack = append(d.stack, int32(t))
		}
	}
	for len(d.stack) > 0 {
		t := d.stack[len(d.stack)-1]
		d.stack = d.stack[:len(d.stack)-1]
		for i := range 3 {
			u := d.t[t].n[i]
			if u < 0 || d.t[t].c[i] || keep != nil && !keep[u] || !d.illegal(t, i) {
				continue
			}
			d.flip(t, i)
			d.stack = append(d.stack, u, t)
			break
		}
	}
}

// inside marks the triangles that are separated from the enclosing triangle by constraints.
func (d *triangulation) inside() []bool {
	in := make([]bool, len(d.t))
	for i := range in {
		in[i] = true
	}
	super := int32(len(d.p) - 3)
	var queue []int32
	for t, tr := range d.t {
		if tr.v[0] >= super || tr.v[1] >= super || tr.v[2] >= super {
			in[t] = false
			queue = append(queue, int32(t))
		}
	}
	for len(queue) > 0 {
		t := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for i, u := range d.t[t].n {
			if u >= 0 && !d.t[t].c[i] && in[u] {
				in[u] = false
				queue = append(queue, u)
			}
		}
	}
	return in
}
