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

// table is what one test measured of parts of a fabric, whose other numbers are a base's.
type table struct {
	file  string
	data  []byte
	parts []string
	base  cloth.Fabric
	named bool // by the user, who then means the base's friction as well
}

// reader reads the table from its beginning.
func (t *table) reader() *bytes.Reader { return bytes.NewReader(t.data) }

// bend is the base's part that a test of one bend is of.
func (t *table) bend() cloth.Component {
	if t.parts[0] == "bend_weft" {
		return t.base.BendWeft
	}
	return t.base.BendWarp
}

// identified is what a table says of its parts.
type identified struct {
	*fitResult
	drawn    []fit.Drawing
	coupling *float64 // of warp and weft [-], where widths were read too
}

// test identifies parts of a fabric from one table, and writes the fabric.
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
	return f.tell(c, r.fitResult, r.Chapter(strings.Join(t.parts, ", "), []string{source + "."}, r.drawn), nil)
}

func (f *fitCommand) identifyTable(t *table) (*identified, error) {
	switch f.Kind {
	case "stretch":
		return f.stretch(t)
	case "bend":
		return f.bend(t)
	case "cantilever":
		return f.cantilever(t)
	}
	return f.curve(t)
}

// changes are what is found of parts of the base, and where it is from, with other numbers of the fabric that the table
// has.
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
	maps.Copy(set, whole)
	return set
}
