package cloth

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// RopeSurface is the surface of a rope for pictures and files: rings around a Catmull–Rom curve through its vertices.
type RopeSurface struct {
	Tri      [][3]int32  // counter-clockwise seen from outside
	UV       [][3]r2.Vec // along and around [m]
	vertices int
	closed   bool
	radius   float64
}

// Resolution: the chord of a twelfth of a circle has a sagitta of 3 % of the radius.
const (
	ropeAround = 12
	ropeFine   = 3 // rings per vertex
)

// NewRopeSurface returns the surface of a rope of that many vertices, with radius and length [m].
func NewRopeSurface(vertices int, closed bool, radius, length float64) *RopeSurface {
	s := &RopeSurface{vertices: vertices, closed: closed, radius: radius}
	rings := s.rings()
	spans := rings
	if !closed {
		spans--
	}
	at := func(ring, k int) r2.Vec {
		return r2.Vec{X: length * float64(ring) / float64(spans), Y: 2 * math.Pi * radius * float64(k) / ropeAround}
	}
	add := func(v [3]int32, uv [3]r2.Vec) { s.Tri, s.UV = append(s.Tri, v), append(s.UV, uv) }
	for i := range spans {
		for k := range ropeAround {
			vertex := func(ring, k int) int32 { return int32(ring%rings*ropeAround + k%ropeAround) }
			a, b, c, d := vertex(i, k), vertex(i, k+1), vertex(i+1, k+1), vertex(i+1, k)
			add([3]int32{a, b, c}, [3]r2.Vec{at(i, k), at(i, k+1), at(i+1, k+1)})
			add([3]int32{a, c, d}, [3]r2.Vec{at(i, k), at(i+1, k+1), at(i+1, k)})
		}
	}
	if closed {
		return s
	}
	first, last := int32(rings*ropeAround), int32(rings*ropeAround+1)
	for k := range int32(ropeAround) {
		next, base := (k+1)%ropeAround, int32((rings-1)*ropeAround)
		middle := r2.Vec{X: -radius, Y: at(0, int(k)).Y}
		add([3]int32{first, next, k}, [3]r2.Vec{middle, at(0, int(k)+1), at(0, int(k))})
		middle.X = length + radius
		add([3]int32{last, base + k, base + next}, [3]r2.Vec{middle, at(spans, int(k)), at(spans, int(k)+1)})
	}
	return s
}

func (s *RopeSurface) rings() int {
	if s.closed {
		return s.vertices * ropeFine
	}
	return (s.vertices-1)*ropeFine + 1
}

// Points returns the number of points.
func (s *RopeSurface) Points() int {
	n := s.rings() * ropeAround
	if !s.closed {
		n += 2 // of the ends
	}
	return n
}

// Positions computes the points for rope vertices at x. Rings do not rotate along the curve (parallel transport).
func (s *RopeSurface) Positions(dst, x []r3.Vec) {
	rings := s.rings()
	centre, tangent := make([]r3.Vec, rings), make([]r3.Vec, rings)
	for i := range rings {
		centre[i] = s.curve(x, i)
	}
	for i := range rings {
		before, behind := max(0, i-1), min(rings-1, i+1)
		if s.closed {
			before, behind = (i+rings-1)%rings, (i+1)%rings
		}
		tangent[i] = unit(r3.Sub(centre[behind], centre[before]), r3.Vec{X: 1})
	}
	across := r3.Vec{Y: 1}
	if math.Abs(tangent[0].Y) > .9 {
		across = r3.Vec{X: 1}
	}
	for i, t := range tangent {
		across = unit(r3.Sub(across, r3.Scale(r3.Dot(across, t), t)), across)
		other := r3.Cross(t, across)
		for k := range ropeAround {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / ropeAround)
			dst[i*ropeAround+k] = r3.Add(centre[i], r3.Scale(s.radius, r3.Add(r3.Scale(cos, across), r3.Scale(sin, other))))
		}
	}
	if !s.closed {
		n, half := rings*ropeAround, s.radius/2
		dst[n] = r3.Sub(centre[0], r3.Scale(half, tangent[0]))
		dst[n+1] = r3.Add(centre[rings-1], r3.Scale(half, tangent[rings-1]))
	}
}

// unit returns v/|v|, or other if v is zero or infinite.
func unit(v, other r3.Vec) r3.Vec {
	if l := r3.Norm(v); l > 0 && !math.IsInf(l, 1) {
		return r3.Scale(1/l, v)
	}
	return other
}

// curve returns the centre of a ring.
func (s *RopeSurface) curve(x []r3.Vec, ring int) r3.Vec {
	n := len(x)
	at := func(i int) r3.Vec {
		switch {
		case s.closed:
			return x[(i+n)%n]
		case i < 0:
			return r3.Sub(r3.Scale(2, x[0]), x[1])
		case i >= n:
			return r3.Sub(r3.Scale(2, x[n-1]), x[n-2])
		}
		return x[i]
	}
	i, u := ring/ropeFine, float64(ring%ropeFine)/ropeFine
	if u == 0 {
		return x[i]
	}
	return CatmullRom(at(i-1), at(i), at(i+1), at(i+2), u)
}

// CatmullRom returns the point at u from b to c of the curve through a, b, c and d (Catmull and Rom 1974).
func CatmullRom(a, b, c, d r3.Vec, u float64) r3.Vec {
	v := r3.Scale(-u/2+u*u-u*u*u/2, a)
	v = r3.Add(v, r3.Scale(1-2.5*u*u+1.5*u*u*u, b))
	v = r3.Add(v, r3.Scale(u/2+2*u*u-1.5*u*u*u, c))
	return r3.Add(v, r3.Scale(-u*u/2+u*u*u/2, d))
}
