package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hysteron/cloth"
	"hysteron/fit/drape"
	"hysteron/fit/instruments"
	"hysteron/lab"
	"hysteron/output"
	"hysteron/param"
	"hysteron/scenes"
)

type measureCommand struct {
	Kind    string   `arg:"" enum:"stretch,tensile,energy,shear,bending,sheet,cantilever,bend,crease,bagging,relax,creep,capture,sled,drape" help:"crease (folded specimens that open), bagging (a strip that was held around a bar), relax (a strip held stretched), creep (a strip under a load), stretch (hanging weights), energy (a biaxial tester), tensile, shear or bending (Kawabata's testers), sheet (their characteristic values), cantilever, bend (rolled strips), capture (a sample between clips), sled, or drape (Cusick's disc)."`
	Fabric  string   `required:"" placeholder:"FABRIC" help:"Fabric to measure, built-in name or path."`
	Output  string   `short:"o" required:"" placeholder:"DIR" help:"Folder for the tables."`
	As      []string `placeholder:"PART,…" help:"What to measure: warp, weft, bend_warp or bend_weft; of capture, tests. Default: both directions; all tests."`
	Noise   string   `default:"0" placeholder:"N|instrument" help:"Errors of readings: none, a share of each column's range such as 0.02, or those of the papers' instruments."`
	Seed    uint64   `default:"1" placeholder:"N" help:"Seed of the errors."`
	Most    int      `default:"6" placeholder:"N" help:"Largest weight of stretch [N]."`
	Repeats int      `default:"1" placeholder:"N" help:"Repeats of the weights of stretch."`
	JSON    bool     `name:"json" help:"Print JSON."`
	outputFlag
	Held   []float64 `placeholder:"S,…" help:"Of crease and bagging: how long specimens are folded or stretched [s]. Default: 300, as in ISO 2313 and AATCC 66."`
	After  []float64 `placeholder:"S,…" help:"Of crease, bagging, relax and creep: when they are read [s], in order. Default: 1 to 300."`
	Points int       `default:"13" placeholder:"N" help:"Of capture: points along each side of the sample."`
	Frames int       `default:"10" placeholder:"N" help:"Of capture: frames of each test."`
	Back   bool      `help:"Of capture: frames on the way back, too."`
	G      string    `name:"g" enum:"both,loading" default:"both" placeholder:"BRANCH" help:"Of sheet: which slope its G is: of both branches of the loop, their mean (both), or of the loading branch (loading). Default: both."`
	drapeFlags
	Pair string `placeholder:"FILE" help:"Of sled: friction on what it slides, a built-in name or a pair file. Default: a plate, with the fabric's own coefficient."`
}

// measurement describes one table: an instrument and a part of the fabric.
type measurement struct {
	Part     string `json:"part"`
	File     string `json:"file"`
	Readings int    `json:"readings"`
}

