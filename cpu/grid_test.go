package cpu

import (
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// grid is a flat sheet in the xz-plane of nu×nv vertices, warp along x, with alternating or
// single diagonals.
func grid(nu, nv int, lu, lv float64, f cloth.Fabric, alternate bool) cloth.Part {
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

// cotton is the measured cotton of Miguel 2013 with assumed shear and bending.
func cotton() cloth.Fabric {
	fr := cloth.Friction{A: 2.22, B: 3.16, Tau: .006}
	return cloth.Fabric{
		Name: "cotton", Density: .143,
		Warp: cloth.Component{K1: 135.6, K2: 64.03, Friction: fr, Damping: .001}, Weft: cloth.Component{K1: 120, K2: 50, Friction: fr, Damping: .001},
		Shear:    cloth.Component{K1: 30, K2: 10, Friction: cloth.Friction{A: .3, B: .1, Tau: .01}, Damping: .001},
		Coupling: .1, BendWarp: cloth.Component{K1: 4e-6, K2: 1e-8, Friction: cloth.Friction{A: 1e-4, B: 1e-6, Tau: 10}, Damping: .001},
		BendWeft:  cloth.Component{K1: 3e-6, K2: 1e-8, Friction: cloth.Friction{A: 1e-4, B: 1e-6, Tau: 10}, Damping: .001},
		Thickness: .0005, Friction: .3, ClothFriction: .4, Drag: 1.28, DragSkin: .05,
	}
}
