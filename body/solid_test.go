package body

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// solids under test with signed distance, volume and area, all exact.
func solidCases() []solidCase {
	f := FunnelSize{Mouth: 0.25, Neck: 0.05, Height: 0.3, Spout: 0.15, Wall: 0.012, Bend: 0.05}
	beta := f.slope()
	wall := math.Hypot(f.Mouth-f.Neck, f.Height) - f.trim()
	bendR := f.Neck + f.trim()*math.Sin(beta)
	// Pappus: the centroid of a band on both sides of a curve of radius B is not on it but at
	// B + w²/12B from its centre.
	across := (f.Bend + f.Wall*f.Wall/12/f.Bend) * 2 * math.Sin(beta/2) / beta
	bandR := f.Neck + f.Bend - across*math.Cos(beta/2)
	lip := f.Wall * f.Wall / 8 * math.Pi
	in := 4 * f.Wall / 2 / (3 * math.Pi) // from a half disc's diameter to its centroid
	return []solidCase{
		{"capsule", func(h float64, n int) *Solid { return cylinder(0.1, 0.5, 0.1, h, n) },
			func(p r3.Vec) float64 { return pin(p, 0, 0.15, 0.1) }, math.Pi * .01 * (.3 + .4/3)},
		{"cylinder", func(h float64, n int) *Solid { return cylinder(0.1, 0.5, 0.02, h, n) },
			func(p r3.Vec) float64 { return pin(p, 0.08, 0.23, 0.02) },
			math.Pi*.01*.5 - 2*(math.Pi*.01*.02-(math.Pi*.08*.08*.02+2*math.Pi*(math.Pi*.02*.02/4)*(.08+4*.02/3/math.Pi)))},
		{"torus", func(h float64, n int) *Solid { return torus(0.2, 0.03, h, n) },
			func(p r3.Vec) float64 {
				return math.Hypot(math.Hypot(p.X, p.Z)-0.2, p.Y) - 0.03
			}, 2 * math.Pi * math.Pi * .2 * .03 * .03},
		{"funnel", func(h float64, n int) *Solid { return funnel(f, h, n) },
			func(p r3.Vec) float64 { return funnelDistance(&f, p) },
			2 * math.Pi * (f.Wall*(f.Spout-f.trim())*f.Neck + f.Wall*wall*(f.Mouth+bendR)/2 + f.Wall*f.Bend*beta*bandR +
				lip*f.Neck + lip*(f.Mouth+in*math.Sin(beta)))},
		{"box", func(h float64, n int) *Solid { return box(r3.Vec{X: .4, Y: .1, Z: .2}, .02, h, n) },
			func(p r3.Vec) float64 {
				q := r3.Vec{X: max(0, math.Abs(p.X)-.18), Y: max(0, math.Abs(p.Y)-.03), Z: max(0, math.Abs(p.Z)-.08)}
				return r3.Norm(q) - .02
			},
			.36*.06*.16 + 2*.02*(.36*.06+.06*.16+.16*.36) + math.Pi*.02*.02*(.36+.06+.16) + 4./3*math.Pi*8e-6},
	}
}

type solidCase struct {
	name     string
	make     func(edge float64, steps int) *Solid
	distance func(p r3.Vec) float64
	volume   float64
}

// pin is the distance from a cylinder of a radius and half height, grown by rim.
func pin(p r3.Vec, radius, half, rim float64) float64 {
	r, y := math.Hypot(p.X, p.Z)-radius, math.Abs(p.Y)-half
	return math.Hypot(max(0, r), max(0, y)) - rim
}

