package body

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// BoxSolid returns a box whose edges and corners are rounded with the radius rim.
func BoxSolid(size r3.Vec, rim, edge float64) (*Solid, error) {
	if err := checkLengths("box", length{"width", size.X}, length{"height", size.Y}, length{"depth", size.Z},
		length{"rim", rim}, length{"edge length", edge}); err != nil {
		return nil, err
	}
	if 2*rim > min(size.X, size.Y, size.Z) {
		return nil, fmt.Errorf("solid: box with rim %g m: expected at most half of its smallest side, %g m", rim,
			min(size.X, size.Y, size.Z)/2)
	}
	if err := checkSize("box", 2*(size.X*size.Y+size.Y*size.Z+size.Z*size.X), 0, 1, size.X+size.Y+size.Z,
		edge); err != nil {
		return nil, err
	}
	return box(size, rim, edge, turnSteps), nil
}

// box projects a lattice on the cuboid onto the points at the distance rim from its core.
func box(size r3.Vec, rim, edge float64, steps int) *Solid {
	half := [3]float64{size.X / 2, size.Y / 2, size.Z / 2}
	var at [3][]float64 // coordinates of the lattice planes across each axis
	for a := range at {
		core := half[a] - rim
		round := max(2, int(math.Ceil(rim*math.Pi/4/min(edge, rim*2*math.Pi/float64(steps))-1e-9)))
		for k := range round { // equal angles
			at[a] = append(at[a], -core-rim*math.Tan(math.Pi/4*float64(round-k)/float64(round)))
		}
		if flat := int(math.Ceil(2*core/edge - 1e-9)); flat > 0 && core > 1e-9*edge {
			for k := range flat + 1 {
				at[a] = append(at[a], core*(2*float64(k)-float64(flat))/float64(flat))
			}
		} else {
			at[a] = append(at[a], 0)
		}
		for k := range round {
			at[a] = append(at[a], core+rim*math.Tan(math.Pi/4*float64(k+1)/float64(round)))
		}
	}
	s := &Solid{}
	index := map[[3]int]int32{}
	vertex := func(l [3]int) int32 {
		if v, ok := index[l]; ok {
			return v
		}
		p := [3]float64{at[0][l[0]], at[1][l[1]], at[2][l[2]]}
		var core [3]float64
		for a := range p {
			core[a] = max(rim-half[a], min(half[a]-rim, p[a]))
		}
		c := r3.Vec{X: core[0], Y: core[1], Z: core[2]}
		out := r3.Unit(r3.Sub(r3.Vec{X: p[0], Y: p[1], Z: p[2]}, c))
		v := int32(len(s.X))
		s.X = append(s.X, r3.Add(c, r3.Scale(rim, out)))
		index[l] = v
		return v
	}
	for a := range 3 { // the two sides across axis a
		b, c := (a+1)%3, (a+2)%3
		for _, end := range []int{0, len(at[a]) - 1} {
			for j := range len(at[b]) - 1 {
				for k := range len(at[c]) - 1 {
					corner := func(dj, dk int) int32 {
						var l [3]int
						l[a], l[b], l[c] = end, j+dj, k+dk
						return vertex(l)
					}
					p, q, r, t := corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)
					if end == 0 {
						q, t = t, q
					}
					if (2*j < len(at[b])-1) == (2*k < len(at[c])-1) { // diagonals point to the corners
						s.Tri = append(s.Tri, [3]int32{p, q, r}, [3]int32{p, r, t})
					} else {
						s.Tri = append(s.Tri, [3]int32{p, q, t}, [3]int32{q, r, t})
					}
				}
			}
		}
	}
	return s
}