func (m *measureCommand) Run(c *console) error {
	f, err := scenes.LoadFabric(m.Fabric)
	if err != nil {
		return param.Wrong(err)
	}
	share, err := m.share()
	if err != nil {
		return param.Wrong(err)
	}
	if m.Most < 1 || m.Most > 20 || m.Repeats < 1 || m.Repeats > 10 {
		return param.Wrong(fmt.Errorf("--most %d --repeats %d: expected 1 to 20 N and 1 to 10 repeats", m.Most,
			m.Repeats))
	}
	if err := m.checkTimes(); err != nil {
		return param.Wrong(err)
	}
	if m.Kind != "drape" && m.drapeFlags != drapeDefaults {
		return param.Wrong(fmt.Errorf("measure %s: --disc, --specimen, --edge, --hangings, --meshes and --no-friction are "+
			"of measure drape", m.Kind))
	}
	switch m.Kind {
	case "drape":
		return m.drape(c, f, share)
	case "sheet":
		return m.sheet(c, f)
	case "capture":
		return m.capture(c, f, share)
	}
	instrument, err := lab.InstrumentFor(m.Kind)
	if err != nil {
		return param.Wrong(err)
	}
	parts := instrument.Parts
	for _, p := range m.As {
		if !slices.Contains(parts, p) {
			return param.Wrong(fmt.Errorf("--as %s: %s measures %s", p, m.Kind, strings.Join(parts, " or ")))
		}
	}
	if m.As != nil {
		parts = m.As
	}
	if err := m.prepareOutput(parts...); err != nil {
		return err
	}
	opt := lab.Options{Most: m.Most, Repeats: m.Repeats, Held: m.Held, After: m.After}
	if m.Pair != "" {
		if opt.Against, err = scenes.LoadFriction(m.Pair); err != nil {
			return param.Wrong(err)
		}
	}
	var list []measurement
	for _, part := range parts {
		t, err := instrument.Measure(c.ctx, f, part, opt)
		if err != nil {
			return err
		}
		if m.Noise != "0" {
			t.Disturb(share, m.Seed, lab.Stream(m.Kind, part))
		}
		q := measurement{part, m.file(part), len(t.Columns[0].V)}
		if err := writeTable(q.File, t); err != nil {
			return err
		}
		list = append(list, q)
		if !m.JSON {
			next := fmt.Sprintf("hysteron fit %s %s --as %s -o FABRIC.toml", m.Kind, q.File, part)
			switch m.Kind {
			case "sled":
				next = fmt.Sprintf("hysteron fit friction %s -o PAIR.toml", q.File)
			case "energy":
				next = fmt.Sprintf("hysteron fit energy %s -o FABRIC.toml", q.File)
			}
			fmt.Fprintf(c.out, "%s: %d readings; %s\n", q.File, q.Readings, next)
			for _, s := range t.Says {
				fmt.Fprintln(c.out, "  note:", s)
			}
		}
	}
	if m.JSON {
		return c.printJSON(list)
	}
	return nil
}

// checkTimes returns an error for times that no test has.
func (m *measureCommand) checkTimes() error {
	if m.Held != nil && !instruments.Released(m.Kind) || m.After != nil && !instruments.Remembers(m.Kind) {
		return fmt.Errorf("measure %s: --held is of crease and bagging, --after of these, relax and creep", m.Kind)
	}
	for i, t := range m.After {
		if !(t > 0 && t <= 1e9) || i > 0 && t <= m.After[i-1] {
			return fmt.Errorf("--after %v: expected times above 0 s and up to 1e9 s, each later than the one before",
				m.After)
		}
	}
	for _, t := range m.Held {
		if !(t > 0 && t <= 1e9) {
			return fmt.Errorf("--held %v: expected times above 0 s and up to 1e9 s", m.Held)
		}
	}
	return nil
}

// file returns the path of the table of a part.
func (m *measureCommand) file(part string) string {
	if part != "drape" && part != "sheet" {
		part = m.Kind + "-" + part
	}
	return filepath.Join(m.Output, part+".csv")
}

// prepareOutput checks the output paths, and creates the folder.
func (m *measureCommand) prepareOutput(parts ...string) error {
	rule := m.rule(m.Fabric, m.Pair)
	for _, p := range parts {
		if err := rule.Check(output.Sealed, m.file(p)); err != nil {
			return err
		}
	}
	return output.Folder(m.Output)
}

// writeTable writes a table with its checksum, see output.Seal.
func writeTable(path string, t interface{ Write(io.Writer) error }) error {
	var text bytes.Buffer
	if err := t.Write(&text); err != nil {
		return err
	}
	return writeBytes(path, output.Seal(text.Bytes()))
}

// share returns the noise relative to the readings; 0 stands for the noise of the instruments.
func (m *measureCommand) share() (float64, error) {
	if m.Noise == "instrument" {
		return 0, nil
	}
	share, err := strconv.ParseFloat(m.Noise, 64)
	if err != nil || !(share >= 0 && share < 1) {
		return 0, fmt.Errorf("--noise %s: expected a share of the range from 0 to 1, or instrument", m.Noise)
	}
	return share, nil
}

