package experiments

import (
	"fmt"
	"math"
	"slices"

	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/lab"
	"hysteron/law"
	"hysteron/report"
	"hysteron/scenes"
)

var paths = Experiment{
	Name:  "paths",
	Title: "Unload paths, rates, and small cycles of load",
	Paper: "Miguel et al. 2013, §2.2 and §3.1 with its inset (thesis, fig. 5.2)",
	Claim: "Friction saturates with the deformation: what persists grows with the load until ε_sat and is σ_max/k " +
		"from then on. Loops do not depend on the rate. Minor oscillations of the load remove what persists.",
	Protocol: "One strain in the stretch tester, led by its strain or its load: one answer, compared with the exact " +
		"law. Nothing can buckle, so that one run is enough and there is no noise to show.",
	Exact: slices.Concat([]claim.Claim{
		{Key: "left", What: "strain left against the exact law, worst of three", Measure: claim.Absolute, Tolerance: .01,
			Percent: true},
		{Key: "twice", What: "left after twice ε_sat, over a/k", Measure: claim.Absolute, Expected: 1, Tolerance: .01},
		{Key: "once", What: "left after ε_sat, over a/k", Measure: claim.Absolute, Expected: .975, Tolerance: .025,
			Text: "0.95 to 1"},
		{Key: "short", What: "left after 0.4 ε_sat, over a/k", Measure: claim.Below, Expected: .7, Aside: "clearly less"},
		{Key: "rates", What: "area of loops at 0.5 to 2 mm/s without damping, largest difference", Measure: claim.Absolute,
			Tolerance: .01, Percent: true},
		{Key: "rates-damped", What: "the same with the fabrics' damping", Measure: claim.Shown, Percent: true},
	}, ofEach(pulledFabrics,
		claim.Claim{Key: "%s-left", What: "%s: left after the small cycles, less what the exact law leaves",
			Measure: claim.Absolute, Tolerance: .01, Percent: true},
		claim.Claim{Key: "%s-gone", What: "%s: left after the small cycles", Measure: claim.Below, Expected: .25,
			Percent: true, Aside: "most is gone"},
	)),
	run: runPaths,
}

func runPaths(r *journal) error {
	if err := r.unloadPaths(); err != nil {
		return err
	}
	if err := r.rates(); err != nil {
		return err
	}
	return r.smallCycles()
}

// unloadPaths loads linear cloth with a constant friction limit to less than ε_sat, to ε_sat, and beyond, and unloads
// it.
func (r *journal) unloadPaths() error {
	f, err := scenes.LoadFabric("cotton")
	if err != nil {
		return err
	}
	k, a, tau := f.Warp.Spring().K1, f.Warp.Dahl().A, f.Warp.Dahl().Tau
	f.Warp = cloth.Component{Elastic: law.Elastic{K1: k}, Friction: law.Dahl{A: a, Tau: tau}}
	per := a / k
	sat := per + tau*math.Log(2/(1-0.95))
	r.page.Heading("Unload paths")
	r.page.Text("Cotton's stiffness and a of the warp, with k₂ = b = 0, in the stretch tester: ε_per = a/k = %.4g, "+
		"ε_sat = ε_per + τ ln 40 = %.4g.", per, sat)
	var lines []report.Line
	var rows [][]string
	worst := 0.
	var left []float64
	for _, part := range []float64{0.4, 1, 2} {
		top := part * sat
		t, err := lab.StretchTester(r.ctx, f, true)
		if err != nil {
			return err
		}
		defer t.Close()
		c := lab.NewTrace()
		if err := t.Trace(c, top, halfLoop); err != nil {
			return err
		}
		if err := t.Trace(c, 0, 2*halfLoop); err != nil {
			return err
		}
		rest, end := 0., len(c.Q)
		for i := halfLoop + 1; i < len(c.Q); i++ {
			if c.F[i-1] > 0 && c.F[i] <= 0 {
				rest, end = c.Q[i-1]+(c.Q[i]-c.Q[i-1])*c.F[i-1]/(c.F[i-1]-c.F[i]), i+1
			}
		}
		up := path(f.Warp.Dahl(), 0, 0, top)
		want := bisect(0, top, func(e float64) bool { return k*e+path(f.Warp.Dahl(), top, up, e) < 0 })
		worst = max(worst, math.Abs(rest/want-1))
		left = append(left, rest)
		name := fmt.Sprintf("to %.1f ε_sat", part)
		lines = append(lines, report.Line{Name: name, X: c.Q[:end], Y: c.F[:end]})
		rows = append(rows, []string{name, fmt.Sprintf("%.5g", rest), fmt.Sprintf("%.5g", want),
			fmt.Sprintf("%.3f", rest/per)})
	}
	r.page.Figures("Stress over strain.", r.plot("unload-paths", report.Plot{Title: "loaded and unloaded",
		X: "Green strain", Y: "stress [N/m]", Lines: lines}))
	r.table("What persists.", []string{"loaded", "strain left", "exact law", "over ε_per"}, rows)
	r.show("left", worst)
	for i, key := range []string{"short", "once", "twice"} {
		r.show(key, left[i]/per)
	}
	return nil
}

