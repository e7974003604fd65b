//go:build slow

package predict

import (
	"bytes"
	"context"
	"math"
	"slices"
	"testing"

	"hysteron/fit"
	"hysteron/fit/page"
	"hysteron/lab"
	"hysteron/scenes"
)

// TestCoverageOfStrips: of 100 strips under weights on the virtual instrument, read with 2 % noise and fitted by five
// numbers, the force at 4 % of stretch lies within what is predicted of it, whose numbers' errors go together.
func TestCoverageOfStrips(t *testing.T) {
	cotton, err := scenes.LoadFabric("cotton")
	if err != nil {
		t.Fatal(err)
	}
	instrument, err := lab.InstrumentFor("stretch")
	if err != nil {
		t.Fatal(err)
	}
	force := func(v map[string]float64) float64 {
		const e = 0.04
		return (v["warp.k1_n_m"]+v["warp.k2_n_m"]*e)*e +
			(v["warp.friction.a_n_m"]+v["warp.friction.b_n_m"]*e)*(1-math.Exp(-e/v["warp.friction.tau"]))
	}
	truth := map[string]float64{}
	k, d := cotton.Warp.Spring(), cotton.Warp.Dahl()
	for i, v := range []float64{k.K1, k.K2, d.A, d.B, d.Tau} {
		truth["warp."+fit.StretchKeys[i]] = v
	}
	read, err := instrument.Measure(context.Background(), cotton, "warp", lab.Options{Most: 6, Repeats: 1})
	if err != nil {
		t.Fatal(err)
	}
	covered := coverage(t, 100, func(i int) (map[string]any, float64) {
		table := *read
		table.Columns = slices.Clone(read.Columns)
		for k := range table.Columns {
			table.Columns[k].V = slices.Clone(read.Columns[k].V)
		}
		table.Disturb(0.02, uint64(i+1), lab.Stream("stretch", "warp"))
		var text bytes.Buffer
		if err := table.Write(&text); err != nil {
			t.Fatal(err)
		}
		s, err := fit.ReadStretch("strips.csv", &text)
		if err != nil {
			t.Fatal(err)
		}
		s.Lend(cotton.Coupling, false)
		e, _, err := fit.FitLent(s, fit.Options{Starts: 2, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		r := page.Found(e, "m", fit.StretchKeys, fit.StretchUnits)
		set := map[string]any{}
		for _, n := range r.Numbers {
			set["warp."+n.Key] = page.Tidy(n.Value)
		}
		set["fitted"] = []any{page.Fitted(r.Numbers, r.Together, r.Freedom, "warp")}
		return set, force(truth)
	}, force)
	t.Logf("%d of 100 are covered", covered)
	if covered < least || covered > most {
		t.Errorf("%d of 100 are covered: expected %d to %d", covered, least, most)
	}
}
