package reproduce

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

var stepsize = Experiment{
	Name:  "stepsize",
	Title: "Large time steps",
	Paper: "Miguel et al. 2013, §5",
	Claim: "Without handling of self-collisions, implicit integration of internal friction is stable under steps of more than 15 ms in the cylinder demonstrations; there is no difference between the steps that are possible with and without friction.",
	run:   runStepSize,
}

func runStepSize(r *journal) error {
	r.page.Text("The built-in scene %s, without contact of cloth with cloth, with large steps. Failed: no solution, even with halved steps; halved: a step that was only solved in halves; unconverged: the iterations ran out before the error estimate was below %.0e m.", sleeveScene, step.DefaultSettings().Tolerance)
	sizes := []float64{0.015, 0.02, 1. / 30}
	if r.opt.Quick {
		sizes = sizes[:2]
	}
	var rows [][]string
	failed, halved, unconverged, steps := 0, 0, 0, 0
	fastest := 0.0
	for _, h := range sizes {
		for k, change := range []func(*cloth.Fabric){nil, frictionless} {
			setup, err := setupOf(sleeveScene, r.coarse(fmt.Sprintf("fps=%.9g", 1/h), fmt.Sprintf("step_s=%.9g", h)), change)
			if err != nil {
				return err
			}
			s, err := r.start(setup, nil)
			if err != nil {
				return err
			}
			speed := 0.0
			err = s.run(int(2/h), func(int) error {
				state, err := s.backend.State()
				if err != nil {
					return err
				}
				for _, v := range state.V {
					speed = max(speed, r3.Norm(v))
				}
				return nil
			})
			s.close()
			if r.ctx.Err() != nil {
				return r.ctx.Err()
			}
			result := "all steps done"
			if err != nil {
				failed++
				result = err.Error()
			}
			fastest = max(fastest, speed)
			halved, unconverged, steps = halved+s.halvings, unconverged+s.unconverged, steps+s.steps
			rows = append(rows, []string{fmt.Sprintf("%.1f ms", 1000*h), []string{"all of cotton's", "none"}[k], result, fmt.Sprint(s.steps), fmt.Sprint(s.halvings), fmt.Sprint(s.unconverged), fmt.Sprintf("%.2f m/s", speed)})
			r.note("%.1f ms, friction %v: %s", 1000*h, k == 0, result)
		}
	}
	r.table("Two seconds each. The rim of the sleeve moves at up to 0.5 m/s.", []string{"step", "friction", "result", "steps", "halved", "unconverged", "fastest vertex"}, rows)
	r.find("failed runs, steps of 15 ms and more", "0", fmt.Sprintf("%d of %d", failed, len(rows)), float64(failed), failed == 0)
	r.find("halved steps", "0", fmt.Sprintf("%d of %d", halved, steps), float64(halved), halved == 0)
	r.tell("unconverged steps", "–", fmt.Sprintf("%d of %d", unconverged, steps), float64(unconverged))
	r.find("nothing is flung away: fastest vertex", "below 5 m/s", fmt.Sprintf("%.2f m/s", fastest), fastest, fastest < 5)
	return nil
}
