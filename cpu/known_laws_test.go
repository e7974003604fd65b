package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

// Cloth held at stretches of warp and weft pulls at its boundary with the nominal force of its law, per width, on any
// mesh, to 1e-9 of the largest.
func TestNominalForces(t *testing.T) {
	warp := law.Traction{K: 5000, F1: 190, Eps1: .06, Eps1P: .072}
	weft := law.Traction{K: 3000, F1: 100, Eps1: .05, Eps1P: .05}
	// In the priming zone, by eq. 3 with its bracket over that at ε_c, and beyond; fresh cloth, and primed one.
	first := func(l law.Traction, eps float64) float64 {
		if eps > l.Eps1 {
			return l.F1 + l.K*(eps-l.Eps1)
		}
		bracket := func(e float64) float64 { return (1-l.F1/(l.K*l.Eps1))*e + 2*l.F1/l.K - l.Eps1 }
		return bracket(eps) / bracket(l.Eps1) * l.F1 * eps / l.Eps1
	}
	two := func(l law.Soft) law.Law { l.K3, l.K4, l.K5 = -1, -1, -1; return l }
	one := func(l law.Soft) law.Law { l.K2 = -1; return two(l) }
	primed := warp
	primed.Eps1 = warp.Eps1P
	for _, c := range []struct {
		name        string
		warp, weft  law.Law
		u, v        float64 // elongations
		top         float64 // largest one of the warp before
		wantU, want float64
	}{
		{"zone 1", warp, weft, .03, .02, 0, first(warp, .03), first(weft, .02)},
		{"zone 2", warp, weft, .055, .2, 0, first(warp, .055), first(weft, .2)},
		{"primed", warp, weft, .065, .01, .3, first(primed, .065), first(weft, .01)},
		// k(ε)·ε of the elongation, and k(E)·E·l of the strain; with one point, and between two, where k is their mean.
		{"soft", one(law.Soft{K1: 120}), one(law.Soft{K1: 80}), .2, -.1, 0, 120 * .2, -80 * .1},
		{"curve", law.Law(law.Curve(one(law.Soft{K1: 120}).(law.Soft))), one(law.Soft{K1: 80}), .2, .1, 0, 120 * .22 * 1.2,
			80 * .1},
		{"two points", two(law.Soft{Low: .1, High: .3, K1: 100, K2: 300}), two(law.Soft{Low: -.1, High: .1, K1: 50, K2: 80}),
			.2, 0, 0, 200 * .2, 0},
	} {
		f := cloth.Fabric{Density: .2, Warp: cloth.Component{Elastic: c.warp}, Weft: cloth.Component{Elastic: c.weft},
			Shear: cloth.Component{Elastic: law.Elastic{K1: 40}}}
		for name, part := range sheetFixtures(f) {
			s := newSim(t, part, nil, step.DefaultSettings())
			for i := range s.Model.Tri {
				if kept := s.State.Past[cloth.Triangles].At(i, 0); len(kept) > 1 {
					kept[1] = c.top
				}
			}
			s.SetTerms([]Term{newTerm(t, "membrane")})
			s.begin(.01)
			for i, x := range s.Model.X0 {
				s.x[i] = r3.Vec{X: (1 + c.u) * x.X, Z: (1 + c.v) * x.Z}
			}
			s.energyAt(s.x)
			s.gatherGradient()
			want := boundaryLoads(s.Model, [4]float64{c.wantU, 0, 0, c.want})
			var largest, worst float64
			for i, g := range s.g {
				largest, worst = max(largest, r3.Norm(want[i])), max(worst, r3.Norm(r3.Sub(g, want[i])))
			}
			if !(worst <= 1e-9*largest) || math.IsNaN(largest) {
				t.Errorf("%s, %s: forces off by %.3g of the largest", c.name, name, worst/largest)
			}
		}
	}
}

// Energies of single strains that add up: λ of the area, 2μ of warp and weft and μ of shear are the isotropic sheet, to
// 1e-12 of the forces, of a law and of its curve through equal points.
func TestAddedEnergiesAreIsotropic(t *testing.T) {
	const lambda, mu = 40., 70.
	of := func(k float64) cloth.Component { return cloth.Component{Elastic: law.Elastic{K1: k}} }
	for _, area := range []law.Law{law.Elastic{K1: lambda}, law.Curve{Low: -.1, High: .2, K1: lambda, K2: lambda,
		K3: lambda, K4: -1, K5: -1}} {
		for _, f := range []cloth.Fabric{
			{Density: .15, Warp: of(2 * mu), Weft: of(2 * mu), Shear: of(mu), Area: area},
			{Density: .15, Principal: law.Elastic{K1: 2 * mu}, Area: area},
			{Density: .15, Warp: of(mu), Weft: of(mu), Shear: of(mu / 2), Principal: law.Elastic{K1: mu / 2}, Area: area,
				Radial: [cloth.MostRadial]law.Around{
					{Along: [3]float64{1, 1}, Law: law.Elastic{K1: mu / 2}}, {Along: [3]float64{0, 0, 1},
						Law: law.Elastic{K1: mu / 4}}}},
		} {
			for name, part := range sheetFixtures(f) {
				for _, c := range homogeneous(lambda, mu) {
					largest, worst := piolaError(t, part, c.f, c.p, "membrane")
					if !(worst <= 1e-12*largest) {
						t.Errorf("%s, %s, F = %v: forces off by %.3g of the largest", name, c.name, c.f, worst/largest)
					}
				}
			}
		}
	}
}

