//go:build slow

package lab

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"hysteron/fit"
	"hysteron/fit/instruments"
)

// TestSpirals: strips on twelve cylinders that hang, without errors, determine the friction of each published fabric
// within 1 %, though that of paper at zero strain is a ten-thousandth of the moment. For constant friction the largest
// growth that fits is bounded.
func TestSpirals(t *testing.T) {
	for _, name := range []string{"cotton", "spandex", "polyester", "felt", "doublecloth", "paper"} {
		f := fabric(t, name)
		s, err := fit.ReadSpirals("bend.csv", measured(t, "bend", f, "bend_warp"))
		if err != nil {
			t.Fatal(err)
		}
		b := f.BendWarp
		e, err := fit.FitBend(s, b.Spring().K1, b.Spring().K2, fit.Options{Starts: 8, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range []float64{b.Dahl().A, b.Dahl().B, b.Dahl().Tau} {
			t.Log(name, fit.BendKeys[2+k], e.P[k], want, e.Intervals[k])
			if want != 0 {
				near(t, name+" "+fit.BendKeys[2+k], e.P[k], want, 0.01)
			} else if e.P[k]*3/Radii[0] > 0.05*b.Dahl().A { // of spandex the weight is 60 % of the moment
				t.Errorf("%s: %s = %g: expected none", name, fit.BendKeys[2+k], e.P[k])
			}
		}
	}
}

// TestGuide: on the way of docs/fabric-guide.md, strips over an edge and then rolled, with errors of the instruments,
// the numbers of felt are within their intervals.
func TestGuide(t *testing.T) {
	f := fabric(t, "felt")
	tables := map[string]*Table{}
	for _, kind := range []string{"cantilever", "bend"} {
		n, err := InstrumentFor(kind)
		if err != nil {
			t.Fatal(err)
		}
		if tables[kind], err = n.Measure(context.Background(), f, "bend_warp", Options{}); err != nil {
			t.Fatal(err)
		}
	}
	read := func(kind string, seed uint64) *bytes.Buffer {
		table := *tables[kind]
		table.Columns = slices.Clone(table.Columns)
		for k := range table.Columns {
			table.Columns[k].V = slices.Clone(table.Columns[k].V)
		}
		table.Disturb(0, seed, 1)
		var b bytes.Buffer
		if err := table.Write(&b); err != nil {
			t.Fatal(err)
		}
		return &b
	}
	const repeats, holding = 40, 34 // of 40 that hold it with 95 %, fewer than 34 do once in 300
	b := f.BendWarp
	truth := []float64{b.Dahl().A, b.Dahl().B, b.Dahl().Tau}
	var held [3]int
	var mean [3]float64
	for seed := range uint64(repeats) {
		c, err := instruments.ReadOverhang("cantilever.csv", read("cantilever", seed))
		if err != nil {
			t.Fatal(err)
		}
		s, err := fit.ReadSpirals("bend.csv", read("bend", seed))
		if err != nil {
			t.Fatal(err)
		}
		m := instruments.FitOverhang(c)
		e, err := fit.FitBendGrowing(s, m.Value/3, 0, (m.Hi-m.Lo)/12, fit.Options{Starts: 1, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range truth {
			mean[k] += e.P[k] / repeats
			if i := e.Intervals[k]; i.Lo <= want && want <= i.Hi {
				held[k]++
			}
		}
	}
	t.Logf("truth %.4g, mean %.4g, in the interval %v of %d times", truth, mean, held, repeats)
	for k, n := range held {
		if n < holding {
			t.Errorf("%s: the truth is in %d of %d intervals", fit.BendKeys[2+k], n, repeats)
		}
	}
}
