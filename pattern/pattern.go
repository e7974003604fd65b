// Turns sewing patterns into cloth meshes: flat panels in the GarmentCode JSON
// format are cut into nearly equilateral triangles, stitched edges are sampled alike, and panels are sewn by
// welding positions while every triangle corner keeps its own material coordinates, so each
// side of a seam keeps its own rest length (gathers and ease come for free).
//
// All lengths are metres, all angles radians.

package pattern

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/param"
)

// FormatError is a mistake in a pattern file, with its position and the expectation.
type FormatError = param.JSONError

// Pattern is the result of the readers of all formats, in SI units.
type Pattern struct {
	Name     string // as given by the caller, used in errors
	Panels   []Panel
	Stitches []Stitch
	Warnings []string // legal but suspicious input, one line each
}

// Panel is a piece of fabric. Its closed loop of edges determines the fabric's right side: seen from there the loop is
// counter-clockwise. About half of the panels of a garment are therefore clockwise in their own plane; coordinates are
// never mirrored.
type Panel struct {
	Name        string
	Label       string  // body, arm, leg, ... or empty
	Edges       []Edge  // closed loop: Edges[i] ends where Edges[i+1] starts
	Rotation    r3.Vec  // angles [rad] of R = Rz·Ry·Rx
	Translation r3.Vec  // [m]
	Mirrored    bool    // mirrored by its sewing file, left to right
	Grain       float64 // direction of the warp [rad] from the panel's +y axis, counter-clockwise
	Roll        Roll    // bending before that, see Pattern.Curl
}

// Edge is one side of a panel.
type Edge struct {
	Curve
	Label string // such as lower_interface, or empty
	Side  string // name of the side of the panel that it is, or is a part of; empty: only its number
}

// EdgeRef is an edge by panel and edge index.
type EdgeRef struct{ Panel, Edge int }

// Stitch joins two edges along their whole length.
type Stitch struct {
	A, B EdgeRef
	// SameDirection joins start to start (a "right_wrong" stitch); otherwise start is joined to end.
	SameDirection bool
	Name          string // position in its file, and number; empty: only its number
}

// Place maps panel coordinates [m] to the world [m]: R·(x, y, 0) + t with R = Rz·Ry·Rx, or the position on its Roll in
// place of (x, y, 0).
func (p *Panel) Place(v r2.Vec) r3.Vec {
	if p.Roll == (Roll{}) {
		return p.hang(r3.Vec{X: v.X, Y: v.Y})
	}
	return p.hang(p.Roll.bend(v))
}

// hang returns R·v + t.
func (p *Panel) hang(v r3.Vec) r3.Vec {
	sx, cx := math.Sincos(p.Rotation.X)
	sy, cy := math.Sincos(p.Rotation.Y)
	sz, cz := math.Sincos(p.Rotation.Z)
	// Rx
	x, y, z := v.X, cx*v.Y, sx*v.Y
	if v.Z != 0 {
		y, z = y-sx*v.Z, z+cx*v.Z
	}
	// Ry
	x, z = cy*x+sy*z, -sy*x+cy*z
	// Rz
	x, y = cz*x-sz*y, sz*x+cz*y
	return r3.Vec{X: x + p.Translation.X, Y: y + p.Translation.Y, Z: z + p.Translation.Z}
}

// Vertices returns the approximate number of vertices of a mesh with edges of length h [m]: that of equilateral
// triangles on the panels' areas.
func (p *Pattern) Vertices(h float64) float64 {
	area := 0.0
	for i := range p.Panels {
		outline, _ := p.Panels[i].polyline(8)
		area += math.Abs(polygonArea(outline))
	}
	return area / (h * h * math.Sqrt(3) / 2)
}

// polyline samples the loop with n chords per curved edge and one per straight edge. owner[i] is the edge of the chord
// from point i to point i+1.
func (p *Panel) polyline(n int) (pts []r2.Vec, owner []int) {
	for e, ed := range p.Edges {
		m := n
		switch ed.Kind {
		case Line:
			m = 1
		case Chain:
			m = len(ed.Parts) * ed.partSamples(n)
		}
		for k := range m {
			pts = append(pts, ed.At(float64(k)/float64(m)))
			owner = append(owner, e)
		}
	}
	return pts, owner
}

// Area returns the signed area enclosed by the loop [m²], positive if it is counter-clockwise in the panel's plane.
func (p *Panel) Area() float64 {
	pts, _ := p.polyline(4 * curveSamples)
	return polygonArea(pts)
}

// Perimeter returns the length of the loop [m].
func (p *Panel) Perimeter() float64 {
	l := 0.0
	for _, e := range p.Edges {
		l += e.Length()
	}
	return l
}

// Length returns the arc length [m].
func (c Curve) Length() float64 { return newArcTable(c).length() }

func polygonArea(pts []r2.Vec) float64 {
	if len(pts) == 0 {
		return 0
	}
	a, o := 0.0, pts[0]
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		a += (p.X-o.X)*(q.Y-o.Y) - (p.Y-o.Y)*(q.X-o.X)
	}
	return a / 2
}

func bounds(pts []r2.Vec) r2.Box {
	b := r2.Box{Min: pts[0], Max: pts[0]}
	for _, p := range pts {
		b.Min.X, b.Max.X = min(b.Min.X, p.X), max(b.Max.X, p.X)
		b.Min.Y, b.Max.Y = min(b.Min.Y, p.Y), max(b.Max.Y, p.Y)
	}
	return b
}
