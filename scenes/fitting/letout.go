package fitting

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/garment"
)

// Let is a garment that was made wide enough for a figure.
type Let struct {
	X    []r3.Vec    // outside of the figure, where room could be made [m]
	Rest [][3]r2.Vec // the rest shape of its triangles, wider where X is
	Most float64     // the most that it was let out: a stretch
	At   r3.Vec      // where [m]
	Area float64     // how much larger it is at rest, as a part
}

// LetOut makes a garment that is in its place wide enough to lie at least clear outside of the figure [m]. The figure grows into it: at
// each level set of its distance, displacements u become those that minimise Σ|uᵢ − uⱼ|² over the edges among those that leave vertices and
// middles of triangles outside of it. Then the rest shape of a triangle is stretched along its principal directions to the lengths that it
// has there, where they are longer, by no more than Widest.
func (f *Figure) LetOut(s *garment.Surface, rest [][3]r2.Vec, clear float64) Let {
	const levels, sweeps = 30, 20
	n := len(s.X)
	x := append([]r3.Vec(nil), s.X...)
	u := make([]r3.Vec, n)
	near := make([][]int32, n)
	{
		type edge [2]int32
		seen := map[edge]bool{}
		for _, t := range s.Tri {
			for c := range 3 {
				a, b := t[c], t[(c+1)%3]
				if e := (edge{min(a, b), max(a, b)}); !seen[e] {
					seen[e] = true
					near[a], near[b] = append(near[a], b), append(near[b], a)
				}
			}
		}
	}
	type wall struct { // where a point touches: normal·(y − at) ≥ 0
		on         bool
		normal, at r3.Vec
	}
	place := func(v int32) r3.Vec { return r3.Add(s.X[v], u[v]) }
	middle := func(t [3]int32) r3.Vec {
		return r3.Scale(1./3, r3.Add(place(t[0]), r3.Add(place(t[1]), place(t[2]))))
	}
	deepest := 0.0
	for _, t := range s.Tri {
		for _, v := range t {
			deepest = max(deepest, clear-f.tree.Closest(s.X[v], -1).Dist)
		}
		deepest = max(deepest, clear-f.tree.Closest(middle(t), -1).Dist)
	}
	if deepest <= 0 {
		return Let{X: x, Rest: rest, Most: 1}
	}
	wallAt := func(p r3.Vec, level, soon float64) wall {
		h := f.tree.Closest(p, -1)
		return wall{h.Dist < level+soon, h.Normal, r3.Add(p, r3.Scale(level-h.Dist, h.Normal))}
	}
	walls, inner := make([]wall, n), make([]wall, len(s.Tri))
	next := make([]r3.Vec, n)
	for k := range levels {
		level := clear - deepest*(1-float64(k+1)/levels)
		soon := 2 * deepest / levels
		for v := range walls {
			if len(near[v]) > 0 {
				walls[v] = wallAt(place(int32(v)), level, soon)
			}
		}
		for i, t := range s.Tri {
			inner[i] = wallAt(middle(t), level, soon)
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
				if w := &walls[v]; w.on {
					if d := r3.Dot(w.normal, r3.Sub(w.at, r3.Add(s.X[v], next[v]))); d > 0 {
						next[v] = r3.Add(next[v], r3.Scale(d, w.normal))
					}
				}
			}
			u, next = next, u
			for i, t := range s.Tri {
				if w := &inner[i]; w.on {
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

// Widest is how far cloth is let out at most: what it has to be more is tangled, or on the wrong side of a limb, and draws itself together.
const Widest = 1.5

// widened gives triangles the rest shape that they have to have in x, where that is longer in a principal direction.
func widened(s *garment.Surface, x []r3.Vec, rest [][3]r2.Vec) Let {
	l := Let{X: x, Rest: make([][3]r2.Vec, len(rest)), Most: 1}
	before, after := 0.0, 0.0
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
		l.Area = after/before - 1
	}
	return l
}
