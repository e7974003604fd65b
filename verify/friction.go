package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/verify/exact"
)

func frictionProblems() []Problem {
	const topic = "Internal friction"
	return []Problem{
		{
			Name: "dahl-path", Topic: topic, Run: dahlPath,
			What: "Warp, weft, shear and bending strain of every fabric are led through reversals, saturation and zero; the " +
				"friction stress follows the exact path of the law, whatever the steps.",
			Source: "closed solution of dσ/dε = (a + b|ε| − sσ)/τ on each side of ε = 0",
		},
		{
			Name: "dahl-meshes", Topic: topic, Run: dahlMeshes,
			What: "The same path for all triangles of a sheet of cotton: stretched and sheared alike everywhere, and, under " +
				"the curvature law, bent to cylinders.",
			Source: "as dahl-path; ε = 3κ, which triangles with corners on the cylinder have to a part (κh)²/24",
		},
		{
			Name: "dahl-loop", Topic: topic, Run: dahlLoop,
			What:   "Work that friction takes in a steady loop 2τ ↔ 5τ, per area, from the measured stress over strain.",
			Source: "D = [S(ε1) + S(ε2)]·[Δ − 2τ tanh(Δ/2τ)]",
		},
		{
			Name: "painted-friction", Topic: topic, Run: paintedFriction,
			What: "A crumpled sheet of cotton in flight, whose friction is painted 2.5 times as strong all over, under both " +
				"laws of bending.",
			Source: "the same sheet of a fabric with 2.5 times the friction",
		},
		{
			Name: "persistent-strain", Topic: topic, Run: persistentStrain,
			What: "A triangle, or a pair over an edge, is loaded by a weight far enough for friction to saturate on the way " +
				"back, and unloaded quasi-statically: the strain that stays.",
			Source: "(k1 + k2ε)ε = a + bε + bτ (to 1 %), and the same with the exact friction stress instead of the saturated " +
				"one",
		},
	}
}

// componentNames are the components of a fabric, in the order of a state's history: membrane, then bending.
var componentNames = [5]string{"warp", "weft", "shear", "bend_warp", "bend_weft"}

func components(f *cloth.Fabric) []*cloth.Component {
	return []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft}
}

func dahl(c *cloth.Component) exact.Dahl {
	d := c.Dahl()
	return exact.Dahl{A: d.A, B: d.B, Tau: d.Tau}
}

// shippedFabrics returns all fabrics of the library with known closed-form solutions, with the hinge law, of which the
// testers of this package are made. The curvature law has the same laws per component.
func shippedFabrics() (list []cloth.Fabric, err error) {
	for _, name := range scenes.ClosedFabrics() {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			return nil, err
		}
		f.Bending, f.BendCoupling = cloth.HingeBending, 0
		list = append(list, f)
	}
	return list, nil
}

// tester holds all vertices of a fabric: a square of two triangles for the membrane strains, and two hinges of two
// triangles, one that bends along the warp and one along the weft. All strains are prescribed together.
type tester struct {
	*Running
	fabric cloth.Fabric
	side   float64 // of the square [m]
	reach  float64 // height of a hinge's triangles over its edge [m]
}

