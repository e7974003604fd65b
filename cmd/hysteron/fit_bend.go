package main

import (
	"fmt"
	"strings"

	"hysteron/fit"
	"hysteron/fit/page"
	"hysteron/scenes"
)

// bend identifies the friction of rolled strips. Their stiffness, and its interval, are those of the base.
func (f *fitCommand) bend(measured *table) (*identified, error) {
	s, err := fit.ReadSpirals(measured.file, measured.reader())
	if err != nil {
		return nil, err
	}
	s.Anchored = f.paper()
	_, tables, err := scenes.FabricTables(f.Base)
	if err != nil {
		return nil, err
	}
	part, k, off, within := measured.parts[0], measured.bend().Spring(), 0., ""
	given := fmt.Sprintf("the stiffness of %s, k1 = %.4g N·m", f.Base, k.K1)
	note := given + ", is taken as exact: a and b scale with it, and the intervals do not include its error"
	for _, t := range tables {
		if t.Name == part && strings.Contains(t.Source, page.OneReading) {
			within = fit.BendKeys[0] + ", " + page.OneReading
			note = strings.Replace(note, ", is taken", ", "+page.OneReading+", is taken", 1)
		}
		if lo, hi, ok := page.ReadWithin(t.Source, fit.BendKeys[0]); ok && t.Name == part && lo < hi {
			off = (hi - lo) / 4
			within = page.Within(fit.BendKeys[0], lo, hi)
			note = fmt.Sprintf("%s, is within %.3g to %.3g by its cantilever; the intervals include this", given, lo, hi)
		}
	}
	if k.K2 == 0 {
		note += fmt.Sprintf("; a stiffness that grows with the curvature looks like b, and the base has none: the "+
			"intervals include growth as of felt, double cloth and paper (k2 = %.3g N·m²)",
			fit.Growth*k.K1)
	}
	e, err := fit.FitBendGrowing(s, k.K1, k.K2, off, f.options())
	if err != nil {
		return nil, err
	}
	r := page.Found(e, "1/m", fit.BendKeys[2:], fit.BendUnits[2:])
	r.Read, r.Readings, r.Within, r.Notes, r.Doubts = page.Rolled(s), s.Used(), within, append(r.Notes, note),
		s.Doubts(k.K1, k.K2, e)
	r.Given = []fitted{{Key: fit.BendKeys[0], Unit: fit.BendUnits[0], Value: k.K1}}
	return &identified{fitResult: r, drawn: []fit.Drawing{s.Draw(k.K1, k.K2, r.Values())}}, nil
}
