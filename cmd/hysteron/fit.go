package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/fit/capture"
	"hysteron/fit/findings"
	"hysteron/fit/instruments"
	"hysteron/fit/page"
	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
	"hysteron/scenes"
)

type fitCommand struct {
	Kind   string   `arg:"" enum:"stretch,bend,cantilever,tensile,shear,bending,kes,fast,clo,energy,capture,drape,friction,crease,bagging,relax,creep" help:"stretch (hanging weights), bend (rolled strips), cantilever, crease (opening angles of folded specimens), bagging (heights of strips that a bar held stretched), relax (force of a strip held stretched), creep (elongation under a load), a Kawabata curve: tensile, shear, bending; kes, a sheet of characteristic values, or Kawabata curves with --as; fast (a FAST sheet); clo (a list of numbers as CLO has them); energy (biaxial forces: energies of warp, weft and area that add up); capture (samples between clips, all tests at once); drape (Cusick's coefficient, an outline, or a picture of the shadow); or friction (a sled's force over time)."`
	Data   []string `arg:"" help:"Table of measurements (CSV with units; docs/fit.md). Of friction one along the warp, and one along the weft; of Kawabata curves one for each part; of capture one for each test."`
	Out    string   `short:"o" placeholder:"FILE.toml" help:"Write a fabric with what was found; of friction a pair file."`
	Base   string   `placeholder:"FABRIC" help:"Fabric, built-in name or path, that the other numbers come from; of bend, the stiffness too; of cantilever, the friction of strips that were only let down. Default: cotton."`
	As     []string `placeholder:"PART,…" help:"What was measured: warp, weft, shear, bend_warp or bend_weft. Default: warp and weft, shear, or both bends."`
	Starts starts   `default:"8" placeholder:"N" help:"Searches from further starts."`
	Seed   uint64   `default:"1" placeholder:"N" help:"Seed of these starts."`
	JSON   bool     `name:"json" help:"Print JSON."`
	outputFlag

	Predict  string   `placeholder:"HELD,AFTER" help:"Of crease and bagging: also predict the reading of a specimen held for HELD seconds, AFTER seconds later, with its interval; of relax and creep a time alone."`
	Law      []string `enum:"exact,paper,elastic,curve,traction,dahl,stribeck" default:"exact" placeholder:"LAW,…" help:"Of stretch and bend: exact, friction along all that was done (default), or paper, saturated wherever the direction turns, as in the paper's fits. Of Kawabata curves: elastic, curve or traction for stretch, dahl or stribeck for the friction of shear and bending. Default: chosen by Akaike's criterion."`
	Model    string   `enum:"stvk,soft,springs" default:"stvk" placeholder:"MODEL" help:"Of capture: diagonal StVK (stvk), soft constraints (soft), or springs (springs). Default: stvk."`
	Page     string   `placeholder:"FILE.html" help:"Write a page with what was measured, what the model says, what is left, intervals and conversions."`
	G        string   `name:"g" enum:"both,loading" default:"both" placeholder:"BRANCH" help:"Of a KES sheet: what its G is the slope of: both branches of the loop, their mean (both), or the loading branch (loading), which friction that grows makes steeper. Default: both."`
	Against  string   `placeholder:"NAME" default:"another material" help:"Of friction: what the sled was dragged over."`
	Pixel    float64  `placeholder:"MM" help:"Of a picture of a draped specimen: how many millimetres a pixel is wide."`
	Edge     float64  `placeholder:"M" help:"Of drape: length of the edges of the specimen's triangles [m]. Default: the table's, or 0.0125."`
	Disc     float64  `placeholder:"M" help:"Of drape: diameter of the disc [m]. Default: the table's, or 0.18."`
	Specimen float64  `placeholder:"M" help:"Of drape: diameter of the specimen [m]. Default: the table's, or 0.3."`
}

// starts returns the number of additional searches.
type starts int

const mostStarts = 1000

// Validate is called by the parser of the command line.
func (n starts) Validate() error {
	if n < 0 || n > mostStarts {
		return fmt.Errorf("%d: expected 0 to %d", n, mostStarts)
	}
	return nil
}

// paper reports whether friction is identified as in the paper's fits.
func (f *fitCommand) paper() bool { return slices.Contains(f.Law, "paper") }

// options returns the settings of the searches.
func (f *fitCommand) options() fit.Options {
	return fit.Options{Starts: int(f.Starts), Seed: f.Seed}
}

// Run does not check the context during a search. An interruption abandons the search.
func (f *fitCommand) Run(c *console) error { return c.await(func() error { return f.run(c) }) }

func (f *fitCommand) run(c *console) error {
	named := f.Base != "" // a base that the user names lends its friction, too
	if !named {
		f.Base = "cotton"
	}
	base, err := scenes.LoadFabric(f.Base)
	if err != nil {
		return param.Wrong(err)
	}
	if err := f.checkOutput(); err != nil {
		return err
	}
	if err := f.checkOptions(); err != nil {
		return param.Wrong(err)
	}
	switch {
	case f.Kind == "capture":
		return f.capture(c)
	case f.Kind == "kes" && (f.As != nil || len(f.Data) > 1):
		return f.curves(c, base)
	}
	parts, err := f.parts()
	if err != nil {
		return param.Wrong(err)
	}
	data, err := page.Read(f.Kind, f.Data[0])
	if err != nil {
		return param.Wrong(err)
	}
	switch f.Kind {
	case "kes", "fast", "clo":
		return f.sheet(c, base, data)
	case "energy":
		return f.energy(c, data)
	case "drape":
		return f.drape(c, base, parts, data)
	case "friction":
		return f.friction(c)
	}
	return f.test(c, table{f.Data[0], data, parts, base, named})
}

