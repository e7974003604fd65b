package main

import (
	"bytes"
	"crypto/sha256"
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
			set[n.Part+".source"] = fmt.Sprintf("measured: KES-FB sheet %s (SHA-256 %.8x), by hysteron fit kes; the strain within which friction turns around is assumed; damping as %s", f.Data[0], sha256.Sum256(data), f.Base)
			f.forget(set, n.Part)
		}
		set[n.Part+"."+n.Key] = n.Value
	}
	return f.write(set)
}
