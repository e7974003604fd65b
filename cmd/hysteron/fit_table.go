package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/fit/page"
	"hysteron/param"
)

// table is a table of one test of a fabric. Numbers that the test does not measure are those of a base.
type table struct {
	file  string
	data  []byte
	parts []string
	base  cloth.Fabric
	named bool // the user named the base, so its friction is used, too
}

// reader returns a reader at the start of the table.
func (t *table) reader() *bytes.Reader { return bytes.NewReader(t.data) }

// bend returns the part of the base that a test of one direction of bending measures.
func (t *table) bend() cloth.Component {
	if t.parts[0] == "bend_weft" {
		return t.base.BendWeft
	}
	return t.base.BendWarp
}

// identified is the result of a table.
type identified struct {
	*fitResult
	drawn    []fit.Drawing
	coupling *float64 // of warp and weft [-], if the table has widths
}

// test identifies the parts of a fabric that a table measures, and writes the fabric.
func (f *fitCommand) test(c *console, t table) error {
	r, err := f.identifyTable(&t)
	if err != nil {
		return param.Wrong(err)
	}
	doubts, err := page.Judge(t.file, t.parts[0], append(r.Given, r.Numbers...))
	if err != nil {
		return param.Wrong(page.AtUnits(err, t.data))
	}
	r.Doubts = slices.Concat(r.Doubts, doubts, page.Doubled(t.data))
	taken, err := f.specimen(t.base, t.data)
	if err != nil {
		return param.Wrong(err)
	}
	if r.coupling != nil {
		page.Couple(taken.Set, page.Tidy(*r.coupling), f.Kind, t.file, f.Base, t.data)
	}
	r.Notes, r.Doubts = append(r.Notes, taken.Notes...), append(r.Doubts, taken.Doubts...)
	source := r.Source(f.Kind, t.file, t.data, f.paper())
	against, more, err := f.write(f.changes(r.fitResult, t.parts, source, taken.Set))
	if err != nil {
		return err
	}
	r.Notes, r.Doubts = append(r.Notes, more...), append(r.Doubts, against...)
	return f.printResult(c, r.fitResult, r.Chapter(strings.Join(t.parts, ", "), []string{source + "."}, r.drawn), nil)
}

func (f *fitCommand) identifyTable(t *table) (*identified, error) {
	switch f.Kind {
	case "stretch":
		return f.stretch(t)
	case "bend":
		return f.bend(t)
	case "cantilever":
		return f.cantilever(t)
	case "crease", "bagging", "relax", "creep":
		return f.memory(t)
	}
	return f.curve(t)
}

// changes returns the new values of the base's parts with their source, and density and thickness of the table.
func (f *fitCommand) changes(r *fitResult, parts []string, source string, whole map[string]any) map[string]any {
	set := map[string]any{"title": fmt.Sprintf("Cloth of %s: %s, the rest as %s", f.Data[0], strings.Join(parts, ", "),
		f.Base)}
	for _, p := range parts {
		set[p+".source"] = source + "; the rest as " + f.Base
		forgetLaws(set, p, r.Laws != nil, page.Roles(r.Numbers)...)
		if r.Laws != nil {
			set[p+".law"], set[p+".friction.law"] = r.Laws[0], r.Laws[1]
		}
		put(set, p, r.Numbers)
	}
	if t := page.Fitted(r.Numbers, r.Together, r.Freedom, parts...); t != nil {
		set["fitted"] = []any{t}
	}
	maps.Copy(set, whole)
	return set
}
