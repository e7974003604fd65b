package reproduce

import (
	"fmt"
	"math"

	"hysteron/cloth"
	"hysteron/scenes"
)

// remains measures the deformation at which cloth carries no force after it was loaded far and
// unloaded slowly, in the stretch and in the bending tester.
func (r *report) remains(names []string) error {
	r.heading("Persistent deformation")
	r.text("Loaded once from rest (stretch: to 6 N or 60 %%; bending: to 2.5 cm⁻¹) and unloaded quasi-statically until no force is left. Expected: the positive root of (k₁+k₂ε)ε = a + bε + bτ, for saturated friction by the exact law.")
	var rows [][]string
	worst := map[string]float64{}
	for _, name := range names {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			return err
		}
		row := []string{name}
		for _, k := range []struct {
			mode  string
			c     cloth.Component
			build func(cloth.Fabric) (*tester, error)
			top   float64 // of q
			scale float64 // strain per q
		}{
			{"stretch", f.Warp, func(f cloth.Fabric) (*tester, error) { return stretchTester(f, true) }, greenTop(f.Warp), 1},
			{"bending", f.BendWarp, bendTester, bendTop, 3},
		} {
			if err := r.ctx.Err(); err != nil {
				return err
			}
			want := persistent(k.c) / k.scale
			if want == 0 {
				row = append(row, "–", "–", "–", "–")
				continue
			}
			got, err := unload(k.build, f, k.top, want)
			if err != nil {
				return fmt.Errorf("unloading %s of %s: %w", k.mode, name, err)
			}
			bare, err := unload(k.build, withoutFriction(f), k.top, 0)
			if err != nil {
				return fmt.Errorf("unloading %s of %s without friction: %w", k.mode, name, err)
			}
			worst[k.mode] = max(worst[k.mode], math.Abs(got/want-1))
			row = append(row, fmt.Sprintf("%.5g", got), fmt.Sprintf("%.5g", want), percent(got/want-1), fmt.Sprintf("%.1e", math.Abs(bare)))
		}
		rows = append(rows, row)
	}
	r.table("Persistent stretch (Green strain) and persistent curvature [1/m].",
		[]string{"fabric", "stretch ε", "equation", "difference", "without friction", "curvature", "equation", "difference", "without friction"}, rows)
	for _, mode := range []string{"stretch", "bending"} {
		r.find("persistent deformation of "+mode+" against the equation, worst of all fabrics", "within 1 %", percent(worst[mode]), worst[mode], worst[mode] <= 0.01)
	}
	return nil
}

// unload loads a tester to top and unloads it past the expected rest, and returns where the force
// changes its sign.
func unload(build func(cloth.Fabric) (*tester, error), f cloth.Fabric, top, expected float64) (float64, error) {
	t, err := build(f)
	if err != nil {
		return 0, err
	}
	defer t.close()
	c := newTrace()
	if err := t.trace(c, top, halfLoop); err != nil {
		return 0, err
	}
	if err := t.trace(c, expected-0.05*(top-expected), 2*halfLoop); err != nil {
		return 0, err
	}
	for i := halfLoop + 1; i < len(c.q); i++ {
		if a, b := c.f[i-1], c.f[i]; a > 0 && b <= 0 {
			return c.q[i-1] + (c.q[i]-c.q[i-1])*a/(a-b), nil
		}
	}
	return 0, fmt.Errorf("the force does not vanish down to q = %g", c.last())
}
