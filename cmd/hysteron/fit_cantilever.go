package main

import (
	"hysteron/fit"
	"hysteron/fit/instruments"
	"hysteron/fit/page"
)

// cantilever finds the stiffness of strips over an edge. Of strips that were only let down, or up, the friction of a
// base that was named is taken off, since it looks like stiffness.
func (f *fitCommand) cantilever(t *table) (*identified, error) {
	s, err := instruments.ReadOverhang(t.file, t.reader())
	if err != nil {
		return nil, err
	}
	b := instruments.FitOverhang(s)
	r := &fitResult{Unit: "N·m", Read: page.Overhangs(s), Doubts: s.Doubts()}
	paths, dahl := s.Ways(), t.bend().Dahl()
	r.Notes = page.Ways(paths)
	if (paths.Down != paths.Up) && b.N > 0 {
		rest, friction := fit.Mean{}, t.named && (dahl.A > 0 || dahl.B > 0)
		if friction {
			rest = instruments.OverhangOneWay(s, paths.Up, dahl.A, dahl.B, dahl.Tau)
		}
		held := friction && !(rest.Value > 0)
		r.Notes = append(r.Notes, page.OneWay(paths, t.named, held, b.N < 2, f.Base, dahl.A, dahl.B, b.Value/3))
		if friction && !held {
			if b = rest; paths.Alike {
				b.Hi = max(b.Hi, instruments.OverhangOneWay(s, true, dahl.A, dahl.B, dahl.Tau).Hi)
			}
		}
	}
	r.Readings, r.Numbers = b.N, []fitted{{Key: fit.BendKeys[0], Unit: fit.BendUnits[0], Value: b.Value / 3, Lo: b.Lo / 3,
		Hi: b.Hi / 3}}
	r.Notes = append(r.Alone(), r.Notes...)
	return &identified{fitResult: r, drawn: []fit.Drawing{s.Draw(3 * r.Numbers[0].Value)}}, nil
}
