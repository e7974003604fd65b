package main

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/fit/findings"
	"hysteron/fit/page"
	"hysteron/law"
	"hysteron/output"
	"hysteron/param"
	"hysteron/scenes"
)

// sheet converts characteristic values to a fabric, with the source of each number.
func (f *fitCommand) sheet(c *console, base cloth.Fabric, data []byte) error {
	rows, err := fit.FabricRows(f.Kind, f.Data[0], data)
	if err != nil {
		return param.Wrong(err)
	}
	if rows != nil {
		return f.fabrics(c, base, rows)
	}
	made, err := f.convertSheet(base, data)
	if err != nil {
		return err
	}
	f.collectRemarks(c, made.Doubts, made.Notes)
	chapter := fitChapter{Doubts: made.Doubts, Notes: made.Notes, Heading: f.Data[0],
		Says: []string{page.Provenance(f.Kind, f.Data[0], data, sheets[f.Kind][0],
			"each number below with what it follows "+
				"from") + ".", "Measured: " + made.Read + "."}}
	for _, n := range made.Numbers {
		chapter.Numbers = append(chapter.Numbers, fitted{Key: strings.TrimPrefix(n.Part+"."+n.Key,
			".") + " from " + n.From,
			Unit: n.Unit, Value: n.Value, Lo: n.Value, Hi: n.Value})
	}
	if chapter.Drawn, err = f.drawSheet(made.Numbers, data); err != nil {
		return err
	}
	if err := f.page(chapter); err != nil {
		return err
	}
	if f.JSON {
		return c.printJSON(made)
	}
	for _, n := range made.Numbers {
		key := strings.TrimPrefix(n.Part+"."+n.Key, ".")
		fmt.Fprintf(c.out, "%-28s %-10.5g %-6s %s\n", key, n.Value, n.Unit, n.From)
	}
	fmt.Fprintln(c.out, "measured:", made.Read)
	f.printFile(c)
	return nil
}

// convertSheet converts one sheet, and writes its fabric to --output.
func (f *fitCommand) convertSheet(base cloth.Fabric, data []byte) (*sheetRead, error) {
	list, read, doubts, notes, has, err := f.convert(data)
	if err != nil {
		return nil, param.Wrong(err)
	}
	if f.Kind == "fast" {
		var let []string
		list, let = f.letDown(list, base)
		notes = append(notes, let...)
	}
	if missing := fit.Missing(f.Kind, list, has); len(missing) > 0 {
		notes = append(notes, fmt.Sprintf("the sheet does not give, so as %s (--base): %s", f.Base,
			strings.Join(missing, "; ")))
	}
	set := f.ofSheet(list, data)
	if err := f.markBaseSources(set); err != nil {
		return nil, param.Wrong(err)
	}
	against, more, err := f.write(set)
	if err != nil {
		return nil, err
	}
	return &sheetRead{Read: read, Numbers: list, Notes: append(notes, more...), Doubts: append(doubts, against...)}, nil
}

// fabrics converts a table with a fabric in each row. It writes them into a folder once all are converted.
func (f *fitCommand) fabrics(c *console, base cloth.Fabric, rows []fit.FabricRow) error {
	if f.Page != "" {
		return param.Wrong(fmt.Errorf("--page %s: a page is of one fabric, %s has %d, one in each row", f.Page,
			f.Data[0],
			len(rows)))
	}
	if strings.HasSuffix(f.Out, ".toml") {
		return param.Wrong(fmt.Errorf("-o %s: expected a folder, as %s has %d fabrics, one in each row", f.Out,
			f.Data[0],
			len(rows)))
	}
	folder, all := f.Out, []*sheetRead{}
	each := func(write bool) error {
		taken := map[string]string{}
		for _, row := range rows {
			one := *f
			one.Data, one.Out = []string{fmt.Sprintf("%s:%d", f.Data[0], row.Line)}, ""
			file := fileOf(row.Name)
			if other := taken[file]; other != "" || file == "" {
				return param.Wrong(row.At(f.Data[0],
					fmt.Errorf("expected a name with letters or digits, whose file no other "+
						"fabric has (%q)", cmp.Or(other, row.Name))))
			}
			taken[file] = row.Name
			if path := filepath.Join(folder, file+".toml"); write {
				one.Out = path
			} else if folder != "" {
				rule := &output.Rule{Overwrite: f.Overwrite, Reads: append([]string{f.Base}, f.Data...)}
				if err := rule.Check(output.Sealed, path); err != nil {
					return err
				}
			}
			made, err := one.convertSheet(base, row.Sheet)
			if err != nil {
				return param.Wrong(row.At(f.Data[0], err))
			}
			if write || folder == "" {
				made.Name, made.File = row.Name, one.Out
				all = append(all, made)
			}
		}
		return nil
	}
	if err := each(false); err != nil {
		return err
	}
	if folder != "" {
		if err := output.Folder(folder); err != nil {
			return err
		}
		if err := each(true); err != nil {
			return err
		}
	}
	told := map[string]bool{}
	for _, made := range all {
		for _, d := range made.Doubts {
			c.warn(fmt.Sprintf("warning: %s: %s", made.Name, d.Located()))
		}
		for _, n := range made.Notes {
			if !told[n] {
				c.warn(fmt.Sprintf("note: %s: %s", made.Name, n))
			}
			told[n] = true
		}
	}
	if f.JSON {
		return c.printJSON(all)
	}
	for _, made := range all {
		fmt.Fprintf(c.out, "%s: %d numbers; measured: %s\n", made.Name, len(made.Numbers), made.Read)
		if made.File != "" {
			fmt.Fprintln(c.out, "  wrote", made.File)
		}
	}
	return nil
}

