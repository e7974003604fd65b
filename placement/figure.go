// Package placement finds what files of garments do not say: their unit, where on a figure they belong, and what holds
// them. Guesses are written into new scenes as keys, for people to change.
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

// units are the units that files of figures have [m]: metres, decimetres, centimetres, inches, millimetres.
var units = []float64{1, 0.1, 0.01, 0.0254, 0.001}

// UnitFor is the first unit in which a size is between two bounds [m]; 1 if there is none.
func UnitFor(size, least, most float64) float64 {
	for _, u := range units {
		if least <= size*u && size*u <= most {
			return u
		}
	}
	return 1
}

// Figure is a body, in the pose that garments are made for.
type Figure struct {
	x      []r3.Vec
	tri    [][3]int32
	main   []r3.Vec // vertices of the largest connected part
	tree   *bvh.Tree
	lo, hi r3.Vec
}

// New makes the figure of a body.
func New(b body.Body) (*Figure, error) { return At(b, -body.LeadOf(b)) }

// At makes the figure of a body as it is at a time [s].
func At(b body.Body, t float64) (*Figure, error) {
	f := &Figure{x: make([]r3.Vec, b.NumVertices()), tri: b.Triangles()}
	b.Positions(f.x, t)
	f.lo, f.hi = Extent(f.x)
	f.main = f.largest()
	var err error
	f.tree, err = bvh.New(b.Triangles(), f.x)
	return f, err
}

// Height is how tall it is [m].
func (f *Figure) Height() float64 { return f.hi.Y - f.lo.Y }

// Shortest and Tallest bound the heights of bodies that clothes are made for, children and giants [m].
const (
	Shortest = 0.5
	Tallest  = 2.6
)

// Plausible reports whether a height is that of somebody [m].
func Plausible(height float64) bool { return Shortest <= height && height <= Tallest }

// Extent is the box around it.
func (f *Figure) Extent() (lo, hi r3.Vec) { return f.lo, f.hi }

// Length is its longer side on the ground [m].
func (f *Figure) Length() float64 { return max(f.hi.X-f.lo.X, f.hi.Z-f.lo.Z) }

// Lies reports whether it is on its side: nobody who stands is twice as deep as tall, or, arms stretched out, twice as
// wide.
func (f *Figure) Lies() bool { return f.Length() > 2*f.Height() }

// Stands reports whether it is upright and of somebody's height.
func (f *Figure) Stands() bool { return !f.Lies() && Plausible(f.Height()) }

// Middle is the middle of its chest: the mean of vertices of its largest connected part from three fifths to three
// quarters up, arms left out. What is loose, such as a weapon, does not count.
func (f *Figure) Middle() r3.Vec {
	lo, hi := Extent(f.main)
	var sum r3.Vec
	n := 0.0
	centre := r3.Scale(.5, r3.Add(lo, hi))
	for range 2 { // around where the last one was
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

// largest are the vertices of the connected part of the surface with the largest area; vertices at one place are one.
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

// Touches reports whether some of its surface is in a box.
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

// Worn reports whether points lie around the figure where they are: most are within a seventeenth of its height of its
// surface, as 10 cm are of 1.7 m.
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

// fromTemplate is where the template of the SMPL body has its origin, from its feet, as a part of its height: the
// older dialect of patterns is drawn around it.
const fromTemplate = 0.676

// Lift is how far panels have to be moved up that are drawn around a body whose origin is not at its feet [m]; 0 where
// they are above the ground.
func (f *Figure) Lift(p *pattern.Pattern) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range p.Panels {
		pan := &p.Panels[i]
		for _, e := range pan.Edges {
			y := pan.Place(e.Start).Y
			low, high = min(low, y), max(high, y)
		}
	}
	if low > -0.12*f.Height() || high > 0.5*f.Height() {
		return 0
	}
	return math.Round(100*(f.lo.Y+fromTemplate*f.Height())) / 100
}

// IsPattern reports whether the texture of a garment is its pattern: its triangles have, at the scale of their islands,
// about the size that they have in space. Where a tenth of the area is stretched or squeezed by a seventh, or half of
// it by a 25th, as cloth hardly is, it is a picture.
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

// Slivers is the part of a garment's triangles that are ten times as long as high, or more.
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

// Waists are the open edges of a garment, by name, from which pieces hang that nothing else holds: the highest of each
// piece that does not reach the shoulders. The garment is where it is worn.
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

// Within reports whether a garment is nearer to the figure than another one at heights where both are.
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

// Below reports whether a height is below the shoulders: what ends there does not hang from them [m].
func (f *Figure) Below(y float64) bool { return y < f.lo.Y+shoulders*f.Height() }

// shoulders are at this part of a figure's height.
const shoulders = 0.76
