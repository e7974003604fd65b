package cloth

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r2"
)

// Crease is a permanent fold: hinges on the line from A to B in material space have a rest angle.
type Crease struct {
	A, B  r2.Vec  // [m]
	Angle float64 // [rad]; positive: the right sides face each other
}

// creaseTolerance is the largest distance of an edge's ends from the line, over the length of the edge.
const creaseTolerance = 1e-3

// contains reports whether both ends of an edge are on the crease.
func (c *Crease) contains(p, q r2.Vec) bool {
	along := r2.Sub(c.B, c.A)
	length, tol := r2.Norm(along), creaseTolerance*r2.Norm(r2.Sub(q, p))
	if length == 0 {
		return false
	}
	along = r2.Scale(1/length, along)
	for _, x := range []r2.Vec{p, q} {
		d := r2.Sub(x, c.A)
		if off := r2.Cross(along, d); off > tol || off < -tol {
			return false
		}
		if at := r2.Dot(along, d); at < -tol || at > length+tol {
			return false
		}
	}
	return true
}

// hingeHalfAngle returns half of a hinge's angle on a surface with curvatures ku along warp and kv along weft, for one
// triangle: the slope across the edge of the surface between the triangle's corners [rad].
func hingeHalfAngle(ku, kv float64, a, b, o r2.Vec) float64 {
	height := func(d r2.Vec) float64 { return (ku*d.X*d.X + kv*d.Y*d.Y) / 2 }
	edge, over := r2.Sub(b, a), r2.Sub(o, r2.Scale(.5, r2.Add(a, b)))
	across := r2.Cross(r2.Scale(1/r2.Norm(edge), edge), over)
	if across < 0 {
		across = -across // a mirrored panel
	}
	return (height(over) - height(r2.Scale(.5, edge))) / across
}

// restAngle returns the rest angle of a hinge with these sides, from the fabric's rest curvature and creases. Each side
// contributes the rotation of the surface from the middle of the edge to its triangle. At a clamp only the free side
// contributes: the clamped triangle is flat up to the edge, where the curved surface starts with its normal.
func (m *Model) restAngle(p *Part, sides [2]halfEdge, clamped [2]bool, found []bool) (theta float64) {
	atClamp := clamped[0] != clamped[1]
	for k, s := range sides {
		uv := m.UV[s.tri]
		a, b, o := uv[s.corner], uv[(s.corner+1)%3], uv[(s.corner+2)%3]
		if f := &p.Fabric; (f.RestWarp != 0 || f.RestWeft != 0) && !(atClamp && clamped[k]) {
			theta += hingeHalfAngle(f.RestWarp, f.RestWeft, a, b, o)
		}
		for i := range p.Creases {
			if c := &p.Creases[i]; c.contains(a, b) {
				theta += c.Angle / 2
				found[i] = true
			}
		}
	}
	return theta
}

// checkCreases returns an error that names the first crease without an edge.
func (p *Part) checkCreases(found []bool) error {
	for i, ok := range found {
		if c := &p.Creases[i]; !ok {
			return fmt.Errorf("crease %d from (%g, %g) to (%g, %g) m: no edge of the mesh lies on it: expected a line along "+
				"edges", i, c.A.X, c.A.Y, c.B.X, c.B.Y)
		}
	}
	return nil
}
