package main

import (
	"bytes"
	"fmt"
	"slices"

	"hysteron/fit"
	"hysteron/fit/findings"
	"hysteron/fit/instruments"
	"hysteron/fit/page"
	"hysteron/output"
	"hysteron/param"

	"hysteron/scenes"
)

// friction identifies the friction of a pair from forces on a sled, and writes a pair file.
func (f *fitCommand) friction(c *console) error {
	if f.As != nil {
		return param.Wrong(fmt.Errorf("--as %v: fit friction takes one table along the warp, and one along the weft",
			f.As))
	}
	type direction struct {
		Part  string                `json:"part"`
		Loads []instruments.Rubbing `json:"loads"`
		Notes []string              `json:"notes,omitempty"`
	}
	var list []direction
	var all [][]instruments.Rubbing
	var drawn [][]fit.Drawing
	var text bytes.Buffer
	var tables [][]byte
	var read findings.List
	var area float64 // [m²]
	source := "see [warp] and [weft]"
	if len(f.Data) == 1 {
		source = "see [warp]; along the weft nothing was dragged"
	}
	for i, file := range f.Data {
		data, err := page.Read(f.Kind, file)
		if err != nil {
			return param.Wrong(err)
		}
		s, err := instruments.ReadSled(file, bytes.NewReader(data))
		if err != nil {
			return param.Wrong(err)
		}
		found, err := instruments.FitSled(s, f.options())
		if err != nil {
			return param.Wrong(err)
		}
		d := direction{[2]string{"warp", "weft"}[i], found, instruments.SledNotes(found)}
		if i == 0 {
			fmt.Fprintf(&text, "title = %s\nsource = %s\nfabric = %s\nagainst = %s\narea_m2 = %s\n",
				param.TOML(fmt.Sprintf("%s on %s", f.Base, f.Against)), param.TOML(source), param.TOML(f.Base),
				param.TOML(f.Against), param.TOML(s.Area))
			area = s.Area
		} else if s.Area != area {
			return param.Wrong(&fit.TableError{File: file,
				Text: fmt.Sprintf("area of %.4g m², but %.4g m² in %s: expected "+
					"the same sled", s.Area, area, f.Data[0])})
		}
		loads, anchors, runs := []any{}, []any{}, 0
		for _, k := range found {
			loads, anchors, runs = append(loads, k.Load), append(anchors, k.Friction.Value), runs+k.Runs
		}
		from := page.Provenance("friction", file, data, "Coulomb's with a load curve", fmt.Sprintf("%d runs", runs))
		fmt.Fprintf(&text, "\n[%s]\nsource = %s\nload_n = %s\nfriction_n = %s\n", d.Part, param.TOML(from),
			param.TOML(loads),
			param.TOML(anchors))
		list, all, drawn, tables, read = append(list, d), append(all, found), append(drawn, s.Draw()), append(tables,
			data),
			append(read, s.Doubts()...)
	}
	if _, err := scenes.ParseFriction("the pair file to be written", text.Bytes()); err != nil {
		return param.Wrong(err)
	}
	doubts := slices.Concat(instruments.SledDoubts(all...), read, page.Doubled(tables[0]),
		page.Alike(f.Data, []string{"the warp", "the weft"}, tables))
	f.collectRemarks(c, doubts, nil)
	if f.Out != "" {
		if err := writeBytes(f.Out, output.Seal(text.Bytes())); err != nil {
			return err
		}
	}
	if len(list) == 1 {
		list[0].Notes = append(list[0].Notes, "no table is of the weft: the pair file has no [weft], and scenes slide "+
			"along it as along the warp; a second table would be of it")
	}
	var chapters []fitChapter
	for i, d := range list {
		chapter := fitChapter{Heading: d.Part,
			Says: []string{"Friction of " + f.Data[i] + " while the sled slides, and " +
				"each run of it.", "Measured: " + page.Loads(instruments.SledLoads(d.Loads)) + "."},
			Notes: d.Notes, Drawn: append([]fit.Drawing{instruments.DrawSledLoads(d.Loads)}, drawn[i]...)}
		for _, k := range d.Loads {
			chapter.Numbers = append(chapter.Numbers, fitted{Key: fmt.Sprintf("under %.4g N", k.Load),
				Unit:  "N (force)",
				Value: k.Friction.Value, Lo: k.Friction.Lo, Hi: k.Friction.Hi})
		}
		chapters = append(chapters, chapter)
	}
	chapters[0].Doubts = doubts
	if err := f.page(chapters...); err != nil {
		return err
	}
	if f.JSON {
		return c.printJSON(list)
	}
	for _, d := range list {
		fmt.Fprintf(c.out, "%s  measured: %s\n", d.Part, page.Loads(instruments.SledLoads(d.Loads)))
		for _, k := range d.Loads {
			fmt.Fprintf(c.out, "%s  load %-8.4g N  friction %.4g N, 95 %%: %.4g to %.4g; coefficient %.3f\n", d.Part,
				k.Load,
				k.Friction.Value, k.Friction.Lo, k.Friction.Hi, k.Friction.Value/k.Load)
		}
		for _, n := range d.Notes {
			fmt.Fprintf(c.out, "%s  note: %s\n", d.Part, n)
		}
	}
	f.printFile(c)
	return nil
}
