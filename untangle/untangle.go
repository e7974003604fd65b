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
	Tri    [][3]int32 // counter-clockwise from the right side
	Mass   []float64  // of the vertices [kg]; nil: all alike
	Pinned []bool     // vertices that stay where they are; nil: none
	// Layer orders clothing from the inside out, per vertex: of two layers that intersect the one with
	// the higher number goes to the right side of the other. Negative numbers have no order, nor has
	// nil.
	Layer []int
	// Bodies are closed surfaces, counter-clockwise from outside, that stay where they are: the cloth
	// shall not intersect them either. Cloth that is inside altogether stays there, unless Keep brings
	// it out.
	Bodies []check.Mesh
	// Keep gives the place nearest to x where vertex v may be, such as outside of a body; nil: anywhere.
	// It must give equal answers to equal questions.
	Keep func(v int, x r3.Vec) r3.Vec
	// Gap is how far vertices and triangles, and edges, without a common vertex shall be apart at the
	// end [m]; 0: DefaultGap.
	Gap        float64
	Iterations int // at most; 0: DefaultIterations
	Workers    int // goroutines of the search, on which the result does not depend; 0: all cores
	// Each is called before every iteration with the number of pairs that intersect; nil: it is not.
	Each func(iteration, pairs int)
}

// DefaultGap is ten times the distance that a contact solver in float32 leaves between vertices at
// least, and far less than anybody sees [m].
const DefaultGap = 20e-6

// DefaultIterations is far more than any of the tangles in the tests needs that can be untangled.
const DefaultIterations = 300

// Report says what Run did.
type Report struct {
	Before     int // pairs of triangles of the cloth that intersected
	After      int // pairs that still do
	BodyBefore int // pairs of a triangle of the cloth and one of a body that intersected
	BodyAfter  int // and still do
	Iterations int
	Smoothed   int     // times that tangles had to be smoothed
	Moved      int     // vertices that were moved
	Farthest   float64 // largest displacement [m]
	// Gap is the smallest distance between features without a common vertex if it is less than
	// Input.Gap, else Input.Gap; 0 if triangles intersect [m].
	Gap      float64
	Clusters []Cluster // what is left, the largest first
}

// patience is how many iterations may pass without a new low in the number of intersections before
// tangles are smoothed, and lastRounds how many may be spent on gaps.
const (
	patience   = 12
	lastRounds = 40
	sweeps     = 10 // of smoothing, times the number of rings
)

// Run moves vertices until nothing intersects, or the iterations are used up: then x is the state with
// the fewest intersections. in.X is not changed. Errors are about the input.
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

// count tells how many pairs are within the cloth, and how many with bodies.
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

// place is where a vertex goes that shall go to x.
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

// lift moves triangles apart that lie in one plane: the one of the outer layer, else of the later
// piece of cloth, else the later one, to the right side of the other.
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

// smooth moves the vertices of all tangles, and rings of vertices around, towards the means of their
// neighbours; those on an edge of the cloth towards their neighbours on it.
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
