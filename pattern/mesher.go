package pattern

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
)

const (
	// clearance is the least distance of lattice points from the outline, in edge lengths: nearer ones
	// would make flat triangles on the boundary.
	clearance = 0.45
	// jitter is the largest shift of lattice points in edge lengths, so that no four are on a circle and no row is
	// exactly along an outline.
	jitter = 0.04
	// smoothing rounds; more change the mesh little.
	smoothing = 3
	// maxLattice bounds the lattice over a panel's bounding box.
	maxLattice = 1 << 26
)

// flatMesh is a meshed panel in its plane: the outline's points come first, in loop order.
// Triangles follow the loop's winding.
type flatMesh struct {
	pts      []r2.Vec
	boundary int     // number of outline points
	winding  float64 // 1 if the outline runs counter-clockwise, −1 if clockwise
	tri      [][3]int32
}

// meshOutline fills a simple polygon with nearly equilateral triangles of edge length h [m]. The polygon's points
// become the first vertices and its sides stay edges; then follow extra points inside. A *crossError has the sides that
// cross; other errors are the context's, or numerical.
func meshOutline(ctx context.Context, outline []r2.Vec, h float64, seed uint64, extra ...r2.Vec) (*flatMesh, error) {
	nb := len(outline)
	inner, err := latticeInside(outline, h, seed)
	if err != nil {
		return nil, err
	}
	inner = slices.DeleteFunc(inner, func(v r2.Vec) bool {
		return slices.ContainsFunc(extra, func(e r2.Vec) bool { return r2.Norm(r2.Sub(v, e)) < 0.6*h })
	})
	inner = append(slices.Clone(extra), inner...)
	g := newGrid(outline)
	p := make([]point, 0, nb+len(inner))
	for _, v := range outline {
		p = append(p, g.snap(v))
	}
	for _, v := range inner {
		p = append(p, g.snap(v))
	}
	d, err := delaunay(ctx, p)
	if err != nil {
		return nil, err
	}
	for i := range nb {
		if err := d.constrain(int32(i), int32((i+1)%nb)); err != nil {
			return nil, err
		}
	}
	in := d.inside()
	d.legalize(in)
	for range smoothing {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d.smooth(in, nb+len(extra))
		d.legalize(in)
	}
	m := &flatMesh{boundary: nb, winding: math.Copysign(1, polygonArea(outline)), pts: slices.Clone(outline)}
	for i := range inner {
		m.pts = append(m.pts, g.unsnap(d.p[nb+i]))
	}
	copy(m.pts[nb:], extra)
	for t, tr := range d.t {
		if in[t] {
			v := tr.v
			if m.winding < 0 {
				v[1], v[2] = v[2], v[1]
			}
			m.tri = append(m.tri, v)
		}
	}
	if len(m.tri) == 0 {
		return nil, errors.New("no triangle lies inside")
	}
	return m, nil
}

