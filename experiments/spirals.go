package experiments

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"

	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/lab"
	"hysteron/render"
	"hysteron/report"
	"hysteron/scenes"
)

var spirals = Experiment{
	Name:  "spirals",
	Title: "Unrolling spirals",
	Paper: "Miguel et al. 2013, figures 7, 8 and 10, §4.3",
	Claim: "Strips that were rolled on a cylinder keep a spiral after they are let go; bending friction alone makes " +
		"these shapes, which follow from the balance of gravity, elastic and friction torque and differ strongly across " +
		"felt, double cloth and paper.",
	Protocol: "Strips creep to rest, without contact: a rod in one plane whose torque grows with its curvature has one " +
		"answer, computed beside it by a model of one dimension. A perturbed start creeps to the same rest, so that one " +
		"run is enough and there is no noise to show.",
	Exact: []claim.Claim{
		{Key: "rest", What: "residual curvature without gravity against the torque balance with the exact law, worst (of " +
			"the curvature rolled on)", Measure: claim.Absolute, Tolerance: .01, Percent: true},
		{Key: "rod", What: "curvature along the strip with gravity against the model of one dimension, worst RMS (of the " +
			"curvature rolled on)", Measure: claim.Absolute, Tolerance: .01, Percent: true},
		{Key: "straight", What: "without friction strips hang straight: mean curvature left (of the curvature rolled on)",
			Measure: claim.Below, Expected: .01, Percent: true},
		{Key: "differ", What: "mean curvature rolled on 7.5 mm, largest over smallest", Measure: claim.AtLeast,
			Expected: 1.5, Aside: "the fabrics differ strongly"},
	},
	run: runSpirals,
}

// radii of the cylinders [m].
var (
	allRadii  = lab.Radii
	mainRadii = []float64{0.004, 0.0075, 0.023}
)

var spiralFabrics = []string{"doublecloth", "felt", "paper"}

func runSpirals(r *journal) error {
	rolled, facets := allRadii, 50
	if r.opt.Quick {
		rolled, facets = mainRadii, 30
	}
	r.page.Text("A strip of 10 × 2.5 cm is rolled on a circle, then let go, held at its upper end, which points down. "+
		"Slowly: damped so much that it creeps, and every cross section goes straight to its rest. The strip is kept "+
		"straight across its width, as the paper assumes: its bending along the weft is %d times stiffer. Cloth does not "+
		"touch itself here: rolls of several turns lie in themselves.", lab.AcrossStiffness)
	r.page.Text("Expected without gravity: at each point kε + σ = 0 with ε = 3κ and σ after rolling and unrolling by " +
		"the exact law. Expected with gravity: the torque balance of a strip without inertia and with the same damping, " +
		"computed by a separate model of one dimension (dashed in the plots).")
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
	r.table("Curvatures [1/m]: mean over the strip. Difference: root mean square over the strip, of the curvature "+
		"rolled on.",
		[]string{"fabric", "radius [mm]", "rolled on", "left, no gravity", "exact law", "paper's eq. 4", "left, gravity",
			"model", "difference", "speed at the end [m/s]"}, s.rows)
	r.show("rest", s.worstRest)
	r.show("rod", s.worstRod)
	r.show("straight", s.straight)
	spread := slices.Max(slices.Collect(maps.Values(s.final))) / slices.Min(slices.Collect(maps.Values(s.final)))
	r.remark("differ", fmt.Sprintf("double cloth %.0f, felt %.0f, paper %.0f 1/m", s.final["doublecloth"],
		s.final["felt"], s.final["paper"]), spread)
	return r.fastRelease()
}

// spiralSheet collects the results of the strips.
type spiralSheet struct {
	*journal
	rows                                    [][]string
	images, profiles, curvatures, residuals []report.Figure

	worstRest, worstRod, straight float64            // of the curvature rolled on
	final                         map[string]float64 // mean residual curvature, middle radius [1/m]

	// Of the present fabric: lines of its plots, and residual curvature over radius.
	lines, bends []report.Line
	rest         report.Line
}

// fabric unrolls strips of a fabric from all radii.
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
	s.profiles = append(s.profiles, s.plot("profiles-"+f.Name, report.Plot{Title: f.Name + ": profiles", X: "x [mm]",
		Y: "y [mm]", Square: true, Lines: s.lines}))
	s.curvatures = append(s.curvatures, s.plot("curvature-"+f.Name, report.Plot{Title: f.Name + ": curvature",
		X: "distance from the held end [mm]", Y: "curvature [1/m]", Lines: s.bends}))
	s.residuals = append(s.residuals, s.plot("residual-"+f.Name, report.Plot{Title: f.Name + ": residual curvature " +
		"without gravity", X: "rolled on [mm]", Y: "curvature [1/m]", Lines: []report.Line{s.rest, law, paper}}))
	return nil
}

