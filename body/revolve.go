package body

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// turnSteps is the smallest number of edges per full turn of a curved surface; chords are then within 0.5 % of the
// radius of curvature.
const turnSteps = 32

// stroke is a piece of a profile in the half plane (r, y): a straight line, or an arc if radius > 0. The outside is to
// the right of the direction of a profile, so that the outer wall runs upwards.
type stroke struct {
	from, to r2.Vec // line
	centre   r2.Vec // arc: centre + radius·(cos a, sin a), a from begin to end [rad]
	radius   float64
	begin    float64
	end      float64
}

func line(fromR, fromY, toR, toY float64) stroke {
	return stroke{from: r2.Vec{X: fromR, Y: fromY}, to: r2.Vec{X: toR, Y: toY}}
}

func arc(r, y, radius, begin, end float64) stroke {
	return stroke{centre: r2.Vec{X: r, Y: y}, radius: radius, begin: begin, end: end}
}

// at returns the point at t in [0, 1] and the radial component of the normal there.
func (s *stroke) at(t float64) (p r2.Vec, nr float64) {
	if s.radius > 0 {
		sin, cos := math.Sincos((1-t)*s.begin + t*s.end)
		return r2.Add(s.centre, r2.Scale(s.radius, r2.Vec{X: cos, Y: sin})), math.Abs(cos)
	}
	return r2.Add(r2.Scale(1-t, s.from), r2.Scale(t, s.to)), math.Abs(s.to.Y-s.from.Y) / s.length()
}

func (s *stroke) length() float64 {
	if s.radius > 0 {
		return s.radius * math.Abs(s.end-s.begin)
	}
	return r2.Norm(r2.Sub(s.to, s.from))
}

// ringOf is a circle of vertices around the axis.
type ringOf struct {
	p     r2.Vec
	nr    float64
	first int32
	n     int
	shift float64 // of the first vertex, in edges
}

// revolve meshes the surface of revolution of a profile about the y axis with edges of at most
// about h and turnSteps to a turn. An open profile starts and ends on the axis.
func revolve(profile []stroke, closed bool, h float64, steps int) ([]r3.Vec, [][3]int32) {
	var rings []ringOf
	step := 2 * math.Pi / float64(steps)
	whole := 0.0
	for i := range profile {
		whole += profile[i].length()
	}
	for i := range profile {
		s := &profile[i]
		if s.length() < 1e-9*min(h, whole) {
			continue
		}
		spacing := h
		if s.radius > 0 {
			spacing = min(h, step*s.radius)
		}
		n := max(1, int(math.Ceil(s.length()/spacing-1e-9)))
		for k := range n {
			p, nr := s.at(float64(k) / float64(n))
			rings = append(rings, ringOf{p: p, nr: nr})
		}
	}
	if !closed {
		p, nr := profile[len(profile)-1].at(1)
		rings = append(rings, ringOf{p: p, nr: nr})
	}
	var pos []r3.Vec
	for j := range rings {
		g := &rings[j]
		g.first, g.n, g.shift = int32(len(pos)), 1, 0.5*float64(j%2)
		if pole := min(j, len(rings)-1-j); closed || pole > 0 {
			// Around the axis the surface has the radius of curvature r/|n_r|.
			round := 2 * math.Pi * g.p.X / h
			least := steps
			if !closed {
				least = min(steps, 6*pole)
			}
			g.n = max(least, int(math.Ceil(max(round, g.nr*float64(steps))-1e-9)))
		} else {
			g.p.X = 0
		}
		for k := range g.n {
			sin, cos := math.Sincos(2 * math.Pi * (float64(k) + g.shift) / float64(g.n))
			pos = append(pos, r3.Vec{X: g.p.X * cos, Y: g.p.Y, Z: -g.p.X * sin})
		}
	}
	var tris [][3]int32
	for j := range len(rings) - 1 {
		tris = zip(tris, &rings[j], &rings[j+1])
	}
	if closed {
		tris = zip(tris, &rings[len(rings)-1], &rings[0])
	}
	return pos, tris
}

// zip connects two neighbouring rings by triangles with the shorter diagonal each time.
func zip(tris [][3]int32, a, b *ringOf) [][3]int32 {
	if a.n == 1 || b.n == 1 {
		for i := range max(a.n, b.n) {
			if a.n == 1 {
				tris = append(tris, [3]int32{a.first, b.at(i + 1), b.at(i)})
			} else {
				tris = append(tris, [3]int32{a.at(i), a.at(i + 1), b.first})
			}
		}
		return tris
	}
	for i, j := 0, 0; i < a.n || j < b.n; {
		if j == b.n || i < a.n && a.turn(i)+a.turn(i+1) <= b.turn(j)+b.turn(j+1) {
			tris = append(tris, [3]int32{a.at(i), a.at(i + 1), b.at(j)})
			i++
		} else {
			tris = append(tris, [3]int32{a.at(i), b.at(j + 1), b.at(j)})
			j++
		}
	}
	return tris
}

func (g *ringOf) at(k int) int32     { return g.first + int32(k%g.n) }
func (g *ringOf) turn(k int) float64 { return (float64(k) + g.shift) / float64(g.n) }
