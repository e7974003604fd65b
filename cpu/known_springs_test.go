package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

// sprung is a fabric of springs without friction: k_u along warp and weft, k_d along diagonals, k_b over the next
// vertex [N/m].
func sprung(ku, kd, kb, damping float64) cloth.Fabric {
	of := func(k float64) cloth.Component {
		return cloth.Component{Elastic: law.Elastic{K1: k}, Damping: law.Damping{Ratio: damping}}
	}
	return cloth.Fabric{Name: "springs", Density: .2, Stretch: cloth.SpringStretch, Warp: of(ku), Weft: of(ku),
		Shear: of(kd), Second: of(kb)}
}

// springEnergy is the energy per area of a part whose material points are moved by f.
func springEnergy(t *testing.T, p cloth.Part, f func(uv r2.Vec) r3.Vec) float64 {
	t.Helper()
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(m, nil, nil, step.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.SetTerms([]Term{newTerm(t, "springs")})
	s.begin(1e-3)
	for i, v := range m.Tri {
		for c := range v {
			s.x[v[c]] = f(m.UV[i][c])
		}
	}
	area := 0.
	for i := range m.Rest {
		area += m.Rest[i].Area
	}
	return s.energyAt(s.x) / area
}

// moduli are C11, C12 and C33 of a part from energies of small strains.
func moduli(t *testing.T, p cloth.Part) (c11, c12, c33 float64) {
	const e = 1e-5
	at := func(uu, vv, shear float64) float64 {
		return springEnergy(t, p, func(q r2.Vec) r3.Vec {
			return r3.Vec{X: q.X*(1+uu) + shear*q.Y/2, Y: q.Y*(1+vv) + shear*q.X/2}
		}) / (e * e)
	}
	c11, c33 = 2*at(e, 0, 0), 2*at(0, 0, e)
	return c11, at(e, e, 0) - c11/2 - at(0, e, 0), c33
}

// TestSpringModuli: on squares C11 = k_u + k_d + 4k_b(n−2)/(n−1), the springs over the next vertex being fewer at the
// rim, and C12 = C33 = k_d: springs have no Poisson's ratio of their own. Equilateral triangles have, in the mean over
// all directions, C12 = C33 = k_u/8 + ¾k_d.
func TestSpringModuli(t *testing.T) {
	const ku, kd, kb, n = 46., 45., 11., 9
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-3*want {
			t.Errorf("%s: %.6g N/m: expected %.6g", what, got, want)
		}
	}
	for _, alternate := range []bool{false, true} {
		c11, c12, c33 := moduli(t, grid(n, n, .08, .08, sprung(ku, kd, kb, 0), alternate))
		near("C11", c11, ku+kd+4*kb*float64(n-2)/float64(n-1))
		near("C12", c12, kd)
		near("C33", c33, kd)
	}
	// Equilateral triangles, whose C12 goes by how they lie to the warp, in all directions.
	const turns = 8
	mean12, mean33 := 0., 0.
	for i := range turns {
		_, c12, c33 := moduli(t, hexagon(math.Pi/3/turns*float64(i), sprung(ku, kd, 0, 0)))
		mean12, mean33 = mean12+c12/turns, mean33+c33/turns
	}
	near("C12 of triangles", mean12, ku/8+.75*kd)
	near("C33 of triangles", mean33, ku/8+.75*kd)
	// With k_u = 2k_d in each of them.
	_, c12, c33 := moduli(t, hexagon(.3, sprung(2*kd, kd, 0, 0)))
	near("isotropic C12", c12, kd)
	near("isotropic C33", c33, kd)
}

// TestSecondSprings: springs over the next vertex along warp, weft and diagonals are three components (Miguel 2014,
// §3.3). On squares C11 and C22 have 4k of their thread, and all of C11, C22, C12 and C33 have 4k of the diagonals; a
// fabric with one for both threads is as before. Triangles whose far corners lie along a diagonal have those alone.
func TestSecondSprings(t *testing.T) {
	const ku, kd, kb, kw, ke, n = 46., 45., 11., 7., 5., 9
	inner := float64(n-2) / float64(n-1) // the share of them that there are, of each row
	f := sprung(ku, kd, kb, 0)
	f.SecondWeft.Elastic, f.SecondDiagonal.Elastic = law.Elastic{K1: kw}, law.Elastic{K1: ke}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-3*want {
			t.Errorf("%s: %.6g N/m: expected %.6g", what, got, want)
		}
	}
	for _, alternate := range []bool{false, true} {
		p := grid(n, n, .08, .08, f, alternate)
		c11, c12, c33 := moduli(t, p)
		near("C11", c11, ku+kd+4*kb*inner+4*ke*inner*inner)
		near("C12", c12, kd+4*ke*inner*inner)
		near("C33", c33, kd+4*ke*inner*inner)
		const e = 1e-5
		c22 := 2 / (e * e) * springEnergy(t, p, func(q r2.Vec) r3.Vec { return r3.Vec{X: q.X, Y: q.Y * (1 + e)} })
		near("C22", c22, ku+kd+4*kw*inner+4*ke*inner*inner)
	}
	for _, c := range []struct {
		turn     float64
		diagonal float64 // share of the area
	}{{math.Pi / 6, 0}, {math.Pi/6 + math.Pi/4, 1}} { // of two triangles whose far corners lie at the turn and 90°
		s, cos := math.Sincos(c.turn - math.Pi/6)
		p := cloth.Part{Name: "kite", Fabric: f, Tri: [][3]int32{{0, 1, 2}, {1, 0, 3}}}
		p.Fabric.Warp.Elastic, p.Fabric.Weft.Elastic, p.Fabric.Shear.Elastic = law.Elastic{}, law.Elastic{}, law.Elastic{}
		for _, q := range []r2.Vec{{Y: -.005}, {Y: .005}, {X: -.01 * math.Sqrt(.75)}, {X: .01 * math.Sqrt(.75)}} {
			p.X = append(p.X, r3.Vec{X: cos*q.X - s*q.Y, Y: s*q.X + cos*q.Y})
		}
		for _, v := range p.Tri {
			var uv [3]r2.Vec
			for c := range v {
				uv[c] = r2.Vec{X: p.X[v[c]].X, Y: p.X[v[c]].Y}
			}
			p.UV = append(p.UV, uv)
		}
		const e = 1e-5
		got := springEnergy(t, p, func(q r2.Vec) r3.Vec { return r3.Vec{X: q.X * (1 + e), Y: q.Y * (1 + e)} })
		near("kite", got, 8./3*(kb+c.diagonal*(ke-kb))*e*e/2)
	}
}

