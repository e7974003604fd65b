package untangle

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
)

// Input is cloth that may intersect itself.
type Input struct {
	X      []r3.Vec   // positions [m]
	Tri    [][3]int32 // counter-clockwise seen from the right side
	Mass   []float64  // per vertex [kg]; nil: equal
	Pinned []bool     // fixed vertices; nil: none
	// Layer is the order of clothing from the inside out, per vertex: of two intersecting layers the one with the
	// higher number goes to the right side of the other. Negative numbers, and nil, have no order.
	Layer []int
	// Bodies are fixed closed surfaces, counter-clockwise seen from outside, with which the cloth must not
	// intersect either. Cloth completely inside stays inside unless Keep moves it out.
	Bodies []check.Mesh
	// Keep returns the allowed position of vertex v nearest to x, such as outside of a body; nil: x. It must be
	// deterministic.
	Keep func(v int, x r3.Vec) r3.Vec
	// Gap is the smallest final distance between vertices and triangles, and edges, without a common vertex [m]; 0:
	// DefaultGap.
	Gap        float64
	Iterations int // limit; 0: DefaultIterations
	Workers    int // workers of the search; no effect on the result; 0: all cores
	// Each, if not nil, is called before every iteration with the number of intersecting pairs.
	Each func(iteration, pairs int)
}

// DefaultGap is ten times the smallest distance between vertices that a contact solver in float32 keeps, and invisible
// [m].
const DefaultGap = 20e-6

// DefaultIterations is far more than any solvable tangle in the tests needs.
const DefaultIterations = 300

// Report is the result of Run.
type Report struct {
	Before     int // intersecting pairs of triangles of the cloth at the start
	After      int // intersecting pairs at the end
	BodyBefore int // intersecting pairs of a triangle of the cloth and one of a body at the start
	BodyAfter  int // at the end
	Iterations int
	Smoothed   int     // number of smoothings
	Moved      int     // moved vertices
	Farthest   float64 // largest displacement [m]
	// Gap is the smallest distance between features without a common vertex, at most Input.Gap; 0 if triangles
	// intersect [m].
	Gap      float64
	Clusters []Cluster // remaining intersections, largest first
}

// patience is the number of iterations without a new minimum of intersections before tangles are smoothed; lastRounds
// is the limit of iterations for gaps.
const (
	patience   = 12
	lastRounds = 40
	sweeps     = 10 // of smoothing, per ring
)

// Run moves vertices until nothing intersects, or to the iteration limit: then x is the state with the fewest
// intersections. in.X is not changed. Errors are about the input.
func Run(in Input) (clean []r3.Vec, rep Report, err error) {
	if err := in.check(); err != nil {
		return nil, rep, err
	}
	gap, iterations := in.Gap, in.Iterations
	if gap == 0 {
		gap = DefaultGap
	}
	if iterations == 0 {
		iterations = DefaultIterations
	}
	checker := check.Checker{Workers: in.Workers, Cache: new(check.Cache)}
	m, x := newMesh(&in)
	best, left := slices.Clone(x), (*tangle)(nil)
	low, since, closing := math.MaxInt, 0, 0
	for {
		g, err := m.find(x, checker)
		if err != nil {
			return nil, rep, err
		}
		if rep.Iterations == 0 {
			rep.Before, rep.BodyBefore = m.count(g)
		}
		if left == nil || len(g.pairs) < len(left.pairs) || len(g.pairs) == 0 {
			copy(best, x)
			left = g
		}
		if in.Each != nil {
			in.Each(rep.Iterations, len(g.pairs))
		}
		f := newField(m)
		if len(g.pairs) == 0 {
			if rep.Gap, err = m.separate(x, checker, gap, f); err != nil {
				return nil, rep, err
			}
			if rep.Gap >= gap || closing == lastRounds || rep.Iterations == iterations {
				break
			}
			closing++
		} else {
			if rep.Iterations == iterations {
				break
			}
			if since++; len(g.pairs) < low {
				low, since = len(g.pairs), 0
			}
			if since == patience {
				rep.Smoothed++
				m.smooth(x, g, rep.Smoothed, in.Keep)
				low, since = math.MaxInt, 0
				rep.Iterations++
				continue
			}
			m.contour(x, g, f, m.through(x, g, f, gap))
			m.lift(x, g, f, gap)
		}
		rep.Iterations++
		for v, u := range f.moves() {
			if u != (r3.Vec{}) {
				x[v] = m.place(v, r3.Add(x[v], u), in.Keep)
			}
		}
	}
	rep.After, rep.BodyAfter = m.count(left)
	rep.Clusters = m.clusters(best, left)
	best = best[:len(in.X)]
	for v := range best {
		if best[v] != in.X[v] {
			rep.Moved++
			rep.Farthest = max(rep.Farthest, r3.Norm(r3.Sub(best[v], in.X[v])))
		}
	}
	return best, rep, nil
}

