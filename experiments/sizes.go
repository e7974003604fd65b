package experiments

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"hysteron/claim"
	"hysteron/report"
)

var sizes = Experiment{
	Name:  "sizes",
	Title: "What cloth from Kawabata curves costs, by its size",
	Paper: "Ngo Ngoc and Boivin 2004, §7, table 4",
	Claim: "A frame of nonlinear cloth from Kawabata curves takes 0.115, 1.321 and 6.302 s of a Pentium 4 at 2 GHz " +
		"for 400, 2,500 and 4,900 particles, with steps of 1 ms: it grows with the number to the powers 1.33 and 2.32.",
	Protocol: "The built-in scene hanging-sheet in worsted, whose laws are those of that paper, of 20 × 20, 50 × 50 and " +
		"70 × 70 vertices, a tenth of a second with steps of 1 ms. How many steps their frame has is not printed, so that " +
		"growth is compared and not time; and work is counted, which other programs on the machine do not change: vertices " +
		"times iterations of conjugate gradients, since these are most of a step. Their solver was Broyden's method: the " +
		"step after that is taken by it, too, from the diagonal blocks of the matrix, with 50 pairs. Counts are the same " +
		"in every run.",
	Exact: []claim.Claim{
		{Key: "apart", What: "ends of a step by Newton's and by Broyden's method are apart", Measure: claim.Below,
			Expected: 10, Unit: " nm"},
		{Key: "growth", What: "work grows with the number of vertices to the power, from 400 to 4,900",
			Measure: claim.AtMost, Expected: power(pentium, 0, 2), Aside: "as in table 4"},
		{Key: "powers", What: "the same from 2,500 to 4,900", Measure: claim.Shown,
			Text: fmt.Sprintf("table 4: %.2f", power(pentium, 1, 2))},
	},
	run: runSizes,
}

// particles and pentium are table 4.
var (
	particles = []float64{400, 2500, 4900}
	pentium   = []float64{0.115, 1.321, 6.302} // per frame [s]
)

// closely is the distance from the solution at which both methods end [m].
const closely = 1e-9

func runSizes(r *journal) error {
	const span = 0.1 // [s]
	var rows, others [][]string
	apart := 0.
	var work []float64
	for k, n := range particles {
		side := int(math.Sqrt(n))
		setup, err := setupOf("hanging-sheet", []string{fmt.Sprintf("sheet.sheet.vertices=[%d, %d]", side, side), "step_s=0.001", `sheet.sheet.fabric="worsted"`}, nil)
		if err != nil {
			return err
		}
		s, err := r.start(setup, nil)
		if err != nil {
			return err
		}
		began := time.Now()
		err = s.run(int(math.Round(span/s.h)), nil)
		took := time.Since(began).Seconds()
		state, stateErr := s.backend.State()
		if err = cmp.Or(err, stateErr); err == nil {
			state = state.Clone()
		}
		s.close()
		if err != nil {
			return err
		}
		b, err := beside(setup.Model, state, setup.Settings, s.h, closely)
		if err != nil {
			return fmt.Errorf("%d × %d: %w", side, side, err)
		}
		apart = max(apart, b.apart)
		others = append(others, []string{fmt.Sprintf("%d × %d", side, side), fmt.Sprint(b.newton), fmt.Sprint(b.cg),
			fmt.Sprint(b.evaluations), fmt.Sprintf("%.2g nm", 1e9*b.apart), fmt.Sprintf("%.3g mm", 1e3*b.way)})
		work = append(work, n*float64(s.cg))
		steps := float64(s.steps)
		rows = append(rows, []string{fmt.Sprintf("%d × %d", side, side), fmt.Sprintf("%.2f", float64(s.newton)/steps),
			fmt.Sprintf("%.1f", float64(s.cg)/steps), fmt.Sprintf("%.3g", work[k]/steps), fmt.Sprintf("%.2f s", took/span),
			fmt.Sprintf("%.3f s", pentium[k])})
		r.note("%d × %d: %.0f CG iterations in %.0f steps, %d unconverged", side, side, float64(s.cg), steps, s.unconverged)
	}
	r.table("A tenth of a second with steps of 1 ms. Time is that of the clock on this machine, per simulated second; "+
		"theirs is per frame.", []string{"vertices", "Newton iterations per step", "CG iterations per step",
		"vertices × CG iterations per step", "time per simulated second", "table 4, per frame"}, rows)
	r.table("The next step by both methods, on the CPU, from the same state to 1 nm.",
		[]string{"vertices", "Newton iterations", "CG iterations in them", "evaluations of forces by Broyden's method",
			"ends apart", "way of a vertex"}, others)
	r.show("apart", 1e9*apart)
	line := func(name string, y []float64) report.Line {
		relative := make([]float64, len(y))
		for i, v := range y {
			relative[i] = v / y[0]
		}
		return report.Line{Name: name, X: particles, Y: relative}
	}
	r.page.Figures("Growth over that of 400 vertices.", r.plot("growth", report.Plot{X: "vertices", Y: "over that of 400",
		Lines: []report.Line{line("counted work", work), line("table 4", pentium)}}))
	r.show("growth", power(work, 0, 2))
	r.show("powers", power(work, 1, 2))
	return nil
}

// power returns the growth exponent between two sizes.
func power(y []float64, from, to int) float64 {
	return math.Log(y[to]/y[from]) / math.Log(particles[to]/particles[from])
}
