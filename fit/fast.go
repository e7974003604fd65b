package fit

import (
	"cmp"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/mat"

	"hysteron/fit/findings"
)

// Fast is a sheet of the FAST instruments (Siro-FAST; De Boos and Tester 1994): extensions under three loads, bending
// length or stiffness, shear stiffness or bias extension. It has no unloading, hence no friction.
type Fast struct {
	Density, Thickness float64       // W [kg/m²], T2 [m]
	E                  [3][2]float64 // E5, E20, E100: elongation under these loads, warp and weft
	B                  [2]float64    // [N·m]
	C                  [2]float64    // bending length [m]
	G                  float64       // [N/m per rad]
	EB5                float64       // elongation in the bias
	p                  *properties
}

// fastLoads are the loads of E5, E20 and E100 [N/m].
var fastLoads = [3]float64{5 * gf / 1e-2, 20 * gf / 1e-2, 100 * gf / 1e-2}

var fastUnits = map[string]known{
	"e5": {[]string{"number"}, "%"}, "e20": {[]string{"number"}, "%"}, "e100": {[]string{"number"}, "%"},
	"eb5": {[]string{"number"}, "%"},
	"b":   {[]string{"bending stiffness"}, "µN.m"}, "c": {[]string{"length"}, "mm"},
	"g": {[]string{"shear stiffness", "force per width"}, "N/m.rad"},
	"w": {[]string{"areal density"}, "g/m2"}, "t2": {[]string{"length"}, "mm"},
}

// e100Range is the range of E100. FAST reads elongations to 0.1 %. Sheets of suitings have 1 % and more; canvas with
// 1e5 N/m lengthens by 0.1 %; woven cloth has less than 30 % even under Kawabata's larger load. told is the range of
// the ratios of redundant values, B = W·C³·g and G = 123/EB5, with their rounding.
var (
	e100Range             = findings.Woven("%", 0.5, 30, 0.05, 200)
	residualPressureRange = findings.Limits("", 0.9, 1.1, 0.9, 1.1)
)

// ratio returns a/b, or 0 if one of them is missing.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// ReadFast reads a sheet.
func ReadFast(file string, r io.Reader) (*Fast, error) {
	p, err := readProperties(file, r, fastUnits)
	if err != nil {
		return nil, err
	}
	f := &Fast{p: p, Density: p.v["w"][0], Thickness: p.v["t2"][0], E: [3][2]float64{p.v["e5"], p.v["e20"],
		p.v["e100"]},
		B: p.v["b"], C: p.v["c"], G: mean2(p.v["g"]), EB5: mean2(p.v["eb5"])}
	for d, way := range ways {
		last := 0.
		for k, name := range []string{"e5", "e20", "e100"} {
			if e := f.E[k][d]; e > 0 {
				if e <= last || e > 2 {
					return nil, p.fail(name,
						"elongation of %.4g %% in a column: expected more than under the load before, %.4g %%, "+
							"and at most 200 %%", 100*e, 100*last)
				}
				last = e
			}
		}
		p.doubts.Add(e100Range.Find(p.lines["e100"], "E100 ("+way+")", 100*f.E[2][d]))
		b := f.Density * math.Pow(f.C[d], 3) * standardGravity
		p.doubts.Add(residualPressureRange.Find(p.lines["b"],
			fmt.Sprintf("B of %.3g µN·m (%s), by W and C %.3g, a ratio", 1e6*f.B[d], way,
				1e6*b), ratio(f.B[d], b)))
		f.B[d] = cmp.Or(f.B[d], b)
		p.doubts.Add(stiff(cmp.Or(p.lines["b"], p.lines["c"]), "bending", fmt.Sprintf("B of %.4g µN·m (%s)", 1e6*f.B[d],
			way),
			f.B[d]))
	}
	g := biasStiffness(f.EB5)
	p.doubts.Add(residualPressureRange.Find(p.lines["g"], fmt.Sprintf("G of %.3g N/m, by EB5 %.3g, a ratio", f.G, g),
		ratio(f.G, g)))
	line, text := p.lines["g"], fmt.Sprintf("G of %.4g N/m", f.G)
	if f.G == 0 {
		f.G = g
		line, text = p.lines["eb5"], fmt.Sprintf("EB5 of %.4g %%, a G of %.4g N/m,", 100*f.EB5, g)
	}
	p.doubts.Add(stiff(line, "shear", text, f.G))
	return f, Refused(file, p.doubts.Refusal())
}

// biasStiffness returns FAST's G = 123/EB5 [N/m], EB5 in percent. A strip at 45° that lengthens by e at constant area
// shears by 2e under a shear force of half of 4.9 N/m: 4.9/2/(2e), which is 122.6/EB5 with e in percent.
func biasStiffness(eb5 float64) float64 {
	if eb5 == 0 {
		return 0
	}
	return 1.23 / eb5 // eb5 is a fraction here
}

