package placement

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bvh"
	"hysteron/pattern"
)

// Eased is a garment widened for a figure.
type Eased struct {
	X        []r3.Vec    // outside of the figure, where possible [m]
	Rest     [][3]r2.Vec // rest shape of its triangles, wider as in X
	Most     float64     // largest widening: a stretch
	At       r3.Vec      // its place [m]
	Area     float64     // relative increase of the rest area
	TooTight float64     // share of it that would have to be widened by more than Widest
}

// Below is a surface that a garment is kept outside of by a distance [m].
type Below struct {
	tree  *bvh.Tree
	clear float64
}

// Over makes a garment such a surface for a distance [m]. Its openings are closed by fans to define an inside. ok is
// false if there is none.
func Over(s *pattern.Surface, clear float64) (b Below, ok bool) {
	x, tri := slices.Clone(s.X), slices.Clone(s.Tri)
	type edge [2]int32
	count := map[edge]int{}
	for _, t := range tri {
		for c := range 3 {
			count[edge{t[c], t[(c+1)%3]}]++
		}
	}
	for _, r := range s.Rims() {
		var middle r3.Vec
		for _, v := range r.Vertices {
			middle = r3.Add(middle, r3.Scale(1/float64(len(r.Vertices)), x[v]))
		}
		in := map[int32]bool{}
		for _, v := range r.Vertices {
			in[v] = true
		}
		tip := int32(len(x))
		x = append(x, middle)
		for _, t := range s.Tri {
			for c := range 3 {
				a, b := t[c], t[(c+1)%3]
				if in[a] && in[b] && count[edge{a, b}] == 1 && count[edge{b, a}] == 0 {
					tri = append(tri, [3]int32{b, a, tip})
				}
			}
		}
	}
	volume := 0.0
	for _, t := range tri {
		volume += r3.Dot(x[t[0]], r3.Cross(x[t[1]], x[t[2]]))
	}
	if volume < 0 { // its right side is inside
		for i, t := range tri {
			tri[i] = [3]int32{t[0], t[2], t[1]}
		}
	}
	tree, err := bvh.New(tri, x)
	return Below{tree, clear}, err == nil
}

// Ease widens a garment in its place until it is outside of the figure by at least clear [m], and of other garments.
func (f *Figure) Ease(s *pattern.Surface, rest [][3]r2.Vec, clear float64, below ...Below) Eased {
	const levels, sweeps = 30, 20
	n := len(s.X)
	x := append([]r3.Vec(nil), s.X...)
	u := make([]r3.Vec, n)
	near := neighbours(s)
	type wall struct { // contact of a point: normal·(y − at) ≥ 0
		normal, at r3.Vec
	}
	place := func(v int32) r3.Vec { return r3.Add(s.X[v], u[v]) }
	middle := func(t [3]int32) r3.Vec {
		return r3.Scale(1./3, r3.Add(place(t[0]), r3.Add(place(t[1]), place(t[2]))))
	}
	below = append([]Below{{f.tree, clear}}, below...)
	deepest := 0.0
	for _, b := range below {
		for _, t := range s.Tri {
			for _, v := range t {
				deepest = max(deepest, b.clear-b.tree.Closest(s.X[v], -1).Dist)
			}
			deepest = max(deepest, b.clear-b.tree.Closest(middle(t), -1).Dist)
		}
	}
	if deepest <= 0 {
		return Eased{X: x, Rest: rest, Most: 1}
	}
	wallsAt := func(list []wall, p r3.Vec, short, soon float64) []wall {
		list = list[:0]
		for _, b := range below {
			if h := b.tree.Closest(p, -1); h.Dist < b.clear-short+soon {
				list = append(list, wall{h.Normal, r3.Add(p, r3.Scale(b.clear-short-h.Dist, h.Normal))})
			}
		}
		return list
	}
	walls, inner := make([][]wall, n), make([][]wall, len(s.Tri))
	next := make([]r3.Vec, n)
	for k := range levels {
		short := deepest * (1 - float64(k+1)/levels)
		soon := 2 * deepest / levels
		for v := range walls {
			if len(near[v]) > 0 {
				walls[v] = wallsAt(walls[v], place(int32(v)), short, soon)
			}
		}
		for i, t := range s.Tri {
			inner[i] = wallsAt(inner[i], middle(t), short, soon)
		}
		for range sweeps {
			for v, list := range near {
				if len(list) == 0 {
					continue
				}
				var sum r3.Vec
				for _, o := range list {
					sum = r3.Add(sum, u[o])
				}
				next[v] = r3.Scale(1/float64(len(list)), sum)
				for _, w := range walls[v] {
					if d := r3.Dot(w.normal, r3.Sub(w.at, r3.Add(s.X[v], next[v]))); d > 0 {
						next[v] = r3.Add(next[v], r3.Scale(d, w.normal))
					}
				}
			}
			u, next = next, u
			for i, t := range s.Tri {
				for _, w := range inner[i] {
					if d := r3.Dot(w.normal, r3.Sub(w.at, middle(t))); d > 0 {
						for _, v := range t {
							u[v] = r3.Add(u[v], r3.Scale(d, w.normal))
						}
					}
				}
			}
		}
	}
	for v := range x {
		x[v] = place(int32(v))
	}
	return widened(s, x, rest)
}

