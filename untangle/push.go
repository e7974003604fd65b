package untangle

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// field is a displacement of vertices: the mean of the contributions to each.
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

// most is the largest displacement of a vertex per iteration, relative to the mean length of its edges: less than half,
// so that neighbours do not pass each other.
const most = 0.3

// spread is the share of the mean displacement of its neighbours that a vertex without own displacement follows, and
// rings the number of repetitions: creases stay narrow, but cloth between displaced vertices follows.
const (
	spread = 0.7
	rings  = 4
)

// moves returns the displacements: means, clamped to most, spread to vertices around.
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

// apart moves a point of the cloth, with weights of vertices, along n relative to another one: vertices move by weight
// and inverse mass, such that the points are dist farther apart with the least mass-weighted motion.
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

// clear is the distance beyond a triangle to which a vertex is moved back through it, relative to the mean length of
// its edges: facets of two curved sheets in contact intersect where their edges bulge.
const clear = 0.05

// through moves the wrong ends of edges that pass through triangles back to the other side, by their depth and a
// margin. It returns the hits without a known wrong end, which are left to contour.
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
