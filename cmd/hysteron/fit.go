package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"hysteron/capture"
	"hysteron/fit"
	"hysteron/fit/page"
	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
	"hysteron/scenes"
)

type fitCommand struct {
	Kind   string   `arg:"" enum:"stretch,bend,cantilever,tensile,shear,bending,kes,fast,clo,energy,capture,drape,friction" help:"stretch (hanging weights), bend (rolled strips), cantilever, a Kawabata curve: tensile, shear, bending; kes, a sheet of characteristic values, or Kawabata curves with --as; fast (a FAST sheet); clo (a list of numbers as CLO has them); energy (biaxial forces: energies of warp, weft and area that add up); capture (samples between clips, all tests at once); drape (Cusick's coefficient, an outline, or a picture of the shadow); or friction (a sled's force over time)."`
	Data   []string `arg:"" help:"Table of measurements (CSV with units; docs/fit.md). Of friction one along the warp, and one along the weft; of Kawabata curves one for each part; of capture one for each test."`
	Out    string   `short:"o" placeholder:"FILE.toml" help:"Write a fabric with what was found; of friction a pair file."`
	Base   string   `placeholder:"FABRIC" help:"Fabric, built-in name or path, that the other numbers come from; of bend, the stiffness too; of cantilever, the friction of strips that were only let down. Default: cotton."`
	As     []string `placeholder:"PART,…" help:"What was measured: warp, weft, shear, bend_warp or bend_weft. Default: warp and weft, shear, or both bends."`
	Starts starts   `default:"8" placeholder:"N" help:"Searches from further starts."`
	Seed   uint64   `default:"1" placeholder:"N" help:"Seed of these starts."`
	JSON   bool     `name:"json" help:"Print JSON."`
	outputFlag

	Law     []string `enum:"exact,paper,elastic,curve,traction,dahl,stribeck" default:"exact" placeholder:"LAW,…" help:"Of stretch and bend: exact, friction along all that was done (default), or paper, saturated wherever the direction turns, as in the paper's fits. Of Kawabata curves: elastic, curve or traction for stretch, dahl or stribeck for the friction of shear and bending. Default: chosen by Akaike's criterion."`
	Model   string   `enum:"stvk,soft,springs" default:"stvk" placeholder:"MODEL" help:"Of capture: diagonal StVK (stvk), soft constraints (soft), or springs (springs). Default: stvk."`
	Page    string   `placeholder:"FILE.html" help:"Write a page with what was measured, what the model says, what is left, intervals and conversions."`
	G       string   `name:"g" enum:"both,loading" default:"both" placeholder:"BRANCH" help:"Of a KES sheet: what its G is the slope of: both branches of the loop, their mean (both), or the loading branch (loading), which friction that grows makes steeper. Default: both."`
	Against string   `placeholder:"NAME" default:"another material" help:"Of friction: what the sled was dragged over."`
	Pixel   float64  `placeholder:"MM" help:"Of a picture of a draped specimen: how many millimetres a pixel is wide."`
	Edge    float64  `default:"${drape_edge}" help:"Of drape: length of the edges of the specimen's triangles [m]."`
}

// starts is how many further searches there are.
type starts int

const mostStarts = 1000

// Validate is asked while the command line is read.
func (n starts) Validate() error {
	if n < 0 || n > mostStarts {
		return fmt.Errorf("%d: expected 0 to %d", n, mostStarts)
	}
	return nil
}

// paper tells whether friction is taken as the paper's fits have it.
func (f *fitCommand) paper() bool { return slices.Contains(f.Law, "paper") }

// options steer the searches.
func (f *fitCommand) options() fit.Options {
	return fit.Options{Starts: int(f.Starts), Seed: f.Seed}
}

