package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// crissCrossStrip is a strip of n square cells of side a along x, one cell wide, each cell cut
// by both diagonals. Cell −1 is clamped level: its two ends and its centre are pinned.
//
// Its stiffness is known: bent to curvature κ with p = κa/4, the hinge across the strip at each
// end of a cell turns by 2(p+r) and the four half-diagonals by √2(p−r), where r = 2δ/a and δ is
// how far the centre leaves the cylinder. The energy of a cell is 12k(p+r)² + 12k(p−r)², least
// at r = 0, which is ½Bκ²a² with B = 3k: factor 1.00, as homogenisation gives for a free narrow
// criss-cross strip. The mirror symmetry of the strip keeps it from twisting. Half of the
// bending sits in the hinge over the clamped edge, which stands for a/4 on each side of the
// edge: the free length counts from a/4 inside the clamp.
func crissCrossStrip(n int, a float64, f cloth.Fabric) cloth.Part {
	p := cloth.Part{Name: "strip", Fabric: f}
	var uv []r2.Vec
	vertex := func(u, v float64) {
		uv = append(uv, r2.Vec{X: u, Y: v})
		p.X = append(p.X, r3.Vec{X: u, Z: -v})
	}
	add := func(c ...int32) {
		p.Tri = append(p.Tri, [3]int32{c[0], c[1], c[2]})
		p.UV = append(p.UV, [3]r2.Vec{uv[c[0]], uv[c[1]], uv[c[2]]})
	}
	for i := range n + 2 { // rows at x = −a, 0, …, n·a: two ends and, from the second on, a centre before
		x := a * float64(i-1)
		vertex(x, 0)
		vertex(x, a)
		if i <= n {
			vertex(x+a/2, a/2)
		}
	}
	for i := range int32(n + 1) {
		b0, t0, c, b1, t1 := 3*i, 3*i+1, 3*i+2, 3*i+3, 3*i+4
		add(b0, b1, c)
		add(b1, t1, c)
		add(t1, t0, c)
		add(t0, b0, c)
	}
	for v := range int32(5) {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: v, Point: p.X[v]})
	}
	return p
}

// TestCantilever: a clamped strip under its own weight against the planar heavy elastica
// θ″ = −Γ(1−s)cos θ, Γ = ρ_s g L³/B. The strip is solved by Sim.Step in long steps from rest.
// The membrane is stiff enough for stretch to stay below 1e-4 and soft enough not to lock the
// bending of the cells.
func TestCantilever(t *testing.T) {
	const (
		length  = .2
		density = .15
		g       = 9.81
	)
	for _, c := range []struct{ gamma, drop float64 }{{1, .123471}, {5, .495905}, {20, .829881}} {
		var got [2]float64
		for i, n := range []int{20, 40} {
			a := length / (float64(n) + .25)
			b := density * g * length * length * length / c.gamma
			f := cloth.Isotropic(density, 0, 2000, b/3)
			set := step.DefaultSettings()
			set.Tolerance, set.MaxNewton, set.MaxCG = 1e-8, 200, 20000
			s := newSim(t, crissCrossStrip(n, a, f), nil, set)
			settle(t, s, .5, 1e-7, 400)
			tip := len(s.State.X) - 1
			if d := math.Abs(s.State.X[tip].Y - s.State.X[tip-1].Y); d > 1e-4*length {
				t.Errorf("Γ = %g: the end is twisted by %g m across the strip", c.gamma, d)
			}
			got[i] = -s.State.X[tip].Y / length
			t.Logf("Γ = %g, %d cells: tip drop/L %.6f, elastica %.6f (%+.2f %%), largest stretch %.6f",
				c.gamma, n, got[i], c.drop, 100*(got[i]/c.drop-1), s.MaxStretch())
		}
		if math.Abs(got[1]/c.drop-1) > .01 || math.Abs(got[1]/c.drop-1) > .6*math.Abs(got[0]/c.drop-1)+1e-3 {
			t.Errorf("Γ = %g: tip drop/L %.5f with 20 cells, %.5f with 40, expected %.5f within 1 %% and nearer with more cells",
				c.gamma, got[0], got[1], c.drop)
		}
	}
}

// TestCylinderStiffness: the energy of meshes bent to a cylinder of small curvature, against what
// homogenisation gives (right triangles 1 and 3.0, alternating diagonals .833 and 1.333, along
// the warp and along the bias). In the alternating mesh the two kinds of vertices (of valence 4
// and 8) may leave the cylinder by ±δ; the energy is quadratic in δ, so three values give its
// minimum. A factor that is off here makes garments drape wrong by that factor.
func TestCylinderStiffness(t *testing.T) {
	const (
		kappa = 1e-3
		k     = 1e-5
		cells = 40
	)
	for _, c := range []struct {
		name      string
		alternate bool
		angle     float64 // of the direction of bending against the warp
		want      float64 // energy per area over Bκ²/2 with B = 3k
	}{
		{"right triangles along 0°", false, 0, 1},
		{"right triangles along 45°", false, math.Pi / 4, 3},
		{"alternating along 0°", true, 0, 5. / 6},
		{"alternating along 90°", true, math.Pi / 2, 5. / 6},
		{"alternating along 45°", true, math.Pi / 4, 4. / 3},
	} {
		f := cloth.Isotropic(.15, 0, 1, k)
		s := newSim(t, grid(cells+1, cells+1, 1, 1, f, c.alternate), nil, step.DefaultSettings())
		s.SetTerms([]Term{newTerm(t, "bending")})
		s.begin(1)
		factor := func(delta float64) float64 {
			for i, x := range s.Model.X0 {
				d := x.X*math.Cos(c.angle) - x.Z*math.Sin(c.angle)
				parity := float64(1 - 2*((i/(cells+1)+i%(cells+1))%2))
				s.x[i] = r3.Vec{X: x.X, Y: kappa*d*d/2 + parity*delta, Z: x.Z}
			}
			s.energyAt(s.x)
			// Only whole periods of two cells away from the border, where hinges are missing.
			var e float64
			for i := range s.Model.Hinges {
				h := &s.Model.Hinges[i]
				mid := r3.Scale(.5, r3.Add(s.Model.X0[h.V[0]], s.Model.X0[h.V[1]]))
				if inside := .1 + 1e-9; mid.X > inside && mid.X < .8+inside && -mid.Z > inside && -mid.Z < .8+inside {
					e += h.Area() * k / 2 * s.strain(cloth.Hinges, 0, i) * s.strain(cloth.Hinges, 0, i)
				}
			}
			return e / (3 * k * kappa * kappa / 2 * .8 * .8)
		}
		got := factor(0)
		if c.alternate {
			d := kappa / (cells * cells) / 8
			m, p := factor(-d), factor(d)
			got -= (p - m) * (p - m) / (8 * (p + m - 2*got))
		}
		if math.Abs(got/c.want-1) > 1e-3 {
			t.Errorf("%s: stiffness factor %.5f, expected %.5f", c.name, got, c.want)
		}
	}
}
