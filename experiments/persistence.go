package experiments

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/report"

	"hysteron/scenes"
)

var persistence = Experiment{
	Name:  "persistence",
	Title: "Persistent wrinkles and damping",
	Paper: "Miguel et al. 2013, figure 11, §6",
	Claim: "After a quick twist and untwist a tight sleeve keeps wrinkles: cotton by its stretch friction, double " +
		"cloth by its bending friction. Without damping, vibrations after the motion wipe out part of them.",
	Protocol: "The built-in scene " + sleeveScene + ": a sleeve of 24 cm around a cylinder without friction of its own, " +
		"twisted by 90° within 0.25 s and untwisted within another 0.25 s, then at rest. Friction of stretch alone for " +
		"cotton, of bending alone for double cloth, and none. Without contact of cloth with cloth, as in the paper (§5): " +
		"sharp folds can cut through themselves. Remaining deformation: root mean square change of the angles over edges " +
		"from just before the twist to 1 s after it. Damping as in the paper: 0.03 s, between a tenth and a hundredth of " +
		"the stiffness; without it nothing does, as steps of 1/480 s are of second order (backward Euler of 1/120 s would " +
		"damp much like the fabric). Damping also resists the quick twist, so that it makes fewer wrinkles in the first " +
		"place: beside runs without any damping, as the paper has them, runs are damped until the motion ends and not from " +
		"then on, so that nothing but the vibrations differs. Five runs of each from perturbed starts.",
	Shows: []claim.Claim{
		{Key: "cotton-keeps", What: "cotton: remaining deformation, without friction over with stretch friction",
			Measure: claim.Below, Expected: 1. / 3, Aside: "with friction three times as much and more"},
		{Key: "cotton-damping", What: "cotton: remaining deformation with friction, never damped over damped",
			Measure: claim.Below, Expected: 1, Aside: "vibrations wipe out part"},
		{Key: "cotton-vibrations", What: "cotton: remaining deformation with friction, not damped after the motion over " +
			"damped", Measure: claim.Below, Expected: 1, Aside: "vibrations alone"},
		{Key: "cotton-share", What: "cotton: share of the deformation of the twist that remains, never damped over damped",
			Measure: claim.Below, Expected: 1},
		{Key: "doublecloth-keeps", What: "double cloth: remaining deformation, without friction over with bending friction",
			Measure: claim.Below, Expected: 1. / 3, Aside: "with friction three times as much and more"},
		{Key: "doublecloth-damping", What: "double cloth: remaining deformation with friction, never damped over damped",
			Measure: claim.Below, Expected: 1, Aside: "vibrations wipe out part"},
		{Key: "doublecloth-vibrations", What: "double cloth: remaining deformation with friction, not damped after the " +
			"motion over damped", Measure: claim.Below, Expected: 1, Aside: "vibrations alone"},
		{Key: "doublecloth-share", What: "double cloth: share of the deformation of the twist that remains, never damped " +
			"over damped", Measure: claim.Below, Expected: 1},
	},
	run: runPersistence,
}

// twist is a variant of the experiment.
type twist struct {
	fabric, friction, damping string
	change                    func(*cloth.Fabric)
	during, after             func(*cloth.Fabric) // damping until the motion ends, and from then on; nil: the same
}

func (v *twist) name() string {
	return fmt.Sprintf("%s, friction: %s, damped: %s", v.fabric, v.friction, v.damping)
}

// twisted is the result of a run: positions before the twist, at its top, and at rest.
type twisted struct {
	Shots              [3][]r3.Vec
	Unconverged, Steps int
}

func (r *journal) twists() []twist {
	var list []twist
	for _, f := range []struct {
		name, friction string
		change         func(*cloth.Fabric)
	}{{"cotton", "stretch", stretchOnly}, {"doublecloth", "bending", bendOnly}} {
		list = append(list,
			twist{f.name, f.friction, "always", f.change, paperDamped, nil},
			twist{f.name, f.friction, "never", f.change, undamped, nil},
			twist{f.name, f.friction, "until it ends", f.change, paperDamped, undamped},
			twist{f.name, "none", "always", frictionless, paperDamped, nil})
	}
	return list
}

