// Package placement estimates what files of garments do not contain: their unit, their place on a figure, and what
// holds them. New scenes contain the estimates as keys that users can change.
package placement

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/contact/bvh"
	"hysteron/pattern"
)

// units are common units of files of figures [m]: metres, decimetres, centimetres, inches, millimetres.
var units = []float64{1, 0.1, 0.01, 0.0254, 0.001}

// UnitFor returns the first unit in which a size is between two bounds [m]; 1 if there is none.
func UnitFor(size, least, most float64) float64 {
	for _, u := range units {
		if least <= size*u && size*u <= most {
			return u
		}
	}
	return 1
}

// Figure is a body in the pose for dressing.
type Figure struct {
	x      []r3.Vec
	tri    [][3]int32
	main   []r3.Vec // vertices of the largest connected part
	tree   *bvh.Tree
	lo, hi r3.Vec
}

// New returns the figure of a body.
func New(b body.Body) (*Figure, error) { return At(b, -body.LeadOf(b)) }

// At returns the figure of a body at a time [s].
func At(b body.Body, t float64) (*Figure, error) {
	f := &Figure{x: make([]r3.Vec, b.NumVertices()), tri: b.Triangles()}
	b.Positions(f.x, t)
	f.lo, f.hi = Extent(f.x)
	f.main = f.largest()
	var err error
	f.tree, err = bvh.New(b.Triangles(), f.x)
	return f, err
}

// Height returns its height [m].
func (f *Figure) Height() float64 { return f.hi.Y - f.lo.Y }

// Shortest and Tallest are bounds of the heights of figures, from children to giants [m].
const (
	Shortest = 0.5
	Tallest  = 2.6
)

// Plausible reports whether a height is within these bounds [m].
func Plausible(height float64) bool { return Shortest <= height && height <= Tallest }

// Extent returns its bounding box.
func (f *Figure) Extent() (lo, hi r3.Vec) { return f.lo, f.hi }

// Length returns its longer horizontal side [m].
func (f *Figure) Length() float64 { return max(f.hi.X-f.lo.X, f.hi.Z-f.lo.Z) }

// Lies reports whether the figure is lying: a standing figure is less than twice as deep, or with arms stretched out
// wide, as tall.
func (f *Figure) Lies() bool { return f.Length() > 2*f.Height() }

// Stands reports whether it stands and has a plausible height.
func (f *Figure) Stands() bool { return !f.Lies() && Plausible(f.Height()) }

// Middle returns the centre of its chest: the mean of vertices of its largest connected part from three fifths to three
// quarters of its height, without arms. Loose parts, such as a weapon, do not count.
func (f *Figure) Middle() r3.Vec {
	lo, hi := Extent(f.main)
	var sum r3.Vec
	n := 0.0
	centre := r3.Scale(.5, r3.Add(lo, hi))
	for range 2 { // around the last result
		sum, n = r3.Vec{}, 0
		for _, x := range f.main {
			if u := (x.Y - f.lo.Y) / f.Height(); u > .6 && u < .75 && math.Abs(x.X-centre.X) < f.Height()/6 {
				sum, n = r3.Add(sum, x), n+1
			}
		}
		if n == 0 {
			return centre
		}
		centre = r3.Scale(1/n, sum)
	}
	return centre
}

// largest returns the vertices of the connected part of the surface with the largest area. Coincident vertices are
// joined.
func (f *Figure) largest() (x []r3.Vec) {
	parts := pattern.Surface{X: f.x, Tri: slices.Clone(f.tri)}
	at := map[r3.Vec]int32{}
	for v, p := range f.x {
		if _, seen := at[p]; !seen {
			at[p] = int32(v)
		}
	}
	for i, t := range parts.Tri {
		for c, v := range t {
			parts.Tri[i][c] = at[f.x[v]]
		}
	}
	of := parts.Pieces()
	area, most := map[int32]float64{}, int32(-1)
	for _, t := range parts.Tri {
		k := of[t[0]]
		area[k] += r3.Norm(r3.Cross(r3.Sub(f.x[t[1]], f.x[t[0]]), r3.Sub(f.x[t[2]], f.x[t[0]])))
		if most < 0 || area[k] > area[most] {
			most = k
		}
	}
	for v, p := range f.x {
		if of[at[p]] == most && at[p] == int32(v) {
			x = append(x, p)
		}
	}
	return x
}

// Touches reports whether a part of its surface is in a box.
func (f *Figure) Touches(lo, hi r3.Vec) bool {
	for _, t := range f.tri {
		a, b, c := f.x[t[0]], f.x[t[1]], f.x[t[2]]
		tlo := r3.Vec{X: min(a.X, b.X, c.X), Y: min(a.Y, b.Y, c.Y), Z: min(a.Z, b.Z, c.Z)}
		thi := r3.Vec{X: max(a.X, b.X, c.X), Y: max(a.Y, b.Y, c.Y), Z: max(a.Z, b.Z, c.Z)}
		if tlo.X <= hi.X && lo.X <= thi.X && tlo.Y <= hi.Y && lo.Y <= thi.Y && tlo.Z <= hi.Z && lo.Z <= thi.Z {
			return true
		}
	}
	return false
}

