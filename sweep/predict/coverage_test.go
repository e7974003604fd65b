package predict

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hysteron/fit"
	"hysteron/fit/instruments"
	"hysteron/fit/page"
	"hysteron/scenes"
)

// coverage is how many of n virtual specimens have a figure within the 95 % interval of the draws of their own fit.
// Each gives what a fit wrote of it and the figure of its true numbers.
func coverage(t *testing.T, n int, specimen func(i int) (set map[string]any, truth float64),
	of func(values map[string]float64) float64) (covered int) {
	t.Helper()
	const draws = 399
	for i := range n {
		set, truth := specimen(i)
		c, err := Read([]string{fabricWith(t, fmt.Sprint(i), set)})
		if err != nil {
			t.Fatal(err)
		}
		values := make([]float64, draws)
		for k := range values {
			drawn := map[string]float64{}
			for at, v := range c.values(rand.New(rand.NewPCG(uint64(i), uint64(k+1))), k+1) {
				drawn[c.Varied[at].Key] = v
			}
			values[k] = of(drawn)
		}
		if f := figure("f", "", 0, values); truth >= f.Low && truth <= f.High {
			covered++
		}
	}
	return covered
}

// least and most of 100 specimens that intervals of 95 % cover: the binomial distribution gives 90 to 98 with 95 %.
const least, most = 90, 98

// TestCoverageOfCantilevers: of 100 pieces of cloth, which scatter by 8 %, each measured by ten strips over an edge of
// 41.5° (ASTM D1388) that are read to 1 mm, the bending length lies within what is predicted of it.
func TestCoverageOfCantilevers(t *testing.T) {
	cotton, err := scenes.LoadFabric("cotton")
	if err != nil {
		t.Fatal(err)
	}
	const weight = 9.81
	length := func(k1 float64) float64 { return 0.5 * math.Cbrt(8*3*k1/(cotton.Density*weight)) }
	k0 := cotton.BendWarp.Spring().K1
	load := fit.HeavyLoad(41.5 * math.Pi / 180)
	covered := coverage(t, 100, func(i int) (map[string]any, float64) {
		random := rand.New(rand.NewPCG(5, uint64(i)))
		k1 := k0 * math.Exp(0.08*random.NormFloat64())
		var text bytes.Buffer
		fmt.Fprintf(&text, "# density = %g kg/m2\noverhang [mm]\n", cotton.Density)
		for range 10 {
			l := math.Cbrt(load * 3 * k1 / (cotton.Density * weight))
			fmt.Fprintf(&text, "%.2f\n", 1e3*l+random.NormFloat64())
		}
		s, err := instruments.ReadOverhang("strips.csv", &text)
		if err != nil {
			t.Fatal(err)
		}
		b := instruments.FitOverhang(s)
		number := page.Number{Key: fit.BendKeys[0], Value: b.Value / 3, Lo: b.Lo / 3, Hi: b.Hi / 3}
		return map[string]any{"bend_warp." + fit.BendKeys[0]: page.Tidy(number.Value),
			"fitted": []any{page.Fitted([]page.Number{number}, nil, float64(b.N-1), "bend_warp")}}, length(k1)
	}, func(values map[string]float64) float64 { return length(values["bend_warp."+fit.BendKeys[0]]) })
	t.Logf("%d of 100 are covered", covered)
	if covered < least || covered > most {
		t.Errorf("%d of 100 are covered: expected %d to %d", covered, least, most)
	}
}
