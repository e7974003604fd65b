package reproduce

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/report"
)

var settling = Experiment{
	Name:  "settling",
	Title: "Settling of wrinkles",
	Paper: "Miguel et al. 2013, figure 13, §6",
	Claim: "When the twist of a cotton sleeve is undone, wrinkles slide on for long without internal friction; with friction they stop much sooner.",
	run:   runSettling,
}

func runSettling(r *journal) error {
	const end, rate = 1.55, 960
	r.page.Text("The built-in scene %s, twisted and untwisted at a constant rate, so that the rim stops at once. Without contact of cloth with cloth, as in the paper (§5): sharp folds can cut through themselves. Steps of 1/%d s: backward Euler itself damps, more with longer steps. Settled: the kinetic energy stays below 1 %% of what it is when the motion ends.", sleeveScene, rate)
	var curves []report.Line
	var images []report.Figure
	var settled [2]float64
	var ends [2]float64
	names := []string{"with stretch friction", "without friction"}
	for k, change := range []func(*cloth.Fabric){stretchOnly, frictionless} {
		setup, err := setupOf(sleeveScene, r.coarse(fmt.Sprintf("step_s=%.9g", 1/float64(rate)), "motion.twist.interpolation=linear"), change)
		if err != nil {
			return err
		}
		s, err := r.start(setup, nil)
		if err != nil {
			return err
		}
		var t, e []float64
		shots := map[float64][]r3.Vec{}
		last := int(end/s.h + 0.5)
		err = s.run(last, func(step int) error {
			now := float64(step) * s.h
			if now < twistTop {
				return nil
			}
			energy, err := s.kinetic()
			if err != nil {
				return err
			}
			t, e = append(t, now-twistEnd), append(e, energy)
			for _, at := range []float64{twistEnd + 0.05, twistEnd + 0.55} {
				if step == int(at/s.h+0.5) {
					if shots[at], err = s.look(); err != nil {
						return err
					}
				}
			}
			return nil
		})
		s.close()
		if err != nil {
			return fmt.Errorf("%s: %w", names[k], err)
		}
		settled[k], ends[k] = settledAfter(t, e)
		curves = append(curves, report.Line{Name: names[k], X: t, Y: scaled(e, 1e3), Dashed: k == 1})
		r.csv("kinetic-energy-"+[]string{"friction", "none"}[k], []string{"s_after_the_motion", "joule"}, t, e)
		for i, at := range []float64{twistEnd + 0.05, twistEnd + 0.55} {
			images = append(images, r.draw(fmt.Sprintf("settling-%s-%d", []string{"friction", "none"}[k], i+1), fmt.Sprintf("%s, %.2f s after the motion", names[k], at-twistEnd), setup, shots[at], sleeveView))
		}
		r.note("%s: settled after %.3f s; unconverged steps %s", names[k], settled[k], s.trouble())
	}
	r.page.Figures("Snapshots half a second apart, as in the paper.", images...)
	relative := []report.Line{}
	for i, l := range curves {
		l.Y = scaled(l.Y, 1e-3/ends[i])
		relative = append(relative, l)
	}
	relative = append(relative, report.Line{Name: "1 %", X: []float64{twistTop - twistEnd, end - twistEnd}, Y: []float64{0.01, 0.01}, Colour: report.Black, Dashed: true})
	const after = "time after the motion [s]"
	r.page.Figures("Kinetic energy from the start of the untwisting on.",
		r.plot("kinetic", report.Plot{Title: "kinetic energy", X: after, Y: "kinetic energy [mJ]", Lines: curves}),
		r.plot("kinetic-log", report.Plot{Title: "the same, over that when the motion ends", X: after, Y: "kinetic energy, relative", LogY: true, Lines: relative}))
	r.tell("kinetic energy when the motion ends, with friction and without", "–", fmt.Sprintf("%.3g and %.3g mJ", 1000*ends[0], 1000*ends[1]), ends[0])
	r.find("time until the kinetic energy stays below 1 %, with friction over without", "≤ 0.5", fmt.Sprintf("%.3f s over %.3f s: %.2f", settled[0], settled[1], settled[0]/settled[1]), settled[0]/settled[1], settled[0] <= 0.5*settled[1])
	return nil
}

// settledAfter is the last time at which the energy is above 1 % of what it is at time 0, and that.
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