// fitResult is what a fit prints.
type fitResult struct {
	Numbers      []fitted `json:"numbers"`
	Readings     int      `json:"readings"`
	Residual     float64  `json:"residual_rms"`
	Unit         string   `json:"residual_unit"`
	Agreed       string   `json:"searches_that_agree,omitempty"`
	Undetermined []string `json:"undetermined"`
	Notes        []string `json:"notes,omitempty"`  // what to know of the numbers
	Doubts       []string `json:"doubts,omitempty"` // what speaks against them

	within string // the interval of what was given, see fit.Within

	whole map[string]any // other numbers of the fabric that the table has
	laws  []string       // elasticity's and friction's, where these are not those that fabrics mean where they name none
}

// Run asks no context while it searches, so an interruption leaves the search behind.
func (f *fitCommand) Run(c *console) error { return c.await(func() error { return f.run(c) }) }

func (f *fitCommand) run(c *console) error {
	named := f.Base != "" // by the user, who then means its friction as well
	if !named {
		f.Base = "cotton"
	}
	base, err := scenes.LoadFabric(f.Base)
	if err != nil {
		return param.Wrong(err)
	}
	if err := f.ready(); err != nil {
		return err
	}
	if most := map[string]int{"friction": 2, "kes": 5, "capture": len(capture.Kinds())}[f.Kind]; len(f.Data) > max(1, most) {
		return param.Wrong(fmt.Errorf("%d tables: fit %s takes %d", len(f.Data), f.Kind, max(1, most)))
	}
	if kawabata := f.Kind == "tensile" || f.Kind == "shear" || f.Kind == "bending"; kawabata || f.Kind != "kes" && f.Kind != "capture" && !(f.paper() && (f.Kind == "stretch" || f.Kind == "bend")) {
		if err := f.checkLaws(f.Kind); err != nil {
			return param.Wrong(err)
		}
	}
	if sheets[f.Kind][0] != "" && f.Kind != "kes" && f.As != nil {
		return param.Wrong(fmt.Errorf("--as %s: fit %s converts all that the sheet has", strings.Join(f.As, ","), f.Kind))
	}
	if f.Kind == "capture" {
		return f.capture(c)
	}
	if f.Kind == "kes" && (f.As != nil || len(f.Data) > 1) {
		return f.curves(c, base)
	}
	parts, err := f.parts()
	if err != nil {
		return param.Wrong(err)
	}
	file := f.Data[0]
	data, err := readMeasurements(file)
	if err != nil {
		return param.Wrong(err)
	}
	switch f.Kind {
	case "kes", "fast", "clo":
		return f.sheet(c, data)
	case "energy":
		return f.energy(c, data)
	case "drape":
		return f.drape(c, base, parts, data)
	case "friction":
		return f.friction(c)
	}
	opt := f.options()
	var r *fitResult
	var drawn []fit.Drawing
	coupling := math.NaN()
	switch f.Kind {
	case "stretch":
		var s *fit.Stretch
		if s, err = fit.ReadStretch(file, bytes.NewReader(data)); err == nil {
			s.Lend(base.Coupling, f.paper())
			e, fails := fit.FitStretch(s, opt)
			if r, err = fitOf(e, fails)("m", fit.StretchKeys, fit.StretchUnits); err == nil {
				if s.ReadWidth != nil {
					r.Readings, coupling = 2*len(s.Read), s.Coupling
				}
				drawn = append(drawn, s.Draw(r.values()))
				r.Doubts = s.Doubts(r.Residual)
				r.Notes = append(r.Notes, s.Notes(e, f.Base)...)
			}
		}
	case "bend":
		var s *fit.Spirals
		if s, err = fit.ReadSpirals(file, bytes.NewReader(data)); err == nil {
			s.Anchored = f.paper()
			r, drawn, err = f.bend(s, base, parts)
		}
	case "cantilever":
		var s *fit.Cantilever
		if s, err = fit.ReadCantilever(file, bytes.NewReader(data)); err == nil {
			r = f.cantilever(s, base, parts, named)
			drawn = append(drawn, s.Draw(3*r.Numbers[0].Value))
		}
	default:
		var curve *fit.Curve
		if curve, err = readCurve(f.Kind, file, data); err == nil {
			if r, drawn, err = f.curve(curve); err != nil && len(f.Law) > 0 {
				err = fmt.Errorf("%s: %w", file, err)
			} else if err == nil {
				r.Doubts = curve.Doubts(r.Residual)
			}
		}
	}
	if err != nil {
		return param.Wrong(err)
	}
	doubts, err := page.Judge(file, parts[0], r.Numbers)
	if err != nil {
		return param.Wrong(err)
	}
	r.Doubts = append(r.Doubts, doubts...)
	whole, notes, err := f.specimen(base, data)
	if err != nil {
		return param.Wrong(err)
	}
	if !math.IsNaN(coupling) {
		page.Couple(whole, tidy(coupling), f.Kind, file, f.Base, data)
	}
	r.whole, r.Notes = whole, append(r.Notes, notes...)
	if err := f.save(r, parts, data); err != nil {
		return err
	}
	if err := f.page(r.chapter(strings.Join(parts, ", "), []string{r.source(f, data) + "."}, drawn)); err != nil {
		return err
	}
	if f.JSON {
		return c.printJSON(r.finite())
	}
	r.print(c.out)
	f.wrote(c)
	return nil
}

