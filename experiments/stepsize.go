package experiments

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/lab"

	"hysteron/scenes"
	"hysteron/step"
)

var stepsize = Experiment{
	Name:  "stepsize",
	Title: "Large time steps and stiff friction",
	Paper: "Miguel et al. 2013, §5 and §6",
	Claim: "Without handling of self-collisions, implicit integration of internal friction is stable under steps of " +
		"more than 15 ms in the cylinder demonstrations; there is no difference between the steps that are possible with " +
		"and without friction, although friction is up to 100 times as stiff as elasticity.",
	Protocol: fmt.Sprintf("The built-in scene %s, without contact of cloth with cloth, two seconds with steps of 15, 20 "+
		"and 33 ms, with stretch friction and without. Failed: no solution, even with halved steps; halved: a step that "+
		"was only solved in halves; unconverged: the iterations ran out before the error estimate was below %.0e m. Five "+
		"runs of each from perturbed starts; figures are those of all steps and kinds of a run together, the last one that "+
		"of each kind. The stiffness is that of single strains in the testers, where the answer is unique: slope of the "+
		"force over the strain just after a reversal, from friction that is saturated, over the slope of elasticity alone "+
		"there.", sleeveScene, step.DefaultSettings().Tolerance),
	Exact: []claim.Claim{
		{Key: "reversal", What: "stiffness after a reversal against the exact law, worst of all fabrics",
			Measure: claim.Absolute, Tolerance: .02, Percent: true},
		{Key: "stiffness", What: "stiffness after a reversal, with friction over without, largest of all fabrics",
			Measure: claim.Shown, Text: "the paper says up to 100"},
	},
	Shows: []claim.Claim{
		{Key: "failed", What: "failed runs, steps of 15 ms and more", Measure: claim.Below, Expected: 1, Aside: "none"},
		{Key: "halved", What: "halved steps", Measure: claim.Below, Expected: 1, Aside: "none"},
		{Key: "fastest", What: "nothing is flung away: fastest vertex", Measure: claim.Below, Expected: 5, Unit: " m/s"},
		{Key: "unconverged", What: "share of steps that did not converge, with friction less without", Measure: claim.Below,
			Expected: 0.01, Aside: "the same steps are possible"},
	},
	run: runStepSize,
}

// large is the result of a run with large steps.
type large struct {
	Failed                               string
	Steps, Halved, Unconverged, Nwtn, CG int
	Fastest                              float64 // [m/s]
}

func runStepSize(r *journal) error {
	if err := r.stiffness(); err != nil {
		return err
	}
	sizes := []float64{0.015, 0.02, 1. / 30}
	if r.opt.Quick {
		sizes = sizes[:2]
	}
	var failed, halved, fastest, worse []float64
	var rows [][]string
	for _, seed := range r.seeds() {
		var all large
		fails := 0
		var share [2]float64
		for k, change := range []func(*cloth.Fabric){stretchOnly, frictionless} {
			unconverged, steps := 0, 0
			for _, h := range sizes {
				setup, err := setupOf(sleeveScene, r.coarse(fmt.Sprintf("fps=%.9g", 1/h), fmt.Sprintf("step_s=%.9g", h)), change)
				if err != nil {
					return err
				}
				Shake(setup.Model, setup.Model.X0, seed)
				q, err := once(r, fmt.Sprintf("%s-%.0fms-%d", settlingFiles[k], 1000*h, seed), setup, func() (*large, error) {
					return r.leap(setup, h)
				})
				if err != nil {
					return err
				}
				result := "all steps done"
				if q.Failed != "" {
					fails++
					result = q.Failed
				}
				unconverged, steps = unconverged+q.Unconverged, steps+q.Steps
				all.Halved += q.Halved
				all.Fastest = max(all.Fastest, q.Fastest)
				n := float64(max(1, q.Steps))
				rows = append(rows, []string{fmt.Sprintf("%.1f ms", 1000*h), settlingNames[k], fmt.Sprint(seed), result,
					fmt.Sprint(q.Steps), fmt.Sprint(q.Halved), fmt.Sprint(q.Unconverged), fmt.Sprintf("%.2f", float64(q.Nwtn)/n),
					fmt.Sprintf("%.0f", float64(q.CG)/n), fmt.Sprintf("%.2f m/s", q.Fastest)})
				r.note("%.1f ms, %s, run %d: %s", 1000*h, settlingNames[k], seed, result)
			}
			share[k] = float64(unconverged) / float64(max(1, steps))
		}
		failed, halved, fastest = append(failed, float64(fails)), append(halved, float64(all.Halved)),
			append(fastest, all.Fastest)
		worse = append(worse, share[0]-share[1])
	}
	r.table("Two seconds each. The rim of the sleeve moves at up to 0.5 m/s.", []string{"step", "friction", "run",
		"result", "steps", "halved", "unconverged", "Newton iterations per step", "CG iterations per step", "fastest vertex"},
		rows)
	r.show("failed", failed...)
	r.show("halved", halved...)
	r.show("fastest", fastest...)
	r.show("unconverged", worse...)
	return nil
}

