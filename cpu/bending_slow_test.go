//go:build slow

package cpu

import (
	"flag"
	"fmt"
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"hysteron/cloth"
	"hysteron/step"
)

var bendingPlot = flag.String("bending-plot", "", "where TestBendingTables draws the convergence of the cantilever")

// TestBendingTables prints the tables of docs/bending.md:
//
//	go test -tags slow -run BendingTables -v ./cpu -bending-plot ../docs/images/bending.png
func TestBendingTables(t *testing.T) {
	fmt.Print("\nEffective stiffness of cylinders, prescribed and relaxed, over B:\n\n| mesh | law | 0° | 22.5° | 45° " +
		"|\n|---|---|---|---|---|\n")
	for _, kind := range meshKinds {
		for _, law := range []string{"hinge", "average", "quadratic", "curvature"} {
			fmt.Printf("| %s | %s |", kind, law)
			for _, angle := range []float64{0, math.Pi / 8, math.Pi / 4} {
				a, b := cylinder(t, kind, law, angle)
				fmt.Printf(" %.3f, %.3f |", a, b)
			}
			fmt.Println()
		}
	}
	laws := []cloth.BendingLaw{cloth.HingeBending, cloth.CurvatureBending}
	names := []string{"hinge", "curvature"}
	fmt.Print("\nHeavy elastica, error of the tip drop:\n\n| mesh | law | edges | Γ = 0.1 | 1 | 10 | 100 " +
		"|\n|---|---|---|---|---|---|---|\n")
	var errs [][3]float64 // at Γ = 10, by mesh and law
	for _, kind := range meshKinds {
		for l, law := range laws {
			var at10 [3]float64
			for i, n := range cantileverEdges {
				fmt.Printf("| %s | %s | %.0f |", kind, names[l], n)
				for _, gamma := range []float64{.1, 1, 10, 100} {
					e := 100 * (cantilever(t, kind, int(n), gamma, law)/heavyElastica(gamma) - 1)
					fmt.Printf(" %+.2f %% |", e)
					if gamma == 10 {
						at10[i] = e
					}
				}
				fmt.Println()
			}
			errs = append(errs, at10)
		}
	}
	if *bendingPlot != "" {
		if err := drawCantilevers(*bendingPlot, errs); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Print("\nLateral buckling, weight over the critical weight:\n\n| mesh | law | w = L/20, 2 cells | 4 cells | w = " +
		"L/40, 2 cells |\n|---|---|---|---|---|\n")
	for _, kind := range meshKinds {
		for l, law := range laws {
			fmt.Printf("| %s | %s | %.3f | %.3f | %.3f |\n", kind, names[l], lateralBuckling(t, kind, 40, .05, law),
				lateralBuckling(t, kind, 80, .05, law), lateralBuckling(t, kind, 80, .025, law))
		}
	}
}

// cylinder bends an isotropic sheet to a shallow cylinder, across the direction at the angle to its
// length, and returns the energy over ½Bκ² per area: of the shape itself, and once the vertices
// inside, away from the rim by more than two rows, have relaxed.
func cylinder(t *testing.T, kind, law string, angle float64) (prescribed, relaxed float64) {
	t.Helper()
	const kappa, b, l, w, edges = 1e-5, 3e-5, 1., .8, 16
	f := curved(.1, 1, b)
	if law == "hinge" {
		f.Bending = cloth.HingeBending
	}
	part := stripMesh(kind, edges, l, w, 0, f, false)
	m, err := cloth.NewModel([]cloth.Part{part})
	if err != nil {
		t.Fatal(err)
	}
	if law == "average" || law == "quadratic" {
		otherRule(m, law)
	}
	s, err := New(m, nil, nil, step.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	inside := func(x r3.Vec, by float64) bool {
		by *= l / edges
		return x.X > by && x.X < l-by && -x.Z > by && -x.Z < w-by
	}
	energy := func() float64 {
		var e, area float64
		for i := range s.Model.Hinges {
			h := &s.Model.Hinges[i]
			if law == "hinge" && inside(s.Model.X0[h.V[0]], 2.4) && inside(s.Model.X0[h.V[1]], 2.4) {
				e += h.Area() * b / 3 / 2 * s.strain(cloth.Hinges, 0, i) * s.strain(cloth.Hinges, 0, i)
				area += h.Area()
			}
		}
		for i := range s.Model.Curves {
			v := s.Model.Tri[s.Model.Curves[i].Tri]
			if inside(mean3(s.Model.X0, v), 2.4) {
				a, k := s.Model.Rest[s.Model.Curves[i].Tri].Area, s.curveStrains(i)
				e += a * b / 9 / 2 * (k[0]*k[0] + k[1]*k[1] + k[2]*k[2]/2)
				area += a
			}
		}
		return e / area / (b * kappa * kappa / 2)
	}
	sin, cos := math.Sincos(angle)
	y := func(x, z float64) float64 { d := cos*x + sin*z; return kappa / 2 * d * d }
	shaped(t, s, y)
	prescribed = energy()
	s.exact = true
	s.energyAt(s.x)
	s.gatherMatrix()
	h := dense(s)
	var free []int
	for i := range s.x {
		if inside(s.Model.X0[i], 2.2) {
			free = append(free, i)
		}
	}
	s.gatherGradient()
	a, rhs := mat.NewSymDense(len(free), nil), mat.NewVecDense(len(free), nil)
	for p, i := range free {
		rhs.SetVec(p, -s.g[i].Y)
		for q, j := range free[:p+1] {
			a.SetSym(p, q, h[3*i+1][3*j+1])
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(a) {
		t.Fatalf("%s, %s: the bending energy is not positive definite", kind, law)
	}
	var u mat.VecDense
	if err := chol.SolveVecTo(&u, rhs); err != nil {
		t.Fatal(err)
	}
	for p, i := range free {
		s.x[i].Y += u.AtVec(p)
	}
	s.energyAt(s.x)
	return prescribed, energy()
}

// otherRule replaces the curves of a model by those of a rule with the three hinges of a triangle alone: "average"
// gives each triangle half of every angle (as BST elements, Oñate & Flores 2005, and the averaged mid-edge normals of
// Grinspun et al. 2006 do); "quadratic" is the curvature of the quadratic surface through the six corners of a triangle
// and its neighbours (Reisman et al. 2007). Triangles at the rim have none.
func otherRule(m *cloth.Model, rule string) {
	type edge struct {
		h     int32
		t, n  r2.Vec
		l     float64
		other float64 // height and place of the other triangle's corner
		along float64
		own   float64
		at    float64
	}
	of := make([][]edge, len(m.Tri))
	for i := range m.Hinges {
		h := &m.Hinges[i]
		p := func(v int32) r2.Vec { return r2.Vec{X: m.X0[v].X, Y: -m.X0[v].Z} } // the sheet is flat
		a, b := p(h.V[0]), p(h.V[1])
		l := r2.Norm(r2.Sub(b, a))
		tt := r2.Scale(1/l, r2.Sub(b, a))
		n := r2.Vec{X: -tt.Y, Y: tt.X}
		mid := r2.Scale(.5, r2.Add(a, b))
		x, y := r2.Sub(p(h.V[2]), mid), r2.Sub(p(h.V[3]), mid)
		of[h.Tri[0]] = append(of[h.Tri[0]], edge{int32(i), tt, n, l, -r2.Dot(y, n), r2.Dot(y, tt), r2.Dot(x, n),
			r2.Dot(x, tt)})
		n = r2.Scale(-1, n)
		of[h.Tri[1]] = append(of[h.Tri[1]], edge{int32(i), tt, n, l, -r2.Dot(x, n), r2.Dot(x, tt), r2.Dot(y, n),
			r2.Dot(y, tt)})
	}
	for i := range m.Curves {
		c := &m.Curves[i]
		t := c.Tri
		*c = cloth.Curve{Tri: t}
		for k := range c.Hinge {
			c.Hinge[k] = of[t][0].h
		}
		if len(of[t]) < 3 {
			continue
		}
		q := mat.NewDense(3, 3, nil) // angles by curvature
		for k, e := range of[t] {
			c.Hinge[k] = e.h
			dyad := func(a, b r2.Vec) [3]float64 { return [3]float64{a.X * b.X, a.Y * b.Y, (a.X*b.Y + a.Y*b.X) / 2} }
			nn, nt, tt := dyad(e.n, e.n), dyad(e.n, e.t), dyad(e.t, e.t)
			g := (e.at*e.at-e.l*e.l/4)/(2*e.own) + (e.along*e.along-e.l*e.l/4)/(2*e.other)
			for j := range 3 {
				q.Set(k, j, (e.own+e.other)/2*nn[j]+(e.at-e.along)*nt[j]+g*tt[j])
			}
			if rule == "average" {
				f := m.Hinges[e.h].H * e.l / (2 * m.Rest[t].Area)
				c.C[k] = [3]float64{f * nn[0], f * nn[1], 2 * f * nn[2]}
			}
		}
		if rule == "quadratic" {
			var inv mat.Dense
			if inv.Inverse(q) != nil {
				continue
			}
			for k, e := range of[t] {
				for j := range 3 {
					c.C[k][j] = m.Hinges[e.h].H * inv.At(j, k)
				}
			}
		}
	}
}

var cantileverEdges = [3]float64{10, 20, 40}

// drawCantilevers draws the errors [%] by mesh and law, over the number of edges.
func drawCantilevers(path string, errs [][3]float64) error {
	p := plot.New()
	p.Title.Text = "Heavy elastica, Γ = 10"
	p.X.Label.Text, p.Y.Label.Text = "edges along the strip", "error of the tip drop [%]"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker = plot.ConstantTicks{{Value: 10, Label: "10"}, {Value: 20, Label: "20"}, {Value: 40, Label: "40"}}
	p.Y.Tick.Marker = plot.LogTicks{Prec: -1}
	p.Y.Min, p.Y.Max = .001, 100
	p.Add(plotter.NewGrid())
	colours := []color.Color{color.RGBA{0x00, 0x72, 0xB2, 0xFF}, color.RGBA{0xD5, 0x5E, 0x00, 0xFF},
		color.RGBA{0x00, 0x9E, 0x73, 0xFF}, color.RGBA{0xCC, 0x79, 0xA7, 0xFF}}
	for i, e := range errs {
		var xy plotter.XYs
		for k, n := range cantileverEdges {
			xy = append(xy, plotter.XY{X: n, Y: math.Max(p.Y.Min, math.Abs(e[k]))})
		}
		line, err := plotter.NewLine(xy)
		if err != nil {
			return err
		}
		line.Color, line.Width = colours[i/2], vg.Points(1.5)
		law := "curvature"
		if i%2 == 0 {
			law = "hinge"
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
		p.Add(line)
		p.Legend.Add(law+", "+meshKinds[i/2], line)
	}
	p.Legend.Left, p.Legend.YOffs = true, vg.Millimeter
	p.Legend.TextStyle.Font.Size = vg.Points(8)
	return p.Save(14*vg.Centimeter, 11*vg.Centimeter, path)
}