// Notes returns remarks about what is not used.
func (f *Fast) Notes() []string { return f.p.notes }

// Doubts returns warnings about the numbers.
func (f *Fast) Doubts() findings.List { return f.p.doubts }

// Pulled returns the largest load of the sheet's elongations [N/m], and the elongations of warp and weft under it.
func (f *Fast) Pulled() (force float64, long [2]float64) { return fastLoads[2], f.E[2] }

// Convert returns the numbers of a fabric that the sheet determines. They have no friction.
//
// Stretch: k₁ and k₂ ≥ 0 by least squares of the elongations under the loads, F = (k₁ + k₂ε)ε·(1 + e), ε = e + e²/2.
// Bending: k₁ = B/3, with B = W·C³·g if it is not given. Shear: k₁ = G, with 123/EB5 if it is not given.
func (f *Fast) Convert() (list []Converted, err error) {
	add := func(part, key, unit string, v float64, from string) {
		list = append(list, Converted{part, key, unit, v, from, 0})
	}
	if f.Density > 0 {
		add("", "density_kg_m2", "kg/m²", f.Density, "W")
	}
	if f.Thickness > 0 {
		add("", "thickness_m", "m", f.Thickness, "T2")
	}
	for d, part := range []string{"warp", "weft"} {
		var e, load []float64
		for k := range f.E {
			if f.E[k][d] > 0 {
				e, load = append(e, f.E[k][d]), append(load, fastLoads[k])
			}
		}
		if len(e) < 2 {
			continue
		}
		k1, k2, off, err := elongations(e, load)
		if err != nil {
			return nil, f.p.fail("e100", "stretch of the %s: %v", part, err)
		}
		from := "E5, E20, E100"
		if len(e) > 2 {
			from += fmt.Sprintf("; loads to %.2g %%", 100*off)
		}
		if off > 0.1 {
			f.p.note("stretch of the %s: (k1 + k2 ε)ε misses a load by %.0f %%, so it does not describe E5, E20, E100 of "+
				"%.3g, %.3g, %.3g %%", part, 100*off, 100*f.E[0][d], 100*f.E[1][d], 100*f.E[2][d])
		}
		for k, v := range []float64{k1, k2} {
			add(part, StretchKeys[k], StretchUnits[k], v, from)
		}
	}
	if f.G > 0 {
		from := "G"
		if f.p.lines["g"] == 0 {
			from = "EB5"
		}
		add("shear", StretchKeys[iK1], StretchUnits[iK1], f.G, from)
		add("shear", StretchKeys[iK2], StretchUnits[iK2], 0, "assumed")
	}
	for d, part := range []string{"bend_warp", "bend_weft"} {
		if f.B[d] == 0 {
			continue
		}
		from := "B"
		if f.p.lines["b"] == 0 {
			from = "W, C"
		}
		add(part, BendKeys[iK1], BendUnits[iK1], f.B[d]/3, from)
		add(part, BendKeys[iK2], BendUnits[iK2], 0, "assumed")
	}
	if len(list) == 0 {
		return nil, f.p.fail("",
			"nothing follows from the sheet: expected two of E5, E20, E100; B, or W and C; G or EB5")
	}
	return lined(list, f.p.lines), nil
}

// elongations returns k₁ and k₂ from elongations e under loads [N/m], by relative errors of the loads, and the largest
// error off.
func elongations(e, load []float64) (k1, k2, off float64, err error) {
	top := e[len(e)-1] + e[len(e)-1]*e[len(e)-1]/2
	k := load[len(load)-1] / top
	q := &Problem{Residuals: len(e), Parameters: []Parameter{{Key: "k1", Lo: 1e-4 * k, Hi: 100 * k, Start: k / 2},
		{Key: "k2", Lo: 0, Hi: 100 * k / top, Start: k / top / 2}}}
	q.Eval = func(p, r []float64, j *mat.Dense) {
		for i := range e {
			eps, l := e[i]+e[i]*e[i]/2, (1+e[i])/load[i]
			r[i] = (p[0]+p[1]*eps)*eps*l - 1
			if j != nil {
				j.Set(i, 0, eps*l)
				j.Set(i, 1, eps*eps*l)
			}
		}
	}
	r, err := Solve(q, Options{Starts: 4, Seed: 1})
	if err != nil {
		return 0, 0, 0, err
	}
	return r.P[0], r.P[1], mat.Norm(mat.NewVecDense(len(e), r.R), math.Inf(1)), nil
}
