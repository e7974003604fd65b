package untangle

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// field is a displacement of vertices: the mean of what was asked of each.
type field struct {
	m   *mesh
	sum []r3.Vec
	n   []float64
}

func newField(m *mesh) *field {
	return &field{m, make([]r3.Vec, len(m.near)), make([]float64, len(m.near))}
}

func (f *field) add(v int32, d r3.Vec) {
	if f.m.inv[v] > 0 {
		f.sum[v] = r3.Add(f.sum[v], d)
		f.n[v]++
	}
}

// most is how far a vertex may go at once, as a part of the mean length of its edges: less than
// half, so that neighbours do not pass each other.
const most = 0.3

// spread is the part of the mean displacement of its neighbours that a vertex follows which has
// none of its own, and rings how far that goes on: creases are left narrow, but the cloth between
// vertices that are pushed comes along.
const (
	spread = 0.7
	rings  = 4
)

// moves gives the displacements: means, no longer than most, spread to vertices around.
func (f *field) moves() []r3.Vec {
	u := make([]r3.Vec, len(f.sum))
	for v, n := range f.n {
		if n > 0 {
			u[v] = clamp(r3.Scale(1/n, f.sum[v]), most*f.m.len[v])
		}
	}
	next := make([]r3.Vec, len(u))
	for range rings {
		copy(next, u)
		for v := range u {
			if f.n[v] > 0 || f.m.inv[v] == 0 || len(f.m.near[v]) == 0 {
				continue
			}
			var mean r3.Vec
			for _, w := range f.m.near[v] {
				mean = r3.Add(mean, u[w])
			}
			next[v] = r3.Scale(spread/float64(len(f.m.near[v])), mean)
		}
		u, next = next, u
	}
	return u
}

func clamp(v r3.Vec, most float64) r3.Vec {
	if l := math.Sqrt(r3.Norm2(v)); l > most {
		return r3.Scale(most/l, v)
	}
	return v
}

// apart moves a point of the cloth, with weights of vertices, by a distance along n against another
// one: each vertex by its weight and inverse mass, so that the points are dist farther apart, with
// as little motion as possible (least squares, weighted with the masses).
func (f *field) apart(v []int32, weight []float64, n r3.Vec, dist float64) {
	sum := 0.0
	for k, i := range v {
		sum += f.m.inv[i] * weight[k] * weight[k]
	}
	if !(sum > 0) {
		return
	}
	for k, i := range v {
		if weight[k] != 0 {
			f.add(i, r3.Scale(dist*f.m.inv[i]*weight[k]/sum, n))
		}
	}
}

// clear is how far beyond a triangle a vertex goes that has to get back through it, as a part of the
// mean length of its edges: facets of two curved sheets that touch cross where their edges bulge.
const clear = 0.05

// through brings the wrong ends of the edges that pass through triangles back to the other side, by
// the depth that they are at and a little more. It tells the hits where no end is known to be the
// wrong one, for the contour to decide.
func (m *mesh) through(x []r3.Vec, g *tangle, f *field, gap float64) (unknowns []bool) {
	unknowns = make([]bool, len(g.hits))
	for i, wrong := range m.wrongEnds(g) {
		if wrong < 0 {
			unknowns[i] = wrong == unknown
			continue
		}
		h := &g.hits[i]
		v, t := m.edges[h.edge][wrong], m.tri[h.tri]
		side := float64(h.side[1-wrong])
		if side == 0 {
			side = -float64(h.side[wrong])
		}
		n := r3.Scale(side, h.normal)
		depth := -r3.Dot(n, r3.Sub(x[v], h.at))
		f.apart([]int32{v, t[0], t[1], t[2]}, []float64{1, -h.bary[0], -h.bary[1], -h.bary[2]}, n, max(0, depth)+
			max(2*gap, clear*m.len[v]))
	}
	return unknowns
}