// funnelDistance is that from the wall's middle: two lines and the arc between them.
func funnelDistance(f *FunnelSize, p r3.Vec) float64 {
	r, y := math.Hypot(p.X, p.Z), p.Y
	sin, cos := math.Sincos(f.slope())
	trim := f.trim()
	segment := func(ar, ay, br, by float64) float64 {
		t := ((r-ar)*(br-ar) + (y-ay)*(by-ay)) / ((br-ar)*(br-ar) + (by-ay)*(by-ay))
		t = max(0, min(1, t))
		return math.Hypot(r-ar-t*(br-ar), y-ay-t*(by-ay))
	}
	d := min(segment(f.Neck, -f.Spout, f.Neck, -trim), segment(f.Neck+trim*sin, trim*cos, f.Mouth, f.Height))
	cr, cy := f.Neck+f.Bend, -trim
	if a := math.Atan2(y-cy, cr-r); a >= 0 && a <= f.slope() {
		d = min(d, math.Abs(math.Hypot(r-cr, y-cy)-f.Bend))
	}
	return d - f.Wall/2
}

// Solids are closed, all vertices lie on the surface, faces look away from it, and their volume
// converges to the exact one at second order from below or above.
func TestSolids(t *testing.T) {
	for _, c := range solidCases() {
		t.Run(c.name, func(t *testing.T) {
			var off [2]float64
			for i, n := range []int{32, 64} {
				s := c.make(0.64/float64(n), n)
				if err := CheckClosed(s.Tri, len(s.X)); err != nil {
					t.Fatal(err)
				}
				for v, p := range s.X {
					if d := c.distance(p); !(math.Abs(d) < 1e-12) {
						t.Fatalf("vertex %d at %v is %g m from the surface", v, p, d)
					}
				}
				worst, sag := 1.0, 0.0
				for _, v := range s.Tri {
					a, b, q := s.X[v[0]], s.X[v[1]], s.X[v[2]]
					m := r3.Scale(1./3, r3.Add(a, r3.Add(b, q)))
					const h = 1e-6
					g := r3.Vec{
						X: c.distance(r3.Add(m, r3.Vec{X: h})) - c.distance(r3.Sub(m, r3.Vec{X: h})),
						Y: c.distance(r3.Add(m, r3.Vec{Y: h})) - c.distance(r3.Sub(m, r3.Vec{Y: h})),
						Z: c.distance(r3.Add(m, r3.Vec{Z: h})) - c.distance(r3.Sub(m, r3.Vec{Z: h})),
					}
					normal := r3.Unit(r3.Cross(r3.Sub(b, a), r3.Sub(q, a)))
					worst = min(worst, r3.Dot(normal, r3.Unit(g)))
					sag = max(sag, math.Abs(c.distance(m)))
				}
				// One edge of the turn in both directions: between rings of different counts.
				if limit := math.Cos(2 * math.Pi * math.Sqrt2 / float64(n)); worst < limit {
					t.Errorf("%d steps: a face turns away from the surface by %.3g°: expected at most %.3g°", n,
						math.Acos(worst)*180/math.Pi, math.Acos(limit)*180/math.Pi)
				}
				off[i] = enclosed(s.X, s.Tri)/c.volume - 1
				t.Logf("%d steps: %d vertices, %d triangles, faces within %.2g mm and %.2g°, volume off by %.3g", n, len(s.X),
					len(s.Tri), sag*1e3, math.Acos(worst)*180/math.Pi, off[i])
			}
			if ratio := off[0] / off[1]; math.Abs(off[0]) > 0.02 || ratio < 3.4 || ratio > 4.6 {
				t.Errorf("volumes off by %g and %g: expected second order", off[0], off[1])
			}
		})
	}
}

