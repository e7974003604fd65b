package lab

import (
	"context"
	"math"
	"strings"
	"testing"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/scenes"
)

// The elongation of cloth under a force is that of (k₁ + k₂E)E and saturated friction, times the stretch; it is also
// that at which the virtual tester turns.
func TestElongation(t *testing.T) {
	f, err := scenes.LoadFabric("cotton")
	if err != nil {
		t.Fatal(err)
	}
	for _, force := range []float64{60, TensileTop} {
		e, ok := Elongation(&f, false, force)
		s, d, green := f.Warp.Spring(), f.Warp.Dahl(), e+e*e/2
		// Friction lags behind a + b·E by bτ.
		if got := ((s.K1+s.K2*green)*green + d.A + d.B*(green-d.Tau)) * (1 + e); !ok || math.Abs(got/force-1) > 1e-3 {
			t.Errorf("longer by %g under %g N/m, where the law says %g N/m", e, force, got)
		}
	}
	if _, ok := Elongation(&f, false, 1e4); ok {
		t.Error("10 kN/m: expected more than twice its length")
	}
	if f, err = scenes.LoadFabric("worsted"); err != nil {
		t.Fatal(err)
	}
	n, err := InstrumentFor("tensile")
	if err != nil {
		t.Fatal(err)
	}
	table, err := n.Measure(context.Background(), f, "warp", Options{})
	if err != nil {
		t.Fatal(err)
	}
	most := 0.
	for _, e := range table.Columns[0].V {
		most = max(most, e)
	}
	if e, ok := Elongation(&f, false, TensileTop); !ok || math.Abs(e/most-1) > 5e-3 {
		t.Errorf("worsted is longer by %g, on the tester by %g", e, most)
	}
}

// Energies of several strains count: cloth of one and the same stiffness is as long, whichever of them it is of, and
// springs across take part.
func TestElongationOfSeveralStrains(t *testing.T) {
	const k, force = 200., 40.
	spring := func(k float64) cloth.Component { return cloth.Component{Elastic: law.Elastic{K1: k}} }
	want, _ := Elongation(&cloth.Fabric{Warp: spring(k)}, false, force)
	for name, f := range map[string]cloth.Fabric{
		"area":     {Area: law.Elastic{K1: k}},
		"diagonal": {Diagonal: law.Elastic{K1: k}}, // twice, each by half of the strain: k/2 + k/2
		"both":     {Principal: law.Elastic{K1: k}},
		"around":   {Radial: [cloth.MostRadial]law.Around{{Along: [3]float64{1, 1}, Law: law.Elastic{K1: k}}}},
		"added":    {Warp: spring(k / 4), Area: law.Elastic{K1: k / 4}, Principal: law.Elastic{K1: k / 2}},
	} {
		for _, weft := range []bool{false, true} {
			f.Weft = f.Warp
			if e, ok := Elongation(&f, weft, force); !ok || math.Abs(e/want-1) > 2e-3 {
				t.Errorf("%s, weft %v: longer by %g, expected %g", name, weft, e, want)
			}
		}
	}
}

// TestOutlineNoise: an outline is read to half a millimetre, or to a share of how far it goes in and out; its area
// stays, and the seed decides.
func TestOutlineNoise(t *testing.T) {
	f := fabric(t, "silk")
	radius := make([]float64, 720)
	for i := range radius {
		radius[i] = 0.12 + 0.02*math.Cos(float64(i)*math.Pi/72)
	}
	clean := Outline(&f, radius).OutlineArea()
	for _, c := range []struct{ share, want float64 }{{0, 0.5e-3}, {0.02, 0.8e-3}} {
		var last []float64
		for _, seed := range []uint64{1, 2, 2} {
			o := Outline(&f, radius)
			o.Disturb(c.share, seed, 1)
			sum := 0.
			for i, r := range o.Columns[1].V {
				sum += (r - radius[i]) * (r - radius[i])
			}
			if sd := math.Sqrt(sum / 720); math.Abs(sd/c.want-1) > 0.1 || math.Abs(o.OutlineArea()/clean-1) > 2e-3 {
				t.Errorf("share %g: errors of %g m, expected %g; area × %g", c.share, sd, c.want, o.OutlineArea()/clean)
			}
			if same := last != nil && last[7] == o.Columns[1].V[7]; last != nil && same != (seed == 2 && len(last) == 721) {
				t.Errorf("seed %d: same %v", seed, same)
			}
			last = append(append([]float64(nil), o.Columns[1].V...), 0)
			if seed == 1 {
				last = last[:720]
			}
		}
	}
}

// TestLengthens: what is unlike cloth of its kind is said where the number stands, and of what is not nothing.
func TestLengthens(t *testing.T) {
	for name, want := range map[string]string{"cotton": "by 85 % along the warp, by 85 % along the weft. That is unlike " +
		"woven cloth", "denim": "", "worsted": "", "balanced-knit": "", "cotton-springs": "It is of springs"} {
		f := fabric(t, name)
		text := Lengthens(&f)
		if want == "" && strings.Contains(text, "unlike") || !strings.Contains(text, want) {
			t.Errorf("%s: %s", name, text)
		}
	}
}