// Springs along threads and diagonals. On Green strains, 2k along the threads and k across are the isotropic sheet with
// λ = μ = k: C12 and C33 are the stiffness of the diagonals (the Cauchy relation), C11 that of both. On elongations the
// stress is that of the springs of a square grid, summed one by one.
func TestSpringsAcross(t *testing.T) {
	const ku, kd = 90, 45
	of := func(l law.Law) cloth.Component { return cloth.Component{Elastic: l} }
	soft := func(k float64) law.Law { return law.Soft{K1: k, K2: -1, K3: -1, K4: -1, K5: -1} }
	green := cloth.Fabric{Density: .15, Warp: of(law.Elastic{K1: 2 * kd}), Weft: of(law.Elastic{K1: 2 * kd}),
		Diagonal: law.Elastic{K1: kd}}
	grid := cloth.Fabric{Density: .15, Warp: of(soft(ku)), Weft: of(soft(ku)), Diagonal: soft(kd)}
	for name, part := range sheetFixtures(cloth.Fabric{}) {
		for _, c := range homogeneous(kd, kd) {
			// The springs of one square: a vector in the material, over its side, and a stiffness.
			var p [4]float64
			for _, s := range [][3]float64{{1, 0, ku}, {0, 1, ku}, {1, 1, kd}, {1, -1, kd}} {
				x, y := c.f[0]*s[0]+c.f[1]*s[1], c.f[2]*s[0]+c.f[3]*s[1]
				rest, now := math.Hypot(s[0], s[1]), math.Hypot(x, y)
				pull := s[2] * (now - rest) / now
				p[0], p[1], p[2], p[3] = p[0]+pull*x*s[0], p[1]+pull*x*s[1], p[2]+pull*y*s[0], p[3]+pull*y*s[1]
			}
			for _, q := range []struct {
				fabric cloth.Fabric
				p      [4]float64
			}{{green, c.p}, {grid, p}} {
				part.Fabric = q.fabric
				largest, worst := piolaError(t, part, c.f, q.p, "membrane")
				if !(worst <= 1e-11*largest) || largest == 0 {
					t.Errorf("%s, %s, F = %v: forces off by %.3g of the largest", name, c.name, c.f, worst/largest)
				}
			}
		}
	}
}

// Sheared by an angle, cloth pulls along its edges with kγ, and with kγ + k_j(γ − γ_j) once its yarns have jammed.
func TestJammedShear(t *testing.T) {
	const k, jam, kJam = 4.5, .5, 60.
	f := cloth.Fabric{Density: .2, Warp: cloth.Component{Elastic: law.Elastic{K1: 50}},
		Weft: cloth.Component{Elastic: law.Elastic{K1: 50}}, Shear: cloth.Component{Elastic: law.Jamming{K: k, Jam: jam,
			KJam: kJam}}}
	for name, part := range sheetFixtures(f) {
		for _, gamma := range []float64{.3, .8, -.8} {
			s := newSim(t, part, nil, step.DefaultSettings())
			s.SetTerms([]Term{newTerm(t, "membrane")})
			s.begin(.01)
			// w_u and w_v of length 1, turned against each other.
			sin, cos := gamma, math.Sqrt(1-gamma*gamma)
			for i, x := range s.Model.X0 {
				u, v := x.X, -x.Z
				s.x[i] = r3.Vec{X: u + sin*v, Z: -cos * v}
			}
			s.energyAt(s.x)
			s.gatherGradient()
			tau := k*gamma + math.Copysign(kJam*max(0, math.Abs(gamma)-jam), gamma)
			want := boundaryLoads(s.Model, [4]float64{sin * tau, tau, cos * tau, 0})
			var largest, worst float64
			for i, g := range s.g {
				largest, worst = max(largest, r3.Norm(want[i])), max(worst, r3.Norm(r3.Sub(g, want[i])))
			}
			if !(worst <= 1e-12*largest) || largest == 0 {
				t.Errorf("%s, γ %g: forces off by %.3g of the largest", name, gamma, worst/largest)
			}
		}
	}
}
