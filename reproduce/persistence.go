package reproduce

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/report"
)

var persistence = Experiment{
	Name:  "persistence",
	Title: "Persistent wrinkles and damping",
	Paper: "Miguel et al. 2013, figure 11, §6",
	Claim: "After a quick twist and untwist a tight sleeve keeps wrinkles: cotton by its stretch friction, double cloth by its bending friction. Without damping, vibrations after the motion wipe out part of them.",
	run:   runPersistence,
}

func runPersistence(r *journal) error {
	const rest, rate = 2.0, 480 // [s], steps per second
	r.page.Text("The built-in scene %s: a sleeve of 24 cm around a cylinder without friction of its own, twisted by 90° within 0.25 s and untwisted within another 0.25 s, then at rest. Without contact of cloth with cloth, as in the paper (§5): sharp folds can cut through themselves. Remaining deformation: root mean square change of the angles over edges, and displacement of the vertices, from just before the twist to 1 s after it. Damping as in the paper: 0.03 s, between a tenth and a hundredth of the stiffness; without it only backward Euler damps, as little as 1/%d s does (at 1/120 s it would damp much like the fabric).", sleeveScene, 2*rate)
	type variant struct {
		fabric, friction string
		change           func(*cloth.Fabric)
		damped           bool
	}
	variants := []variant{
		{"cotton", "stretch", stretchOnly, true}, {"cotton", "stretch", stretchOnly, false}, {"cotton", "none", frictionless, true},
		{"doublecloth", "bending", bendOnly, true}, {"doublecloth", "bending", bendOnly, false}, {"doublecloth", "none", frictionless, true},
	}
	var rows [][]string
	var images []report.Figure
	angle, share := map[variantKey]float64{}, map[variantKey]float64{} // left; left of what the twist made
	for _, v := range variants {
		damping := undamped
		if v.damped {
			damping = paperDamped
		}
		setup, err := setupOf(sleeveScene, r.coarse("tube.sleeve.fabric="+v.fabric, fmt.Sprintf("step_s=%.9g", 1./rate)), both(v.change, damping))
		if err != nil {
			return err
		}
		s, err := r.start(setup, nil)
		if err != nil {
			return err
		}
		var shots [3][]r3.Vec
		for k, t := range []float64{twistBegin, twistTop, rest} {
			if err = s.until(t); err == nil {
				shots[k], err = s.look()
			}
			if err != nil {
				break
			}
		}
		s.close()
		if err != nil {
			return fmt.Errorf("%s, friction: %s: %w", v.fabric, v.friction, err)
		}
		twisted, err := changed(setup, shots[0], shots[1])
		if err != nil {
			return err
		}
		left, err := changed(setup, shots[0], shots[2])
		if err != nil {
			return err
		}
		key := variantKey{v.fabric, v.friction, v.damped}
		angle[key], share[key] = left.Angle, left.Angle/twisted.Angle
		rows = append(rows, []string{v.fabric, v.friction, yes(v.damped), degrees(twisted.Angle), degrees(left.Angle), millimetres(left.Moved), s.trouble()})
		name := fmt.Sprintf("%s, friction: %s, damping: %s", v.fabric, v.friction, yes(v.damped))
		r.note("%s: %s twisted, %s left", name, degrees(twisted.Angle), degrees(left.Angle))
		images = append(images, r.draw(fmt.Sprintf("%s-%s-%s", v.fabric, v.friction, map[bool]string{true: "damped", false: "undamped"}[v.damped]), name, setup, shots[2], sleeveView))
		if v.fabric == "cotton" && v.friction == "stretch" && v.damped {
			images = append([]report.Figure{r.draw("cotton-twisted", "cotton, twisted", setup, shots[1], sleeveView)}, images...)
		}
	}
	r.page.Figures("One second after the twist was undone.", images...)
	r.table("Root mean square change since before the twist.", []string{"fabric", "friction", "damping", "angles, twisted", "angles, left", "displacement left", "unconverged steps"}, rows)
	for _, v := range []struct{ fabric, friction string }{{"cotton", "stretch"}, {"doublecloth", "bending"}} {
		with, without := angle[variantKey{v.fabric, v.friction, true}], angle[variantKey{v.fabric, "none", true}]
		r.find(v.fabric+": remaining deformation, with "+v.friction+" friction over without", "≥ 3", fmt.Sprintf("%s over %s: %s", degrees(with), degrees(without), times(with/without)), with/without, with >= 3*without)
		bare := angle[variantKey{v.fabric, v.friction, false}]
		r.find(v.fabric+": remaining deformation with friction, undamped over damped", "< 1: vibrations wipe out part", fmt.Sprintf("%s over %s: %.2f", degrees(bare), degrees(with), bare/with), bare/with, bare < with)
		a, b := share[variantKey{v.fabric, v.friction, true}], share[variantKey{v.fabric, v.friction, false}]
		r.find(v.fabric+": share of the deformation of the twist that remains, undamped over damped", "< 1", fmt.Sprintf("%.0f %% over %.0f %%: %.2f", 100*b, 100*a, b/a), b/a, b < a)
	}
	r.page.Text("Damping also resists the quick twist, so that it makes fewer wrinkles in the first place: where that outweighs what vibrations wipe out afterwards, the undamped sleeve ends with more. The share that remains tells the two apart.")
	return nil
}

type variantKey struct {
	fabric, friction string
	damped           bool
}

// times is a ratio for people; beyond a thousand its digits say nothing.
func times(ratio float64) string {
	if ratio > 1000 {
		return "over 1000"
	}
	return fmt.Sprintf("%.1f", ratio)
}
