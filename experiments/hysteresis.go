package experiments

import (
	"context"
	"fmt"
	"math"

	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/lab"
	"hysteron/law"
	"hysteron/report"
	"hysteron/scenes"
)

var hysteresis = Experiment{
	Name:  "hysteresis",
	Title: "Hysteresis loops of stretch, shear and bending",
	Paper: "Miguel et al. 2013, figures 2 and 4, §2 and §3.2",
	Claim: "Load and unload paths differ by up to 50 % of the mean force at a given deformation; the hysteresis " +
		"depends on the range of the cycle and grows with its offset; after a reversal the opposing friction grows " +
		"smoothly (pre-sliding). Dahl's model with S = a + bε replicates this.",
	Protocol: "Testers, quasi-statically: strains are uniform and set by the clamps, so that each force has one answer, " +
		"which is compared with the exact law. Nothing buckles; a perturbed start ends in the same bits or differs by less " +
		"than the solution is accurate, so that one run is enough and there is no noise to show.",
	Exact: []claim.Claim{
		{Key: "stretch-area", What: "area of stretch loops against the closed form, worst of all fabrics",
			Measure: claim.Absolute, Tolerance: .005, Percent: true},
		{Key: "free-sides", What: "the same with free sides (contraction near the clamps is part of it)",
			Measure: claim.Shown, Percent: true},
		{Key: "height", What: "height of loops over their mean force, largest (where the unload path nears zero force it " +
			"has no bound)", Measure: claim.AtLeast, Expected: .25, Percent: true, Aside: "the paper saw up to 50 %"},
		{Key: "grows", What: "offsets at which the widest loop is no higher than at the one before, all fabrics with b > 0",
			Measure: claim.AtMost},
		{Key: "pre-sliding", What: "strain until friction changes its sign after a reversal, against the exact law, worst",
			Measure: claim.Absolute, Tolerance: .02, Percent: true},
		{Key: "shear-area", What: "area of shear loops against the law, worst of all fabrics", Measure: claim.Absolute,
			Tolerance: .005, Percent: true},
		{Key: "bending-area", What: "area of bending loops against the law, worst of all fabrics", Measure: claim.Absolute,
			Tolerance: .005, Percent: true},
		{Key: "stretch-remains", What: "persistent deformation of stretch against the equation, worst of all fabrics",
			Measure: claim.Absolute, Tolerance: .01, Percent: true},
		{Key: "bending-remains", What: "persistent deformation of bending against the equation, worst of all fabrics",
			Measure: claim.Absolute, Tolerance: .01, Percent: true},
	},
	run: runHysteresis,
}

const (
	maxLoad    = 6.0 // the largest weight of the paper's stretch tests [N]
	maxStretch = 1.6 // the largest stretch of its cycles
	halfLoop   = 50  // steps from one end of a loop to the other
)

func runHysteresis(r *journal) error {
	names := scenes.ClosedFabrics()
	if r.opt.Quick {
		names = []string{"cotton", "spandex", "polyester", "felt"}
	}
	r.page.Heading("Stretch")
	r.page.Text("A sheet of 10 × 10 cm along the warp, between clamps that keep its width, so that its strain is the " +
		"same everywhere; cycles around three offsets with three ranges each. Moved quasi-statically: every step is a " +
		"static equilibrium with the exact Dahl law along the path. Dashed: without internal friction.")
	if err := r.stretchLoops(names); err != nil {
		return err
	}
	if err := r.kes(names); err != nil {
		return err
	}
	return r.remains(names)
}

// stretchLoop is a cycle between two stretches.
type stretchLoop struct {
	Centre, Width  float64 // Green strain
	Measured, Want float64 // dissipation per area [J/m²]
	Height         float64 // second Piola stress between the branches at the centre [N/m]
	Ratio          float64 // height over mean
	Turn           float64 // strain after the upper reversal at which friction changes its sign
	WantTurn       float64
}

