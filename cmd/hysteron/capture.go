package main

import (
	"fmt"
	"slices"
	"strings"

	"hysteron/cloth"
	"hysteron/fit/capture"
	"hysteron/fit/page"
	"hysteron/lab"
	"hysteron/param"
	"hysteron/scenes"
)

// capture runs the rig with clips, and writes a table for each test.
func (m *measureCommand) capture(c *console, f cloth.Fabric, share float64) error {
	kinds := capture.Kinds()
	for _, k := range m.As {
		if !slices.Contains(kinds, k) {
			return param.Wrong(fmt.Errorf("--as %s: capture measures %s", k, strings.Join(kinds, ", ")))
		}
	}
	if m.As != nil {
		kinds = m.As
	}
	for _, q := range []struct {
		flag      string
		n, fewest int
	}{{"--points", m.Points, capture.FewestPoints}, {"--frames", m.Frames, capture.FewestFrames}} {
		if q.n < q.fewest { // 0 would mean the default of the rig
			return param.Wrong(fmt.Errorf("%s %d: expected %d or more", q.flag, q.n, q.fewest))
		}
	}
	rig := capture.Rig{N: m.Points, Frames: m.Frames, Back: m.Back}
	if err := rig.Check(); err != nil {
		return param.Wrong(err)
	}
	if err := m.prepareOutput(kinds...); err != nil {
		return err
	}
	var list []measurement
	for _, kind := range kinds {
		t, err := rig.Measure(c.ctx, f, kind)
		if err != nil {
			return err
		}
		if m.Noise != "0" {
			t.Disturb(share, m.Seed, lab.Stream(m.Kind, kind))
		}
		q := measurement{kind, m.file(kind), len(t.Frames)}
		if err := writeTable(q.File, t); err != nil {
			return err
		}
		if list = append(list, q); !m.JSON {
			fmt.Fprintf(c.out, "%s: %d frames; %s\n", q.File, q.Readings, capture.Doc(kind))
		}
	}
	if m.JSON {
		return c.printJSON(list)
	}
	fmt.Fprintf(c.out, "hysteron fit capture %s -o FABRIC.toml\n", m.file("*"))
	return nil
}

// captured is the output of fit capture.
type captured struct {
	*fitResult
	Model string           `json:"model"`
	Tests []capture.Result `json:"tests"`
}

// capture finds a fabric from tests with clips.
func (f *fitCommand) capture(c *console) error {
	if f.As != nil {
		return param.Wrong(fmt.Errorf("--as %s: fit capture finds all that stretches, shears and bends",
			strings.Join(f.As, ",")))
	}
	base, err := scenes.LoadFabric(f.Base) // fails before the search
	if err != nil {
		return param.Wrong(err)
	}
	var tests []*capture.Test
	var all []byte
	points := 0
	for _, file := range f.Data {
		data, err := page.Read(f.Kind, file)
		if err != nil {
			return param.Wrong(err)
		}
		t, err := capture.ReadTest(file, data)
		if err != nil {
			return param.Wrong(err)
		}
		tests, all, points = append(tests, t), append(all, data...), points+len(t.Frames)
	}
	heavy, err := capture.Weigh(tests, base.Thickness)
	if err != nil {
		return param.Wrong(err)
	}
	found, err := capture.Fit(c.ctx, f.Model, tests, c.line)
	if err != nil {
		return param.Wrong(err)
	}
	r := captured{&fitResult{Readings: points, Unit: "N", Read: page.Clips(capture.Most(tests), tests[0].Mass),
		Bounds: page.OnBounds(found.Bounds())}, found.Model, found.Results}
	source := page.Provenance(f.Kind, fmt.Sprintf("%d tests", len(tests)), all, "model "+found.Model,
		fmt.Sprintf("%d frames", points)+page.Open(r.Bounds, nil))
	set, numbers := found.File(source, f.Base)
	set["source"] = fmt.Sprintf("measured: density, fit %s of %d tests (%s); the rest of this table as %s", f.Kind,
		len(tests), page.Hash(all), f.Base)
	set["title"] = fmt.Sprintf("%s, with elasticity from %s", f.Base, strings.Join(f.Data, ", "))
	for _, n := range numbers {
		set[n.Key] = page.Tidy(n.Value)
		r.Numbers = append(r.Numbers, fitted{Key: n.Key, Unit: n.Unit, Value: n.Value, Error: n.Error,
			Lo: max(0, n.Value-1.96*n.Error), Hi: n.Value + 1.96*n.Error})
	}
	if r.Doubts, err = page.Judge(f.Data[0], "", r.Numbers); err != nil {
		return param.Wrong(err)
	}
	against, more, err := f.write(set)
	if err != nil {
		return err
	}
	r.Notes, r.Doubts = append(found.Notes(base, f.Base, tests), more...), slices.Concat(r.Doubts, heavy,
		found.Doubts(),
		against)
	says, drawn, left := found.Summary()
	r.Residual = left
	chapter := r.Chapter("Capture, model "+found.Model, append([]string{source + "."}, says...), drawn)
	return f.printResult(c, r.fitResult, chapter, r, says...)
}
