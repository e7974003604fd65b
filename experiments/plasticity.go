package experiments

import (
	"fmt"
	"math"

	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/lab"
	"hysteron/law"
	"hysteron/report"
	"hysteron/scenes"
)

var plasticity = Experiment{
	Name:  "plasticity",
	Title: "Friction is no plasticity",
	Paper: "Miguel et al. 2013, §2.2, fig. 3",
	Claim: "Plasticity shows no hysteresis under moderate deformations and needs large reverse loads to remove what " +
		"persists; internal friction has a loop in every small cycle, and minor oscillations of the load remove what " +
		"persists.",
	Protocol: "One strain in the stretch tester, led by its load, quasi-statically: one answer, compared with the exact " +
		"law. Nothing can buckle, so that one run is enough and there is no noise to show.",
	Exact: []claim.Claim{
		{Key: "friction-loop", What: "internal friction: area of the first small cycle", Measure: claim.Above,
			Expected: 1e-3, Unit: " J/m²", Aside: "a loop"},
		{Key: "friction-left", What: "internal friction: left after the small cycles, less what the exact law leaves",
			Measure: claim.Absolute, Tolerance: .01, Percent: true},
		{Key: "bounded-loop", What: "bounded elasticity: area of the first small cycle", Measure: claim.Absolute,
			Tolerance: 1e-4, Unit: " J/m²", Aside: "no loop"},
		{Key: "bounded-left", What: "bounded elasticity: left after the small cycles", Measure: claim.Absolute, Expected: 1,
			Tolerance: 1e-3, Percent: true, Aside: "all of it"},
		{Key: "creep-loop", What: "saturated creep: area of the first small cycle", Measure: claim.Absolute,
			Tolerance: 1e-4, Unit: " J/m²", Aside: "no loop"},
		{Key: "creep-left", What: "saturated creep: left after the small cycles", Measure: claim.Absolute, Expected: 1,
			Tolerance: 1e-3, Percent: true, Aside: "all of it"},
	},
	run: runPlasticity,
}

const (
	firstPull  = 6.0  // load that leaves a persistent strain [N]
	firstCycle = 1.0  // first small load cycle [N]
	lastCycle  = 5e-3 // last one
)

// follower controls a tester by its load.
type follower struct {
	*lab.Trace
	t *lab.Tester
}

// load returns the nominal force of the sample at the end of the trace [N].
func (c *follower) load() float64 {
	n := len(c.Q) - 1
	return lab.Side * math.Sqrt(1+2*c.Q[n]) * c.F[n]
}

// to moves to a load, by steps that shrink on the way.
func (c *follower) to(load float64) error {
	up := math.Copysign(1, load-c.load())
	const longest, exact = 1e-3, 2e-5 // Green strain; N
	slope := 0.
	for range 20000 {
		gap := (load - c.load()) * up
		if gap < exact {
			return nil
		}
		d := longest / 20
		if slope > 0 {
			d = max(1e-8, min(longest, .5*gap/slope))
		}
		before := c.load()
		f, err := c.t.To(c.Last() + up*d)
		if err != nil {
			return err
		}
		c.Q, c.F = append(c.Q, c.Last()+up*d), append(c.F, f)
		slope = (c.load() - before) * up / d
	}
	return fmt.Errorf("a load of %g N is not reached: it is %g N", load, c.load())
}

