package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hysteron/fit"
	"hysteron/law"
	"hysteron/param"
)

// modes of Kawabata's instruments, by the part of a fabric that they measure.
var modes = map[string]string{"warp": "tensile", "weft": "tensile", "shear": "shear", "bend_warp": "bending", "bend_weft": "bending"}

// curves identifies Kawabata curves, one table for each part.
func (f *fitCommand) curves(c *console) error {
	if len(f.As) != len(f.Data) {
		return param.Wrong(fmt.Errorf("%d tables and %d parts: expected --as with the part of each table, of warp, weft, shear, bend_warp, bend_weft", len(f.Data), len(f.As)))
	}
	for i, name := range f.As {
		if modes[name] == "" || slices.Contains(f.As[:i], name) {
			return param.Wrong(fmt.Errorf("--as %s: expected each of warp, weft, shear, bend_warp, bend_weft at most once", strings.Join(f.As, ",")))
		}
	}
	set := map[string]any{}
	type part struct {
		Part     string       `json:"part"`
		Law      string       `json:"law"`
		Numbers  []fit.Number `json:"numbers"`
		Points   int          `json:"points"`
		Distance float64      `json:"distance"`
		Open     []string     `json:"undetermined"`
	}
	var list []part
	var chapters []fitChapter
	for i, file := range f.Data {
		name := f.As[i]
		data, err := readMeasurements(file)
		if err != nil {
			return param.Wrong(err)
		}
		mode, err := fit.ModeByName(modes[name])
		if err != nil {
			return err
		}
		curve, err := fit.ReadCurve(mode, file, bytes.NewReader(data))
		if err != nil {
			return param.Wrong(err)
		}
		c.line(file)
		found, err := fit.Identify(curve, f.options())
		if err != nil {
			return param.Wrong(err)
		}
		for _, d := range curve.Doubts(found.Distance) {
			c.warn("warning: " + name + ": " + d)
		}
		forgetLaws(set, name, true, law.Elasticity, law.Yarns)
		set[name+".law"], set[name+".friction.law"] = law.Of(found.Elastic).Name, law.Of(found.Friction).Name
		source := provenance(f.Kind, file, data, lawNames(found.Elastic, found.Friction), fmt.Sprintf("%d points, %.2g of its height from the curve", len(curve.Q), found.Distance))
		set[name+".source"] = source + "; damping as " + f.Base
		chapter := fitChapter{Heading: name + ": " + found.Name, Says: []string{source + ".", criteria(found)}, Open: found.Undetermined, Drawn: []fit.Drawing{curve.DrawBy(found)}}
		for _, n := range found.Numbers {
			set[name+"."+n.Key] = n.Value
			for _, d := range unlikely(name+"."+n.Key, n.Value) {
				c.warn("warning: " + d)
			}
			chapter.Numbers = append(chapter.Numbers, fitted{Key: n.Key, Unit: n.Unit, Value: n.Value, Lo: n.Lo, Hi: n.Hi})
		}
		chapters = append(chapters, chapter)
		list = append(list, part{name, found.Name, found.Numbers, len(curve.Q), found.Distance, found.Undetermined})
	}
	set["title"] = fmt.Sprintf("%s, with %s from Kawabata curves", f.Base, strings.Join(f.As, ", "))
	if f.Out != "" {
		if err := f.write(set); err != nil {
			return err
		}
	}
	if err := f.page(chapters...); err != nil {
		return err
	}
	if f.JSON {
		return c.printJSON(list)
	}
	for _, p := range list {
		fmt.Fprintf(c.out, "%s: %s, %d points, %.2g of the curve's height from it\n", p.Part, p.Law, p.Points, p.Distance)
		for _, n := range p.Numbers {
			fmt.Fprintf(c.out, "  %-22s %-10.5g %-5s", n.Key, n.Value, n.Unit)
			if n.Lo < n.Hi {
				fmt.Fprintf(c.out, " 95 %%: %.4g to %.4g", n.Lo, n.Hi)
			}
			fmt.Fprintln(c.out)
		}
		for _, u := range p.Open {
			fmt.Fprintln(c.out, "  not determined:", u)
		}
	}
	f.wrote(c)
	return nil
}

// criteria says why a form was chosen.
func criteria(found *fit.Identified) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(found.Akaike)) {
		list = append(list, fmt.Sprintf("%s %.1f", name, found.Akaike[name]))
	}
	return "Akaike's criterion: " + strings.Join(list, ", ") + "."
}
