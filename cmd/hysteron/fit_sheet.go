package main

import (
	"bytes"
	"fmt"
	"strings"

	"hysteron/fit"
	"hysteron/param"
)

// sheet converts characteristic values, and says where each number comes from.
func (f *fitCommand) sheet(c *console, data []byte) error {
	list, err := f.convert(data)
	if err != nil {
		return param.Wrong(err)
	}
	if err := f.saveSheet(list, data); err != nil {
		return err
	}
	page := fitChapter{Heading: f.Data[0], Says: []string{provenance(f.Kind, f.Data[0], data, sheets[f.Kind][0], "each number below with what it follows from") + "."}}
	for _, n := range list {
		page.Numbers = append(page.Numbers, fitted{Key: strings.TrimPrefix(n.Part+"."+n.Key, ".") + " from " + n.From, Unit: n.Unit, Value: n.Value, Lo: n.Value, Hi: n.Value})
	}
	if err := f.page(page); err != nil {
		return err
	}
	if f.JSON {
		return c.printJSON(list)
	}
	for _, n := range list {
		key := strings.TrimPrefix(n.Part+"."+n.Key, ".")
		fmt.Fprintf(c.out, "%-28s %-10.5g %-6s %s\n", key, n.Value, n.Unit, n.From)
	}
	f.wrote(c)
	return nil
}

// sheets are the kinds of sheets: what people call them, and what they leave open.
var sheets = map[string][2]string{
	"kes":  {"a KES-FB sheet", "the strain within which friction turns around is assumed; damping"},
	"fast": {"a FAST sheet", "it says nothing of friction; friction and damping"},
	"clo":  {"a list of CLO's kind", "it says nothing of friction; friction and damping"},
}

// convert reads a sheet and finds what follows from it.
func (f *fitCommand) convert(data []byte) ([]fit.Converted, error) {
	switch file, r := f.Data[0], bytes.NewReader(data); f.Kind {
	case "fast":
		s, err := fit.ReadFast(file, r)
		if err != nil {
			return nil, err
		}
		return s.Convert()
	case "clo":
		s, err := fit.ReadClo(file, r)
		if err != nil {
			return nil, err
		}
		return s.Convert()
	default:
		s, err := fit.ReadSheet(file, r)
		if err != nil {
			return nil, err
		}
		return s.Convert()
	}
}

// saveSheet writes the fabric: the base's, with each part that the sheet gives replaced whole but for its damping.
func (f *fitCommand) saveSheet(list []fit.Converted, data []byte) error {
	if f.Out == "" {
		return nil
	}
	set := map[string]any{"title": fmt.Sprintf("%s, with the sheet %s", f.Base, f.Data[0])}
	for _, n := range list {
		if n.Part == "" {
			set[n.Key] = n.Value
			continue
		}
		if _, begun := set[n.Part+".source"]; !begun {
			law := any("elastic")
			if n.Key == "low" {
				law = "curve"
			}
			set[n.Part+".law"] = law
			set[n.Part+".source"] = provenance(f.Kind, f.Data[0], data, sheets[f.Kind][0], sheets[f.Kind][1]+" as "+f.Base)
			f.forget(set, n.Part, f.Kind == "kes")
		}
		set[n.Part+"."+n.Key] = n.Value
	}
	return f.write(set)
}