// stretched is the result of the cycles of a sheet.
type stretched struct {
	Trace *lab.Trace
	Loops []stretchLoop
}

func withoutFriction(f cloth.Fabric) cloth.Fabric {
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
		c.Friction = law.Dahl{}
	}
	return f
}

// greenTop returns the Green strain at the largest load, or at the largest stretch if that is less.
func greenTop(c cloth.Component) float64 {
	return bisect(0, (maxStretch*maxStretch-1)/2, func(e float64) bool {
		return lab.Side*math.Sqrt(1+2*e)*(elastic(c, e)+path(c.Dahl(), 0, 0, e)) <= maxLoad
	})
}

func (r *journal) stretchLoops(names []string) error {
	var rows [][]string
	var shown []report.Figure
	worst, worstFree, largest := 0.0, 0.0, 0.0
	shrinks, turns := 0., 0.
	for _, name := range names {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		f, err := scenes.LoadFabric(name)
		if err != nil {
			return err
		}
		if !f.Warp.Dahl().Active() {
			rows = append(rows, []string{name, "no stretch friction in its file", "", "", "", "", "", "", ""})
			continue
		}
		full, err := keep(r, "stretch-"+name, func() (stretched, error) { return measureLoops(r.ctx, f, true) })
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		free, err := keep(r, "free-sides-"+name, func() (stretched, error) { return measureLoops(r.ctx, f, false) })
		if err != nil {
			return fmt.Errorf("%s, free sides: %w", name, err)
		}
		bare, err := keep(r, "frictionless-"+name, func() (stretched, error) {
			return measureLoops(r.ctx, withoutFriction(f), true)
		})
		if err != nil {
			return fmt.Errorf("%s without friction: %w", name, err)
		}
		for i, l := range full.Loops {
			worst = max(worst, math.Abs(l.Measured/l.Want-1))
			worstFree = max(worstFree, math.Abs(free.Loops[i].Measured/l.Want-1))
			largest = max(largest, l.Ratio)
			turns = max(turns, math.Abs(l.Turn/l.WantTurn-1))
			if i > 3 && i%3 == 2 && f.Warp.Dahl().B > 0 && l.Height <= full.Loops[i-3].Height { // the widest at each offset
				shrinks++
			}
			rows = append(rows, []string{name, fmt.Sprintf("%.4f", l.Centre), fmt.Sprintf("%.4f", l.Width),
				fmt.Sprintf("%.5g", l.Measured), fmt.Sprintf("%.5g", l.Want), percent(l.Measured/l.Want - 1),
				percent(free.Loops[i].Measured/l.Want - 1),
				fmt.Sprintf("%.0f %%", 100*l.Ratio), fmt.Sprintf("%.4f", l.Turn)})
		}
		extension := func(c *lab.Trace) (mm, force []float64) {
			for i, q := range c.Q {
				l := math.Sqrt(1 + 2*q)
				mm = append(mm, 1000*lab.Side*(l-1))
				force = append(force, c.F[i]*l*lab.Side)
			}
			return mm, force
		}
		x, y := extension(full.Trace)
		bx, by := extension(bare.Trace)
		fx, fy := extension(free.Trace)
		shown = append(shown, r.plot("stretch-"+name, report.Plot{Title: name + ", stretch along the warp",
			X: "extension [mm]", Y: "force [N]", Lines: []report.Line{
				{Name: "with friction", X: x, Y: y}, {Name: "without", X: bx, Y: by, Colour: report.Red, Dashed: true},
			}}))
		r.csv("stretch-"+name, []string{"green_strain", "extension_mm", "force_n"}, full.Trace.Q, x, y)
		r.csv("stretch-"+name+"-free-sides", []string{"green_strain", "extension_mm", "force_n"}, free.Trace.Q, fx, fy)
		r.note("stretch of %s done", name)
	}
	r.page.Figures("Force over extension. The paper's figure 2 shows a rayon and spandex knit and a denim.", shown...)
	r.table("Cycles of stretch. Area: energy dissipated per cycle and rest area; closed form [S(ε₁)+S(ε₂)]·[Δ−2τ "+
		"tanh(Δ/2τ)]. Free sides: the same cycles with the clamps alone, where the sheet may contract. Height: distance of "+
		"the branches at the centre over their mean. Turn: strain after the upper reversal at which friction has changed "+
		"its sign.",
		[]string{"fabric", "centre ε", "range Δ", "area [J/m²]", "closed form", "difference", "free sides", "height",
			"turn ε"}, rows)
	r.show("stretch-area", worst)
	r.show("free-sides", worstFree)
	r.show("height", largest)
	r.show("grows", shrinks)
	r.show("pre-sliding", turns)
	return nil
}

