package lab

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/fit/instruments"
	"hysteron/scenes"
)

func fabric(t *testing.T, name string) cloth.Fabric {
	t.Helper()
	f, err := scenes.LoadFabric(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// measured is what package fit reads.
func measured(t *testing.T, kind string, f cloth.Fabric, part string) *bytes.Reader {
	t.Helper()
	n, err := InstrumentFor(kind)
	if err != nil {
		t.Fatal(err)
	}
	table, err := n.Measure(context.Background(), f, part, Options{Most: 4})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := table.Write(&b); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}

// near fails where a number is not within a share of the truth.
func near(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	if !(math.Abs(got/want-1) <= share) {
		t.Errorf("%s: %g, the cloth has %g (%+.2f %%)", what, got, want, 100*(got/want-1))
	}
}

// Weights: the warp of cotton is recovered if the sides do not contract, which the law of one strain neglects.
func TestWeights(t *testing.T) {
	f := fabric(t, "cotton")
	f.Coupling = 0
	s, err := fit.ReadStretch("stretch.csv", measured(t, "stretch", f, "weft"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := fit.FitStretch(s, fit.Options{Starts: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	c := f.Weft
	for k, want := range []float64{c.Spring().K1, c.Spring().K2, c.Dahl().A, c.Dahl().B, c.Dahl().Tau} {
		near(t, fit.StretchKeys[k], e.P[k], want, 0.01)
	}
}

// Kawabata's instruments: all numbers come back.
func TestKawabata(t *testing.T) {
	for _, q := range []struct {
		kind, part, fabric string
		of                 func(f *cloth.Fabric) cloth.Component
	}{
		{"tensile", "warp", "cotton", func(f *cloth.Fabric) cloth.Component { return f.Warp }},
		{"shear", "shear", "cotton", func(f *cloth.Fabric) cloth.Component { return f.Shear }},
		{"bending", "bend_weft", "felt", func(f *cloth.Fabric) cloth.Component { return f.BendWeft }},
	} {
		f := fabric(t, q.fabric)
		mode, err := fit.ModeByName(q.kind)
		if err != nil {
			t.Fatal(err)
		}
		curve, err := fit.ReadCurve(mode, q.kind+".csv", measured(t, q.kind, f, q.part))
		if err != nil {
			t.Fatal(err)
		}
		e, err := fit.FitCurve(curve, fit.Options{Starts: 4, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		c := q.of(&f)
		for k, want := range []float64{c.Spring().K1, c.Spring().K2, c.Dahl().A, c.Dahl().B, c.Dahl().Tau} {
			t.Log(q.kind, mode.Keys[k], e.P[k], want)
			if want != 0 {
				near(t, q.kind+" "+mode.Keys[k], e.P[k], want, 0.01)
			}
		}
	}
}

// Kawabata's tensile tester turns at 500 gf/cm: cloth whose yarns are pulled straight does not go far beyond.
func TestTensileTop(t *testing.T) {
	for _, name := range []string{"acrylic-twill", "worsted", "stretch-denim"} {
		curve, err := fit.ReadCurve(&fit.Modes[0], "tensile.csv", measured(t, "tensile", fabric(t, name), "warp"))
		if err != nil {
			t.Fatal(err)
		}
		most := slices.Max(curve.F)
		near(t, name+": force where it turns", most, TensileTop, 2*turnError)
	}
}

// A sled's readings give the friction that it was dragged against, along both directions.
func TestSled(t *testing.T) {
	pair, err := scenes.LoadFriction("jet-set-on-sponge")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		part    string
		against *cloth.MeasuredFriction
		want    func(load float64) float64
	}{
		{"warp", pair, func(n float64) float64 { return pair.Warp.At(n/(Side*Side)) * Side * Side }},
		{"weft", pair, func(n float64) float64 { return pair.Weft.At(n/(Side*Side)) * Side * Side }},
		{"warp", nil, func(n float64) float64 { return fabric(t, "cotton").Friction * n }},
	} {
		n, err := InstrumentFor("sled")
		if err != nil {
			t.Fatal(err)
		}
		table, err := n.Measure(context.Background(), fabric(t, "cotton"), c.part, Options{Against: c.against})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := table.Write(&b); err != nil {
			t.Fatal(err)
		}
		s, err := instruments.ReadSled("sled", &b)
		if err != nil {
			t.Fatal(err)
		}
		list, err := instruments.FitSled(s, fit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != 3 {
			t.Fatalf("%d loads: expected 3", len(list))
		}
		for _, k := range list {
			near(t, fmt.Sprintf("%s, %.3g N", c.part, k.Load), k.Friction.Value, c.want(k.Load), 0.01)
		}
	}
}

// TestSlack: if friction makes the force of a tensile curve clearly negative in unloading, its table notes it;
// otherwise not.
func TestSlack(t *testing.T) {
	n, err := InstrumentFor("tensile")
	if err != nil {
		t.Fatal(err)
	}
	for name, said := range map[string]bool{"denim": true, "cotton": false} {
		table, err := n.Measure(context.Background(), fabric(t, name), "warp", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if says := strings.Join(table.Says, "; "); strings.Contains(says, "on the way back") != said || said &&
			!strings.Contains(says, "the force is below zero, by up to 7.79 N/m") {
			t.Errorf("%s: %q, least %g", name, says, slices.Min(table.Columns[1].V))
		}
	}
}
