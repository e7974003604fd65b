package dress

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/scenes"
)

// section is a connected piece of the intersection of a plane with a surface.
type section struct {
	length float64 // [m]
	rest   float64 // length of cloth in material space [m]
	near   float64 // distance from the given place [m]
	closed bool
}

// cut returns the piece of a plane section nearest to a place. Closed pieces with a rest length of at least least are
// preferred, unlike pockets and hems that are not level. uv are material coordinates of corners, or nil.
func cut(x []r3.Vec, tris [][3]int32, uv [][3]r2.Vec, at, normal r3.Vec, least float64) (best section, ok bool) {
	type edge [2]int32
	type piece struct {
		length, rest, near float64
		a, b               edge
	}
	one := map[edge]edge{} // union-find over cut edges
	find := func(e edge) edge {
		for one[e] != e {
			one[e] = one[one[e]]
			e = one[e]
		}
		return e
	}
	var pieces []piece
	for t, v := range tris {
		var p [2]r3.Vec
		var q [2]r2.Vec
		var edges [2]edge
		n := 0
		for c := range 3 {
			i, j := v[c], v[(c+1)%3]
			di, dj := r3.Dot(normal, r3.Sub(x[i], at)), r3.Dot(normal, r3.Sub(x[j], at))
			if (di < 0) == (dj < 0) || n == 2 {
				continue
			}
			s := di / (di - dj)
			p[n] = r3.Add(x[i], r3.Scale(s, r3.Sub(x[j], x[i])))
			if uv != nil {
				q[n] = r2.Add(uv[t][c], r2.Scale(s, r2.Sub(uv[t][(c+1)%3], uv[t][c])))
			}
			edges[n] = edge{min(i, j), max(i, j)}
			n++
		}
		if n < 2 {
			continue
		}
		for _, e := range edges {
			if _, seen := one[e]; !seen {
				one[e] = e
			}
		}
		one[find(edges[1])] = find(edges[0])
		d := r3.Sub(p[1], p[0])
		along := 0.0
		if l := r3.Norm2(d); l > 0 {
			along = min(1, max(0, r3.Dot(r3.Sub(at, p[0]), d)/l))
		}
		pieces = append(pieces, piece{r3.Norm(d), r2.Norm(r2.Sub(q[1], q[0])),
			r3.Norm(r3.Sub(at, r3.Add(p[0], r3.Scale(along, d)))), edges[0], edges[1]})
	}
	ends := map[edge]int{}
	for _, p := range pieces {
		ends[p.a]++
		ends[p.b]++
	}
	all := map[edge]*section{}
	for _, p := range pieces {
		root := find(p.a)
		s := all[root]
		if s == nil {
			s = &section{near: math.Inf(1), closed: true}
			all[root] = s
		}
		s.length, s.rest, s.near = s.length+p.length, s.rest+p.rest, min(s.near, p.near)
		s.closed = s.closed && ends[p.a] == 2 && ends[p.b] == 2
	}
	best.near = math.Inf(1)
	for _, p := range pieces { // in the order of triangles
		s := all[find(p.a)]
		long, was := s.rest >= least && s.closed, best.rest >= least && best.closed
		if !ok || long && !was || long == was && s.near < best.near {
			best, ok = *s, true
		}
	}
	return best, ok
}

// girths are the circumferences of a body and of a garment around it.
type girths struct {
	body  int     // index of the body
	flesh float64 // of the body [m]
	cloth float64 // of the pattern [m]
	tilt  r3.Vec  // normal of the plane
}

// girthsAt measures around the limb or trunk nearest to triangle t, across the direction in which it is thinnest. ok is
// false without a body near.
func girthsAt(setup *scenes.Setup, x []r3.Vec, time float64, t int32) (g girths, ok bool) {
	m := setup.Model
	v := m.Tri[t]
	at := r3.Scale(1./3, r3.Add(x[v[0]], r3.Add(x[v[1]], x[v[2]])))
	info := &m.Parts[m.Rest[t].Part]
	g.flesh = math.Inf(1)
	const s = math.Sqrt2 / 2
	around := false // the section of the cloth is closed
	bodies := make([][]r3.Vec, len(setup.Bodies))
	for i, b := range setup.Bodies {
		bodies[i] = make([]r3.Vec, b.NumVertices())
		b.Positions(bodies[i], time)
	}
	// a hem that is not level has no closed section
	for _, beside := range []float64{0, 0.01, -0.01, 0.02, -0.02, 0.04, -0.04} {
		for i, b := range setup.Bodies {
			for _, n := range []r3.Vec{{Y: 1}, {X: s, Y: s}, {X: s, Y: -s}, {X: 1}, {Y: s, Z: s}, {Y: s, Z: -s}} {
				near := r3.Add(at, r3.Scale(beside, n))
				c, found := cut(bodies[i], b.Triangles(), nil, near, n, 0)
				if !found || c.near >= reachable {
					continue
				}
				k, met := cut(x, m.Tri[info.Tris.Lo:info.Tris.Hi], m.UV[info.Tris.Lo:info.Tris.Hi], near, n, c.length/2)
				whole := k.closed && k.rest >= c.length/2
				if met && (whole && !around || whole == around && c.length < g.flesh && (beside == 0 || whole)) {
					g.body, g.flesh, g.cloth, g.tilt, ok, around = i, c.length, k.rest, n, true, whole
				}
			}
		}
		if around {
			break
		}
	}
	return g, ok
}

// reachable is the largest distance of a body that can stretch cloth [m].
const reachable = 0.1
