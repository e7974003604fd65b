package main

import (
	"hysteron/fit"
	"hysteron/fit/instruments"
	"hysteron/fit/page"
)

// cantilever finds the stiffness of strips over an edge. In strips that were only let down, or up, friction looks like
// stiffness: that of a base that was named is taken off as it is, any other in its ratio to the base's stiffness, so
// that the fabric has it once.
func (f *fitCommand) cantilever(t *table) (*identified, error) {
	s, err := instruments.ReadOverhang(t.file, t.reader())
	if err != nil {
		return nil, err
	}
	b := instruments.FitOverhang(s)
	r := &fitResult{Unit: "N·m", Read: page.Overhangs(s), Doubts: s.Doubts()}
	paths, of := s.Ways(), t.bend()
	dahl, k1 := of.Dahl(), of.Spring().K1
	r.Notes = page.Ways(paths)
	var borrowed []fitted
	if (paths.Down != paths.Up) && b.N > 0 {
		how, friction, looks := page.NoFriction, instruments.As(dahl), b.Value/3
		if dahl.A > 0 || dahl.B > 0 {
			how = page.FrictionAs
			rest := instruments.OverhangOneWay(s, paths.Up, friction)
			if !t.named || !(rest.Value > 0) {
				how, friction = page.FrictionInRatio, instruments.InRatio(dahl, k1)
				rest = instruments.OverhangOneWay(s, paths.Up, friction)
			}
			if b = rest; paths.Alike {
				b.Hi = max(b.Hi, instruments.OverhangOneWay(s, true, friction).Hi)
			}
		}
		has := friction(b.Value)
		if how == page.FrictionInRatio {
			for i, v := range []float64{has.A, has.B, has.Tau} {
				borrowed = append(borrowed, fitted{Key: fit.BendKeys[len(fit.BendKeys)-3+i],
					Unit: fit.BendUnits[len(fit.BendKeys)-3+i], Value: v, Lo: v, Hi: v})
			}
		}
		r.Notes = append(r.Notes, page.OneWay(paths, how, b.N < 2, f.Base, has.A, looks))
	}
	r.Readings, r.Numbers = b.N, append([]fitted{{Key: fit.BendKeys[0], Unit: fit.BendUnits[0], Value: b.Value / 3,
		Lo: b.Lo / 3, Hi: b.Hi / 3}}, borrowed...)
	r.Notes = append(r.Alone(), r.Notes...)
	return &identified{fitResult: r, drawn: []fit.Drawing{s.Draw(3 * r.Numbers[0].Value)}}, nil
}
