package body

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
)

// surface meshes the figure; it returns nil if the mesh would be too fine, which CheckClosed reports. The gap between
// the tip of the thumb and the hand is smaller than a step of the lattice. Depending on the lattice, such a gap may be
// closed in the polygonisation but open in the field, and the projected surface then intersects itself. In that case it
// is meshed again from a finer lattice.
func (g *figure) surface() (pos []r3.Vec, tris [][3]int32) {
	k := g.m.scale()
	lo, hi := g.box(0.03 * k)
	s := ImplicitSurface{
		Field: g.field, Gradient: g.gradient, Lo: lo, Hi: hi,
		Fraction: edgeFraction, Smallest: smallestEdge * k, Largest: largestEdge * k,
	}
	for _, step := range gridSteps {
		s.Step = step * k
		pos, tris = s.Mesh()
		if len(check.Check(check.Mesh{X: pos, Tri: tris}, nil, nil).Self) == 0 {
			break
		}
	}
	return pos, tris
}

// box returns a box around the half x ≥ 0 of the figure, with a margin [m].
func (g *figure) box(margin float64) (lo, hi r3.Vec) {
	for _, t := range g.lofts() {
		for k := range 8 {
			q := t.origin
			for i, axis := range [3]r3.Vec{t.u, t.axis, t.w} {
				end := [2][3]float64{{t.lo.X, t.lo.Y, t.lo.Z}, {t.hi.X, t.hi.Y, t.hi.Z}}[k>>i&1][i]
				q = r3.Add(q, r3.Scale(end, axis))
			}
			hi.X = max(hi.X, q.X)
			lo.Z, hi.Z = min(lo.Z, q.Z), max(hi.Z, q.Z)
		}
	}
	for _, e := range []ellipsoid{g.skull, g.seat, g.breast} {
		lo.Z, hi.Z = min(lo.Z, e.c.Z-e.r.Z), max(hi.Z, e.c.Z+e.r.Z)
	}
	hi.Y = g.m.Height
	lo, hi = r3.Sub(lo, r3.Vec{Y: margin, Z: margin}), r3.Add(hi, r3.Vec{X: margin, Y: margin, Z: margin})
	k := g.m.scale() // the same lattice position for bodies similar to the default one
	lo.Z, hi.Z = min(lo.Z, -0.22*k), max(hi.Z, 0.26*k)
	hi.X = max(hi.X, g.shoulder.X+(g.m.ShoulderToWrist+0.25*k)*g.armDir.X)
	return lo, hi
}

// gridSteps are the lattice steps that are tried, for a body of 1.72 m [m]: the first is half of the gap between the
// thighs, the last as fine as the tip of a thumb.
var gridSteps = [...]float64{0.015, 0.011, 0.008}

// Mesh resolution for a body of 1.72 m.
const (
	edgeFraction = 0.5   // edge length over curvature radius
	smallestEdge = 0.008 // m; fingertips
	largestEdge  = 0.021 // m
)