func runPlasticity(r *journal) error {
	cotton, err := scenes.LoadFabric("cotton")
	if err != nil {
		return err
	}
	bare := withoutFriction(cotton)
	top := greenTop(cotton.Warp)
	stays := persistent(cotton.Warp)
	bound := bisect(0.1, 0.5, func(y float64) bool { // of the elastic strain, for the same persistent strain
		l := firstPull / lab.Side / (cotton.Warp.Spring().K1 * y)
		return (l*l-1)/2-y > stays
	})
	yields := func(yield, most float64) cloth.Fabric {
		f := bare
		f.Warp.Elastic = law.Plastic{K: cotton.Warp.Spring().K1, Yield: yield, YieldMax: most}
		return f
	}
	models := []struct {
		name   string
		fabric cloth.Fabric
	}{
		{"internal friction", cotton},
		{"bounded elasticity", yields(bound, 1)},   // the elastic strain has a bound
		{"saturated creep", yields(.5*top, stays)}, // the plastic strain has one
	}
	r.page.Text("Cotton, 10 × 10 cm, pulled along the warp to %g N and let go, quasi-statically; then cycles from "+
		"nothing to a load that falls by a fifth each time, from %g to %.2g N, and back. Beside it the same elasticity "+
		"with two plasticities: one that bounds the elastic strain (Bergou et al. 2007), one that bounds the plastic "+
		"strain at %.3g, which is what friction leaves (Müller and Gross 2004).", firstPull, firstCycle, lastCycle, stays)
	want := leftByTheLaw(cotton.Warp)
	var shown []report.Figure
	var rows [][]string
	for i, m := range models {
		t, err := lab.StretchTester(r.ctx, m.fabric, true)
		if err != nil {
			return err
		}
		defer t.Close()
		c := &follower{lab.NewTrace(), t}
		if err := c.to(firstPull); err != nil {
			return err
		}
		if err := c.to(0); err != nil {
			return err
		}
		before, from := c.Last(), len(c.Q)-1
		var loop float64
		for load := firstCycle; load > lastCycle; load *= .8 {
			if err := r.ctx.Err(); err != nil {
				return err
			}
			at := len(c.Q) - 1
			if err := c.to(load); err != nil {
				return err
			}
			if err := c.to(0); err != nil {
				return err
			}
			if loop == 0 {
				loop = c.Loop(len(c.Q) - 1 - at).Area()
			}
		}
		part := c.Last() / before
		slug := [3]string{"friction", "bounded", "creep"}[i]
		shown = append(shown, r.plot("plasticity-"+slug, report.Plot{Title: m.name, X: "Green strain",
			Y: "second Piola stress [N/m]", Lines: []report.Line{
				{Name: "load and release", X: c.Q[:from+1], Y: c.F[:from+1]},
				{Name: "small cycles", X: c.Q[from:], Y: c.F[from:], Colour: report.Red},
			}}))
		r.csv("plasticity-"+slug, []string{"green_strain", "stress_n_m"}, c.Q, c.F)
		rows = append(rows, []string{m.name, fmt.Sprintf("%.5g", before), fmt.Sprintf("%.3g", loop),
			fmt.Sprintf("%.1f %%", 100*part)})
		r.show(slug+"-loop", loop)
		if i == 0 {
			r.remark("friction-left", fmt.Sprintf("%.1f %%, law %.1f %%", 100*part, 100*want), part-want)
		} else {
			r.show(slug+"-left", part)
		}
	}
	r.page.Figures("Stress over strain.", shown...)
	r.table("What persists after release, and what small cycles of load do.", []string{"model", "persistent Green strain",
		"first small cycle [J/m²]", "left of it"}, rows)
	return nil
}

// bisect returns where below ceases to hold.
func bisect(lo, hi float64, below func(float64) bool) float64 {
	for range 100 {
		if m := (lo + hi) / 2; below(m) {
			lo = m
		} else {
			hi = m
		}
	}
	return lo
}

// leftByTheLaw returns the share of the persistent strain that remains after small cycles, by the exact law of one
// strain.
func leftByTheLaw(c cloth.Component) float64 {
	f := c.Dahl()
	var eps, sigma float64
	to := func(load float64) {
		at := func(e float64) float64 {
			return lab.Side * math.Sqrt(1+2*e) * (elastic(c, e) + path(f, eps, sigma, e))
		}
		lo, hi := eps, eps+1
		if at(eps) > load {
			lo, hi = -.1, eps
		}
		next := bisect(lo, hi, func(e float64) bool { return at(e) < load })
		eps, sigma = next, path(f, eps, sigma, next)
	}
	to(firstPull)
	to(0)
	before := eps
	for load := firstCycle; load > lastCycle; load *= .8 {
		to(load)
		to(0)
	}
	return eps / before
}