// latticeInside returns the points of a hexagonal lattice of spacing h inside the polygon and not too near to it, row
// by row, jittered by a generator of fixed seed.
func latticeInside(poly []r2.Vec, h float64, seed uint64) ([]r2.Vec, error) {
	b := bounds(poly)
	dy := h * math.Sqrt(3) / 2
	cols := math.Floor((b.Max.X-b.Min.X)/h) + 2
	rows := math.Floor((b.Max.Y-b.Min.Y)/dy) + 1
	if cols*rows > maxLattice {
		return nil, fmt.Errorf("the bounding box takes %.3g lattice points, at most %d are possible", cols*rows, maxLattice)
	}
	nc, nr := int(cols), int(rows)
	// Centre the lattice on the box.
	x0 := b.Min.X + (b.Max.X-b.Min.X-(cols-1.5)*h)/2
	y0 := b.Min.Y + (b.Max.Y-b.Min.Y-(rows-1)*dy)/2
	at := func(r, c int) r2.Vec {
		return r2.Vec{X: x0 + (float64(c)-0.5*float64(1-r&1))*h, Y: y0 + float64(r)*dy}
	}
	ok := make([]bool, nr*nc)

	// Even–odd rule along each row.
	cuts := make([][]float64, nr)
	for i, p := range poly {
		q := poly[(i+1)%len(poly)]
		if p.Y > q.Y {
			p, q = q, p
		}
		for r := max(0, int(math.Ceil((p.Y-y0)/dy))); r < nr; r++ {
			y := y0 + float64(r)*dy
			if y >= q.Y {
				break
			}
			if y >= p.Y && q.Y > p.Y {
				cuts[r] = append(cuts[r], p.X+(y-p.Y)/(q.Y-p.Y)*(q.X-p.X))
			}
		}
	}
	for r, xs := range cuts {
		slices.Sort(xs)
		for k := 0; k+1 < len(xs); k += 2 {
			left := at(r, 0).X
			for c := max(0, int(math.Ceil((xs[k]-left)/h))); c < nc && left+float64(c)*h <= xs[k+1]; c++ {
				ok[r*nc+c] = true
			}
		}
	}

	// Clear a band along the outline.
	gap := clearance * h
	for i, p := range poly {
		q := poly[(i+1)%len(poly)]
		r0 := max(0, int(math.Floor((min(p.Y, q.Y)-gap-y0)/dy)))
		r1 := min(nr-1, int(math.Ceil((max(p.Y, q.Y)+gap-y0)/dy)))
		for r := r0; r <= r1; r++ {
			left := at(r, 0).X
			c0 := max(0, int(math.Floor((min(p.X, q.X)-gap-left)/h)))
			c1 := min(nc-1, int(math.Ceil((max(p.X, q.X)+gap-left)/h)))
			for c := c0; c <= c1; c++ {
				if ok[r*nc+c] && segmentDistance(at(r, c), p, q) < gap {
					ok[r*nc+c] = false
				}
			}
		}
	}

	rng := rand.New(rand.NewPCG(0x6761726d656e74, seed))
	var out []r2.Vec
	for r := range nr {
		for c := range nc {
			if ok[r*nc+c] {
				v := at(r, c)
				v.X += (2*rng.Float64() - 1) * jitter * h
				v.Y += (2*rng.Float64() - 1) * jitter * h
				out = append(out, v)
			}
		}
	}
	return out, nil
}

func segmentDistance(v, p, q r2.Vec) float64 {
	e := r2.Sub(q, p)
	t := 0.0
	if l := r2.Norm2(e); l > 0 {
		t = min(max(r2.Dot(r2.Sub(v, p), e)/l, 0), 1)
	}
	return r2.Norm(r2.Sub(v, r2.Add(p, r2.Scale(t, e))))
}

// smooth moves every inner vertex in turn to the area-weighted centroid of the triangles around it, unless one of them
// would be inverted. Vertices below fixed stay.
func (d *triangulation) smooth(in []bool, fixed int) {
	start, around := d.fans(in)
	for v := fixed; v < len(d.p)-3; v++ {
		fan := around[start[v]:start[v+1]]
		old := d.p[v]
		var sx, sy, sa float64
		for _, t := range fan {
			tr := &d.t[t]
			a, b, c := d.p[tr.v[0]], d.p[tr.v[1]], d.p[tr.v[2]]
			area := float64(orient(a, b, c))
			// relative to the vertex, so that sums stay small
			sx += area * float64(a.x+b.x+c.x-3*old.x)
			sy += area * float64(a.y+b.y+c.y-3*old.y)
			sa += 3 * area
		}
		if sa <= 0 {
			continue
		}
		d.p[v] = point{old.x + int64(math.Round(sx/sa)), old.y + int64(math.Round(sy/sa))}
		for _, t := range fan {
			tr := &d.t[t]
			if orient(d.p[tr.v[0]], d.p[tr.v[1]], d.p[tr.v[2]]) <= 0 {
				d.p[v] = old
				break
			}
		}
	}
}

// fans returns the triangles at each vertex: those of v are around[start[v]:start[v+1]].
func (d *triangulation) fans(in []bool) (start, around []int32) {
	start = make([]int32, len(d.p)+1)
	for t, tr := range d.t {
		if in[t] {
			for _, v := range tr.v {
				start[v+1]++
			}
		}
	}
	for v := range d.p {
		start[v+1] += start[v]
	}
	around = make([]int32, start[len(d.p)])
	next := slices.Clone(start)
	for t, tr := range d.t {
		if in[t] {
			for _, v := range tr.v {
				around[next[v]] = int32(t)
				next[v]++
			}
		}
	}
	return start, around
}
