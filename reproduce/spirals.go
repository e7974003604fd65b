package reproduce

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/law"
	"hysteron/render"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/step"
)

var spirals = Experiment{
	Name:  "spirals",
	Title: "Unrolling spirals",
	Paper: "Miguel et al. 2013, figures 7, 8 and 10, §4.3",
	Claim: "Strips that were rolled on a cylinder keep a spiral after they are let go; bending friction alone makes these shapes, which follow from the balance of gravity, elastic and friction torque and differ strongly across felt, double cloth and paper.",
	run:   runSpirals,
}

const (
	stripLength, stripWidth = 0.1, 0.025 // [m]
	creepTime               = 10.0       // damping of slow unrolling [s]

	// What keeps strips straight across: bending along the weft over that along the warp. Hinges hand
	// the shear force of a strip on from row to row by the corners of triangles, which load the outer
	// vertices of a row otherwise than the inner ones; cross sections bend, and a bend of δ makes the
	// curvature uneven across the strip by δ/du², which friction with its short τ does not average out.
	// At 200 the curvature of double cloth on 16 mm varied by 2 1/m across the strip (τ/3 = 2.6 1/m).
	acrossStiffness = 2000
)

// radii of the cylinders [m].
var (
	allRadii  = []float64{0.003, 0.004, 0.005, 0.006, 0.007, 0.0075, 0.010, 0.016, 0.023, 0.0275, 0.0315, 0.050}
	mainRadii = []float64{0.004, 0.0075, 0.023}
)

var spiralFabrics = []string{"doublecloth", "felt", "paper"}

