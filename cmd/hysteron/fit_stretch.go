package main

import (
	"hysteron/fit"
	"hysteron/fit/page"
)

// stretch identifies stiffness and friction from strips under weights, and the coupling of warp and weft from their
// widths.
func (f *fitCommand) stretch(t *table) (*identified, error) {
	s, err := fit.ReadStretch(t.file, t.reader())
	if err != nil {
		return nil, err
	}
	s.Lend(t.base.Coupling, f.paper())
	e, untold, err := fit.FitLent(s, f.options())
	if err != nil {
		return nil, err
	}
	of := t.base.Warp
	if t.parts[0] == "weft" {
		of = t.base.Weft
	}
	k, d := of.Spring(), of.Dahl()
	lent := s.Lent(e, []float64{k.K1, k.K2, d.A, d.B, d.Tau}, f.Base)
	found := &identified{fitResult: page.Found(e, "m", fit.StretchKeys, fit.StretchUnits)}
	found.Read = page.Weights(s)
	if s.ReadWidth != nil {
		found.Readings, found.coupling = 2*len(s.Read), &s.Coupling
	}
	found.drawn = []fit.Drawing{s.Draw(found.Values())}
	found.Doubts = append(s.Doubts(found.Residual), page.Heavy(s)...)
	found.Undetermined = append(found.Undetermined, lent...)
	if untold != "" {
		found.Undetermined = append(found.Undetermined, untold)
	}
	found.Notes = append(found.Notes, s.Notes(e, f.Base)...)
	return found, nil
}