// measureLoops runs the sheet through all cycles: three offsets with three ranges each.
func measureLoops(ctx context.Context, f cloth.Fabric, guided bool) (stretched, error) {
	t, err := lab.StretchTester(ctx, f, guided)
	if err != nil {
		return stretched{}, err
	}
	defer t.Close()
	reference, err := scenes.LoadFabric(f.Name) // with friction, whatever f has: the same path for both
	if err != nil {
		return stretched{}, err
	}
	w := reference.Warp
	lo, hi := 1.1*persistent(w), greenTop(w)
	c := lab.NewTrace()
	var loops []stretchLoop
	for _, centre := range []float64{0.25, 0.5, 0.75} {
		for _, width := range []float64{0.1, 0.3, 0.5} {
			l := stretchLoop{Centre: lo + centre*(hi-lo), Width: width * (hi - lo)}
			e1, e2 := l.Centre-l.Width/2, l.Centre+l.Width/2
			if err := t.Trace(c, e1, halfLoop); err != nil {
				return stretched{}, err
			}
			for range 2 + int(8*w.Dahl().Tau/(2*l.Width)) { // e^{−2Δ/τ} per cycle: until the loop is steady
				if err := t.Trace(c, e2, halfLoop); err != nil {
					return stretched{}, err
				}
				if err := t.Trace(c, e1, halfLoop); err != nil {
					return stretched{}, err
				}
			}
			one := c.Loop(2 * halfLoop)
			up, down := one.At(l.Centre, 0, halfLoop), one.At(l.Centre, halfLoop, 2*halfLoop)
			l.Measured, l.Want = one.Area(), loopArea(w.Dahl(), e1, e2)
			l.Height, l.Ratio = up-down, 2*(up-down)/(up+down)
			l.Turn, l.WantTurn = turnOf(one, w), wantedTurn(w.Dahl(), e1, e2)
			loops = append(loops, l)
		}
	}
	return stretched{c, loops}, nil
}

// turnOf returns the strain after the upper reversal of a loop at which the force is the elastic one.
func turnOf(c *lab.Trace, w cloth.Component) float64 {
	const tip = halfLoop
	last := c.F[tip] - elastic(w, c.Q[tip])
	for i := tip + 1; i < len(c.Q); i++ {
		now := c.F[i] - elastic(w, c.Q[i])
		if last > 0 && now <= 0 {
			q := c.Q[i-1] + (c.Q[i]-c.Q[i-1])*last/(last-now)
			return c.Q[tip] - q
		}
		last = now
	}
	return math.NaN()
}

// wantedTurn returns the same for the steady loop of the law, by bisection.
func wantedTurn(f law.Dahl, e1, e2 float64) float64 {
	if !f.Active() {
		return 0
	}
	s := 0.0
	for range 3 + int(10*f.Tau/(e2-e1)) {
		s = path(f, e1, path(f, e2, s, e1), e2)
	}
	return bisect(0, e2-e1, func(d float64) bool { return path(f, e2, s, e2-d) > 0 })
}

func percent(v float64) string { return fmt.Sprintf("%+.2f %%", 100*v) }
