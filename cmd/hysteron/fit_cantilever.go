package main

import (
	"slices"

	"hysteron/fit"
	"hysteron/fit/instruments"
	"hysteron/fit/page"
	"hysteron/law"
	"hysteron/scenes"
)

// cantilever identifies the stiffness of strips over an edge. In strips that were moved one way only, friction adds to
// the apparent stiffness. So the friction of a named base is subtracted; that of the default base is scaled by the
// ratio of the stiffnesses first. In strips that were moved both ways, friction cancels in part. It is simulated on
// both if rolled strips of the cloth determined it: friction of another cloth would err by more, since its shape
// matters.
func (f *fitCommand) cantilever(t *table) (*identified, error) {
	s, err := instruments.ReadOverhang(t.file, t.reader())
	if err != nil {
		return nil, err
	}
	b := instruments.FitOverhang(s)
	r := &fitResult{Unit: "N·m", Read: page.Overhangs(s), Doubts: s.Doubts()}
	paths, of := s.Ways(), t.bend()
	dahl, k1 := of.Dahl(), of.Spring().K1
	var borrowed []fitted
	scaled := func(d law.Dahl) {
		for i, v := range []float64{d.A, d.B, d.Tau} {
			q := fitted{Key: fit.BendKeys[len(fit.BendKeys)-3+i], Unit: fit.BendUnits[len(fit.BendKeys)-3+i], Value: v, Lo: v,
				Hi: v}
			if i < 2 && !fit.Boundless(b.Lo, b.Hi) { // a and b go with k1
				q.Lo, q.Hi = v*b.Lo/b.Value, v*b.Hi/b.Value
			}
			borrowed = append(borrowed, q)
		}
	}
	path := paths.Down && paths.Up && s.Way != nil && (dahl.A > 0 || dahl.B > 0)
	if path {
		if path, err = f.isRolled(t.parts[0]); err != nil {
			return nil, err
		}
	}
	r.Notes = page.Ways(paths, path, f.Base)
	if path { // the interval holds that of friction that cancels, too: rolled strips leave much of its shape open
		lo, hi := b.Lo, b.Hi
		b = instruments.OverhangInRatio(s, []float64{k1, of.Spring().K2, dahl.A, dahl.B, dahl.Tau})
		b.Lo, b.Hi = min(b.Lo, lo), max(b.Hi, hi)
		scaled(instruments.InRatio(dahl, k1)(b.Value))
		if k2 := of.Spring().K2 * b.Value / (3 * k1); k2 != 0 {
			borrowed = append([]fitted{{Key: fit.BendKeys[1], Unit: fit.BendUnits[1], Value: k2, Lo: k2, Hi: k2}}, borrowed...)
		}
	}
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
			scaled(has)
		}
		r.Notes = append(r.Notes, page.OneWay(paths, how, b.N < 2, f.Base, has.A, looks))
	}
	r.Readings, r.Numbers = b.N, append([]fitted{{Key: fit.BendKeys[0], Unit: fit.BendUnits[0], Value: b.Value / 3,
		Lo: b.Lo / 3, Hi: b.Hi / 3}}, borrowed...)
	r.Freedom = float64(b.N - 1)
	r.Notes = append(r.Alone(), r.Notes...)
	return &identified{fitResult: r, drawn: []fit.Drawing{s.Draw(3 * r.Numbers[0].Value)}}, nil
}

// isRolled reports whether rolled strips determined the friction of a part of the base.
func (f *fitCommand) isRolled(part string) (bool, error) {
	_, tables, err := scenes.FabricTables(f.Base)
	return slices.ContainsFunc(tables, func(t scenes.FabricTable) bool {
		return t.Name == part && page.FittedBy(t.Source, "bend")
	}), err
}