// hexagon is six equilateral triangles of 1 cm, turned against the warp.
func hexagon(turn float64, f cloth.Fabric) cloth.Part {
	p := cloth.Part{Name: "hexagon", Fabric: f, X: []r3.Vec{{}}}
	for k := range 6 {
		s, c := math.Sincos(turn + float64(k)*math.Pi/3)
		p.X = append(p.X, r3.Vec{X: c * .01, Y: s * .01})
		p.Tri = append(p.Tri, [3]int32{0, int32(k + 1), int32((k+1)%6 + 1)})
	}
	for _, v := range p.Tri {
		var uv [3]r2.Vec
		for c := range v {
			uv[c] = r2.Vec{X: p.X[v[c]].X, Y: p.X[v[c]].Y}
		}
		p.UV = append(p.UV, uv)
	}
	return p
}

// TestSpringBending: springs over the next vertex resist bending to fourth order only: k_b·l⁴κ⁴/32 per area, so that a
// sheet of them that is flat has no bending stiffness, and what it has beside that goes by the mesh.
func TestSpringBending(t *testing.T) {
	const kb = 11.
	bent := func(n int, kappa float64) float64 {
		l := .1 / float64(n-1)
		return springEnergy(t, grid(n, 3, .1, 2*l, sprung(1, 1, kb, 0), false), func(q r2.Vec) r3.Vec {
			x := r3.Vec{Y: q.Y}
			for k := range int(math.Round(q.X / l)) { // edges of l that turn by κl each
				s, c := math.Sincos((float64(k) + .5) * kappa * l)
				x.X, x.Z = x.X+l*c, x.Z+l*s
			}
			return x
		})
	}
	for _, n := range []int{51, 101} {
		l := .1 / float64(n-1)
		at := func(kappa float64) float64 { return bent(n, kappa) / (float64(n-2) / float64(n-1)) }
		want := kb * math.Pow(l, 4) * math.Pow(40, 4) / 32
		if got := at(40); math.Abs(got-want) > .01*want {
			t.Errorf("%d vertices: %.4g J/m² at 40 1/m: expected %.4g", n, got, want)
		}
		if order := math.Log2(at(40) / at(20)); math.Abs(order-4) > .02 {
			t.Errorf("%d vertices: the energy grows with the curvature to the power %.3f: expected 4", n, order)
		}
	}
}

// TestSpringOscillator: a mass on a spring with a damper is the linear oscillator at any amplitude, and its steps are
// those of backward Euler.
func TestSpringOscillator(t *testing.T) {
	const ku, tau, h, l = 40., .002, 1e-3, .02
	m, err := cloth.NewModel([]cloth.Part{pinnedAt(grid(2, 2, l, l, sprung(ku, 1e-9, 0, tau), false), 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	set := step.DefaultSettings()
	set.Gravity, set.SelfContact, set.AirDensity, set.Tolerance = r3.Vec{}, false, 0, 1e-9
	state := cloth.NewState(m)
	x := .3 * l
	for _, v := range []int{2, 3} {
		state.X[v].X += x
	}
	s, err := New(m, state, nil, set)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.ResetHistory()
	// The two triangles weigh a third on each of their corners; of the free ones one has both. Springs along the warp are
	// half a square each.
	mass := (m.Mass[2] + m.Mass[3]) / 2
	m.Mass[2], m.Mass[3] = mass, mass
	k, v := ku/2, 0.
	for n := range 60 {
		if _, err := s.Step(h); err != nil {
			t.Fatal(err)
		}
		v = (mass*v - h*k*x) / (mass + h*k*tau + h*h*k)
		x += h * v
		if got := s.State.X[2].X - l; math.Abs(got-x) > 1e-6*.3*l {
			t.Fatalf("step %d: %.9g m: expected %.9g", n, got, x)
		}
	}
}

// pinnedAt holds vertices of a part where they are.
func pinnedAt(p cloth.Part, v ...int32) cloth.Part {
	for _, i := range v {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: i, Kind: cloth.PinFixed, Point: p.X[i]})
	}
	return p
}
