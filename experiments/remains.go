package experiments

import (
	"context"
	"fmt"
	"math"

	"hysteron/cloth"
	"hysteron/lab"
)

// remains measures the deformation without force of cloth after a large load and slow unloading, in the stretch and in
// the bending tester.
func (r *journal) remains(names []string) error {
	r.page.Heading("Persistent deformation")
	r.page.Text("Loaded once from rest (stretch: to 6 N or 60 %%; bending: to 2.5 cm⁻¹) and unloaded quasi-statically " +
		"until no force is left. Expected: the positive root of (k₁+k₂ε)ε = a + bε + bτ, for saturated friction by the " +
		"exact law.")
	worst := map[string]float64{}
	modes := func(f cloth.Fabric) []mode {
		stretch := func(ctx context.Context, f cloth.Fabric) (*lab.Tester, error) { return lab.StretchTester(ctx, f, true) }
		return []mode{{"stretch", f.Warp, stretch, greenTop(f.Warp)}, {"bending", f.BendWarp, lab.BendTester, lab.BendTop}}
	}
	rows, err := r.eachMode(names, modes, func(f cloth.Fabric, k mode) ([]string, error) {
		want := persistent(k.component)
		if k.name == "bending" {
			want /= 3 // strain over curvature
		}
		if want == 0 {
			return []string{"–", "–", "–", "–"}, nil
		}
		got, err := keep(r, "remains-"+k.name+"-"+f.Name, func() (float64, error) {
			return unload(r.ctx, k.build, f, k.top, want)
		})
		if err != nil {
			return nil, fmt.Errorf("unloading: %w", err)
		}
		bare, err := keep(r, "remains-frictionless-"+k.name+"-"+f.Name, func() (float64, error) {
			return unload(r.ctx, k.build, withoutFriction(f), k.top, 0)
		})
		if err != nil {
			return nil, fmt.Errorf("unloading without friction: %w", err)
		}
		worst[k.name] = max(worst[k.name], math.Abs(got/want-1))
		return []string{fmt.Sprintf("%.5g", got), fmt.Sprintf("%.5g", want), percent(got/want - 1),
			fmt.Sprintf("%.1e", math.Abs(bare))}, nil
	})
	if err != nil {
		return err
	}
	r.table("Persistent stretch (Green strain) and persistent curvature [1/m].",
		[]string{"fabric", "stretch ε", "equation", "difference", "without friction", "curvature", "equation", "difference",
			"without friction"}, rows)
	for _, name := range []string{"stretch", "bending"} {
		r.show(name+"-remains", worst[name])
	}
	return nil
}

// unload loads a tester to top and unloads it past the expected rest. It returns the deformation at which the force
// changes its sign.
func unload(ctx context.Context, build lab.Build, f cloth.Fabric, top, expected float64) (float64, error) {
	t, err := build(ctx, f)
	if err != nil {
		return 0, err
	}
	defer t.Close()
	c := lab.NewTrace()
	if err := t.Trace(c, top, halfLoop); err != nil {
		return 0, err
	}
	if err := t.Trace(c, expected-0.05*(top-expected), 2*halfLoop); err != nil {
		return 0, err
	}
	for i := halfLoop + 1; i < len(c.Q); i++ {
		if a, b := c.F[i-1], c.F[i]; a > 0 && b <= 0 {
			return c.Q[i-1] + (c.Q[i]-c.Q[i-1])*a/(a-b), nil
		}
	}
	return 0, fmt.Errorf("the force does not vanish down to q = %g", c.Last())
}
