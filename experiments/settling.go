package experiments

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/report"

	"hysteron/scenes"
)

var settling = Experiment{
	Name:  "settling",
	Title: "Settling of wrinkles",
	Paper: "Miguel et al. 2013, figure 13, §6",
	Claim: "When the twist of a cotton sleeve is undone, wrinkles slide on for long without internal friction; with " +
		"friction they stop much sooner.",
	Protocol: "The built-in scene " + sleeveScene + ", of cotton with stretch friction alone and without friction, " +
		"twisted and untwisted at a constant rate, so that the rim stops at once. What the paper's figure tells is two " +
		"snapshots half a second apart: measured is how far the cloth moves between them, along its way, by the root mean " +
		"square of its speed. The time until the kinetic energy stays below 1 % is measured too; cloth vibrates on its way " +
		"to rest, so that this time jumps from one vibration to the next. Without contact of cloth with cloth, as in the " +
		"paper (§5): sharp folds can cut through themselves. Steps of 1/960 s of second order: backward Euler itself " +
		"damps, more with longer steps, and hides what friction does. Steps are solved to 1e-7 m, since what they leave " +
		"unsolved decides between folds. Settled: the kinetic energy stays below 1 % of what it is when the motion ends. " +
		"Five runs of each from perturbed starts.",
	Shows: []claim.Claim{
		{Key: "slides", What: "way of the cloth between two snapshots, 0.05 and 0.55 s after the motion, with friction " +
			"over without", Measure: claim.Below, Expected: 0.5, Aside: "at most half"},
		{Key: "settles", What: "time until the kinetic energy stays below 1 %, with friction over without",
			Measure: claim.Below, Expected: 0.5, Aside: "at most half"},
	},
	run: runSettling,
}

// settlingRate is the number of steps per second. They are solved accurately: the residual of earlier steps decides
// into which of several folds the sleeve without friction buckles. With the scene's tolerance the settling time
// differed by a quarter between versions of the solver.
const settlingRate = 960

// settledRun is the result of a run: kinetic energy [J] over time after the motion [s], and positions 0.05 and 0.55 s
// after it.
type settledRun struct {
	Time, Energy       []float64
	Shots              [2][]r3.Vec
	Unconverged, Steps int
}

var (
	settlingNames = [2]string{"with stretch friction", "without friction"}
	settlingFiles = [2]string{"friction", "none"}
	settlingShots = [2]float64{0.05, 0.55}
)

