package main

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/fit/page"
	"hysteron/fit/plausible"
	"hysteron/scenes"
)

// specimen finds what tables say of density and thickness, with where these are from, and says what stays the base's.
func (f *fitCommand) specimen(base cloth.Fabric, data ...[]byte) (set map[string]any, notes []string, err error) {
	set = map[string]any{}
	var measured, lent, from []string
	for _, q := range []struct {
		name, key, unit string
		base            float64
		of              func(page.Specimen) float64
	}{
		{"density", "density_kg_m2", "kg/m²", base.Density, func(s page.Specimen) float64 { return s.Density }},
		{"thickness", "thickness_m", "m", base.Thickness, func(s page.Specimen) float64 { return s.Thickness }},
	} {
		found, file, line := 0., "", 0
		for i, d := range data {
			s, err := page.ReadSpecimen(f.Data[i], bytes.NewReader(d))
			if err != nil {
				return nil, nil, err
			}
			v := q.of(s)
			if v == 0 {
				continue
			}
			if found > 0 && math.Abs(v/found-1) > 0.02 {
				return nil, nil, &fit.TableError{File: f.Data[i], Text: fmt.Sprintf("%s of %.4g %s, but another table has %.4g: expected the same cloth", q.name, v, q.unit, found)}
			}
			if found == 0 {
				found, file, line = v, f.Data[i], page.LineOf(d, q.name)
				from = append(from, fmt.Sprintf("%s of %s", f.Data[i], page.Hash(d)))
			}
		}
		if found == 0 {
			lent = append(lent, fmt.Sprintf("%s of %.4g %s", q.name, q.base, q.unit))
			continue
		}
		measured = append(measured, q.name)
		set[q.key] = tidy(found)
		if math.Abs(found/q.base-1) > 0.005 {
			notes = append(notes, fmt.Sprintf("the %s is the table's, %.4g %s, not %.4g as %s", q.name, found, q.unit, q.base, f.Base))
		}
		if doubt, err := plausible.Judge(q.key, "", found, false); err != nil {
			return nil, nil, &fit.TableError{File: file, Line: line, Text: err.Error()}
		} else if doubt != "" {
			notes = append(notes, doubt)
		}
	}
	shipped := slices.Contains(scenes.Fabrics(), f.Base)
	switch {
	case measured != nil:
		set["source"] = fmt.Sprintf("measured: %s, fit %s of %s; the rest of this table as %s", strings.Join(measured, " and "), f.Kind, strings.Join(slices.Compact(from), ", "), f.Base)
	case shipped:
		set["source"] = "assumed: density, thickness and the rest of this table as " + f.Base
	}
	if lent != nil && shipped {
		notes = append(notes, fmt.Sprintf("the tables do not give, so as %s (--base): %s; a line \"# density = 215 g/m2\" or \"# thickness = 0.62 mm\" in one of them does", filepath.Base(f.Base), strings.Join(lent, ", ")))
	}
	return set, notes, nil
}