func newTester(e *Env, f cloth.Fabric) (*tester, error) {
	// one hinge has one strain; the curvature law has the same friction by itself
	f.Bending, f.BendCoupling = cloth.HingeBending, 0
	t := &tester{fabric: f, side: .02}
	// The largest angle is about 2 rad for a strain of 5τ, the largest of the problems.
	t.reach = math.Inf(1)
	for _, c := range components(&f)[3:] {
		if c.Dahl().Active() {
			t.reach = math.Min(t.reach, 3*2/(5*c.Dahl().Tau))
		}
	}
	if math.IsInf(t.reach, 1) {
		t.reach = .01
	}
	part := func(name string, uv []r2.Vec, tri ...[3]int32) cloth.Part {
		p := cloth.Part{Name: name, Fabric: f, Tri: tri}
		for i, q := range uv {
			p.X = append(p.X, r3.Vec{X: q.X, Z: -q.Y})
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
		}
		for _, c := range tri {
			p.UV = append(p.UV, [3]r2.Vec{uv[c[0]], uv[c[1]], uv[c[2]]})
		}
		return p
	}
	s, r := t.side, t.reach
	m, err := cloth.NewModel([]cloth.Part{
		part("square", []r2.Vec{{}, {X: s}, {X: s, Y: s}, {Y: s}}, [3]int32{0, 1, 2}, [3]int32{0, 2, 3}),
		part("along warp", []r2.Vec{{Y: -r}, {Y: r}, {X: -r}, {X: r}}, [3]int32{0, 1, 2}, [3]int32{1, 0, 3}),
		part("along weft", []r2.Vec{{X: r}, {X: -r}, {Y: -r}, {Y: r}}, [3]int32{0, 1, 2}, [3]int32{1, 0, 3}),
	})
	if err != nil {
		return nil, err
	}
	set := Settings()
	set.Gravity, set.AirDensity = r3.Vec{}, 0
	q, err := e.Backend.New(m, nil, nil, set)
	if err != nil {
		return nil, err
	}
	t.Running = e.Running(q, m)
	return t, nil
}

// lead moves all vertices so that every strain becomes s times the τ of its friction. It returns the friction stresses
// in the order of componentNames, of the first of the two triangles.
func (t *tester) lead(s float64) (stress [5]float64, err error) {
	strain := func(c *cloth.Component) float64 {
		if !c.Dahl().Active() {
			return 0
		}
		return s * c.Dahl().Tau
	}
	c := components(&t.fabric)
	lu, lv := math.Sqrt(1+2*strain(c[0])), math.Sqrt(1+2*strain(c[1]))
	g := strain(c[2]) / (lu * lv) // sine of the shear
	wu := r3.Vec{X: lu}
	wv := r3.Vec{X: lv * g, Z: -lv * math.Sqrt(1-g*g)}
	place := func(vertex int, x r3.Vec) { t.Model.Pins[vertex].Point = x }
	for i, q := range [4]r2.Vec{{}, {X: t.side}, {X: t.side, Y: t.side}, {Y: t.side}} {
		place(i, r3.Add(r3.Scale(q.X, wu), r3.Scale(q.Y, wv)))
	}
	for k := range 2 {
		// both wings rise by half of the angle
		sin, cos := math.Sincos(strain(c[3+k]) * t.reach / 3 / 2)
		for w, sign := range [2]float64{-1, 1} {
			x := r3.Vec{X: sign * cos * t.reach, Y: sin * t.reach}
			if k == 1 {
				x = r3.Vec{Y: sin * t.reach, Z: -sign * cos * t.reach}
			}
			place(4+4*k+2+w, x)
		}
	}
	if _, err := t.Step(.01); err != nil {
		return stress, err
	}
	st, err := t.State()
	if err != nil {
		return stress, err
	}
	for k := range 3 {
		stress[k] = st.FrictionStress(t.Model, cloth.Triangles, 0, k)
		if o := st.FrictionStress(t.Model, cloth.Triangles, 1, k); math.Abs(o-stress[k]) > 1e-3*math.Abs(stress[k])+
			1e-4*c[k].Dahl().A {
			return stress, fmt.Errorf("%s: friction stress %g and %g in two triangles with the same strain", componentNames[k],
				stress[k], o)
		}
	}
	for k := range 2 {
		for i := range t.Model.Hinges {
			if t.Model.Parts[1+k].Hinges.Lo == i {
				stress[3+k] = st.FrictionStress(t.Model, cloth.Hinges, i, 0)
			}
		}
	}
	return stress, nil
}

// path has the strains in τ: beyond saturation, with reversals, through zero.
var path = []float64{3, 2, 3.5, -1, .5, -1.5, 4, 0}

