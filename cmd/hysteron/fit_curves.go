package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
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
		found, err := fit.Identify(curve, fit.Options{Starts: f.Starts, Seed: f.Seed})
		if err != nil {
			return param.Wrong(err)
		}
		set[name+".law"], set[name+".friction.law"] = law.Of(found.Elastic).Name, law.Of(found.Friction).Name
		f.forget(set, name)
		set[name+".source"] = fmt.Sprintf("measured: fit kes of %s (SHA-256 %.8x, %d points, %.2g of its height from the curve), %s; damping as %s", file, sha256.Sum256(data), len(curve.Q), found.Distance, found.Name, f.Base)
		for _, n := range found.Numbers {
			set[name+"."+n.Key] = n.Value
		}
		list = append(list, part{name, found.Name, found.Numbers, len(curve.Q), found.Distance, found.Undetermined})
	}
	set["title"] = fmt.Sprintf("%s, with %s from Kawabata curves", f.Base, strings.Join(f.As, ", "))
	if f.Out != "" {
		if err := f.write(set); err != nil {
			return err
		}
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

// forget takes all numbers of a part away, whatever its laws were, but for its damping.
func (f *fitCommand) forget(set map[string]any, part string) {
	measure := law.Membrane
	if strings.HasPrefix(part, "bend_") {
		measure = law.Bending
	}
	for i := range law.Kinds {
		k := &law.Kinds[i]
		path := map[law.Role]string{law.Elasticity: ".", law.Yarns: ".friction."}[k.Role]
		for _, p := range law.Params(k.Zero) {
			if p.Key != "" && path != "" {
				set[part+path+p.FileKey(measure)] = nil
			}
		}
	}
	for _, key := range []string{"eps_per", "eps_sat", "eps_per_1_m", "eps_sat_1_m"} {
		set[part+".friction."+key] = nil
	}
}
