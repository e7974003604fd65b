package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/fit/findings"
	"hysteron/fit/page"
	"hysteron/law"
	"hysteron/param"
)

// modes maps parts of a fabric to the modes of Kawabata's instruments that measure them.
var modes = map[string]string{"warp": "tensile", "weft": "tensile", "shear": "shear", "bend_warp": "bending",
	"bend_weft": "bending"}

// peaked is the name of the form of friction with a peak at the onset of slip.
const peaked = "second order"

// curves identifies Kawabata curves: one table for each part, or two of shear, along warp and weft.
func (f *fitCommand) curves(c *console, base cloth.Fabric) error {
	if err := f.checkCurveOptions(); err != nil {
		return param.Wrong(err)
	}
	read := make([]*fit.Curve, len(f.Data))
	data := make([][]byte, len(f.Data))
	for i, file := range f.Data {
		var err error
		if data[i], err = page.Read(f.Kind, file); err != nil {
			return param.Wrong(err)
		}
		if read[i], err = readCurve(modes[f.As[i]], file, data[i]); err != nil {
			return param.Wrong(err)
		}
	}
	all, err := f.identify(c, read)
	if err != nil {
		return param.Wrong(err)
	}
	set := map[string]any{}
	var list []curvePart
	var chapters []fitChapter
	for i, name := range f.As {
		chapter, err := f.chapterOf(table{file: f.Data[i], data: data[i], parts: []string{name}}, read[i], all[i], set)
		if err != nil {
			return param.Wrong(err)
		}
		f.collectRemarks(c, chapter.Doubts.About(name), nil)
		chapters = append(chapters, chapter)
		if one, other := f.sheared(); i != one && i != other {
			fittedOf(set, chapter.Numbers, all[i], name)
		}
		list = append(list, curvePart{name, all[i].Name, all[i].Numbers, len(read[i].Q), all[i].Scatter,
			all[i].Distance,
			page.Machine(read[i]), chapter.Doubts, chapter.Notes, chapter.Bounds, chapter.Open})
	}
	said := append(f.alike(base, set, all), f.shears(set, chapters, all)...)
	taken, err := f.specimen(base, data...)
	if err != nil {
		return param.Wrong(err)
	}
	maps.Copy(set, taken.Set)
	set["title"] = fmt.Sprintf("Cloth of Kawabata curves: %s, the rest as %s", strings.Join(f.As, ", "), f.Base)
	against, more, err := f.write(set)
	if err != nil {
		return err
	}
	doubts, notes := slices.Concat(page.Alike(f.Data, f.As, data), fit.Beside(f.As, read), taken.Doubts, against),
		slices.Concat(said, taken.Notes, more)
	f.collectRemarks(c, doubts, notes)
	chapters[0].Doubts, chapters[0].Notes = append(chapters[0].Doubts, doubts...), append(chapters[0].Notes, notes...)
	if err := f.page(chapters...); err != nil {
		return err
	}
	if f.JSON { // remarks about all tables are printed with the first
		list[0].Doubts, list[0].Notes = chapters[0].Doubts, chapters[0].Notes
		return c.printJSON(list)
	}
	for _, p := range list {
		p.print(c.out)
	}
	f.printFile(c)
	return nil
}

// checkCurveOptions returns an error unless each table measures one part, and that part has the laws of --law.
func (f *fitCommand) checkCurveOptions() error {
	if len(f.As) != len(f.Data) {
		return fmt.Errorf("%d tables and %d parts: expected --as with the part of each table, of warp, weft, shear, "+
			"bend_warp, bend_weft", len(f.Data), len(f.As))
	}
	var measured []string
	for i, name := range f.As {
		if one := slices.Index(f.As[:i], name); modes[name] == "" || one >= 0 && (name != "shear" ||
			slices.Contains(f.As[one+1:i], name)) {
			return fmt.Errorf("--as %s: expected each of warp, weft, bend_warp, bend_weft at most once, and shear twice, "+
				"along either direction", strings.Join(f.As, ","))
		}
		measured = append(measured, modes[name])
	}
	return f.checkLaws(measured...)
}

