package cloth

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/law"
)

// plain is a fabric whose numbers all differ, so that a mix-up shows.
func plain() Fabric {
	component := func(k float64) Component {
		return Component{Elastic: law.Elastic{K1: k, K2: 2 * k}, Friction: law.Dahl{A: 3 * k, B: 4 * k, Tau: 5 * k},
			Damping: law.Damping{Ratio: 6 * k}}
	}
	return Fabric{
		Name: "plain", Density: 0.15, Warp: component(100), Weft: component(50), Shear: component(20), Coupling: 0.2,
		BendWarp: component(1e-5), BendWeft: component(3e-5), Thickness: 5e-4, Friction: 0.3, Drag: 1.2, DragSkin: 0.01,
	}
}

// strip is a flat sheet of nu×nv cells, each cut along its diagonal. Material coordinates are the
// positions; the shape function moves a vertex from (u, v) [m].
func strip(name string, nu, nv int, shape func(u, v float64) r2.Vec) Part {
	p := Part{Name: name, Fabric: plain()}
	at := func(i, j int) int32 { return int32(i*(nv+1) + j) }
	for i := range nu + 1 {
		for j := range nv + 1 {
			q := shape(0.1*float64(i), 0.1*float64(j))
			p.X = append(p.X, r3.Vec{X: q.X, Y: q.Y})
		}
	}
	for i := range nu {
		for j := range nv {
			a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			p.Tri = append(p.Tri, [3]int32{a, b, c}, [3]int32{a, c, d})
		}
	}
	p.UV = isometric(p.X, p.Tri)
	return p
}

func straight(u, v float64) r2.Vec { return r2.Vec{X: u, Y: v} }

// isometric gives each triangle material coordinates with its lengths in space: of corner 0 the
// origin, of corner 1 a point along warp. For triangles in the plane z = 0 they are the positions.
func isometric(x []r3.Vec, tri [][3]int32) (uv [][3]r2.Vec) {
	for _, t := range tri {
		a, b, c := x[t[0]], x[t[1]], x[t[2]]
		if a.Z == 0 && b.Z == 0 && c.Z == 0 {
			uv = append(uv, [3]r2.Vec{{X: a.X, Y: a.Y}, {X: b.X, Y: b.Y}, {X: c.X, Y: c.Y}})
			continue
		}
		p, q := r3.Sub(b, a), r3.Sub(c, a)
		l := r3.Norm(p)
		uv = append(uv, [3]r2.Vec{{}, {X: l}, {X: r3.Dot(p, q) / l, Y: r3.Norm(r3.Cross(p, q)) / l}})
	}
	return uv
}

// model builds the parts, which must be good.
func model(t testing.TB, parts ...Part) *Model {
	t.Helper()
	m, err := NewModel(parts)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// near fails unless got is want but for round-off, relative to scale.
func near(t interface {
	Helper()
	Errorf(string, ...any)
}, what string, got, want, scale float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-12*scale) {
		t.Errorf("%s = %.17g: expected %.17g", what, got, want)
	}
}