// checkOptions returns an error unless the kind of fit takes this number of tables, and the laws and parts of the
// flags.
func (f *fitCommand) checkOptions() error {
	if most := map[string]int{"friction": 2, "kes": 6, "capture": len(capture.Kinds())}[f.Kind]; len(f.Data) > max(1,
		most) {
		text := fmt.Sprintf("%d tables: fit %s takes %d", len(f.Data), f.Kind, max(1, most))
		if most == 0 {
			text += ": expected a command for each, the next with --base FABRIC.toml of the one before"
		}
		return errors.New(text)
	}
	paper := f.paper() && (f.Kind == "stretch" || f.Kind == "bend")
	if f.Kind != "kes" && f.Kind != "capture" && !paper { // those two check each of their tables
		if err := f.checkLaws(f.Kind); err != nil {
			return err
		}
	}
	if f.Predict != "" && !instruments.Remembers(f.Kind) {
		return fmt.Errorf("--predict %s: expected fit crease, bagging, relax or creep, not %s", f.Predict, f.Kind)
	}
	if sheets[f.Kind][0] != "" && f.Kind != "kes" && f.As != nil {
		return fmt.Errorf("--as %s: fit %s converts all that the sheet has", strings.Join(f.As, ","), f.Kind)
	}
	return nil
}

// printResult writes the page of --page, and prints the result found and the remarks says. With --json it prints json,
// or found if json is nil.
func (f *fitCommand) printResult(c *console, r *fitResult, chapter fitChapter, json any, says ...string) error {
	if err := f.page(chapter); err != nil {
		return err
	}
	if f.JSON {
		if r.Finite(); json == nil {
			json = r
		}
		return c.printJSON(json)
	}
	r.Print(c.out)
	for _, line := range says {
		fmt.Fprintln(c.out, line)
	}
	f.printFile(c)
	return nil
}

// printFile prints the name of a file that was written.
func (f *fitCommand) printFile(c *console) {
	for _, file := range []string{f.Out, f.Page} {
		if file != "" {
			fmt.Fprintln(c.out, "wrote", file)
		}
	}
}

// parts returns the parts of the fabric that the data describe.
func (f *fitCommand) parts() ([]string, error) {
	may := map[string][]string{"stretch": {"warp", "weft"}, "tensile": {"warp", "weft"}, "shear": {"shear"},
		"friction": {"warp", "weft"}, "bagging": {"warp", "weft"}, "relax": {"warp", "weft"},
		"creep": {"warp", "weft"}}[f.Kind]
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

// write replaces values of the base, and writes the fabric to --output. A measured density outside the usual range is a
// remark.
func (f *fitCommand) write(set map[string]any) (doubts findings.List, notes []string, err error) {
	wrong := func(err error) error {
		if mixed := new(cloth.MixedError); errors.As(err, &mixed) {
			err = fmt.Errorf("%s; %s", mixed.Bends(), f.unmixed())
		}
		return param.Wrong(fmt.Errorf("what was found of %s makes no fabric: %w", strings.Join(f.Data, ", "), err))
	}
	text, err := scenes.RefitFabric(f.Base, set)
	if err != nil {
		return nil, nil, wrong(err)
	}
	made, err := scenes.ParseFabric(strings.Join(f.Data, ", "), text)
	if err != nil {
		return nil, nil, wrong(err)
	}
	var parts []string
	for _, p := range []string{"warp", "weft", "bend_warp", "bend_weft"} {
		if of, _ := set[p+".source"].(string); of != "" && !strings.HasPrefix(of, "assumed: ") {
			parts = append(parts, p)
		}
	}
	notes = append(page.Pushes(made, parts...), page.Borrowed(made, set, f.Base)...)
	if set["density_kg_m2"] != nil || !slices.Contains(scenes.Fabrics(), f.Base) {
		doubts = page.ForMass(made, parts...)
	}
	if f.Out == "" {
		return doubts, notes, nil
	}
	return doubts, notes, writeBytes(f.Out, output.Seal(text))
}

// unmixed explains what to do if only one direction of bending was measured, and the other one has another law in the
// base.
func (f *fitCommand) unmixed() string {
	paths := fmt.Sprintf("the one that was not measured is that of %s (--base): leave out --as, so that both bends get "+
		"what was found", f.Base)
	if f.Kind == "bending" {
		paths += fmt.Sprintf("; measure both (fit kes WARP.csv WEFT.csv --as bend_warp,bend_weft); write both by one law "+
			"(fit kes %s --as %s)", f.Data[0], strings.Join(f.As, ","))
	}
	return paths + "; or name another --base"
}

// checkOutput checks the output paths before the search.
func (f *fitCommand) checkOutput() error {
	rule := &output.Rule{Overwrite: f.Overwrite, Reads: f.Data, Renews: f.Base}
	if f.Out != "" {
		if err := cmp.Or(rule.Check(output.Sealed, f.Out), output.HasFolder(f.Out)); err != nil {
			return err
		}
	}
	if rule.Reads, rule.Renews = append(rule.Reads, f.Base), ""; f.Page != "" { // only a fabric may replace the base
		return rule.Check(formats.IsOwnAs(".html"), f.Page)
	}
	return nil
}