// wrote says what was written.
func (f *fitCommand) wrote(c *console) {
	if f.Out != "" {
		fmt.Fprintln(c.out, "wrote", f.Out)
	}
}

// fitOf makes the result of a fit printable.
func fitOf(e *fit.Estimate, err error) func(unit string, keys, units []string) (*fitResult, error) {
	return func(unit string, keys, units []string) (*fitResult, error) {
		if err != nil {
			return nil, err
		}
		r := &fitResult{Readings: len(e.R), Residual: math.Sqrt(e.RSS / float64(len(e.R))), Unit: unit, Undetermined: e.Undetermined,
			Agreed: fmt.Sprintf("%d of %d", e.Agreed, e.Searches)}
		for k, key := range keys {
			r.Numbers = append(r.Numbers, fitted{Key: key, Unit: units[k], Value: e.P[k], Error: e.Error[k], Lo: e.Intervals[k].Lo, Hi: e.Intervals[k].Hi})
		}
		if !e.Converged {
			r.Undetermined = append(r.Undetermined, "the search ran out of iterations")
		}
		return r, nil
	}
}

// parts are the components of the fabric that the data are of.
func (f *fitCommand) parts() ([]string, error) {
	may := map[string][]string{"stretch": {"warp", "weft"}, "tensile": {"warp", "weft"}, "shear": {"shear"}, "friction": {"warp", "weft"}}[f.Kind]
	if may == nil {
		may = []string{"bend_warp", "bend_weft"}
	}
	for _, p := range f.As {
		if !slices.Contains(may, p) {
			return nil, fmt.Errorf("--as %s: fit %s measures %s", p, f.Kind, strings.Join(may, " or "))
		}
	}
	if f.As != nil {
		may = f.As
	}
	return may, nil
}

// readMeasurements reads a regular file.
func readMeasurements(path string) ([]byte, error) {
	file, err := formats.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, fit.MostTable+1))
}

// save writes the fabric, with the data's hash in the source of each part.
func (f *fitCommand) save(r *fitResult, parts []string, data []byte) error {
	if f.Out == "" {
		return nil
	}
	set := map[string]any{"title": fmt.Sprintf("Cloth of %s: %s, the rest as %s", f.Data[0], strings.Join(parts, ", "), f.Base)}
	for _, p := range parts {
		set[p+".source"] = r.source(f, data) + "; the rest as " + f.Base
		forgetLaws(set, p, r.laws != nil, page.Roles(r.Numbers)...)
		if r.laws != nil {
			set[p+".law"], set[p+".friction.law"] = r.laws[0], r.laws[1]
		}
		for _, n := range r.Numbers {
			set[p+"."+n.Key] = tidy(n.Value)
		}
	}
	maps.Copy(set, r.whole)
	return f.write(set)
}

