package main

import (
	"errors"
	"fmt"

	"hysteron/cloth"
	"hysteron/fit/drape"
	"hysteron/fit/findings"
	"hysteron/fit/page"
	"hysteron/law"
	"hysteron/param"
	"hysteron/verify"
)

// drapeError is the default repeatability of Cusick's test [%]. Assumed.
const drapeError = 2.0

// drape identifies the bending stiffness that gives a measured drape coefficient.
func (f *fitCommand) drape(c *console, base cloth.Fabric, parts []string, data []byte) error {
	if len(parts) != 2 {
		return param.Wrong(fmt.Errorf("--as %v: one drape coefficient is of both directions", f.As))
	}
	test := verify.DrapeTest{Disc: f.Disc, Specimen: f.Specimen, Edge: f.Edge}
	if err := drape.Sound(test); err != nil {
		return param.Wrong(err)
	}
	measured, err := drape.Measured(f.Data[0], data, f.Pixel, test)
	if err != nil {
		return param.Wrong(err)
	}
	want, errorOf, test := measured.Coefficient, measured.Error, measured.Test.Filled()
	if errorOf == 0 {
		errorOf = drapeError
	}
	var tables [][]byte
	if !drape.Picture(data) {
		tables = append(tables, data)
	}
	taken, err := f.specimen(base, tables...)
	if err != nil {
		return param.Wrong(err)
	}
	for key, of := range map[string]*float64{"density_kg_m2": &base.Density, "thickness_m": &base.Thickness} {
		if v, ok := taken.Set[key].(float64); ok {
			*of = v
		}
	}
	d, err := drape.FitDrape(c.ctx, base, want, errorOf, test, c.line)
	if errors.Is(err, drape.ErrBeyond) {
		return param.Wrong(err)
	} else if err != nil {
		return err
	}
	r := &fitResult{Readings: 1, Unit: "%", Residual: d.Coefficient - want, Doubts: taken.Doubts,
		Notes: append(taken.Notes, drape.OfMesh(test.Edge)...)}
	r.Notes = append(r.Notes,
		fmt.Sprintf("one coefficient does not separate stiffness from friction, nor warp from weft: their ratios are "+
			"those of %s; with other ratios the stiffness differs, which the interval does not include", f.Base))
	if seen := drape.Folds(f.Data[0], data); seen > 0 && seen != d.Folds && !drape.Picture(data) {
		r.Notes = append(r.Notes,
			fmt.Sprintf("the measured specimen hangs in %d folds, the fitted cloth in %d: the same coefficient with "+
				"other folds has another stiffness, which the interval does not include",
				seen,
				d.Folds))
	}
	if coarse := drape.TooCoarse(drape.Stiffer(base, d.Scale.Value), test); coarse != "" {
		r.Doubts.Add(findings.NewWarning(0, findings.CoarseMesh, coarse))
	}
	if d.OpenLo {
		r.Undetermined = append(r.Undetermined, fmt.Sprintf("how soft it may be: no bending drapes with %.1f %%",
			want-errorOf))
	}
	if d.OpenHi {
		r.Undetermined = append(r.Undetermined, fmt.Sprintf("how stiff it may be: no bending drapes with %.1f %%",
			want+errorOf))
	}
	taken.Set["title"] = fmt.Sprintf("%s, with bending from %s", f.Base, f.Data[0])
	made := drape.Stiffer(base, d.Scale.Value)
	for _, p := range []struct {
		name string
		c    cloth.Component
	}{{"bend_warp", made.BendWarp}, {"bend_weft", made.BendWeft}} {
		taken.Set[p.name+".source"] = page.Provenance("drape", f.Data[0], data, page.LawNames(p.c.Elastic,
			p.c.Friction),
			fmt.Sprintf("all stresses of %s × %.4g, at which the drape coefficient is %.1f %%, measured %.1f %%",
				f.Base,
				d.Scale.Value, d.Coefficient, want)+page.Open(nil,
				r.Undetermined)) + "; the ratios of its numbers as " + f.Base
		for path, l := range map[string]law.Law{"": p.c.Elastic, "friction.": p.c.Friction} {
			if l == nil {
				continue
			}
			values := law.Values(l)
			for k, q := range law.Params(l) {
				if q.Key != "" && q.Dim.Stress > 0 {
					taken.Set[p.name+"."+path+q.FileKey(law.Bending)] = values[k]
				}
			}
		}
		if l, ok := p.c.Elastic.(law.Elastic); ok {
			r.Numbers = append(r.Numbers, fitted{Key: p.name + ".k1_nm", Unit: "N·m", Value: l.K1,
				Lo: l.K1 * d.Scale.Lo / d.Scale.Value, Hi: l.K1 * d.Scale.Hi / d.Scale.Value})
		}
	}
	against, more, err := f.write(taken.Set)
	if err != nil {
		return err
	}
	r.Notes, r.Doubts = append(r.Notes, more...), append(r.Doubts, against...)
	says := fmt.Sprintf("Drape coefficient %.1f ± %.1f %%: bending of %s × %.4g (%.4g to %.4g), which drapes with %.1f "+
		"%% and %d folds.", want, errorOf, f.Base, d.Scale.Value, d.Scale.Lo, d.Scale.Hi, d.Coefficient, d.Folds)
	if !f.JSON {
		fmt.Fprintln(c.out, says)
	}
	return f.printResult(c, r, r.Chapter("Drape", []string{says}, nil), nil)
}