// fileOf returns the file name of a fabric: its letters and digits, other characters replaced by dashes.
func fileOf(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) &&
			!unicode.IsDigit(r)
	}),
		"-")
}

// letDown divides the bending of a FAST sheet into stiffness and friction, in the ratio of the base. FAST measures
// strips that are let down, so its stiffness contains friction.
func (f *fitCommand) letDown(list []fit.Converted, base cloth.Fabric) (with []fit.Converted, notes []string) {
	density := base.Density
	for _, n := range list {
		if n.Part == "" && n.Key == "density_kg_m2" {
			density = n.Value
		}
	}
	for _, n := range list {
		of, bends := map[string]cloth.Component{"bend_warp": base.BendWarp, "bend_weft": base.BendWeft}[n.Part]
		if !bends || n.Key != fit.BendKeys[0] || of.Friction == nil || !(law.Stiffness(of.Elastic) > 0) {
			with = append(with, n)
			continue
		}
		looks, friction := n.Value, law.Beside(of.Friction, of.Elastic)
		scale := fit.LetDown(3*looks, density, of.Elastic, friction)
		n.Value = scale * law.Stiffness(of.Elastic)
		n.From += ", beside friction"
		with = append(with, n)
		for k, q := range law.Params(friction) {
			if q.Key != "" && q.Dim.Stress > 0 {
				with = append(with, fit.Converted{Part: n.Part, Key: "friction." + q.FileKey(law.Bending),
					Unit: q.UnitName(law.Bending), Value: scale * law.Values(friction)[k],
					From: "assumed: over k1 as " + f.Base,
					Line: n.Line})
			}
		}
		notes = append(notes,
			fmt.Sprintf("%s: friction is %s's, × %.3g, the ratio of both stiffnesses, so that a strip let down "+
				"has the sheet's bending length; without friction k1 would be %.4g N·m", n.Part,
				f.Base, scale,
				looks))
	}
	return with, notes
}

// sheetRead is the JSON output about a sheet.
type sheetRead struct {
	Name    string          `json:"name,omitempty"` // in a table with a fabric in each row
	File    string          `json:"file,omitempty"`
	Read    string          `json:"read"`
	Numbers []fit.Converted `json:"numbers"`
	Notes   []string        `json:"notes,omitempty"`
	Doubts  findings.List   `json:"doubts,omitempty"`
}

// collectRemarks collects warnings and notes about the data, by keyword.
func (f *fitCommand) collectRemarks(c *console, doubts findings.List, notes []string) {
	for _, d := range doubts {
		c.warn("warning: " + d.Located())
	}
	for _, n := range notes {
		c.warn("note: " + n)
	}
}

// sheets are the kinds of sheets: their names, and the parts that they leave to the base.
var sheets = map[string][2]string{
	"kes":  {"a KES-FB sheet", "the strain within which friction turns around is assumed; damping"},
	"fast": {"a FAST sheet", "it says nothing of friction; friction and damping"},
	"clo":  {"a list of CLO's kind", "it says nothing of friction; friction and damping"},
}