// leap makes one run with large steps.
func (r *journal) leap(setup *scenes.Setup, h float64) (*large, error) {
	s, err := r.start(setup, nil)
	if err != nil {
		return nil, err
	}
	defer s.close()
	q := &large{}
	err = s.run(int(2/h), func(int) error {
		state, err := s.backend.State()
		if err != nil {
			return err
		}
		for _, v := range state.V {
			q.Fastest = max(q.Fastest, r3.Norm(v))
		}
		return nil
	})
	if r.ctx.Err() != nil {
		return nil, r.ctx.Err()
	}
	if err != nil {
		q.Failed = err.Error()
	}
	q.Steps, q.Halved, q.Unconverged, q.Nwtn, q.CG = s.steps, s.halvings, s.unconverged, s.newton, s.cg
	return q, nil
}

// stiffness measures the stiffness of friction relative to elasticity, along the warp and in bending, of all fabrics.
func (r *journal) stiffness() error {
	r.page.Text("Stiffness after a reversal. By the law it is 1 + 2(a + bε)/τ over the elastic slope k₁ + 2k₂ε, at " +
		"friction that is saturated; the paper speaks of the order of 100 by its own fabrics (§5), of up to 100 in its " +
		"simulations (§6).")
	most, which, worst := 0., "", 0.
	modes := func(f cloth.Fabric) []mode {
		stretch := func(ctx context.Context, f cloth.Fabric) (*lab.Tester, error) { return lab.StretchTester(ctx, f, true) }
		return []mode{{"stretch", f.Warp, stretch, greenTop(f.Warp)}, {"bending", f.BendWarp, lab.BendTester, lab.BendTop}}
	}
	rows, err := r.eachMode(scenes.ClosedFabrics(), modes, func(f cloth.Fabric, k mode) ([]string, error) {
		d := k.component.Dahl()
		if !d.Active() {
			return []string{"–", "–"}, nil
		}
		unit := map[string]float64{"stretch": 1, "bending": 3}[k.name] // strain per deformation of the tester
		slope, err := turned(r.ctx, k, f, d.Tau/unit)
		if err != nil {
			return nil, err
		}
		bare, err := turned(r.ctx, k, withoutFriction(f), d.Tau/unit)
		if err != nil {
			return nil, err
		}
		got := slope / bare
		// The same difference by the exact law.
		top, back := unit*k.top, unit*k.top-reversal*d.Tau
		up := path(d, 0, 0, top)
		want := 1 + (up-path(d, top, up, back))/(elastic(k.component, top)-elastic(k.component, back))
		worst = max(worst, math.Abs(got/want-1))
		if got > most {
			most, which = got, fmt.Sprintf("%s of %s", k.name, f.Name)
		}
		return []string{fmt.Sprintf("%.1f", got), fmt.Sprintf("%.1f", want)}, nil
	})
	if err != nil {
		return err
	}
	r.table("Stiffness just after a reversal, with friction over without.", []string{"fabric", "stretch", "law", "bending",
		"law"}, rows)
	r.show("reversal", worst)
	r.remark("stiffness", which, most)
	return nil
}

// reversal is the change of strain after a turn over which a slope is measured, over τ.
const reversal = 0.02

// turned loads a tester to its top and back a little, and returns the slope of the force there.
func turned(ctx context.Context, k mode, f cloth.Fabric, tau float64) (float64, error) {
	t, err := k.build(ctx, f)
	if err != nil {
		return 0, err
	}
	defer t.Close()
	c := lab.NewTrace()
	if err := t.Trace(c, k.top, 2*halfLoop); err != nil {
		return 0, err
	}
	n := len(c.Q) - 1
	if err := t.Trace(c, k.top-reversal*tau, 1); err != nil {
		return 0, err
	}
	return (c.F[n] - c.F[n+1]) / (c.Q[n] - c.Q[n+1]), nil
}
