// Package clothtest has models for the tests of both backends: sheets, a fabric, a body.
package clothtest

import (
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
)

// Grid returns a flat sheet in the xz-plane of nu×nv vertices, warp along x [m], with alternating or single diagonals.
func Grid(nu, nv int, lu, lv float64, f cloth.Fabric, alternate bool) cloth.Part {
	p := cloth.Part{Name: "sheet", Fabric: f}
	uv := make([]r2.Vec, 0, nu*nv)
	for i := range nu {
		for j := range nv {
			q := r2.Vec{X: lu * float64(i) / float64(nu-1), Y: lv * float64(j) / float64(nv-1)}
			uv = append(uv, q)
			p.X = append(p.X, r3.Vec{X: q.X, Z: -q.Y})
		}
	}
	add := func(a, b, c int) {
		p.Tri = append(p.Tri, [3]int32{int32(a), int32(b), int32(c)})
		p.UV = append(p.UV, [3]r2.Vec{uv[a], uv[b], uv[c]})
	}
	for i := range nu - 1 {
		for j := range nv - 1 {
			a, b, c, d := i*nv+j, (i+1)*nv+j, (i+1)*nv+j+1, i*nv+j+1
			if alternate && (i+j)%2 == 1 {
				add(a, b, d)
				add(b, c, d)
			} else {
				add(a, b, c)
				add(a, c, d)
			}
		}
	}
	return p
}

// Cotton is the measured cotton of Miguel 2013 with assumed shear and bending.
func Cotton() cloth.Fabric {
	fr := law.Dahl{A: 2.22, B: 3.16, Tau: .006}
	return cloth.Fabric{
		Name: "cotton", Density: .143,
		Warp: cloth.Component{Elastic: law.Elastic{K1: 135.6, K2: 64.03}, Friction: fr,
			Damping: law.Damping{Ratio: .001}},
		Weft: cloth.Component{Elastic: law.Elastic{K1: 120, K2: 50}, Friction: fr, Damping: law.Damping{Ratio: .001}},
		Shear: cloth.Component{Elastic: law.Elastic{K1: 30, K2: 10}, Friction: law.Dahl{A: .3, B: .1, Tau: .01},
			Damping: law.Damping{Ratio: .001}},
		Coupling: .1, BendWarp: cloth.Component{Elastic: law.Elastic{K1: 4e-6, K2: 1e-8}, Friction: law.Dahl{A: 1e-4, B: 1e-6,
			Tau: 10}, Damping: law.Damping{Ratio: .001}},
		BendWeft: cloth.Component{Elastic: law.Elastic{K1: 3e-6, K2: 1e-8}, Friction: law.Dahl{A: 1e-4, B: 1e-6, Tau: 10},
			Damping: law.Damping{Ratio: .001}},
		Thickness: .0005, Friction: .3, ClothFriction: .4, Drag: 1.28, DragSkin: .05,
	}
}

// Sphere is a moving closed surface: an octahedron refined three times and projected to a sphere. Its positions are
// rounded to float32, as on devices.
type Sphere struct {
	X   []r3.Vec // at time 0 [m]
	Tri [][3]int32
	// Spin rotates it about its centre by the angle |Spin|·t [1/s].
	Spin        r3.Vec
	Exact       bool // positions are not rounded
	centre, vel r3.Vec
}

// NewSphere is centred at centre + t·vel at time t [m, m/s].
func NewSphere(radius float64, centre, vel r3.Vec) *Sphere {
	s := &Sphere{centre: centre, vel: vel}
	s.X, s.Tri = octahedron(3)
	for i := range s.X {
		s.X[i] = r3.Add(centre, r3.Scale(radius, s.X[i]))
	}
	return s
}

// octahedron returns an octahedron refined times times and projected to the unit sphere.
func octahedron(times int) (x []r3.Vec, tri [][3]int32) {
	x = []r3.Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}}
	tri = [][3]int32{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}
	for range times {
		mid := map[[2]int32]int32{}
		half := func(a, b int32) int32 {
			k := [2]int32{min(a, b), max(a, b)}
			if m, ok := mid[k]; ok {
				return m
			}
			mid[k] = int32(len(x))
			x = append(x, r3.Unit(r3.Add(x[a], x[b])))
			return mid[k]
		}
		var next [][3]int32
		for _, t := range tri {
			a, b, c := half(t[0], t[1]), half(t[1], t[2]), half(t[2], t[0])
			next = append(next, [3]int32{t[0], a, c}, [3]int32{a, t[1], b}, [3]int32{c, b, t[2]}, [3]int32{a, b, c})
		}
		tri = next
	}
	return x, tri
}

func (s *Sphere) NumVertices() int      { return len(s.X) }
func (s *Sphere) Triangles() [][3]int32 { return s.Tri }
func (s *Sphere) Positions(dst []r3.Vec, t float64) {
	turn := r3.NewRotation(t*r3.Norm(s.Spin), s.Spin)
	for i, x := range s.X {
		if s.Spin != (r3.Vec{}) {
			x = r3.Add(s.centre, turn.Rotate(r3.Sub(x, s.centre)))
		}
		y := r3.Add(x, r3.Scale(t, s.vel))
		if dst[i] = y; s.Exact {
			continue
		}
		dst[i] = r3.Vec{X: float64(float32(y.X)), Y: float64(float32(y.Y)), Z: float64(float32(y.Z))}
	}
}