// Worn reports whether points are around the figure: most are within a seventeenth of its height of its surface, 10 cm
// of 1.7 m.
func (f *Figure) Worn(x []r3.Vec) bool {
	n, near := 0, 0
	for i := 0; i < len(x); i += max(1, len(x)/sample) {
		n++
		if math.Abs(f.tree.Closest(x[i], -1).Dist) < f.Height()/17 {
			near++
		}
	}
	return 10*near > 8*n
}

// IsPattern reports whether the texture of a garment is its pattern: triangles have about the size in space that they
// have at the scale of their islands. It is a picture if a tenth of the area is stretched or compressed by a seventh,
// or half of it by a 25th, unlike cloth.
func IsPattern(s *pattern.Surface) bool {
	if s.UV == nil {
		return false
	}
	flat := pattern.Surface{X: s.X, Tri: s.Tri, UV: slices.Clone(s.UV)}
	if _, err := flat.ScaleUV(0); err != nil {
		return false
	}
	all, off, slightly := 0.0, 0.0, 0.0
	for i, t := range flat.Tri {
		p, q := r2.Sub(flat.UV[i][1], flat.UV[i][0]), r2.Sub(flat.UV[i][2], flat.UV[i][0])
		e, f := r3.Sub(s.X[t[1]], s.X[t[0]]), r3.Sub(s.X[t[2]], s.X[t[0]])
		area := r3.Norm(r3.Cross(e, f)) / 2
		all += area
		det := r2.Cross(p, q)
		if det == 0 {
			off, slightly = off+area, slightly+area
			continue
		}
		u := r3.Scale(1/det, r3.Sub(r3.Scale(q.Y, e), r3.Scale(p.Y, f)))
		v := r3.Scale(1/det, r3.Sub(r3.Scale(p.X, f), r3.Scale(q.X, e)))
		uu, vv, uv := r3.Norm2(u), r3.Norm2(v), r3.Dot(u, v)
		middle, spread := (uu+vv)/2, math.Hypot((uu-vv)/2, uv)
		if most, least := math.Sqrt(middle+spread), math.Sqrt(max(0, middle-spread)); most > 1.04 || least < 0.96 {
			if slightly += area; most > 1.15 || least < 0.87 {
				off += area
			}
		}
	}
	return off < all/10 && slightly < all/2
}

// Slivers returns the share of a garment's triangles with an aspect ratio of at least ten.
func Slivers(s *pattern.Surface) float64 {
	n := 0
	for _, t := range s.Tri {
		a, b, c := s.X[t[0]], s.X[t[1]], s.X[t[2]]
		long := max(r3.Norm2(r3.Sub(b, a)), r3.Norm2(r3.Sub(c, b)), r3.Norm2(r3.Sub(a, c)))
		if r3.Norm(r3.Cross(r3.Sub(b, a), r3.Sub(c, a))) < long/10 {
			n++
		}
	}
	return float64(n) / float64(max(1, len(s.Tri)))
}

// Waists returns the names of the openings by which pieces hang: the highest of each piece that does not reach the
// shoulders. The garment is where it is worn.
func (f *Figure) Waists(s *pattern.Surface) (names []any) {
	piece := s.Pieces()
	top := map[int32]float64{}
	for v, x := range s.X {
		r := piece[v]
		if y, ok := top[r]; !ok || x.Y > y {
			top[r] = x.Y
		}
	}
	done := map[int32]bool{}
	for k, r := range s.Rims() { // highest first
		of := piece[r.Vertices[0]]
		if done[of] {
			continue
		}
		done[of] = true
		if top[of] < f.lo.Y+shoulders*f.Height() && r.Length > f.Height()/6 {
			names = append(names, pattern.RimName(k))
		}
	}
	return names
}

// Within reports whether garment a is nearer to the figure than b at heights that both have.
func (f *Figure) Within(a, b *pattern.Surface) bool {
	alo, ahi := Extent(a.X)
	blo, bhi := Extent(b.X)
	low, high := max(alo.Y, blo.Y), min(ahi.Y, bhi.Y)
	mean := func(x []r3.Vec) float64 {
		sum, n := 0.0, 0
		for i := 0; i < len(x); i += max(1, len(x)/2000) {
			if low <= x[i].Y && x[i].Y <= high {
				sum, n = sum+f.tree.Closest(x[i], -1).Dist, n+1
			}
		}
		return sum / float64(max(1, n))
	}
	return low < high && mean(a.X) < mean(b.X)
}

// Below reports whether a height is below the shoulders [m], so that a garment that ends there does not hang from them.
func (f *Figure) Below(y float64) bool { return y < f.lo.Y+shoulders*f.Height() }

// shoulders is their height relative to the figure's.
const shoulders = 0.76