// sheet writes a sheet of characteristic values.
func (m *measureCommand) sheet(c *console, f cloth.Fabric) error {
	if m.Noise != "0" {
		return param.Wrong(fmt.Errorf("--noise %s: measure sheet reads without errors, expected no --noise; curves have "+
			"them (tensile, shear, bending)", m.Noise))
	}
	if m.As != nil {
		return param.Wrong(fmt.Errorf("--as %s: measure sheet measures all parts, expected no --as", strings.Join(m.As,
			",")))
	}
	if err := m.prepareOutput("sheet"); err != nil {
		return err
	}
	s, err := lab.MeasureSheet(c.ctx, f, m.G == "loading")
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := s.Write(&text); err != nil {
		return err
	}
	q := measurement{"sheet", m.file("sheet"), strings.Count(text.String(), "\n") - len(s.Says) - 1}
	if err := writeBytes(q.File, output.Seal(text.Bytes())); err != nil {
		return err
	}
	if m.JSON {
		return c.printJSON(q)
	}
	for _, says := range s.Says {
		fmt.Fprintln(c.out, "note:", says)
	}
	how := map[string]string{"loading": " --g loading"}[m.G]
	fmt.Fprintf(c.out, "%s: %d rows; hysteron fit kes %s%s -o FABRIC.toml\n", q.File, q.Readings, q.File, how)
	return nil
}

// drape simulates the drape test, and writes the outline of the shadow whose coefficient is nearest to the mean.
func (m *measureCommand) drape(c *console, f cloth.Fabric, share float64) error {
	if m.As != nil {
		return param.Wrong(fmt.Errorf("--as %s: measure drape measures both directions at once, expected no --as",
			strings.Join(m.As, ",")))
	}
	protocol, err := m.protocol()
	if err != nil {
		return param.Wrong(err)
	}
	if err := m.prepareOutput("drape"); err != nil {
		return err
	}
	if m.NoFriction {
		f = f.Frictionless()
	}
	h, err := protocol.Measure(c.ctx, f, c.line)
	if err != nil {
		return err
	}
	near := h.Nearest()
	t := lab.Outline(&f, near.Radius)
	if m.Noise != "0" {
		before := t.OutlineArea()
		t.Disturb(share, m.Seed, lab.Stream(m.Kind, ""))
		h.Coefficient.Mean += h.Test.Coefficient(t.OutlineArea()) - h.Test.Coefficient(before)
	}
	t.Notes = append(t.Notes, lab.Note{Name: "disc", Value: h.Test.Disc, Unit: "cm", Per: .01},
		lab.Note{Name: "specimen", Value: h.Test.Specimen, Unit: "cm", Per: .01},
		lab.Note{Name: "edge", Value: h.Test.Edge, Unit: "mm", Per: 1e-3},
		lab.Note{Name: "coefficient", Value: h.Coefficient.Mean, Unit: "%", Per: 1})
	if h.Coefficient.Deviation > 0 {
		t.Notes = append(t.Notes, lab.Note{Name: "error", Value: h.Coefficient.Deviation, Unit: "%", Per: 1})
	}
	q := measurement{"drape", m.file("drape"), len(near.Radius)}
	if err := writeTable(q.File, t); err != nil {
		return err
	}
	says, reached := h.Reached()
	coarse := drape.TooCoarse(f, h.Test)
	if m.JSON {
		return c.printJSON(struct {
			measurement
			Disc        float64          `json:"disc_m"`
			Specimen    float64          `json:"specimen_m"`
			Hangings    int              `json:"hangings"`
			Coefficient drape.Spread     `json:"coefficient_percent"`
			Folds       drape.Spread     `json:"folds"`
			Meshes      []drape.MeshMean `json:"meshes"`
			Converged   bool             `json:"converged"`
			Warning     string           `json:"warning,omitempty"`
		}{q, h.Test.Disc, h.Test.Specimen, len(h.Drapes), h.Coefficient, h.Folds, h.Meshes, h.Agreed(), coarse})
	}
	if !reached {
		c.warn("warning: " + says)
	}
	if coarse != "" {
		c.warn("warning: " + coarse)
	}
	fmt.Fprintf(c.out, "%s: %s\n", q.File, h)
	if reached {
		fmt.Fprintln(c.out, "  "+says)
	}
	if size := h.Size(); size != "" {
		fmt.Fprintln(c.out, "  note:", size)
	}
	return nil
}
