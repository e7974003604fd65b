package dress

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/scenes"
)

// carrier maps the state of cloth to a finer mesh of the same panels, by material coordinates.
type carrier struct {
	from, to *cloth.Model
	start    []int32 // start of the places of each vertex, one for each corner of a triangle at it
	places   []place
	home     []int32 // triangle of the coarse mesh with the centroid of each fine one
}

// place is a point of the coarse mesh.
type place struct {
	v [3]int32
	b [3]float64
}

// newCarrier locates each vertex and triangle of the fine mesh in the coarse one. Parts without panels have the same
// mesh in both.
func newCarrier(from, to *scenes.Setup) (*carrier, error) {
	c := &carrier{from: from.Model, to: to.Model, home: make([]int32, len(to.Model.Tri))}
	at := make([][]place, len(to.Model.X0))
	for i := range c.to.Parts {
		a, b := &c.from.Parts[i], &c.to.Parts[i]
		if to.Pieces[i].Panel == nil {
			if a.Vertices.Hi-a.Vertices.Lo != b.Vertices.Hi-b.Vertices.Lo || a.Tris.Hi-a.Tris.Lo != b.Tris.Hi-b.Tris.Lo {
				return nil, fmt.Errorf("%s: has no panels and other triangles", b.Name)
			}
			for k := b.Vertices.Lo; k < b.Vertices.Hi; k++ {
				v := int32(k - b.Vertices.Lo + a.Vertices.Lo)
				at[k] = []place{{[3]int32{v, v, v}, [3]float64{1, 0, 0}}}
			}
			for t := b.Tris.Lo; t < b.Tris.Hi; t++ {
				c.home[t] = int32(t - b.Tris.Lo + a.Tris.Lo)
			}
			continue
		}
		g := newFlat(c.from, a, from.Pieces[i].Panel)
		for t := b.Tris.Lo; t < b.Tris.Hi; t++ {
			panel, uv := to.Pieces[i].Panel[t-b.Tris.Lo], c.to.UV[t]
			home, _, err := g.find(panel, r2.Scale(1./3, r2.Add(uv[0], r2.Add(uv[1], uv[2]))))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", b.Name, err)
			}
			c.home[t] = home
			for k, v := range c.to.Tri[t] {
				tri, bary, err := g.find(panel, uv[k])
				if err != nil {
					return nil, fmt.Errorf("%s: %w", b.Name, err)
				}
				at[v] = append(at[v], place{c.from.Tri[tri], bary})
			}
		}
	}
	for _, p := range at {
		c.start = append(c.start, int32(len(c.places)))
		c.places = append(c.places, p...)
	}
	c.start = append(c.start, int32(len(c.places)))
	return c, nil
}

// positions returns the positions of the fine mesh for a coarse mesh at x: on its triangles, and on seams the mean of
// both sides.
func (c *carrier) positions(x []r3.Vec) []r3.Vec {
	to := make([]r3.Vec, len(c.to.X0))
	for i := range to {
		all := c.places[c.start[i]:c.start[i+1]]
		if len(all) == 0 { // a vertex without a triangle
			to[i] = c.to.X0[i]
		}
		for _, p := range all {
			for k, v := range p.v {
				to[i] = r3.Add(to[i], r3.Scale(p.b[k]/float64(len(all)), x[v]))
			}
		}
	}
	return to
}

// history maps the history of laws: of triangles and curves that of the triangle that they lie in, of hinges from the
// hinges of that triangle, see bent.
func (c *carrier) history(from, to *cloth.State) {
	kept := func(k cloth.Kind) (a, b *cloth.History, ok bool) {
		a, b = &from.Past[k], &to.Past[k]
		return a, b, a.Width == b.Width && a.Width > 1
	}
	if a, b, ok := kept(cloth.Triangles); ok {
		for t, home := range c.home {
			for k := range b.Per {
				copy(b.At(t, k)[1:], a.At(int(home), k)[1:])
			}
		}
	}
	if a, b, ok := kept(cloth.Curves); ok {
		of := map[int32]int{}
		for i := range c.from.Curves {
			of[c.from.Curves[i].Tri] = i
		}
		for i := range c.to.Curves {
			if j, ok := of[c.home[c.to.Curves[i].Tri]]; ok {
				for k := range b.Per {
					copy(b.At(i, k)[1:], a.At(j, k)[1:])
				}
			}
		}
	}
	if a, b, ok := kept(cloth.Hinges); ok {
		of := make([][]int32, len(c.from.Tri))
		for i := range c.from.Hinges {
			for _, t := range c.from.Hinges[i].Tri {
				of[t] = append(of[t], int32(i))
			}
		}
		for i := range c.to.Hinges {
			h := &c.to.Hinges[i]
			home := c.home[h.Tri[0]]
			c.bent(a, of[home], home, b.At(i, 0)[1:], across(c.to, h, h.Tri[0]))
		}
	}
}

