package formats

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// flatCorner is the relative size (twice the triangle's area over its longest edge squared) below which a polygon
// corner is straight. OBJ and PLY files usually have six digits, so a smaller corner is rounding.
const flatCorner = 1e-6

// evenDiagonals is the relative difference below which the diagonals of a quadrangle are equally long, as those of
// rectangles with six digits.
const evenDiagonals = 1e-4

// maxPolygon is the largest number of corners of a face, since the time of splitting it grows with its square.
const maxPolygon = 4096

// polygon triangulates faces with more than three corners. It keeps its
// buffers between faces; the zero value is ready to use.
type polygon struct {
	p          []r2.Vec // corners projected along the face normal
	prev, next []int    // the ring of corners not yet cut off
	score      []float64
	reflex     []bool
	visits     int // visits of corners in the search for ears
}

// triangulate splits the polygon with the given corners, in order, into len(corner)-2 triangles with the polygon's
// orientation and calls emit with the three positions (indices into corner) of each. Strictly convex polygons become a
// fan around corner 0, except that quadrangles are split along the shorter diagonal: so the triangles of a mesh do not
// depend on the first corners of its faces. All others are split by ear clipping in the projection along the Newell
// normal (G. H. Meisters, "Polygons have ears", 1975), taking the best-shaped ear first. A polygon that crosses itself,
// or has no area, still yields len(corner)-2 triangles, of whatever shape. The work is O(n²): the search for ears
// visits at most 2.5 n² corners, n² in the first pass, n²/2 for the best of each ring, and n² for the two neighbours of
// each.
func (g *polygon) triangulate(corner []r3.Vec, emit func(a, b, c int)) {
	n := len(corner)
	if n < 3 {
		return
	}
	if n == 3 {
		emit(0, 1, 2)
		return
	}
	g.project(corner)
	if g.convex() {
		if n == 4 && r3.Norm(r3.Sub(corner[3], corner[1])) < (1-evenDiagonals)*r3.Norm(r3.Sub(corner[2], corner[0])) {
			emit(1, 2, 3)
			emit(1, 3, 0)
			return
		}
		for i := 1; i+1 < n; i++ {
			emit(0, i, i+1)
		}
		return
	}
	g.clip(emit)
}

// project fills g.p with the corners projected against the polygon's Newell normal, so that a simple polygon is
// counter-clockwise. Lengths are scaled to the polygon's extent, so huge coordinates do not overflow.
func (g *polygon) project(corner []r3.Vec) {
	var scale float64
	for _, c := range corner {
		scale = max(scale, math.Abs(c.X), math.Abs(c.Y), math.Abs(c.Z))
	}
	if scale == 0 {
		scale = 1
	}
	unit := func(c r3.Vec) r3.Vec { return r3.Vec{X: c.X / scale, Y: c.Y / scale, Z: c.Z / scale} }
	origin := unit(corner[0])
	var normal r3.Vec
	for i := range corner {
		a := r3.Sub(unit(corner[i]), origin)
		b := r3.Sub(unit(corner[(i+1)%len(corner)]), origin)
		normal = r3.Add(normal, r3.Cross(a, b))
	}
	nx, ny, nz := math.Abs(normal.X), math.Abs(normal.Y), math.Abs(normal.Z)
	g.p = g.p[:0]
	for _, c := range corner {
		d := r3.Sub(unit(c), origin)
		var q r2.Vec
		switch { // drop the axis closest to the normal, keeping the orientation
		case nz >= nx && nz >= ny:
			if normal.Z < 0 {
				q = r2.Vec{X: d.Y, Y: d.X}
			} else {
				q = r2.Vec{X: d.X, Y: d.Y}
			}
		case ny >= nx:
			if normal.Y < 0 {
				q = r2.Vec{X: d.X, Y: d.Z}
			} else {
				q = r2.Vec{X: d.Z, Y: d.X}
			}
		default:
			if normal.X < 0 {
				q = r2.Vec{X: d.Z, Y: d.Y}
			} else {
				q = r2.Vec{X: d.Y, Y: d.Z}
			}
		}
		g.p = append(g.p, q)
	}
}

