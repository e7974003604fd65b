package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/verify/exact"
	"hysteron/verify/mesh"
)

func fabricProblems() []Problem {
	const topic = "Fabrics beside published numbers"
	return []Problem{
		{
			Name: "cusick-drape", Topic: topic, Run: cusickDrape, Full: true,
			What:   "Drape test of every fabric: a round specimen of 30 cm hangs over a disc of 18 cm that holds it. Drape coefficient (covered part of the ring's area in the shadow from above) and number of folds, beside published ones of other fabrics of the kind: no verdict.",
			Source: drapeSources,
		},
		{
			Name: "cantilever-fabrics", Topic: topic, Run: cantileverFabrics, Full: true,
			What:   "Cantilever test of every fabric along the warp (ASTM D1388, Peirce): half of the overhang at which the line to the tip goes down at 41.5°, without friction under both laws of bending, and as it is shipped, beside what its stiffness at zero strain gives: no verdict.",
			Source: "bending length = 0.49991·L at Γ = 8.0042, so c = 0.49991·(8.0042·B/(ρ_s·g))^{1/3} with B = 3·k1",
		},
	}
}

// Published drape coefficients [%] and numbers of folds.
const drapeSources = "Matsudaira 2015, J. Textile Eng. 61(6) 69–73, tables 1 and 2 (second hand): cotton broad 82.9 %, polyester faille 28.3 %; " +
	"Analysis of a Fabric Drape Profile, Vlákna a Textil 1/2018: cotton plain weaves 48–72 %, polyester/cotton twill 3/1 79.8 %, satins 43–70 %, 5 to 8 folds"

// publishedDrape is a drape coefficient of a fabric of the kind [%]; fabrics without have none.
var publishedDrape = map[string]struct {
	of    string
	value float64
}{
	"cotton":       {"cotton broad", 82.9},
	"polyester":    {"polyester faille", 28.3},
	"cotton-twill": {"polyester/cotton twill 3/1", 79.81},
}

func cusickDrape(e *Env) error {
	list, err := shippedFabrics()
	if err != nil {
		return err
	}
	const inner, outer, edge, h = .09, .15, .0125, 1. / 100
	s := mesh.Disc(edge, inner, outer)
	rim := s.Where(func(q r2.Vec) bool { return r2.Norm(q) > outer-1e-9 })
	for _, f := range list {
		p := s.Part(f, mesh.Level)
		mesh.Hold(&p, s.Where(func(q r2.Vec) bool { return r2.Norm(q) < inner+1e-9 }))
		set := settings()
		set.Tolerance = 2e-5
		r, err := e.sim(p, nil, set)
		if err != nil {
			return err
		}
		for range 150 {
			if err := e.ctx.Err(); err != nil {
				return err
			}
			if _, err := r.Step(h); err != nil {
				return fmt.Errorf("%s: %w", f.Name, err)
			}
		}
		st, err := r.State()
		if err != nil {
			return err
		}
		x := append([]r3.Vec(nil), st.X...)
		r.Close()
		shadow, radius := shadowArea(s.Tri, x, outer)
		ring := math.Pi * (outer*outer - inner*inner)
		drape := 100 * (shadow - math.Pi*inner*inner) / ring
		what := f.Name + ": drape coefficient"
		if q, ok := publishedDrape[f.Name]; ok {
			e.Compare(s.Name(), what+", beside "+q.of, "%", q.value, drape)
		} else {
			e.Show(s.Name(), what, "%", drape)
		}
		e.Show(s.Name(), f.Name+": folds", "1", float64(folds(radius)))
		outline := Line{Name: "shadow"}
		for i := range len(radius) + 1 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(radius)))
			w := radius[i%len(radius)]
			outline.X, outline.Y = append(outline.X, 100*w*cos), append(outline.Y, 100*w*sin)
		}
		e.Figure(Figure{
			Title: fmt.Sprintf("%s from above: %.0f %%", f.Name, drape), X: "[cm]", Y: "[cm]", Square: true,
			XMin: -16, XMax: 16, YMin: -16, YMax: 16, Lines: []Line{outline, circle("disc", 100*inner), circle("specimen", 100*outer)},
		})
		e.Figure(Figure{
			Title: f.Name + " from the front", X: "[cm]", Y: "[cm]", Square: true,
			XMin: -16, XMax: 16, YMin: -16, YMax: 16, Lines: frontView(s, x, rim, inner),
		})
	}
	return nil
}

// circle as a dashed line.
func circle(name string, radius float64) Line {
	l := Line{Name: name, Dashed: true}
	for i := range 121 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 120)
		l.X, l.Y = append(l.X, radius*cos), append(l.Y, radius*sin)
	}
	return l
}

