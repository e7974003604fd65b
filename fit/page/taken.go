package page

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/fit/findings"
)

// Taken is the values of a fabric from tables with their sources, the names of those that stay the base's, and
// findings.
type Taken struct {
	Set    map[string]any
	Notes  []string
	Doubts findings.List
}

// Take reads density and thickness from tables of a kind of fit. lender is the base, shipped reports whether it ships
// with the program.
func Take(kind, lender string, base cloth.Fabric, shipped bool, files []string, data [][]byte) (t Taken, err error) {
	t.Set = map[string]any{}
	var measured, lent, from []string
	for _, q := range []struct {
		name, key, unit string
		is              *float64
		of              func(Specimen) float64
	}{
		{"density", "density_kg_m2", "kg/m²", &base.Density, func(s Specimen) float64 { return s.Density }},
		{"thickness", "thickness_m", "m", &base.Thickness, func(s Specimen) float64 { return s.Thickness }},
	} {
		found, file, line := 0., "", 0
		for i, d := range data {
			s, err := ReadSpecimen(files[i], bytes.NewReader(d))
			if err != nil {
				return t, err
			}
			v := q.of(s)
			if v == 0 {
				continue
			}
			if found > 0 && math.Abs(v/found-1) > 0.02 {
				return t, &fit.TableError{File: files[i], Text: fmt.Sprintf("%s of %.4g %s, but another table has %.4g: expected "+
					"the same cloth", q.name, v, q.unit, found)}
			}
			if found == 0 {
				found, file, line = v, files[i], LineOf(d, q.name)
				from = append(from, fmt.Sprintf("%s of %s", files[i], Hash(d)))
			}
		}
		if found == 0 {
			lent = append(lent, fmt.Sprintf("%s of %.4g %s", q.name, *q.is, q.unit))
			continue
		}
		measured = append(measured, q.name)
		t.Set[q.key] = Tidy(found)
		if math.Abs(found / *q.is - 1) > 0.005 {
			t.Notes = append(t.Notes, fmt.Sprintf("the %s is the table's, %.4g %s, not %.4g as %s", q.name, found, q.unit, *q.is,
				lender))
		}
		*q.is = found
		f := findings.Number{Path: q.key, Value: found, Line: line}.Find()
		if t.Doubts.Add(f); t.Doubts.Refusal() != nil {
			return t, fit.Refused(file, f)
		}
	}
	if measured != nil && t.Doubts == nil {
		other := strings.Join(lent, "")
		if other != "" {
			other += " as " + filepath.Base(lender)
		}
		t.Doubts.Add(findings.Packed(LineOf(data[0], "thickness"), base.Density, base.Thickness, other))
		if err := fit.Refused(files[0], t.Doubts.Refusal()); err != nil {
			return t, err
		}
	}
	switch {
	case measured != nil:
		t.Set["source"] = fmt.Sprintf("measured: %s, fit %s of %s; the rest of this table as %s",
			strings.Join(measured, " and "), kind, strings.Join(slices.Compact(from), ", "), lender)
	case shipped:
		t.Set["source"] = "assumed: density, thickness and the rest of this table as " + lender
	}
	if lent != nil && shipped {
		t.Notes = append(t.Notes, fmt.Sprintf("the tables do not give, so as %s (--base): %s; a line \"# density = 215 "+
			"g/m2\" or \"# thickness = 0.62 mm\" in one of them does", filepath.Base(lender), strings.Join(lent, ", ")))
	}
	return t, nil
}

// Tidy rounds a measured number to nine digits.
func Tidy(v float64) float64 {
	if t, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 9, 64), 64); err == nil && !math.IsInf(t, 0) {
		return t
	}
	return v
}