func dahlPath(e *Env) error {
	list, err := shippedFabrics()
	if err != nil {
		return err
	}
	for _, f := range list {
		if !frictional(&f) {
			continue
		}
		// steps per piece of the path; 60 are small enough for the series
		for _, steps := range Pick(e, []int{1, 9, 60}, []int{1, 9, 60}, []int{1, 9}) {
			t, err := newTester(e, f)
			if err != nil {
				return err
			}
			var eps, want, worst, at, most [5]float64
			last := 0.
			for _, to := range path {
				for i := 1; i <= steps; i++ {
					got, err := t.lead(last + (to-last)*float64(i)/float64(steps))
					if err != nil {
						return err
					}
					if i < steps {
						continue
					}
					for k, c := range components(&f) {
						if !c.Dahl().Active() {
							continue
						}
						d := dahl(c)
						want[k] = d.To(eps[k], want[k], to*d.Tau)
						eps[k] = to * d.Tau
						most[k] = math.Max(most[k], d.A+d.B*math.Abs(eps[k]))
						if off := math.Abs(got[k]-want[k]) / most[k]; off > worst[k] {
							worst[k], at[k] = off, to
						}
					}
				}
				last = to
			}
			t.Close()
			for k, c := range components(&f) {
				if c.Dahl().Active() {
					e.CheckAbs(fmt.Sprintf("steps of %d per piece", steps), fmt.Sprintf("%s, %s: largest error of the stress, at "+
						"%gτ, over the largest a + b|ε|", f.Name, componentNames[k], at[k]),
						"1", 0, worst[k], e.Tol(1e-10, 1e-5))
				}
			}
		}
	}
	return nil
}

// frictional reports whether any component has friction.
func frictional(f *cloth.Fabric) bool {
	for _, c := range components(f) {
		if c.Dahl().Active() {
			return true
		}
	}
	return false
}

func dahlLoop(e *Env) error {
	list, err := shippedFabrics()
	if err != nil {
		return err
	}
	const low, high, steps = 2., 5., 60
	for _, f := range list {
		t, err := newTester(e, f)
		if err != nil {
			return err
		}
		// Approach the steady loop: the influence of the start falls by e^{−6} per cycle.
		for _, to := range []float64{low, high, low, high, low} {
			if _, err := t.lead(to); err != nil {
				return err
			}
		}
		var area [5]float64
		var curve [5]report.Line
		last, err := t.lead(low)
		if err != nil {
			return err
		}
		s0 := low
		for i := 1; i <= 2*steps; i++ {
			s := low + (high-low)*float64(i)/steps
			if i > steps {
				s = high - (high-low)*float64(i-steps)/steps
			}
			got, err := t.lead(s)
			if err != nil {
				return err
			}
			for k, c := range components(&f) {
				area[k] += (got[k] + last[k]) / 2 * (s - s0) * c.Dahl().Tau
				curve[k].X, curve[k].Y = append(curve[k].X, s*c.Dahl().Tau), append(curve[k].Y, got[k])
			}
			s0, last = s, got
		}
		t.Close()
		for k, c := range components(&f) {
			if c.Dahl().Active() {
				e.Check("", f.Name+", "+componentNames[k], "J/m²", dahl(c).Loop(low*c.Dahl().Tau, high*c.Dahl().Tau), area[k], .005)
			}
		}
		if f.Name == "cotton" {
			d := dahl(&f.Warp)
			eps, sigma := low*d.Tau, curve[0].Y[len(curve[0].Y)-1]
			line := report.Line{Name: "exact", Dashed: true}
			for i := range 201 {
				to := low + (high-low)*float64(i)/100
				if i > 100 {
					to = high - (high-low)*float64(i-100)/100
				}
				sigma = d.To(eps, sigma, to*d.Tau)
				eps = to * d.Tau
				line.X, line.Y = append(line.X, eps), append(line.Y, sigma)
			}
			curve[0].Name, curve[0].Points = "measured", true
			e.Plot(report.Plot{Title: "Cotton, warp: friction in a steady loop", X: "strain", Y: "friction stress [N/m]",
				Lines: []report.Line{curve[0], line}})
		}
	}
	return nil
}