func runPersistence(r *journal) error {
	var rows [][]string
	var images []report.Figure
	left, share := map[string][]float64{}, map[string][]float64{} // remaining angles [°], and over those of the twist
	for _, v := range r.twists() {
		key := v.fabric + " " + v.friction + " " + v.damping
		var top, moved []float64
		unconverged, steps := 0, 0
		for _, seed := range r.seeds() {
			q, setup, err := r.twistAndUntwist(&v, seed)
			if err != nil {
				return fmt.Errorf("%s, run %d: %w", v.name(), seed, err)
			}
			most, err := changed(setup, q.Shots[0], q.Shots[1])
			if err != nil {
				return err
			}
			rest, err := changed(setup, q.Shots[0], q.Shots[2])
			if err != nil {
				return err
			}
			top, moved = append(top, inDegrees(most.Angle)), append(moved, 1000*rest.Moved)
			left[key] = append(left[key], inDegrees(rest.Angle))
			share[key] = append(share[key], rest.Angle/most.Angle)
			unconverged, steps = unconverged+q.Unconverged, steps+q.Steps
			if seed > 1 {
				continue
			}
			if v.fabric == "cotton" && v.friction == "stretch" && v.damping == "always" {
				images = append(images, r.draw("cotton-twisted", "cotton, twisted", setup, q.Shots[1], sleeveView))
			}
			images = append(images, r.draw(fmt.Sprintf("%s-%s-%s", v.fabric, v.friction, map[string]string{"always": "damped",
				"never": "undamped", "until it ends": "released"}[v.damping]), v.name(), setup, q.Shots[2], sleeveView))
		}
		r.note("%s: %s left", v.name(), spread(left[key], "°"))
		rows = append(rows, []string{v.fabric, v.friction, v.damping, spread(top, "°"), spread(left[key], "°"),
			spread(moved, " mm"), fmt.Sprintf("%d of %d", unconverged, steps)})
	}
	r.page.Figures("One second after the twist was undone, first runs.", images...)
	r.table("Root mean square change since before the twist: mean and spread.", []string{"fabric", "friction", "damped",
		"angles, twisted", "angles, left", "displacement left", "unconverged steps"}, rows)
	for _, v := range []struct{ fabric, friction string }{{"cotton", "stretch"}, {"doublecloth", "bending"}} {
		of := func(m map[string][]float64, friction, damping string) []float64 {
			return m[v.fabric+" "+friction+" "+damping]
		}
		damped := of(left, v.friction, "always")
		r.show(v.fabric+"-keeps", over(of(left, "none", "always"), damped)...)
		r.show(v.fabric+"-damping", over(of(left, v.friction, "never"), damped)...)
		r.show(v.fabric+"-vibrations", over(of(left, v.friction, "until it ends"), damped)...)
		r.show(v.fabric+"-share", over(of(share, v.friction, "never"), of(share, v.friction, "always"))...)
	}
	return nil
}

// over returns a over b, run by run.
func over(a, b []float64) (s []float64) {
	for i := range a {
		s = append(s, a[i]/b[i])
	}
	return s
}

// twistAndUntwist makes one run.
func (r *journal) twistAndUntwist(v *twist, seed uint64) (*twisted, *scenes.Setup, error) {
	const rest, rate = 2.0, 480 // [s], steps per second
	set := r.coarse("tube.sleeve.fabric="+v.fabric, fmt.Sprintf("step_s=%.9g", 1./rate), secondOrder)
	setup, err := setupOf(sleeveScene, set, both(v.change, v.during))
	if err != nil {
		return nil, nil, err
	}
	Shake(setup.Model, setup.Model.X0, seed)
	q, err := once(r, fmt.Sprintf("%s-%s-%s-%d", v.fabric, v.friction, map[string]string{"always": "damped",
		"never": "undamped", "until it ends": "released"}[v.damping], seed), setup, func() (*twisted, error) {
		q := &twisted{}
		var state *cloth.State
		phases := []struct {
			change func(*cloth.Fabric)
			until  []float64
		}{{v.during, []float64{twistBegin, twistTop, twistEnd}}, {v.after, []float64{rest}}}
		if v.after == nil {
			phases[0].until, phases = append(phases[0].until, rest), phases[:1]
		}
		for _, phase := range phases {
			setup, err := setupOf(sleeveScene, set, both(v.change, phase.change))
			if err != nil {
				return nil, err
			}
			Shake(setup.Model, setup.Model.X0, seed)
			s, err := r.start(setup, state)
			if err != nil {
				return nil, err
			}
			s.steps = q.Steps
			for _, t := range phase.until {
				if err = s.until(t); err != nil {
					break
				}
				var x []r3.Vec
				if x, err = s.look(); err != nil {
					break
				}
				for k, at := range []float64{twistBegin, twistTop, rest} {
					if t == at {
						q.Shots[k] = x
					}
				}
			}
			if err == nil {
				if state, err = s.backend.State(); err == nil {
					state = state.Clone()
				}
			}
			q.Steps, q.Unconverged = s.steps, q.Unconverged+s.unconverged
			s.close()
			if err != nil {
				return nil, err
			}
		}
		r.note("%s, run %d done", v.name(), seed)
		return q, nil
	})
	return q, setup, err
}
