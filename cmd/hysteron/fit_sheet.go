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
	s, err := fit.ReadSheet(f.Data[0], bytes.NewReader(data))
	if err != nil {
		return param.Wrong(err)
	}
	list, err := s.Convert()
	if err != nil {
		return param.Wrong(err)
	}
	if err := f.saveSheet(list, data); err != nil {
		return err
	}
	page := fitChapter{Heading: "A KES-FB sheet", Says: []string{provenance("kes", f.Data[0], data, "characteristic values", "each number below with what it follows from") + "."}}
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
			set[n.Part+".source"] = provenance("kes", f.Data[0], data, "a KES-FB sheet", "the strain within which friction turns around is assumed") + "; damping as " + f.Base
			f.forget(set, n.Part)
		}
		set[n.Part+"."+n.Key] = n.Value
	}
	return f.write(set)
}