// chapterOf returns the chapter of the page about the laws of a part. It sets them in the fabric.
func (f *fitCommand) chapterOf(t table, curve *fit.Curve, found *fit.Identified,
	set map[string]any) (chapter fitChapter, err error) {
	name, bounds := t.parts[0], page.OnBounds(found.Bounds)
	left := fmt.Sprintf("%d points, residual %.3g of the curve's height", len(curve.Q),
		found.Scatter) + page.Open(bounds,
		found.Undetermined)
	source := page.Provenance(f.Kind, t.file, t.data, page.LawNames(found.Elastic, found.Friction), left)
	chapter = fitChapter{
		Heading: name + ": " + found.Name, Says: []string{source + ".", "Measured: " + page.Machine(curve) + ".",
			page.Criteria(found.Akaike)},
		Bounds: bounds, Open: found.Undetermined, Drawn: []fit.Drawing{curve.DrawBy(found)},
	}
	if missed := findings.MissedCurve(found.R, found.Distance); missed != nil {
		chapter.Notes = append(chapter.Notes, missed.String())
	}
	if more, tried := found.Akaike[peaked]; tried && found.Name != peaked {
		chapter.Notes = append(chapter.Notes, fmt.Sprintf("friction of second order, with a peak, is left out: "+
			"Akaike's criterion for it differs by %+.1f from that of the chosen law, and would have to be lower by "+
			"more than 4", more-found.Akaike[found.Name]))
	}
	for _, n := range found.Numbers {
		chapter.Numbers = append(chapter.Numbers, fitted{Key: n.Key, Unit: n.Unit, Value: n.Value, Lo: n.Lo, Hi: n.Hi})
	}
	doubts, err := page.Judge(t.file, name, chapter.Numbers)
	if err != nil {
		return chapter, page.AtUnits(err, t.data)
	}
	chapter.Doubts = slices.Concat(doubts, curve.Doubts(found.Distance), page.Doubled(t.data))
	forgetLaws(set, name, true, law.Elasticity, law.Yarns)
	set[name+".law"], set[name+".friction.law"] = law.Of(found.Elastic).Name, law.Of(found.Friction).Name
	set[name+".source"] = source + "; damping as " + f.Base
	put(set, name, chapter.Numbers)
	return chapter, nil
}

// fittedOf adds what the data of a curve say of its numbers to the fabric.
func fittedOf(set map[string]any, numbers []fitted, found *fit.Identified, part string) {
	if t := page.Fitted(numbers, found.Together, found.Freedom(), part); t != nil {
		already, _ := set["fitted"].([]any)
		set["fitted"] = append(already, t)
	}
}

// curvePart is the output about a part.
type curvePart struct {
	Part     string        `json:"part"`
	Law      string        `json:"law"`
	Numbers  []fit.Number  `json:"numbers"`
	Points   int           `json:"points"`
	Scatter  float64       `json:"residual_rms"`
	Distance float64       `json:"distance"`
	Read     string        `json:"read"`
	Doubts   findings.List `json:"doubts,omitempty"`
	Notes    []string      `json:"notes,omitempty"`
	Bounds   []string      `json:"on_bound,omitempty"`
	Open     []string      `json:"undetermined"`
}