// convert reads a sheet. It returns the values, warnings, notes, and the rows that were read if rows are optional.
func (f *fitCommand) convert(data []byte) (list []fit.Converted, read string, doubts findings.List, notes []string,
	has func(row string, d int) bool, err error) {
	var force float64
	var long [2]float64
	switch file, r := f.Data[0], bytes.NewReader(data); f.Kind {
	case "fast":
		var s *fit.Fast
		if s, err = fit.ReadFast(file, r); err == nil {
			list, err = s.Convert()
			doubts, notes = s.Doubts(), s.Notes()
			force, long = s.Pulled()
		}
	case "clo":
		var s *fit.Clo
		if s, err = fit.ReadClo(file, r); err == nil {
			doubts, notes = s.Doubts(), s.Notes()
			list, err = s.Convert()
		}
	default:
		var s *fit.Sheet
		if s, err = fit.ReadSheet(file, r); err == nil {
			doubts, notes, has, s.Loading = s.Doubts, s.Notes, s.Has, f.G == "loading"
			force, long = s.Pulled()
			list, err = s.Convert()
		}
	}
	if err != nil {
		return nil, "", nil, nil, nil, err
	}
	more, err := fit.JudgeSheet(f.Data[0], list)
	return list, page.Sheet(list, force, long), append(doubts, more...), notes, has, err
}

// drawSheet draws the Kawabata curves of the parts that a sheet gives.
func (f *fitCommand) drawSheet(list []fit.Converted, data []byte) (drawn []fit.Drawing, err error) {
	if f.Page == "" {
		return nil, nil
	}
	made, err := f.fabricOf(list, data)
	if err != nil {
		return nil, err
	}
	var parts []string
	for _, n := range list {
		parts = append(parts, n.Part)
	}
	return page.Cycles(made, parts), nil
}

// fabricOf returns the fabric of a sheet.
func (f *fitCommand) fabricOf(list []fit.Converted, data []byte) (made cloth.Fabric, err error) {
	text, err := scenes.RefitFabric(f.Base, f.ofSheet(list, data))
	if err == nil {
		made, err = scenes.ParseFabric(f.Data[0], text)
	}
	if err != nil {
		return made, param.Wrong(err)
	}
	return made, nil
}

// ofSheet returns the changes of a sheet to the base. Each part that it gives is replaced, except its damping.
func (f *fitCommand) ofSheet(list []fit.Converted, data []byte) map[string]any {
	set := map[string]any{"title": fmt.Sprintf("Cloth of the sheet %s, the rest as %s", f.Data[0], f.Base)}
	var whole []string // parts that come from the sheet
	for _, n := range list {
		if n.Part == "" {
			set[n.Key] = page.Tidy(n.Value)
			whole = append(whole, strings.Split(n.Key, "_")[0])
			continue
		}
		if _, begun := set[n.Part+".source"]; !begun {
			forgetLaws(set, n.Part, true, law.Elasticity)
			if f.Kind == "kes" {
				forgetLaws(set, n.Part, true, law.Yarns)
			}
			if n.Key == "low" {
				set[n.Part+".law"] = "curve"
			}
			left := sheets[f.Kind][1]
			if row := frictionless(list, n.Part); row != "" {
				left = "without friction, as there is no " + row + "; damping"
			}
			set[n.Part+".source"] = page.Provenance(f.Kind, f.Data[0], data, sheets[f.Kind][0], left+" as "+f.Base)
		}
		set[n.Part+"."+n.Key] = page.Tidy(n.Value)
	}
	if whole != nil {
		set["source"] = page.Provenance(f.Kind, f.Data[0], data, sheets[f.Kind][0], strings.Join(whole, " and ")) +
			"; the rest as " + f.Base
	}
	return set
}

// frictionless returns the missing row that would give a part friction. It is empty if the part has friction, or if the
// sheet sets it to zero.
func frictionless(list []fit.Converted, part string) string {
	for _, n := range list {
		if n.Part == part && strings.HasPrefix(n.Key, "friction.a_") {
			if row, ok := strings.CutPrefix(n.From, "assumed: no "); ok {
				return row
			}
		}
	}
	return ""
}

// markBaseSources marks the source of each part that stays the base's. A source such as "as the warp" of a shipped
// fabric would otherwise refer to the warp of the sheet. Sources of the user's own fabrics stay as they are.
func (f *fitCommand) markBaseSources(set map[string]any) error {
	_, tables, err := scenes.FabricTables(f.Base)
	if err != nil {
		return err
	}
	shipped := slices.Contains(scenes.Fabrics(), f.Base)
	const there = "; there: "
	for _, t := range tables {
		own := !shipped && (strings.HasPrefix(t.Source, "measured: ") || strings.Contains(t.Source, there))
		if path := t.Name + ".source"; slices.Contains(fittedParts, t.Name) && set[path] == nil && !own {
			set[path] = fmt.Sprintf("assumed: as %s, as %s does not give it%s%s", f.Base, f.Data[0], there, t.Source)
		}
	}
	if set["source"] == nil && shipped {
		set["source"] = "assumed: density, thickness and the rest of this table as " + f.Base
	}
	return nil
}

// fittedParts are the parts that sheets may give.
var fittedParts = []string{"warp", "weft", "shear", "bend_warp", "bend_weft"}