// write writes the base with other values.
func (f *fitCommand) write(set map[string]any) error {
	text, err := scenes.RefitFabric(f.Base, set)
	if err != nil {
		return param.Wrong(fmt.Errorf("what was found of %s makes no fabric: %w", strings.Join(f.Data, ", "), err))
	}
	return writeBytes(f.Out, output.Seal(text))
}

// ready tells whether the fabric and the page may be written, before anything is searched.
func (f *fitCommand) ready() error {
	rule := f.rule(append(slices.Clone(f.Data), f.Base)...)
	if f.Out != "" {
		if err := cmp.Or(rule.Check(output.Sealed, f.Out), output.HasFolder(f.Out)); err != nil {
			return err
		}
	}
	if f.Page != "" {
		return rule.Check(formats.IsOwnAs(".html"), f.Page)
	}
	return nil
}

// source is where the numbers are from.
func (r *fitResult) source(f *fitCommand, data []byte) string {
	laws := "law elastic, dahl"
	switch f.Kind {
	case "cantilever":
		laws = "law elastic"
	case "bend":
		laws = "law dahl"
	}
	if r.laws != nil {
		laws = "law " + strings.Join(r.laws, ", ")
	}
	if f.paper() {
		laws += ", saturated where the direction turns"
	}
	left := fmt.Sprintf("readings: %d", r.Readings)
	if n := r.Numbers[0]; f.Kind == "cantilever" && !fit.Boundless(n.Lo, n.Hi) {
		left += "; " + fit.Within(n.Key, n.Lo, n.Hi)
	} else if r.within != "" {
		left += "; beside " + r.within
	}
	if r.Agreed != "" {
		left += fmt.Sprintf(", residual %.3g %s", r.Residual, r.Unit)
	}
	return page.Provenance(f.Kind, f.Data[0], data, laws, left)
}

// values are the numbers alone.
func (r *fitResult) values() (v []float64) {
	for _, n := range r.Numbers {
		v = append(v, n.Value)
	}
	return v
}

// chapter of the page.
func (r *fitResult) chapter(heading string, says []string, drawn []fit.Drawing) fitChapter {
	return fitChapter{Heading: heading, Says: says, Numbers: r.Numbers, Doubts: r.Doubts, Notes: r.Notes, Open: r.Undetermined, Drawn: drawn}
}

func (r *fitResult) print(w io.Writer) {
	wide := 0
	for _, n := range r.Numbers {
		wide = max(wide, len(n.Key))
	}
	for _, n := range r.Numbers {
		within := fmt.Sprintf("95 %%: %.4g to %.4g", n.Lo, n.Hi)
		if fit.Boundless(n.Lo, n.Hi) {
			within = "no interval"
		} else if n.Lo == n.Hi && n.Value == n.Lo {
			within = ""
		}
		fmt.Fprintf(w, "%-*s  %-10.5g %-5s %s\n", wide, n.Key, n.Value, n.Unit, within)
	}
	fmt.Fprintf(w, "%d reading", r.Readings)
	if r.Readings != 1 {
		fmt.Fprint(w, "s")
	}
	if r.Agreed != "" {
		fmt.Fprintf(w, ", residual %.3g %s (root mean square); %s searches found this minimum", r.Residual, r.Unit, r.Agreed)
	}
	fmt.Fprintln(w)
	for _, d := range r.Doubts {
		fmt.Fprintln(w, "warning:", d)
	}
	for _, n := range r.Notes {
		fmt.Fprintln(w, "note:", n)
	}
	for _, u := range r.Undetermined {
		fmt.Fprintln(w, "not determined:", u)
	}
}

// finite replaces what JSON has no number for by the largest there is.
func (r *fitResult) finite() *fitResult {
	for i := range r.Numbers {
		n := &r.Numbers[i]
		for _, v := range []*float64{&n.Error, &n.Lo, &n.Hi} {
			*v = max(-math.MaxFloat64, min(math.MaxFloat64, *v))
		}
	}
	return r
}