// Solids of any sizes and edges are meshed, or refused: edges may be much longer than the whole solid, and it may be so
// thin that the least number of edges around it makes many of a small area.
func TestSolidsOfAnySize(t *testing.T) {
	sizes := []float64{1e-12, 1e-6, 1, 100}
	each := func(what string, s *Solid, err error) {
		if err == nil {
			err = CheckClosed(s.Tri, len(s.X))
			if len(s.X) > maxSolid {
				t.Errorf("%s: %d vertices", what, len(s.X))
			}
		} else if strings.HasPrefix(err.Error(), "solid: ") {
			err = nil // refused
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, a := range sizes {
		for _, b := range sizes {
			for _, edge := range []float64{0, 1e-3, 100} {
				if edge == 0 {
					edge = (a + b) / 25
				}
				torus, err := TorusSolid(a, b, edge)
				each(fmt.Sprintf("torus %g %g, edges %g", a, b, edge), torus, err)
				capsule, err := CapsuleSolid(a, b, edge)
				each(fmt.Sprintf("capsule %g %g, edges %g", a, b, edge), capsule, err)
				cylinder, err := CylinderSolid(a, b, min(a, b)/1e3, edge)
				each(fmt.Sprintf("cylinder %g %g, edges %g", a, b, edge), cylinder, err)
				box, err := BoxSolid(r3.Vec{X: a, Y: b, Z: b}, min(a, b)/3, edge)
				each(fmt.Sprintf("box %g %g, edges %g", a, b, edge), box, err)
				funnel, err := FunnelSolid(FunnelSize{Mouth: a, Neck: a / 3, Height: b, Spout: b, Wall: a / 1e3, Bend: a / 3}, edge)
				each(fmt.Sprintf("funnel %g %g, edges %g", a, b, edge), funnel, err)
			}
		}
	}
}

func TestSolidErrors(t *testing.T) {
	f := FunnelSize{Mouth: 0.25, Neck: 0.05, Height: 0.3, Spout: 0.15, Wall: 0.012, Bend: 0.05}
	broken := func(change func(f *FunnelSize)) error {
		g := f
		change(&g)
		_, err := FunnelSolid(g, .01)
		return err
	}
	two := func(_ *Solid, err error) error { return err }
	for _, c := range []struct {
		err  error
		want string
	}{
		{two(CapsuleSolid(.1, .19, .01)), "at least twice the radius"},
		{two(CapsuleSolid(-.1, .19, .01)), "radius -0.1 m"},
		{two(CylinderSolid(.1, math.NaN(), .01, .01)), "height NaN"},
		{two(CylinderSolid(.1, 1, .2, .01)), "rim 0.2 m"},
		{two(CylinderSolid(.1, 1, .01, 0)), "edge length 0 m"},
		{two(CylinderSolid(.1, 1, .01, 1e-6)), "expected at most 2000000"},
		{two(TorusSolid(.1, .1, .01)), "less than its radius"},
		{two(TorusSolid(math.Inf(1), .1, .01)), "radius +Inf"},
		{two(TorusSolid(1, .1, 1e-5)), "expected at most 2000000"},
		{two(BoxSolid(r3.Vec{X: 1, Y: .1, Z: 1}, .06, .1)), "half of its smallest side"},
		{two(BoxSolid(r3.Vec{X: 1, Z: 1}, .06, .1)), "height 0 m"},
		{two(BoxSolid(r3.Vec{X: 1, Y: 1, Z: 1}, .06, 1e-5)), "expected at most 2000000"},
		{broken(func(f *FunnelSize) { f.Neck = .3 }), "less than that of its mouth"},
		{broken(func(f *FunnelSize) { f.Wall = .11 }), "twice its neck radius"},
		{broken(func(f *FunnelSize) { f.Bend = .01 }), "at least its wall"},
		{broken(func(f *FunnelSize) { f.Bend = 1 }), "smaller bend"},
		{broken(func(f *FunnelSize) { f.Spout = math.NaN() }), "spout NaN"},
		{two(FunnelSolid(f, 1e-5)), "expected at most 2000000"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v: expected an error with %q", c.err, c.want)
		}
	}
	for _, err := range []error{two(CapsuleSolid(.1, .2, .05)), two(CylinderSolid(.1, .2, .1, .05)),
		two(TorusSolid(.1, .05, 1)), two(BoxSolid(r3.Vec{X: .1, Y: .1, Z: .1}, .05, 1)), two(FunnelSolid(f, 1))} {
		if err != nil {
			t.Error(err)
		}
	}
}

// enclosed is the volume within a closed surface.
func enclosed(p []r3.Vec, tris [][3]int32) float64 {
	var v float64
	for _, t := range tris {
		v += r3.Dot(p[t[0]], r3.Cross(p[t[1]], p[t[2]])) / 6
	}
	return v
}