func runSpirals(r *journal) error {
	rolled, facets := allRadii, 50
	if r.opt.Quick {
		rolled, facets = mainRadii, 30
	}
	r.page.Text("A strip of 10 × 2.5 cm is rolled on a circle, then let go, held at its upper end, which points down. Slowly: damped so much that it creeps, and every cross section goes straight to its rest. The strip is kept straight across its width, as the paper assumes: its bending along the weft is %d times stiffer. Cloth does not touch itself here: rolls of several turns lie in themselves.", acrossStiffness)
	r.page.Text("Expected without gravity: at each point kε + σ = 0 with ε = 3κ and σ after rolling and unrolling by the exact law. Expected with gravity: the torque balance of a strip without inertia and with the same damping, computed by a separate model of one dimension (dashed in the plots).")
	s := &spiralSheet{journal: r, final: map[string]float64{}}
	for _, name := range spiralFabrics {
		f, err := scenes.LoadFabric(name)
		if err == nil {
			err = s.fabric(f, rolled, facets)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	r.page.Figures("After slow unrolling with gravity. Strips are held at the upper end.", s.images...)
	r.page.Figures("Final profiles with gravity; dashed black: the model of one dimension.", s.profiles...)
	r.page.Figures("Curvature along the profiles.", s.curvatures...)
	r.page.Figures("Residual curvature over the radius of the cylinder.", s.residuals...)
	r.table("Curvatures [1/m]: mean over the strip. Difference: root mean square over the strip, of the curvature rolled on.",
		[]string{"fabric", "radius [mm]", "rolled on", "left, no gravity", "exact law", "paper's eq. 4", "left, gravity", "model", "difference", "speed at the end [m/s]"}, s.rows)
	r.find("residual curvature without gravity against the torque balance with the exact law, worst (of the curvature rolled on)", "within 1 %", fmt.Sprintf("%.2f %%", 100*s.worstRest), s.worstRest, s.worstRest <= 0.01)
	r.find("curvature along the strip with gravity against the model of one dimension, worst RMS (of the curvature rolled on)", "within 1 %", fmt.Sprintf("%.2f %%", 100*s.worstRod), s.worstRod, s.worstRod <= 0.01)
	r.find("without friction strips hang straight: mean curvature left (of the curvature rolled on)", "below 1 %", fmt.Sprintf("%.2f %%", 100*s.straight), s.straight, s.straight < 0.01)
	spread := slices.Max(slices.Collect(maps.Values(s.final))) / slices.Min(slices.Collect(maps.Values(s.final)))
	r.find("the fabrics differ strongly: mean curvature rolled on 7.5 mm, largest over smallest", "≥ 1.5", fmt.Sprintf("double cloth %.0f, felt %.0f, paper %.0f 1/m", s.final["doublecloth"], s.final["felt"], s.final["paper"]), spread, spread >= 1.5)
	return r.fastRelease()
}

// spiralSheet collects the strips.
type spiralSheet struct {
	*journal
	rows                                    [][]string
	images, profiles, curvatures, residuals []report.Figure

	worstRest, worstRod, straight float64            // of the curvature rolled on
	final                         map[string]float64 // mean curvature left on the middle radius, of each fabric [1/m]

	// Of the present fabric: lines of its plots, and residual curvature over radius.
	lines, bends []report.Line
	rest         report.Line
}

// fabric unrolls a fabric from all radii.
func (s *spiralSheet) fabric(f cloth.Fabric, radii []float64, facets int) error {
	s.lines, s.bends, s.rest = nil, nil, report.Line{Name: "simulated", Points: true}
	for i, radius := range radii {
		if err := s.strip(f, radius, facets, fmt.Sprintf("spiral-%s-%d", f.Name, i)); err != nil {
			return fmt.Errorf("on %g mm: %w", 1000*radius, err)
		}
	}
	law := report.Line{Name: "torque balance, exact law", Colour: report.Blue}
	paper := report.Line{Name: "the same by the paper's equation 4", Colour: report.Red, Dashed: true}
	for q := 2.5; q < 52; q += 0.5 {
		law.X, law.Y = append(law.X, q), append(law.Y, rest(f.BendWarp, 3000/q)/3)
		paper.X, paper.Y = append(paper.X, q), append(paper.Y, paperRest(f.BendWarp, 3000/q)/3)
	}
	s.profiles = append(s.profiles, s.plot("profiles-"+f.Name, report.Plot{Title: f.Name + ": profiles", X: "x [mm]", Y: "y [mm]", Square: true, Lines: s.lines}))
	s.curvatures = append(s.curvatures, s.plot("curvature-"+f.Name, report.Plot{Title: f.Name + ": curvature", X: "distance from the held end [mm]", Y: "curvature [1/m]", Lines: s.bends}))
	s.residuals = append(s.residuals, s.plot("residual-"+f.Name, report.Plot{Title: f.Name + ": residual curvature without gravity", X: "rolled on [mm]", Y: "curvature [1/m]", Lines: []report.Line{s.rest, law, paper}}))
	return nil
}

// strip unrolls a strip without gravity and with it, and compares it with what is expected.
func (s *spiralSheet) strip(f cloth.Fabric, radius float64, facets int, file string) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	free, err := unroll(f, radius, facets, 0, true)
	if err != nil {
		return fmt.Errorf("without gravity: %w", err)
	}
	hung, err := unroll(f, radius, facets, standardGravity, true)
	if err != nil {
		return err
	}
	want, got := rest(f.BendWarp, 3/radius)/3, mean(free.curvature)
	s.worstRest = max(s.worstRest, math.Abs(got-want)*radius)
	model := newRod(creeping(f.BendWarp), f.Density, standardGravity, stripLength/float64(facets), facets, radius)
	for range int(hung.time / 0.005) {
		model.creep(0.005)
	}
	modelled := scaled(model.eps, 1./3)
	off := rms(hung.curvature, modelled) * radius
	s.worstRod = max(s.worstRod, off)
	s.rest.X, s.rest.Y = append(s.rest.X, 1000*radius), append(s.rest.Y, got)
	s.rows = append(s.rows, []string{f.Name, fmt.Sprintf("%g", 1000*radius), fmt.Sprintf("%.1f", 1/radius), fmt.Sprintf("%.2f", got), fmt.Sprintf("%.2f", want),
		fmt.Sprintf("%.2f", paperRest(f.BendWarp, 3/radius)/3), fmt.Sprintf("%.1f", mean(hung.curvature)), fmt.Sprintf("%.1f", mean(modelled)), fmt.Sprintf("%.2f %%", 100*off), fmt.Sprintf("%.1e", hung.speed)})
	s.csv(fmt.Sprintf("spiral-%s-%gmm", f.Name, 1000*radius), []string{"s_m", "x_m", "y_m", "curvature_1_m", "model_curvature_1_m", "curvature_without_gravity_1_m"},
		hung.s, hung.x[1:len(hung.x)-1], hung.y[1:len(hung.y)-1], hung.curvature, modelled, free.curvature)
	k := slices.Index(mainRadii, radius)
	if k < 0 {
		return nil
	}
	colour, label := report.Blue+report.Colour(k), fmt.Sprintf("%g mm", 1000*radius)
	if k == 0 {
		bare, err := unroll(withoutFriction(f), radius, facets, standardGravity, true)
		if err != nil {
			return fmt.Errorf("without friction: %w", err)
		}
		s.straight = max(s.straight, math.Abs(mean(bare.curvature))*radius)
		s.lines = append(s.lines, report.Line{Name: "without friction", X: scaled(bare.x, 1000), Y: scaled(bare.y, 1000), Colour: report.Pink, Dashed: true})
	}
	if k == 1 {
		s.final[f.Name] = mean(hung.curvature)
	}
	mx, my := model.profile()
	s.lines = append(s.lines, report.Line{Name: label, X: scaled(hung.x, 1000), Y: scaled(hung.y, 1000), Colour: colour}, report.Line{X: scaled(mx, 1000), Y: scaled(my, 1000), Colour: report.Black, Dashed: true})
	s.bends = append(s.bends, report.Line{Name: label, X: scaled(hung.s, 1000), Y: hung.curvature, Colour: colour}, report.Line{X: scaled(hung.s, 1000), Y: modelled, Colour: report.Black, Dashed: true})
	s.images = append(s.images, s.draw(file, fmt.Sprintf("%s, rolled on %s", f.Name, label), hung.setup, hung.positions, view{azimuth: 30, elevation: 10, bounds: spiralBox}))
	s.note("%s on %s done", f.Name, label)
	return nil
}

// fastRelease lets the strips go as they are.
func (r *journal) fastRelease() error {
	r.page.Heading("Let go at once")
	r.page.Text("The same strips with their own damping (0.001 s) and air. Motion wipes out part of the friction: oscillations leave less than slow unrolling.")
	radii := mainRadii
	if r.opt.Quick {
		radii = mainRadii[1:2]
	}
	var rows [][]string
	for _, name := range spiralFabrics {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			return err
		}
		for _, radius := range radii {
			if err := r.ctx.Err(); err != nil {
				return err
			}
			fast, err := unroll(f, radius, 30, standardGravity, false)
			if err != nil {
				return fmt.Errorf("%s on %g mm let go at once: %w", name, 1000*radius, err)
			}
			slow, err := unroll(f, radius, 30, standardGravity, true)
			if err != nil {
				return err
			}
			rows = append(rows, []string{name, fmt.Sprintf("%g", 1000*radius), fmt.Sprintf("%.1f", mean(fast.curvature)), fmt.Sprintf("%.1f", mean(slow.curvature)), fmt.Sprintf("%.1e", fast.speed), fmt.Sprint(fast.unconverged)})
		}
		r.note("%s let go at once done", name)
	}
	r.table("Mean curvature left [1/m].", []string{"fabric", "radius [mm]", "let go at once", "slowly", "speed at the end [m/s]", "unconverged steps of 1500"}, rows)
	return nil
}

