package main

import (
	"bytes"
	"fmt"

	"hysteron/fit/instruments"
	"hysteron/fit/page"
	"hysteron/law"
	"hysteron/param"
)

// energy identifies additive energies of warp, weft and area.
func (f *fitCommand) energy(c *console, data []byte) error {
	if f.As != nil {
		return param.Wrong(fmt.Errorf("--as %v: fit energy finds warp, weft and area", f.As))
	}
	b, err := instruments.ReadBiaxial(f.Data[0], bytes.NewReader(data))
	if err != nil {
		return param.Wrong(err)
	}
	e, err := instruments.FitEnergy(b, f.options())
	if err != nil {
		return param.Wrong(err)
	}
	r := &fitResult{Readings: 2 * len(b.Force[0]), Residual: e.Left, Unit: "N/m", Read: page.Pulled(b)}
	r.Doubts = append(b.Doubts(), page.Doubled(data)...)
	r.Search(e.Estimate)
	convex := fmt.Sprintf("least eigenvalue of its second derivatives %.2g of the largest", e.Convex)
	source := page.Provenance(f.Kind, f.Data[0], data, "law curve, energies that add up",
		fmt.Sprintf("%d forces, residual %.3g N/m; %s", r.Readings, e.Left, convex)+page.Open(r.Bounds,
			r.Undetermined)) +
		"; " + map[bool]string{false: "friction and "}[e.Loops] + "damping as " + f.Base
	set := map[string]any{"title": fmt.Sprintf("%s, with additive energies from %s", f.Base, f.Data[0]),
		"coupling": nil}
	at := 0
	for n, part := range []string{"warp", "weft", "area"} {
		forgetLaws(set, part, true, law.Elasticity)
		set[part+".law"], set[part+".source"] = "curve", source
		set[part+".low"], set[part+".high"] = 0.0, e.Curves[n].High
		values := law.Values(e.Curves[n])
		if part != "area" && !(values[2] > 0) {
			return param.Wrong(fmt.Errorf("%s: by the curve that fits best the %s has no stiffness at zero elongation: is a "+
				"force wrong by a digit, or the zero of the elongation off?", f.Data[0], part))
		}
		for k, p := range law.Params(e.Curves[n])[2 : 2+e.Points[n]] {
			key := part + "." + p.FileKey(law.Membrane)
			set[key] = values[2+k]
			r.Numbers = append(r.Numbers, fitted{Key: key, Unit: "N/m", Value: e.P[at], Error: e.Error[at],
				Lo: e.Intervals[at].Lo, Hi: e.Intervals[at].Hi})
			at++
		}
	}
	for d, part := range []string{"warp", "weft"} {
		for k, key := range []string{"a_n_m", "b_n_m", "tau"} {
			if !e.Loops {
				continue
			}
			if k == 0 {
				forgetLaws(set, part, true, law.Yarns)
				set[part+".friction.law"] = "dahl"
			}
			i := at + 3*d + k
			set[part+".friction."+key] = page.Tidy(e.P[i])
			r.Numbers = append(r.Numbers, fitted{Key: part + ".friction." + key, Unit: []string{"N/m", "N/m", ""}[k],
				Value: e.P[i], Error: e.Error[i], Lo: e.Intervals[i].Lo, Hi: e.Intervals[i].Hi})
		}
	}
	against, notes, err := f.write(set)
	if err != nil {
		return err
	}
	r.Doubts, r.Notes = append(r.Doubts, against...), notes
	gains := fmt.Sprintf("Residuals as points were added: %.4g N/m of the largest force.", e.Gains)
	return f.printResult(c, r, r.Chapter("Additive energies", []string{source + ".", gains}, nil), nil,
		gains+" Convex: "+
			convex+".")
}
