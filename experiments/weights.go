package experiments

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/lab"
	"hysteron/render"
	"hysteron/report"
	"hysteron/scenes"
)

var weights = Experiment{
	Name:  "weights",
	Title: "Hanging weights: loading, unloading, persistent stretch",
	Paper: "Miguel et al. 2013, figures 5 and 6, §4.2",
	Claim: "A 10 × 10 cm sample loaded with 0, 1, …, n, …, 1, 0 N is longer while it is unloaded than under the same " +
		"weight while it is loaded, and does not return to its length; the fabrics differ clearly in how they unload.",
	Protocol: "A flat sheet that hangs and is taut everywhere, loaded quasi-statically: the elastic energy is convex " +
		"there and so is the step potential of friction, so that each load has one answer, which is compared with the " +
		"exact law. One run is enough, and there is no noise to show.",
	Exact: append(ofEach(pulledFabrics,
		claim.Claim{Key: "%s-persists", What: "%s: persistent strain after 6 N without lateral contraction (coupling 0) " +
			"against the exact law", Measure: claim.Absolute, Tolerance: .01, Percent: true},
		claim.Claim{Key: "%s-contracts", What: "%s: the same with the fabric's contraction, which the law of one strain " +
			"does not have", Measure: claim.Shown, Percent: true},
		claim.Claim{Key: "%s-branches", What: "%s: strain under 3 N, unloading over loading", Measure: claim.Above,
			Expected: 1},
		claim.Claim{Key: "%s-bare", What: "%s: without friction, strain left by the weights", Measure: claim.Absolute,
			Tolerance: 1e-5, Aside: "none"},
	), claim.Claim{Key: "differ", What: "persistent strain of the softer fabrics, the smaller, over that of cotton, the " +
		"stiffest", Measure: claim.Above, Expected: 3, Aside: "the fabrics differ clearly"}),
	run: runWeights,
}

const (
	standardGravity = 9.81
	weightSteps     = 10 // steps per newton
)

// reading is a weight and the strain under it.
type reading struct {
	weight, strain, predicted float64
	repeat, n                 int
	loading                   bool
}

