package check

import "gonum.org/v1/gonum/spatial/r3"

// Where returns a point near the middle of the intersection of two triangles of a mesh [m], in floating point. It is
// the mean of the points where an edge of one passes through the other, or the mean of all corners if there are none,
// as between triangles in one plane.
func (m Mesh) Where(p Pair) r3.Vec {
	return where(m.corners(p[0]), m.corners(p[1]))
}

func (m Mesh) corners(i int32) *triangle {
	v := m.Tri[i]
	return &triangle{m.X[v[0]], m.X[v[1]], m.X[v[2]]}
}

func where(a, b *triangle) r3.Vec {
	var sum, all r3.Vec
	n := 0.0
	for _, pair := range [2][2]*triangle{{a, b}, {b, a}} {
		e, t := pair[0], pair[1]
		normal := r3.Cross(r3.Sub(t[1], t[0]), r3.Sub(t[2], t[0]))
		for k := range 3 {
			all = r3.Add(all, e[k])
			p, q := e[k], e[(k+1)%3]
			sp, sq := orient3(t[0], t[1], t[2], p), orient3(t[0], t[1], t[2], q)
			if sp == sq || !edgeMeets(p, q, sp, sq, t) {
				continue
			}
			dp, dq := r3.Dot(normal, r3.Sub(p, t[0])), r3.Dot(normal, r3.Sub(q, t[0]))
			if s := dp / (dp - dq); s >= 0 && s <= 1 { // not finite where rounding leaves no difference
				sum = r3.Add(sum, r3.Add(p, r3.Scale(s, r3.Sub(q, p))))
				n++
			}
		}
	}
	if n == 0 {
		return r3.Scale(1./6, all)
	}
	return r3.Scale(1/n, sum)
}
