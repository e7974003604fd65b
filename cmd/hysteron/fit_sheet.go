package main

import (
	"bytes"
	"fmt"
	"strings"

	"hysteron/fit"
	"hysteron/fit/page"
	"hysteron/law"
	"hysteron/param"
	"hysteron/scenes"
)

// sheet converts characteristic values, and says where each number comes from.
func (f *fitCommand) sheet(c *console, data []byte) error {
	list, read, notes, err := f.convert(data)
	if err != nil {
		return param.Wrong(err)
	}
	if missing := fit.Missing(f.Kind, list); len(missing) > 0 {
		notes = append(notes, fmt.Sprintf("the sheet does not give, so as %s (--base): %s", f.Base, strings.Join(missing, "; ")))
	}
	against, more, err := f.write(f.ofSheet(list, data))
	if err != nil {
		return err
	}
	doubts, notes := page.Sort(append(notes, more...))
	doubts = append(doubts, against...)
	f.remark(c, doubts, notes)
	chapter := fitChapter{Doubts: doubts, Notes: notes, Heading: f.Data[0], Says: []string{page.Provenance(f.Kind, f.Data[0], data, sheets[f.Kind][0], "each number below with what it follows from") + ".", "Measured: " + read + "."}}
	for _, n := range list {
		chapter.Numbers = append(chapter.Numbers, fitted{Key: strings.TrimPrefix(n.Part+"."+n.Key, ".") + " from " + n.From, Unit: n.Unit, Value: n.Value, Lo: n.Value, Hi: n.Value})
	}
	if chapter.Drawn, err = f.drawSheet(list, data); err != nil {
		return err
	}
	if err := f.page(chapter); err != nil {
		return err
	}
	if f.JSON {
		return c.printJSON(sheetRead{read, list, notes, doubts})
	}
	for _, n := range list {
		key := strings.TrimPrefix(n.Part+"."+n.Key, ".")
		fmt.Fprintf(c.out, "%-28s %-10.5g %-6s %s\n", key, n.Value, n.Unit, n.From)
	}
	fmt.Fprintln(c.out, "measured:", read)
	f.wrote(c)
	return nil
}

// sheetRead is what is printed of a sheet as JSON.
type sheetRead struct {
	Read    string          `json:"read"`
	Numbers []fit.Converted `json:"numbers"`
	Notes   []string        `json:"notes,omitempty"`
	Doubts  []string        `json:"doubts,omitempty"`
}

// remark says what speaks against data, and what to know of them, each by its word.
func (f *fitCommand) remark(c *console, doubts, notes []string) {
	for _, d := range doubts {
		c.warn("warning: " + d)
	}
	for _, n := range notes {
		c.warn("note: " + n)
	}
}

// sheets are the kinds of sheets: what people call them, and what they leave open.
var sheets = map[string][2]string{
	"kes":  {"a KES-FB sheet", "the strain within which friction turns around is assumed; damping"},
	"fast": {"a FAST sheet", "it says nothing of friction; friction and damping"},
	"clo":  {"a list of CLO's kind", "it says nothing of friction; friction and damping"},
}

// convert reads a sheet and finds what follows from it, and what to know of it.
func (f *fitCommand) convert(data []byte) (list []fit.Converted, read string, notes []string, err error) {
	var force float64
	var long [2]float64
	switch file, r := f.Data[0], bytes.NewReader(data); f.Kind {
	case "fast":
		var s *fit.Fast
		if s, err = fit.ReadFast(file, r); err == nil {
			list, err = s.Convert()
			notes = s.Notes()
			force, long = s.Pulled()
		}
	case "clo":
		var s *fit.Clo
		if s, err = fit.ReadClo(file, r); err == nil {
			notes = s.Notes()
			list, err = s.Convert()
		}
	default:
		var s *fit.Sheet
		if s, err = fit.ReadSheet(file, r); err == nil {
			notes, s.Loading = s.Notes, f.G == "loading"
			force, long = s.Pulled()
			list, err = s.Convert()
		}
	}
	if err != nil {
		return nil, "", nil, err
	}
	doubts, err := fit.JudgeSheet(f.Data[0], list)
	return list, page.Sheet(list, force, long), append(notes, doubts...), err
}

// drawSheet draws what Kawabata's instruments would show of the parts that a sheet gives.
func (f *fitCommand) drawSheet(list []fit.Converted, data []byte) (drawn []fit.Drawing, err error) {
	if f.Page == "" {
		return nil, nil
	}
	text, err := scenes.RefitFabric(f.Base, f.ofSheet(list, data))
	if err != nil {
		return nil, param.Wrong(err)
	}
	made, err := scenes.ParseFabric(f.Data[0], text)
	if err != nil {
		return nil, param.Wrong(err)
	}
	var parts []string
	for _, n := range list {
		parts = append(parts, n.Part)
	}
	return page.Cycles(made, parts), nil
}

// ofSheet is what a sheet changes of the base: each part that it gives is replaced whole but for its damping.
func (f *fitCommand) ofSheet(list []fit.Converted, data []byte) map[string]any {
	set := map[string]any{"title": fmt.Sprintf("Cloth of the sheet %s, the rest as %s", f.Data[0], f.Base)}
	var whole []string // of the fabric, from the sheet
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
			set[n.Part+".source"] = page.Provenance(f.Kind, f.Data[0], data, sheets[f.Kind][0], sheets[f.Kind][1]+" as "+f.Base)
		}
		set[n.Part+"."+n.Key] = page.Tidy(n.Value)
	}
	if whole != nil {
		set["source"] = page.Provenance(f.Kind, f.Data[0], data, sheets[f.Kind][0], strings.Join(whole, " and ")) + "; the rest as " + f.Base
	}
	return set
}