// frontView draws the rim and the disc's edge from a little above [cm].
func frontView(s *mesh.Sheet, x []r3.Vec, rim []int32, inner float64) []Line {
	const tilt = .35 // sine of the angle of view
	view := func(name string, vertices []int32) Line {
		l := Line{Name: name}
		for _, v := range append(vertices, vertices[0]) {
			l.X, l.Y = append(l.X, 100*x[v].X), append(l.Y, 100*(x[v].Y*math.Sqrt(1-tilt*tilt)-x[v].Z*tilt))
		}
		return l
	}
	edge := s.Where(func(q r2.Vec) bool { return math.Abs(r2.Norm(q)-inner) < 1e-9 })
	return []Line{view("rim", rim), view("disc", edge)}
}

// shadowArea is the area that triangles cover seen from above, and the farthest covered radius over the angle,
// by rays from the origin: the shadow is star-shaped about it to within folds.
func shadowArea(tri [][3]int32, x []r3.Vec, most float64) (area float64, radius []float64) {
	const rays = 720
	radius = make([]float64, rays)
	for i := range radius {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / rays)
		d := r2.Vec{X: cos, Y: sin}
		for _, t := range tri {
			for c := range 3 {
				a, b := x[t[c]], x[t[(c+1)%3]]
				p, q := r2.Vec{X: a.X, Y: -a.Z}, r2.Vec{X: b.X, Y: -b.Z}
				u, v := r2.Cross(d, p), r2.Cross(d, q)
				if u*v > 0 || u == v {
					continue
				}
				at := r2.Add(p, r2.Scale(u/(u-v), r2.Sub(q, p)))
				radius[i] = math.Max(radius[i], math.Min(most, r2.Dot(at, d)))
			}
		}
		area += radius[i] * radius[i] / 2 * 2 * math.Pi / rays
	}
	return area, radius
}

// folds is the number of waves around the rim: how often the shadow's radius rises through its mean, by a
// quarter of its standard deviation on both sides.
func folds(radius []float64) (count int) {
	var mean, square float64
	for _, r := range radius {
		mean += r / float64(len(radius))
	}
	for _, r := range radius {
		square += (r - mean) * (r - mean) / float64(len(radius))
	}
	band := math.Sqrt(square) / 4
	low := false
	for i := range 2 * len(radius) { // the first round finds out where it stands
		switch r := radius[i%len(radius)]; {
		case r < mean-band:
			low = true
		case r > mean+band && low:
			low = false
			if i >= len(radius) {
				count++
			}
		}
	}
	return count
}

func cantileverFabrics(e *Env) error {
	list, err := shippedFabrics()
	if err != nil {
		return err
	}
	const g, width, angle = 9.81, .025, 41.5 * math.Pi / 180
	for _, f := range list {
		free := f
		for _, c := range components(&free) {
			c.Friction = cloth.Friction{}
		}
		law := map[cloth.BendingLaw]string{cloth.HingeBending: "hinge", cloth.CurvatureBending: "curvature"}
		other := free
		other.Bending = cloth.CurvatureBending
		straight := math.Cbrt(exact.CantileverGamma(angle) * 3 * f.BendWarp.K1 / (f.Density * g))
		for _, q := range []struct {
			what   string
			fabric cloth.Fabric
		}{{"curvature law without friction", other}, {law[f.Bending] + " law without friction", free}, {law[f.Bending] + " law with friction", f}} {
			var name string
			// The angle grows with the overhang; two lengths and a line between them in log–log.
			slant := func(length float64) (float64, error) {
				s, clamp, tip := mesh.Clamped(mesh.Unstructured, length, width, 4)
				name = s.Name()
				p := s.Part(q.fabric, mesh.Level)
				mesh.Hold(&p, clamp)
				set := settings()
				set.AirDensity, set.MaxNewton, set.MaxCG, set.Tolerance = 0, 200, 4000, 1e-7
				r, err := e.sim(p, nil, set)
				if err != nil {
					return 0, err
				}
				defer r.Close()
				x, err := r.settle(nil, settling{h: .5, still: 2e-6, most: 100})
				if err != nil {
					return 0, fmt.Errorf("%s %s, overhang %.3g m: %w", f.Name, q.what, length, err)
				}
				var along, drop float64
				for _, v := range tip {
					along, drop = along+x[v].X, drop-x[v].Y
				}
				return math.Atan2(drop, along), nil
			}
			length := straight
			a, err := slant(length)
			if err != nil {
				return err
			}
			for range 3 {
				// The slope of a cantilever's slant grows about with the cube of its length.
				length *= math.Pow(math.Tan(angle)/math.Tan(a), 1./3)
				if a, err = slant(length); err != nil {
					return err
				}
			}
			e.Compare(name, fmt.Sprintf("%s, %s: bending length (slant %.1f°)", f.Name, q.what, a*180/math.Pi), "mm", 500*straight, 500*length)
		}
	}
	return nil
}