// strip unrolls a strip without gravity and with it, and compares it with the reference models.
func (s *spiralSheet) strip(f cloth.Fabric, radius float64, facets int, file string) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	free, err := lab.Unroll(s.ctx, f, radius, facets, 0, true)
	if err != nil {
		return fmt.Errorf("without gravity: %w", err)
	}
	hung, err := lab.Unroll(s.ctx, f, radius, facets, standardGravity, true)
	if err != nil {
		return err
	}
	want, got := rest(f.BendWarp, 3/radius)/3, stat.Mean(free.Curvature, nil)
	s.worstRest = max(s.worstRest, math.Abs(got-want)*radius)
	model := newRod(lab.Creeping(f.BendWarp), f.Density, standardGravity, lab.StripLength/float64(facets), facets, radius)
	for range int(hung.Time / 0.005) {
		model.advance(0.005)
	}
	modelled := scaled(model.eps, 1./3)
	off := rms(hung.Curvature, modelled) * radius
	s.worstRod = max(s.worstRod, off)
	s.rest.X, s.rest.Y = append(s.rest.X, 1000*radius), append(s.rest.Y, got)
	s.rows = append(s.rows, []string{f.Name, fmt.Sprintf("%g", 1000*radius), fmt.Sprintf("%.1f", 1/radius),
		fmt.Sprintf("%.2f", got), fmt.Sprintf("%.2f", want),
		fmt.Sprintf("%.2f", paperRest(f.BendWarp, 3/radius)/3), fmt.Sprintf("%.1f", stat.Mean(hung.Curvature, nil)),
		fmt.Sprintf("%.1f", stat.Mean(modelled, nil)), fmt.Sprintf("%.2f %%", 100*off), fmt.Sprintf("%.1e", hung.Speed)})
	s.csv(fmt.Sprintf("spiral-%s-%gmm", f.Name, 1000*radius), []string{"s_m", "x_m", "y_m", "curvature_1_m",
		"model_curvature_1_m", "curvature_without_gravity_1_m"},
		hung.S, hung.X[1:len(hung.X)-1], hung.Y[1:len(hung.Y)-1], hung.Curvature, modelled, free.Curvature)
	k := slices.Index(mainRadii, radius)
	if k < 0 {
		return nil
	}
	colour, label := report.Blue+report.Colour(k), fmt.Sprintf("%g mm", 1000*radius)
	if k == 0 {
		bare, err := lab.Unroll(s.ctx, withoutFriction(f), radius, facets, standardGravity, true)
		if err != nil {
			return fmt.Errorf("without friction: %w", err)
		}
		s.straight = max(s.straight, math.Abs(stat.Mean(bare.Curvature, nil))*radius)
		s.lines = append(s.lines, report.Line{Name: "without friction", X: scaled(bare.X, 1000), Y: scaled(bare.Y, 1000),
			Colour: report.Pink, Dashed: true})
	}
	if k == 1 {
		s.final[f.Name] = stat.Mean(hung.Curvature, nil)
	}
	mx, my := model.profile()
	s.lines = append(s.lines, report.Line{Name: label, X: scaled(hung.X, 1000), Y: scaled(hung.Y, 1000), Colour: colour},
		report.Line{X: scaled(mx, 1000), Y: scaled(my, 1000), Colour: report.Black, Dashed: true})
	s.bends = append(s.bends, report.Line{Name: label, X: scaled(hung.S, 1000), Y: hung.Curvature, Colour: colour},
		report.Line{X: scaled(hung.S, 1000), Y: modelled, Colour: report.Black, Dashed: true})
	s.images = append(s.images, s.draw(file, fmt.Sprintf("%s, rolled on %s", f.Name, label), hung.Setup, hung.Positions,
		view{azimuth: 30, elevation: 10, bounds: spiralBox}))
	s.note("%s on %s done", f.Name, label)
	return nil
}

// fastRelease releases the strips at once, without damping of the unrolling.
func (r *journal) fastRelease() error {
	r.page.Heading("Let go at once")
	r.page.Text("The same strips with their own damping (0.001 s) and air. Motion wipes out part of the friction: " +
		"oscillations leave less than slow unrolling.")
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
			fast, err := lab.Unroll(r.ctx, f, radius, 30, standardGravity, false)
			if err != nil {
				return fmt.Errorf("%s on %g mm let go at once: %w", name, 1000*radius, err)
			}
			slow, err := lab.Unroll(r.ctx, f, radius, 30, standardGravity, true)
			if err != nil {
				return err
			}
			rows = append(rows, []string{name, fmt.Sprintf("%g", 1000*radius),
				fmt.Sprintf("%.1f", stat.Mean(fast.Curvature, nil)),
				fmt.Sprintf("%.1f", stat.Mean(slow.Curvature, nil)), fmt.Sprintf("%.1e", fast.Speed),
				fmt.Sprint(fast.Unconverged)})
		}
		r.note("%s let go at once done", name)
	}
	r.table("Mean curvature left [1/m].", []string{"fabric", "radius [mm]", "let go at once", "slowly",
		"speed at the end [m/s]", "unconverged steps of 1500"}, rows)
	return nil
}

// spiralBox is the region of pictures of strips.
var spiralBox = render.Box{Min: r3.Vec{X: -0.03, Y: -0.1, Z: -0.0125}, Max: r3.Vec{X: 0.05, Y: 0.005, Z: 0.0125}}

func scaled(v []float64, by float64) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = v[i] * by
	}
	return out
}