// spiralBox is what pictures of strips show.
var spiralBox = render.Box{Min: r3.Vec{X: -0.03, Y: -0.1, Z: -0.0125}, Max: r3.Vec{X: 0.05, Y: 0.005, Z: 0.0125}}

// creeping is a component with the damping of slow unrolling.
func creeping(c cloth.Component) cloth.Component {
	c.Damping = law.Damping{Ratio: creepTime}
	return c
}

// unrolled is a strip that came to rest.
type unrolled struct {
	setup        *scenes.Setup
	positions    []r3.Vec
	x, y         []float64 // of the profile: per row of vertices [m]
	s, curvature []float64 // of the corners between facets [m, 1/m]
	time, speed  float64   // it took [s]; largest speed that is left [m/s]
	unconverged  int       // steps that ran out of iterations; slowly never any
}

// unroll rolls a strip on a radius and lets it go, slowly or at once.
func unroll(f cloth.Fabric, radius float64, facets int, gravity float64, slow bool) (*unrolled, error) {
	du := stripLength / float64(facets)
	f.BendWeft, f.Bending = cloth.Component{Elastic: law.Elastic{K1: acrossStiffness * f.BendWarp.Spring().K1}}, cloth.HingeBending // exact on polygons
	h, most := 2e-3, 3.0
	if slow {
		f.BendWarp = creeping(f.BendWarp)
		f.Drag, f.DragSkin = 0, 0
		most = 20 * creepTime
	}
	// Rows of vertices are generators; facet i lies between rows i and i+1.
	const across = 6
	row := func(u float64) int { return int(math.Round((u + stripLength/2) / du)) }
	place := func(kappa, u, v float64) r3.Vec {
		var x, y float64
		for i := range row(u) {
			phi := float64(i) * kappa * du
			x, y = x+du*math.Sin(phi), y-du*math.Cos(phi)
		}
		return r3.Vec{X: x, Y: y, Z: -v}
	}
	var rows []int
	setup, err := sheetOf(f, [2]float64{stripLength, stripWidth}, [2]int{facets + 1, across}, "right", func(u, v float64) (r3.Vec, bool) {
		rows = append(rows, row(u))
		return place(0, u, v), true // all held, to be rolled
	})
	if err != nil {
		return nil, err
	}
	set := step.DefaultSettings()
	// An error of position δ is one of curvature of δ/du² in each step, which shakes friction loose: at
	// 1e-6 m and du = 3 mm strips lost 5 % of their curvature by it.
	set.Gravity, set.Tolerance, set.MaxNewton, set.MaxCG = r3.Vec{Y: -gravity}, 1e-8, 200, 5000
	m := setup.Model
	set.SelfContact = false // rolls of several turns lie in themselves
	sim, err := cpu.New(m, nil, nil, set)
	if err != nil {
		return nil, err
	}
	defer sim.Close()
	var at []r3.Vec // material coordinates
	for _, x := range m.X0 {
		at = append(at, r3.Vec{X: -x.Y - stripLength/2, Y: -x.Z})
	}
	const rolling = 10
	for k := 1; k <= rolling; k++ {
		for i := range m.Pins {
			p := &m.Pins[i]
			c := at[p.Vertex]
			p.Point = place(float64(k)/rolling/radius, c.X, c.Y)
		}
		if _, err := sim.Step(1); err != nil { // the damping of this motion is gone when it stops
			return nil, err
		}
	}
	clear(sim.State.V)
	var held []cloth.Pin
	for _, p := range m.Pins {
		if rows[p.Vertex] < 2 {
			held = append(held, p)
		}
	}
	m.Pins = held
	out := &unrolled{setup: setup}
	for out.time < most {
		if slow { // it slows down all the time
			h = min(max(out.time/40, creepTime/400), creepTime/20)
		}
		rep, err := sim.Step(h)
		if err != nil {
			return nil, err
		}
		if rep.Outcome != step.Converged {
			out.unconverged++
		}
		if slow && out.unconverged > 0 {
			return nil, fmt.Errorf("%v after %g s: expected a converged step", rep.Outcome, out.time)
		}
		out.time += h
		out.speed = 0
		for _, v := range sim.State.V {
			out.speed = max(out.speed, r3.Norm(v))
		}
		if out.speed < 1e-6 {
			break
		}
	}
	out.positions = append(out.positions, sim.State.X...)
	out.x, out.y = make([]float64, facets+1), make([]float64, facets+1)
	for i, x := range out.positions {
		out.x[rows[i]] += x.X / across
		out.y[rows[i]] += x.Y / across
	}
	for i := 1; i < facets; i++ {
		ax, ay := out.x[i]-out.x[i-1], out.y[i]-out.y[i-1]
		bx, by := out.x[i+1]-out.x[i], out.y[i+1]-out.y[i]
		out.s = append(out.s, float64(i)*du)
		out.curvature = append(out.curvature, math.Atan2(ax*by-ay*bx, ax*bx+ay*by)/du)
	}
	return out, nil
}

func mean(v []float64) float64 {
	var s float64
	for _, x := range v {
		s += x
	}
	return s / float64(len(v))
}

func scaled(v []float64, by float64) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = v[i] * by
	}
	return out
}