// count returns the number of pairs within the cloth, and with bodies.
func (m *mesh) count(g *tangle) (self, body int) {
	for _, p := range g.pairs {
		if m.body(p[1]) {
			body++
		} else {
			self++
		}
	}
	return self, body
}

// place returns the position of a vertex that is moved to x.
func (m *mesh) place(v int, x r3.Vec, keep func(int, r3.Vec) r3.Vec) r3.Vec {
	if keep == nil {
		return x
	}
	return keep(v, x)
}

func (in *Input) check() error {
	n := len(in.X)
	for _, l := range []struct {
		what string
		n    int
		none bool
	}{{"masses", len(in.Mass), in.Mass == nil}, {"pins", len(in.Pinned), in.Pinned == nil}, {"layers", len(in.Layer),
		in.Layer == nil}} {
		if !l.none && l.n != n {
			return fmt.Errorf("untangle: %d %s: expected %d, one per vertex", l.n, l.what, n)
		}
	}
	for v, m := range in.Mass {
		if !(m > 0 && !math.IsInf(m, 0)) {
			return fmt.Errorf("untangle: vertex %d has a mass of %g kg: expected more than 0", v, m)
		}
	}
	for k, b := range append([]check.Mesh{{X: in.X, Tri: in.Tri}}, in.Bodies...) {
		what := "the cloth"
		if k > 0 {
			what = fmt.Sprintf("body %d", k-1)
		}
		for v, x := range b.X {
			if s := x.X - x.X + x.Y - x.Y + x.Z - x.Z; s != 0 {
				return fmt.Errorf("untangle: vertex %d of %s is at %v: expected finite numbers", v, what, x)
			}
		}
		for t, v := range b.Tri {
			for k := range 3 {
				if v[k] < 0 || int(v[k]) >= len(b.X) || v[k] == v[(k+1)%3] {
					return fmt.Errorf("untangle: triangle %d of %s is %v: expected three vertices from 0 to %d", t, what, v,
						len(b.X)-1)
				}
			}
		}
	}
	if in.Iterations < 0 {
		return fmt.Errorf("untangle: iterations of %d: expected a number ≥ 0", in.Iterations)
	}
	if !(in.Gap >= 0) || math.IsInf(in.Gap, 0) {
		return fmt.Errorf("untangle: gap of %g m: expected a number ≥ 0", in.Gap)
	}
	return nil
}

// lift separates coplanar triangles: that of the outer layer, else of the later piece of cloth, else the later one,
// moves to the right side of the other.
func (m *mesh) lift(x []r3.Vec, g *tangle, f *field, gap float64) {
	if len(g.flat) == 0 {
		return
	}
	piece := cloth.NewForest(len(m.near))
	for _, e := range m.edges {
		piece.Join(e[0], e[1])
	}
	for _, i := range g.flat {
		p := g.pairs[i]
		a, b := m.tri[p[0]], m.tri[p[1]]
		up := 1. // of the second triangle
		if m.ordered(a[0], b[0]) {
			if m.layer[a[0]] > m.layer[b[0]] {
				up = -1
			}
		} else if piece.Find(a[0]) > piece.Find(b[0]) {
			up = -1
		}
		below := p[0]
		if up < 0 {
			below = p[1]
		}
		c := m.corners(x, below)
		n := r3.Cross(r3.Sub(c[1], c[0]), r3.Sub(c[2], c[0]))
		l := math.Sqrt(r3.Norm2(n))
		if !(l > 0) {
			continue
		}
		var v []int32
		var weight []float64
		for k := range 3 {
			if !slices.Contains(b[:], a[k]) {
				v, weight = append(v, a[k]), append(weight, -1./3)
			}
			if !slices.Contains(a[:], b[k]) {
				v, weight = append(v, b[k]), append(weight, 1./3)
			}
		}
		f.apart(v, weight, r3.Scale(up/l, n), 2*gap)
	}
}

// smooth moves the vertices of all tangles, and rings of vertices around, towards the means of their neighbours; those
// on the rim of the cloth towards their neighbours on it.
func (m *mesh) smooth(x []r3.Vec, g *tangle, rings int, keep func(int, r3.Vec) r3.Vec) {
	in := make([]bool, len(m.near))
	for _, p := range g.pairs {
		for _, t := range p {
			for _, v := range m.tri[t] {
				in[v] = true
			}
		}
	}
	for range rings {
		next := slices.Clone(in)
		for v := range in {
			next[v] = in[v] || slices.ContainsFunc(m.near[v], func(w int32) bool { return in[w] })
		}
		in = next
	}
	next := slices.Clone(x)
	for range sweeps * rings {
		for v := range x {
			if !in[v] || m.inv[v] == 0 {
				continue
			}
			var mean r3.Vec
			n := 0.0
			for _, w := range m.near[v] {
				if !m.rim[v] || m.rim[w] {
					mean = r3.Add(mean, x[w])
					n++
				}
			}
			if n > 0 {
				next[v] = m.place(v, r3.Scale(0.5, r3.Add(x[v], r3.Scale(1/n, mean))), keep)
			}
		}
		copy(x, next)
	}
}