// corner returns the relative size of the triangle a b c: twice its signed
// area over its longest edge squared, 0 if it has no extent.
func (g *polygon) corner(a, b, c int) float64 {
	ab, bc, ca := r2.Sub(g.p[b], g.p[a]), r2.Sub(g.p[c], g.p[b]), r2.Sub(g.p[a], g.p[c])
	longest := max(r2.Norm2(ab), r2.Norm2(bc), r2.Norm2(ca))
	if longest == 0 {
		return 0
	}
	return r2.Cross(ab, bc) / longest
}

// convex reports whether every corner turns left and the ring turns once.
func (g *polygon) convex() bool {
	n := len(g.p)
	turns := 0 // changes between right and left: two in one turn
	for i := range n {
		a, b, c := i, (i+1)%n, (i+2)%n
		if !(g.corner(a, b, c) > flatCorner) {
			return false
		}
		if (g.p[b].X > g.p[a].X) != (g.p[c].X > g.p[b].X) {
			turns++
		}
	}
	return turns <= 2
}

// clip cuts ears off the ring until a triangle remains.
func (g *polygon) clip(emit func(a, b, c int)) {
	n := len(g.p)
	g.prev, g.next = g.prev[:0], g.next[:0]
	g.score, g.reflex = g.score[:0], g.reflex[:0]
	for i := range n {
		g.prev = append(g.prev, (i+n-1)%n)
		g.next = append(g.next, (i+1)%n)
		g.reflex = append(g.reflex, !(g.corner((i+n-1)%n, i, (i+1)%n) > flatCorner))
	}
	for i := range n {
		g.score = append(g.score, g.ear(i))
	}
	start := 0
	for left := n; left > 3; left-- {
		best := start
		g.visits += left
		for i, k := start, 0; k < left; i, k = g.next[i], k+1 {
			if g.score[i] > g.score[best] {
				best = i
			}
		}
		a, c := g.prev[best], g.next[best]
		emit(a, best, c)
		g.next[a], g.prev[c] = c, a
		if start == best {
			start = c
		}
		for _, i := range [2]int{a, c} {
			g.reflex[i] = !(g.corner(g.prev[i], i, g.next[i]) > flatCorner)
		}
		for _, i := range [2]int{a, c} {
			g.score[i] = g.ear(i)
		}
	}
	emit(g.prev[start], start, g.next[start])
}

// ear returns the score of corner i for clipping: its relative size if it is a proper ear, else minus something, so
// that a ring without ears (one that crosses itself) still yields its best corner.
func (g *polygon) ear(i int) float64 {
	a, c := g.prev[i], g.next[i]
	size := g.corner(a, i, c)
	if g.reflex[i] {
		return size - 4 // |size| ≤ 1: below every convex corner
	}
	for j := g.next[c]; j != a; j = g.next[j] {
		g.visits++
		if g.reflex[j] && g.inside(g.p[j], g.p[a], g.p[i], g.p[c]) {
			return size - 2
		}
	}
	return size
}

// inside reports whether q is in the counter-clockwise triangle a b c or on its edges, except at its corners.
func (g *polygon) inside(q, a, b, c r2.Vec) bool {
	if q == a || q == b || q == c {
		return false
	}
	side := func(s, t r2.Vec) float64 { return r2.Cross(r2.Sub(t, s), r2.Sub(q, s)) }
	return side(a, b) >= 0 && side(b, c) >= 0 && side(c, a) >= 0
}

// Triangulate splits a polygon into len(corner)-2 triangles of its orientation, each three indices into corner. It is
// meant for loops of up to some thousand corners: the work is O(n²).
func Triangulate(corner []r3.Vec) (tris [][3]int) {
	var cutter polygon
	cutter.triangulate(corner, func(a, b, c int) { tris = append(tris, [3]int{a, b, c}) })
	return tris
}