// bent interpolates history of bending across the direction n: the values across the three edges of triangle t of the
// coarse mesh are nᵀ·S·n of a symmetric S. The result is limited to the largest of these values, and zero if t does not
// have three hinges.
func (c *carrier) bent(past *cloth.History, hinges []int32, t int32, to []float64, n r2.Vec) {
	if len(hinges) != 3 {
		return
	}
	var rows [3][3]float64
	row := func(n r2.Vec) [3]float64 { return [3]float64{n.X * n.X, 2 * n.X * n.Y, n.Y * n.Y} }
	for k, h := range hinges {
		rows[k] = row(across(c.from, &c.from.Hinges[h], t))
	}
	det := func(m [3][3]float64) float64 {
		return m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) - m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) +
			m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])
	}
	d := det(rows)
	if math.Abs(d) < 1e-3 { // a sliver; it is 0.65 for an equilateral triangle
		return
	}
	at := row(n)
	for r := range to {
		most, sum := 0.0, 0.0
		for k := range 3 { // the solution of Sᵀ·rows = at by Cramer's rule is the weight of each hinge
			m := rows
			m[k] = at
			v := past.At(int(hinges[k]), 0)[1+r]
			most, sum = max(most, math.Abs(v)), sum+det(m)/d*v
		}
		to[r] = min(most, max(-most, sum))
	}
}

// across returns the unit direction across a hinge in triangle t, in material coordinates.
func across(m *cloth.Model, h *cloth.Hinge, t int32) r2.Vec {
	a, b := slices.Index(m.Tri[t][:], h.V[0]), slices.Index(m.Tri[t][:], h.V[1])
	e := r2.Sub(m.UV[t][b], m.UV[t][a])
	return r2.Scale(1/r2.Norm(e), r2.Vec{X: -e.Y, Y: e.X})
}

// flat locates points in the triangles of a part by panel and material coordinates.
type flat struct {
	m     *cloth.Model
	cell  float64 // size of grid cells [m]
	cells map[[3]int][]int32
}

// newFlat sorts the triangles of a part into a grid. panel is the panel of each triangle.
func newFlat(m *cloth.Model, p *cloth.PartInfo, panel []int32) *flat {
	f := &flat{m: m, cells: map[[3]int][]int32{}}
	area := 0.0
	for t := p.Tris.Lo; t < p.Tris.Hi; t++ {
		area += m.Rest[t].Area
	}
	f.cell = 1.5 * math.Sqrt(area/float64(max(1, p.Tris.Hi-p.Tris.Lo)))
	for t := p.Tris.Lo; t < p.Tris.Hi; t++ {
		lo, hi := m.UV[t][0], m.UV[t][0]
		for _, q := range m.UV[t] {
			lo, hi = r2.Vec{X: min(lo.X, q.X), Y: min(lo.Y, q.Y)}, r2.Vec{X: max(hi.X, q.X), Y: max(hi.Y, q.Y)}
		}
		k := int(panel[t-p.Tris.Lo])
		for x := f.in(lo.X); x <= f.in(hi.X); x++ {
			for y := f.in(lo.Y); y <= f.in(hi.Y); y++ {
				f.cells[[3]int{k, x, y}] = append(f.cells[[3]int{k, x, y}], int32(t))
			}
		}
	}
	return f
}

func (f *flat) in(x float64) int { return int(math.Floor(x / f.cell)) }

// find returns the triangle of a panel that contains q, or is nearest to it, and barycentric coordinates.
func (f *flat) find(panel int32, q r2.Vec) (tri int32, bary [3]float64, err error) {
	const far = 3 // cells
	best := math.Inf(-1)
	for r := range far {
		for x := f.in(q.X) - r; x <= f.in(q.X)+r; x++ {
			for y := f.in(q.Y) - r; y <= f.in(q.Y)+r; y++ {
				for _, t := range f.cells[[3]int{int(panel), x, y}] {
					if b := baryIn(f.m.UV[t], q); min(b[0], b[1], b[2]) > best {
						tri, bary, best = t, b, min(b[0], b[1], b[2])
					}
				}
			}
		}
		if best >= 0 || r > 0 && !math.IsInf(best, -1) {
			return tri, bary, nil
		}
	}
	return 0, bary, fmt.Errorf("no triangle of the coarser cloth is near (%.3f, %.3f) m of its panel", q.X, q.Y)
}

// baryIn returns the barycentric coordinates of q in a triangle.
func baryIn(p [3]r2.Vec, q r2.Vec) [3]float64 {
	a, b, c := r2.Sub(p[1], p[0]), r2.Sub(p[2], p[0]), r2.Sub(q, p[0])
	d := r2.Cross(a, b)
	v, w := r2.Cross(c, b)/d, r2.Cross(a, c)/d
	return [3]float64{1 - v - w, v, w}
}