func runSettling(r *journal) error {
	const end = 1.55
	var settled, ends, paths [2][]float64
	var curves, relative []report.Line
	var images []report.Figure
	for k, change := range []func(*cloth.Fabric){stretchOnly, frictionless} {
		for _, seed := range r.seeds() {
			set := []string{
				fmt.Sprintf("step_s=%.9g", 1/float64(settlingRate)), "motion.twist.interpolation=linear", secondOrder,
			}
			setup, err := setupOf(sleeveScene, r.coarse(append(set, accurate...)...), change)
			if err != nil {
				return err
			}
			Shake(setup.Model, setup.Model.X0, seed)
			q, err := once(r, fmt.Sprintf("%s-%d", settlingFiles[k], seed), setup, func() (*settledRun, error) {
				return r.settle(setup, end)
			})
			if err != nil {
				return fmt.Errorf("%s, run %d: %w", settlingNames[k], seed, err)
			}
			after, begin := settledAfter(q.Time, q.Energy)
			settled[k], ends[k] = append(settled[k], after), append(ends[k], 1000*begin)
			way := wayOf(q.Time, q.Energy, floats.Sum(setup.Model.Mass), settlingShots)
			paths[k] = append(paths[k], 1000*way)
			r.note("%s, run %d: moved by %s between the snapshots, settled after %.3f s; unconverged steps %d of %d",
				settlingNames[k], seed, millimetres(way), after, q.Unconverged, q.Steps)
			if seed > 1 {
				continue
			}
			curves = append(curves, report.Line{Name: settlingNames[k], X: q.Time, Y: scaled(q.Energy, 1e3), Dashed: k == 1})
			relative = append(relative, report.Line{Name: settlingNames[k], X: q.Time, Y: scaled(q.Energy, 1/begin),
				Dashed: k == 1})
			r.csv("kinetic-energy-"+settlingFiles[k], []string{"s_after_the_motion", "joule"}, q.Time, q.Energy)
			for i, x := range q.Shots {
				images = append(images, r.draw(fmt.Sprintf("settling-%s-%d", settlingFiles[k], i+1),
					fmt.Sprintf("%s, %.2f s after the motion", settlingNames[k], settlingShots[i]), setup, x, sleeveView))
			}
		}
	}
	r.page.Figures("Snapshots half a second apart, as in the paper, first runs.", images...)
	relative = append(relative, report.Line{Name: "1 %", X: []float64{twistTop - twistEnd, end - twistEnd},
		Y: []float64{0.01, 0.01}, Colour: report.Black, Dashed: true})
	const after = "time after the motion [s]"
	r.page.Figures("Kinetic energy from the start of the untwisting on, first runs.",
		r.plot("kinetic", report.Plot{Title: "kinetic energy", X: after, Y: "kinetic energy [mJ]", Lines: curves}),
		r.plot("kinetic-log", report.Plot{Title: "the same, over that when the motion ends", X: after,
			Y: "kinetic energy, relative", LogY: true, Lines: relative}))
	r.table("Mean and spread.", []string{"runs", "kinetic energy when the motion ends", "way between the snapshots",
		"settled after"}, [][]string{
		{settlingNames[0], spread(ends[0], " mJ"), spread(paths[0], " mm"), spread(settled[0], " s")},
		{settlingNames[1], spread(ends[1], " mJ"), spread(paths[1], " mm"), spread(settled[1], " s")}})
	r.show("slides", over(paths[0], paths[1])...)
	r.show("settles", over(settled[0], settled[1])...)
	return nil
}

// settle makes one run.
func (r *journal) settle(setup *scenes.Setup, end float64) (*settledRun, error) {
	s, err := r.start(setup, nil)
	if err != nil {
		return nil, err
	}
	defer s.close()
	q := &settledRun{}
	err = s.run(int(end/s.h+0.5), func(step int) error {
		now := float64(step) * s.h
		if now < twistTop {
			return nil
		}
		energy, err := s.kinetic()
		if err != nil {
			return err
		}
		q.Time, q.Energy = append(q.Time, now-twistEnd), append(q.Energy, energy)
		for i, at := range settlingShots {
			if step == int((twistEnd+at)/s.h+0.5) {
				if q.Shots[i], err = s.look(); err != nil {
					return err
				}
			}
		}
		return nil
	})
	q.Unconverged, q.Steps = s.unconverged, s.steps
	return q, err
}

// wayOf returns the path of cloth of a mass [kg] between two times, by the root mean square of its speed: √(2E/m)
// summed over the steps that end between them. Unlike the time at which a threshold is crossed, it changes little with
// small changes of the energy.
func wayOf(t, e []float64, mass float64, between [2]float64) (way float64) {
	for i := 1; i < len(t); i++ {
		if t[i] > between[0]+1e-9 && t[i] < between[1]+1e-9 {
			way += math.Sqrt(2*e[i]/mass) * (t[i] - t[i-1])
		}
	}
	return way
}

// settledAfter returns the last time at which the energy is above 1 % of its value at time 0, and that value.
func settledAfter(t, e []float64) (after, end float64) {
	for i, v := range e {
		if t[i] <= 1e-9 {
			end = v
		}
	}
	for i, v := range e {
		if t[i] > 0 && v > end/100 {
			after = t[i]
		}
	}
	return after, end
}