func runWeights(r *journal) error {
	const most = 6
	repeats := 3
	if r.opt.Quick {
		repeats = 1
	}
	r.page.Text("The upper edge is held, the weight is spread over the lower edge. Weights are put on and taken off in "+
		"%d equal steps per newton, quasi-statically. Strain: Green strain of the length from edge to edge. Model: one "+
		"strain under the same weights and half of the cloth's own, F = L(kε + σ) with σ by the exact law; it knows no "+
		"lateral contraction.", weightSteps)
	var rows [][]string
	var shown []report.Figure
	var left []float64 // persistent strains of the fabrics
	for _, name := range pulledFabrics {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			return err
		}
		with, shots, setup, err := r.hang(f, most, repeats)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		without, _, _, err := r.hang(withoutFriction(f), most, 1)
		if err != nil {
			return fmt.Errorf("%s without friction: %w", name, err)
		}
		straight := f
		straight.Coupling = 0
		uncoupled, _, _, err := r.hang(straight, most, 1)
		if err != nil {
			return fmt.Errorf("%s without contraction: %w", name, err)
		}
		var curves []report.Line
		for k, c := range []struct {
			name    string
			loading bool
			colour  report.Colour
		}{{"loading", true, report.Blue}, {"unloading", false, report.Red}} {
			cv := report.Line{Name: c.name, Colour: c.colour, Points: true}
			model := report.Line{Colour: c.colour, Dashed: true, Name: "exact law, " + c.name + ", last cycle"}
			for _, q := range with {
				if q.loading != c.loading && !(k == 1 && q.weight == float64(q.n)) {
					continue
				}
				if q.loading == c.loading {
					cv.X, cv.Y = append(cv.X, q.strain), append(cv.Y, q.weight)
				}
				if q.n == most && q.repeat == repeats {
					model.X, model.Y = append(model.X, q.predicted), append(model.Y, q.weight)
				}
			}
			curves = append(curves, cv, model)
		}
		bare := report.Line{Name: "without friction", Colour: report.Green}
		for _, q := range without {
			if q.n == most && q.loading {
				bare.X, bare.Y = append(bare.X, q.strain), append(bare.Y, q.weight)
			}
		}
		shown = append(shown, r.plot("weights-"+name, report.Plot{Title: name, X: "Green strain", Y: "weight [N]",
			Lines: append(curves, bare)}))
		columns := make([][]float64, 6)
		for _, q := range with {
			for k, v := range []float64{float64(q.repeat), float64(q.n), b2f(q.loading), q.weight, q.strain, q.predicted} {
				columns[k] = append(columns[k], v)
			}
		}
		r.csv("weights-"+name, []string{"repeat", "n", "loading", "weight_n", "green_strain", "model_strain"}, columns...)
		last, bareLast := with[len(with)-1], without[len(without)-1]
		start := without[0].strain // stretched by its own weight alone
		up, down := find(with, most, repeats, 3, true), find(with, most, repeats, 3, false)
		rows = append(rows, []string{name, fmt.Sprintf("%.5f", up.strain), fmt.Sprintf("%.5f", down.strain),
			fmt.Sprintf("%.5f", last.strain), fmt.Sprintf("%.5f", last.predicted), percent(last.strain/last.predicted - 1),
			fmt.Sprintf("%.1e", bareLast.strain-start)})
		left = append(left, last.strain)
		q := uncoupled[len(uncoupled)-1]
		note := func(q reading) string { return fmt.Sprintf("%.5f, law %.5f", q.strain, q.predicted) }
		r.remark(name+"-persists", note(q), q.strain/q.predicted-1)
		r.remark(name+"-contracts", note(last), last.strain/last.predicted-1)
		r.show(name+"-branches", down.strain/up.strain)
		r.show(name+"-bare", bareLast.strain-start)
		box := render.Box{Min: r3.Vec{X: -0.06, Y: -0.12, Z: -0.01}, Max: r3.Vec{X: 0.06, Y: 0.055, Z: 0.01}}
		var images []report.Figure
		for k, x := range shots {
			images = append(images, r.draw(fmt.Sprintf("%s-%d", name, k), []string{"at rest", "under 6 N", "after unloading"}[k],
				setup, x, view{bounds: box}))
		}
		r.page.Figures(name+", the first time it is loaded with 6 N", images...)
	}
	r.page.Figures("Strain under each weight, all cycles and repeats.", shown...)
	r.table("Green strains of the last cycle.", []string{"fabric", "3 N, loading", "3 N, unloading", "persistent",
		"exact law", "difference", "left without friction"}, rows)
	r.remark("differ", fmt.Sprintf("cotton %.4f, spandex %.4f, polyester %.4f", left[0], left[1], left[2]),
		min(left[1], left[2])/left[0])
	return nil
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func find(all []reading, n, repeat int, weight float64, loading bool) reading {
	for _, q := range all {
		if q.n == n && q.repeat == repeat && q.weight == weight && q.loading == loading {
			return q
		}
	}
	return reading{strain: math.NaN()}
}

// hang loads a sample with all cycles. shots are its positions at rest, under the first full load, and after it.
func (r *journal) hang(f cloth.Fabric, most, repeats int) (out []reading, shots [][]r3.Vec, setup *scenes.Setup,
	err error) {
	s, err := lab.Hang(r.ctx, f)
	if err != nil {
		return nil, nil, nil, err
	}
	defer s.Close()
	model := weightModel{c: f.Warp, own: s.Mass() * standardGravity / 2}
	model.load(0)
	shots = append(shots, s.Positions())
	err = s.Cycles(most, repeats, weightSteps, model.load, func(q lab.Reading) error {
		out = append(out, reading{q.Weight, s.Strain(), model.eps, q.Repeat, q.Top, q.Loading})
		if q.Repeat == 1 && q.Top == most && (q.Weight == float64(most) || !q.Loading && q.Weight == 0) {
			shots = append(shots, s.Positions())
		}
		return r.ctx.Err()
	})
	return out, shots, s.Setup, err
}

// weightModel solves the paper's equation 5 for the strain: F = L(kε + σ)·l, l = √(1 + 2ε), with the exact law instead
// of its approximation.
type weightModel struct {
	c          cloth.Component
	own        float64 // load without weights [N]
	eps, sigma float64
}

// load follows the law to the equilibrium under a weight [N], by bisection: the force grows with the strain along
// either branch.
func (m *weightModel) load(weight float64) {
	excess := func(e float64) float64 {
		return lab.Side*math.Sqrt(1+2*e)*(elastic(m.c, e)+path(m.c.Dahl(), m.eps, m.sigma, e)) - weight - m.own
	}
	lo, hi := m.eps, m.eps
	for d := 1e-6; excess(hi) < 0; d *= 2 {
		hi += d
	}
	for d := 1e-6; excess(lo) > 0; d *= 2 {
		lo -= d
	}
	e := bisect(lo, hi, func(e float64) bool { return excess(e) < 0 })
	m.sigma = path(m.c.Dahl(), m.eps, m.sigma, e)
	m.eps = e
}