// rates pulls cloth at speeds of the paper's tests and measures during the motion.
func (r *journal) rates() error {
	r.page.Heading("Rates")
	r.page.Text("Loops between 2 and 4 %% along the warp of 10 cm, at 0.5, 1 and 2 mm/s, measured while the cloth moves.")
	var rows [][]string
	worst := map[bool]float64{}
	for _, name := range []string{"cotton", "spandex"} {
		for _, damped := range []bool{false, true} {
			var loops []float64
			for _, speed := range []float64{0.5e-3, 1e-3, 2e-3} {
				if err := r.ctx.Err(); err != nil {
					return err
				}
				f, err := scenes.LoadFabric(name)
				if err != nil {
					return err
				}
				if !damped {
					for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
						c.Damping = nil
					}
				}
				t, err := lab.StretchTester(r.ctx, f, true)
				if err != nil {
					return err
				}
				defer t.Close()
				const lo, hi, n = 0.02, 0.04, 40
				t.Pace((hi - lo) / n * lab.Side / speed)
				c := lab.NewTrace()
				for _, to := range []float64{hi, lo, hi, lo, hi} {
					from := c.Last()
					for i := 1; i <= n; i++ {
						q := from + (to-from)*float64(i)/n
						y, err := t.To(q)
						if err != nil {
							return err
						}
						c.Q, c.F = append(c.Q, q), append(c.F, y)
					}
				}
				loops = append(loops, c.Loop(2*n).Area())
			}
			row := []string{name, map[bool]string{true: "with", false: "without"}[damped]}
			for _, area := range loops {
				row = append(row, fmt.Sprintf("%.6g", area))
				worst[damped] = max(worst[damped], math.Abs(area/loops[0]-1))
			}
			rows = append(rows, row)
		}
	}
	r.table("Area of the loops [J/m²].", []string{"fabric", "damping", "0.5 mm/s", "1 mm/s", "2 mm/s"}, rows)
	r.show("rates", worst[false])
	r.show("rates-damped", worst[true])
	return nil
}

// smallCycles removes the persistent strain of three fabrics by small load cycles.
func (r *journal) smallCycles() error {
	r.page.Heading("Small cycles of load")
	r.page.Text("10 × 10 cm, loaded to %g N and let go; then cycles from nothing to a load that falls by a fifth each "+
		"time, from %g N.", firstPull, firstCycle)
	var rows [][]string
	for _, name := range pulledFabrics {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			return err
		}
		t, err := lab.StretchTester(r.ctx, f, true)
		if err != nil {
			return err
		}
		defer t.Close()
		c := &follower{lab.NewTrace(), t}
		var before float64
		loads := []float64{firstPull, 0}
		for load := firstCycle; load > lastCycle; load *= .8 {
			loads = append(loads, load, 0)
		}
		for i, load := range loads {
			if err := r.ctx.Err(); err != nil {
				return err
			}
			if err := c.to(load); err != nil {
				return err
			}
			if i == 1 {
				before = c.Last()
			}
		}
		part, exact := c.Last()/before, leftByTheLaw(f.Warp)
		rows = append(rows, []string{name, fmt.Sprintf("%.5g", before), fmt.Sprintf("%.1f %%", 100*part),
			fmt.Sprintf("%.1f %%", 100*exact)})
		r.remark(name+"-left", fmt.Sprintf("%.1f %%, law %.1f %%", 100*part, 100*exact), part-exact)
		r.show(name+"-gone", part)
	}
	r.table("What small cycles of load leave.", []string{"fabric", "persistent Green strain", "left of it", "exact law"},
		rows)
	return nil
}