// neighbours returns the vertices at the other ends of each vertex's edges.
func neighbours(s *pattern.Surface) [][]int32 {
	type edge [2]int32
	near, seen := make([][]int32, len(s.X)), map[edge]bool{}
	for _, t := range s.Tri {
		for c := range 3 {
			a, b := t[c], t[(c+1)%3]
			if e := (edge{min(a, b), max(a, b)}); !seen[e] {
				seen[e] = true
				near[a], near[b] = append(near[a], b), append(near[b], a)
			}
		}
	}
	return near
}

// Widest is the largest widening of cloth. Places that need more are tangled or on the wrong side of a limb, and
// contract by themselves.
const Widest = 1.5

// widened gives triangles the rest shape of x where that is longer in a principal direction.
func widened(s *pattern.Surface, x []r3.Vec, rest [][3]r2.Vec) Eased {
	l := Eased{X: x, Rest: make([][3]r2.Vec, len(rest)), Most: 1}
	before, after, torn := 0.0, 0.0, 0.0
	for i, t := range s.Tri {
		l.Rest[i] = rest[i]
		p, q := r2.Sub(rest[i][1], rest[i][0]), r2.Sub(rest[i][2], rest[i][0])
		det := r2.Cross(p, q)
		if det == 0 {
			continue
		}
		e, f := r3.Sub(x[t[1]], x[t[0]]), r3.Sub(x[t[2]], x[t[0]])
		fu := r3.Scale(1/det, r3.Sub(r3.Scale(q.Y, e), r3.Scale(p.Y, f)))
		fv := r3.Scale(1/det, r3.Sub(r3.Scale(p.X, f), r3.Scale(q.X, e)))
		uu, vv, uv := r3.Norm2(fu), r3.Norm2(fv), r3.Dot(fu, fv)
		mean, spread := (uu+vv)/2, math.Hypot((uu-vv)/2, uv)
		if mean+spread > Widest*Widest {
			torn += math.Abs(det)
		}
		first, second := min(Widest, max(1, math.Sqrt(mean+spread))), min(Widest, max(1, math.Sqrt(max(0, mean-spread))))
		sin, cos := math.Sincos(math.Atan2(2*uv, uu-vv) / 2) // of the first principal direction
		for c := range 3 {
			d := rest[i][c]
			a, b := first*(cos*d.X+sin*d.Y), second*(cos*d.Y-sin*d.X)
			l.Rest[i][c] = r2.Vec{X: cos*a - sin*b, Y: sin*a + cos*b}
		}
		before, after = before+math.Abs(det), after+math.Abs(det)*first*second
		if first > l.Most {
			l.Most, l.At = first, x[t[0]]
		}
	}
	if before > 0 {
		l.Area, l.TooTight = after/before-1, torn/before
	}
	return l
}