func (p *curvePart) print(w io.Writer) {
	fmt.Fprintf(w, "%s: %s, %d points, residual %.3g of the curve's height, %.3g at right angles (root mean square)\n",
		p.Part, p.Law, p.Points, p.Scatter, p.Distance)
	for _, n := range p.Numbers {
		fmt.Fprintf(w, "  %-22s %-10.5g %-5s", n.Key, n.Value, n.Unit)
		if n.Lo < n.Hi {
			fmt.Fprintf(w, " 95 %%: %.4g to %.4g", n.Lo, n.Hi)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "  measured:", p.Read)
	page.Say(w, "  ", nil, p.Notes, p.Bounds, p.Open)
}

// sheared returns the indices of two curves of shear, along warp and weft; −1 if there are not two.
func (f *fitCommand) sheared() (one, other int) {
	one = slices.Index(f.As, "shear")
	if other = slices.Index(f.As[one+1:], "shear"); one < 0 || other < 0 {
		return -1, -1
	}
	return one, one + 1 + other
}

// shears sets the mean of two curves of shear. A sheet has one shear strain, whichever thread it is sheared along, so a
// fabric has one energy and one friction of shear.
func (f *fitCommand) shears(set map[string]any, chapters []fitChapter, all []*fit.Identified) (notes []string) {
	one, other := f.sheared()
	if one < 0 {
		return nil
	}
	var mean []fitted
	var apart []string
	for _, a := range chapters[one].Numbers {
		k := slices.IndexFunc(chapters[other].Numbers, func(b fitted) bool { return b.Key == a.Key })
		if k < 0 {
			continue
		}
		b := chapters[other].Numbers[k]
		if a.Value != b.Value {
			apart = append(apart, fmt.Sprintf("%s %.4g and %.4g", a.Key, a.Value, b.Value))
		}
		a.Value = (a.Value + b.Value) / 2
		a.Lo, a.Hi = (a.Lo+b.Lo)/2, (a.Hi+b.Hi)/2
		mean = append(mean, a)
	}
	put(set, "shear", mean)
	fittedOf(set, mean, all[one], "shear")
	said := "[shear] is the mean of both directions, as a sheet has one strain of shear, along whichever thread it is " +
		"sheared"
	if apart != nil {
		said += ": " + strings.Join(apart, ", ")
	}
	set["shear.source"] = fmt.Sprintf("%v; %s; the other: %s", set["shear.source"], said, f.Data[one])
	return []string{said}
}

// identify identifies the laws of all curves. Warp and weft get the same law of friction, in bending and in shear.
func (f *fitCommand) identify(c *console, curves []*fit.Curve) (found []*fit.Identified, err error) {
	found = make([]*fit.Identified, len(curves))
	pairs := [2][2]int{{slices.Index(f.As, "bend_warp"), slices.Index(f.As, "bend_weft")}}
	pairs[1][0], pairs[1][1] = f.sheared()
	for i, curve := range curves {
		if found[i] != nil {
			continue
		}
		c.line(f.Data[i])
		laws := f.lawsOf(curve.Mode.Name)
		if k := slices.IndexFunc(pairs[:], func(p [2]int) bool {
			return min(p[0], p[1]) >= 0 && (p[0] == i || p[1] == i)
		}); k >= 0 {
			one, other := pairs[k][0], pairs[k][1]
			pair, err := fit.IdentifyAlike(curves[one], curves[other], f.options(), laws...)
			if err != nil {
				return nil, err
			}
			found[one], found[other] = pair[0], pair[1]
		} else if found[i], err = fit.Identify(curve, f.options(), laws...); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// alike converts the friction of the direction of bending that was not measured to the law of the measured one, since
// diagonal bending mixes both. Dahl's law is the peaked law without its slow part.
func (f *fitCommand) alike(base cloth.Fabric, set map[string]any, all []*fit.Identified) (notes []string) {
	one, other := slices.Index(f.As, "bend_warp"), slices.Index(f.As, "bend_weft")
	if (one < 0) == (other < 0) {
		return nil
	}
	mine, theirs, rest := "bend_warp", "bend_weft", base.BendWeft.Friction
	if one < 0 {
		one, mine, theirs, rest = other, theirs, mine, base.BendWarp.Friction
	}
	const at = 300. // bending strain where Kawabata's 2HB is read, at a curvature of 1 1/cm [1/m]
	said := ""
	turn := func(part string, d law.Dahl) {
		forgetLaws(set, part, true, law.Yarns)
		set[part+".friction.law"] = "stribeck"
		set[part+".friction.f_1_n"], set[part+".friction.eps_1_1_m"] = page.Tidy(d.A+d.B*at), page.Tidy(d.Tau)
		said = fmt.Sprintf("%s gets friction of the law stribeck, without a peak, since %s has that law", part,
			map[bool]string{true: theirs, false: mine}[part == mine])
		if d.B != 0 {
			said += ", and its friction is everywhere that of 1 1/cm"
		}
	}
	switch d := all[one].Friction.(type) {
	case law.Stribeck:
		if dahl, ok := rest.(law.Dahl); ok {
			turn(theirs, dahl)
		}
	case law.Dahl:
		if _, ok := rest.(law.Stribeck); ok {
			turn(mine, d)
		}
	}
	if said != "" {
		set[mine+".source"] = fmt.Sprint(set[mine+".source"], "; ", said)
		notes = []string{said}
	}
	return notes
}
