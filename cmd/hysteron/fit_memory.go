package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hysteron/cloth"
	"hysteron/fit/instruments"
	"hysteron/fit/page"
)

// memory identifies the branches of relaxation. Stiffness and friction are those of the base.
func (f *fitCommand) memory(t *table) (*identified, error) {
	of := map[string]cloth.Component{"warp": t.base.Warp, "weft": t.base.Weft, "bend_warp": t.base.BendWarp,
		"bend_weft": t.base.BendWeft}[t.parts[0]]
	m, err := instruments.ReadMemory(f.Kind, t.file, t.reader(), of, t.base.Thickness)
	if err != nil {
		return nil, err
	}
	held, after, err := f.predicted(m)
	if err != nil {
		return nil, err
	}
	found, err := instruments.FitMemory(m, of, f.options())
	if err != nil {
		return nil, err
	}
	r := &fitResult{Readings: m.Readings(), Residual: found.Left, Unit: found.Unit, Laws: nil, Read: page.Remembered(m),
		Doubts: m.Doubts()}
	r.Search(found.Estimate)
	number := func(key, unit string, v float64, at int) {
		n := fitted{Key: key, Unit: unit, Value: v, Lo: v, Hi: v}
		if at >= 0 {
			n.Error, n.Lo, n.Hi = found.Error[at], found.Intervals[at].Lo, found.Intervals[at].Hi
		}
		r.Numbers = append(r.Numbers, n)
	}
	l := found.Law()
	shares, times := [3]float64{l.Share1, l.Share2, l.Share3}, [3]float64{l.Time1, l.Time2, l.Time3}
	for i := range 3 {
		share, time := -1, -1
		if i < found.Branches {
			if share = 2 * i; found.Short == "" {
				time = share + 1
			}
		}
		number(instruments.ShareKeys[i], "", shares[i], share)
		number(instruments.TimeKeys[i], "s", times[i], time)
	}
	if found.Short != "" {
		r.Undetermined = append(r.Undetermined, found.Short)
	}
	least, most, _ := m.Span()
	r.Notes = append(r.Notes, fmt.Sprintf("branches are of times from %.3g to %.3g s, as those of the table; what "+
		"relaxes sooner was gone before it was read, and what relaxes later counts as lasting", least, most),
		fmt.Sprintf("shares are of the stiffness of %s, and friction is that of %s (--base)", f.Base, f.Base))
	if after > 0 {
		p := found.Predict(held, after)
		what := map[string]string{"crease": fmt.Sprintf("folded for %g s, %g s later it opens to", held, after),
			"bagging": fmt.Sprintf("stretched for %g s, %g s later it bags by", held, after),
			"relax":   fmt.Sprintf("after %g s it pulls with", after), "creep": fmt.Sprintf("after %g s it is longer by",
				after)}[f.Kind]
		r.Notes = append(r.Notes, fmt.Sprintf("predicted: %s %.4g %s, a reading within %.4g to %.4g in 95 %%", what,
			p.Value/found.Per, found.Unit, p.Lo/found.Per, p.Hi/found.Per))
	}
	return &identified{fitResult: r, drawn: found.Draw()}, nil
}

// predicted returns the times of --predict [s]; 0: none.
func (f *fitCommand) predicted(m *instruments.Memory) (held, after float64, err error) {
	if f.Predict == "" {
		return 0, 0, nil
	}
	first, second, two := strings.Cut(f.Predict, ",")
	if !two {
		second = first
	}
	after, err = strconv.ParseFloat(second, 64)
	if err == nil && two {
		held, err = strconv.ParseFloat(first, 64)
	}
	if err != nil || two != instruments.Released(m.Kind) || two && !(held > 0) || !(after > 0) ||
		math.IsInf(held+after, 0) {
		want := map[bool]string{true: "the times held and after, HELD,AFTER in seconds", false: "a time in seconds"}
		return 0, 0, fmt.Errorf("--predict %s: expected %s", f.Predict, want[instruments.Released(m.Kind)])
	}
	if !m.Reaches(held, after) {
		return 0, 0, fmt.Errorf("--predict %s: expected times within those of the table; branches that are slower show "+
			"nowhere in it, so that nothing bounds what lies beyond", f.Predict)
	}
	return held, after, nil
}
