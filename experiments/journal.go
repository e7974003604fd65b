package experiments

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"hysteron/cloth"
	"hysteron/report"
)

// Results are what an experiment found, as results.json has them.
type Results struct {
	Experiment string    `json:"experiment"`
	Title      string    `json:"title"`
	Paper      string    `json:"paper"`
	Claim      string    `json:"claim"`
	Protocol   string    `json:"protocol"`
	Program    string    `json:"program"` // version
	Command    string    `json:"command"`
	Quick      bool      `json:"quick"`
	Backend    string    `json:"backend"`
	Seconds    float64   `json:"wall_s"`
	Findings   []Finding `json:"findings"`
	Files      []string  `json:"files"`
	Error      string    `json:"error,omitempty"`
}

// Finding is a claim of the paper, or of the theory, beside what was measured.
type Finding struct {
	What     string        `json:"what"`
	Claim    string        `json:"claim"`    // expected, with its limit
	Measured string        `json:"measured"` // for people, with the unit
	Value    report.Number `json:"value"`    // the number that decides; of runs their mean
	Verdict  string        `json:"verdict"`  // Holds, Fails, NotShown or None

	Spread report.Number   `json:"spread,omitempty"` // of runs, see runs.Sample
	Runs   []report.Number `json:"runs,omitempty"`
	key    string          // of the claim
}

// Verdicts of findings.
const (
	Holds    = "holds"
	Fails    = "does not hold" // where the answer is unique
	NotShown = "does not show" // over runs
	None     = ""              // only a measurement
)

// Counts returns how many findings hold, and how many have a verdict.
func (r *Results) Counts() (holds, all int) {
	for _, f := range r.Findings {
		switch f.Verdict {
		case Holds:
			holds, all = holds+1, all+1
		case Fails, NotShown:
			all++
		}
	}
	return holds, all
}

// journal collects what an experiment finds. What cannot be drawn or written ends the experiment: its context is
// cancelled, and the error is the cause.
type journal struct {
	Results
	claims []Claim // that are written down before the runs
	page   report.Page
	ctx    context.Context
	fail   context.CancelCauseFunc
	opt    Options
	dir    string
	began  time.Time
	artist report.Artist
}

func (r *journal) note(format string, args ...any) {
	r.opt.Progress(r.Experiment + ": " + fmt.Sprintf(format, args...))
}

// check ends the experiment on an error.
func (r *journal) check(err error) {
	if err != nil {
		r.fail(err)
	}
}

// find adds a finding. A number that is not finite never holds.
func (r *journal) find(what, claim, measured string, value float64, holds bool) {
	verdict := Fails
	if holds && cloth.Finite(value) {
		verdict = Holds
	}
	r.add(what, claim, measured, value, verdict)
}

// tell adds a finding without a verdict.
func (r *journal) tell(what, claim, measured string, value float64) {
	r.add(what, claim, measured, value, None)
}

func (r *journal) add(what, claim, measured string, value float64, verdict string) {
	r.put(Finding{What: what, Claim: claim, Measured: measured, Value: report.Number(value), Verdict: verdict})
}

func (r *journal) put(f Finding) {
	r.Findings = append(r.Findings, f)
	r.note("%s: %s (claim: %s) %s", f.What, f.Measured, f.Claim, f.Verdict)
}

// show adds what runs say of a claim that was written down. Quick versions make one run, which shows nothing: they
// claim nothing.
func (r *journal) show(key string, s Sample) {
	i := slices.IndexFunc(r.claims, func(c Claim) bool { return c.Key == key })
	if i < 0 {
		r.check(fmt.Errorf("no claim %q was written down", key))
		return
	}
	c := &r.claims[i]
	f := Finding{What: c.What, Claim: c.Expected(), Measured: c.Measured(s), Value: report.Number(s.Mean()),
		Verdict: NotShown, key: key}
	for _, v := range s {
		f.Runs = append(f.Runs, report.Number(v))
	}
	switch {
	case c.Shown(s):
		f.Verdict = Holds
	case r.opt.Quick || len(s) < LeastRuns:
		f.Verdict = None // yet
	}
	if len(s) > 1 {
		f.Spread = report.Number(s.Spread())
	}
	r.put(f)
}

// seeds are those of the runs.
func (r *journal) seeds() (list []uint64) {
	n := LeastRuns
	if r.opt.Quick {
		n = 1
	}
	for i := range n {
		list = append(list, uint64(i+1))
	}
	return list
}

// store is where runs are kept. Coarse ones are others.
func (r *journal) store() Store {
	return Store{Dir: filepath.Join(r.dir, map[bool]string{false: "runs", true: "runs-quick"}[r.opt.Quick]),
		Program: report.Commit()}
}

func (r *journal) table(caption string, head []string, rows [][]string) {
	r.page.Table(&report.Table{Caption: caption, Head: head, Rows: rows})
}

// plot draws a plot, which is kept as DIR/NAME.png too.
func (r *journal) plot(name string, p report.Plot) report.Figure {
	data, err := p.PNG()
	r.check(err)
	svg, err := p.SVG()
	r.check(err)
	r.file(name+".png", data)
	return report.Figure{SVG: svg}
}

// csv writes DIR/NAME.csv. All columns have the same length.
func (r *journal) csv(name string, head []string, columns ...[]float64) {
	var buf bytes.Buffer
	w := csv.NewWriter(&buf)
	w.Write(head) // errors stay until Flush
	row := make([]string, len(columns))
	for i := range columns[0] {
		for k := range columns {
			row[k] = strconv.FormatFloat(columns[k][i], 'g', 9, 64)
		}
		w.Write(row)
	}
	w.Flush()
	r.check(w.Error())
	r.file(name+".csv", buf.Bytes())
}

// file writes a file into the experiment's folder.
func (r *journal) file(name string, data []byte) {
	r.Files = append(r.Files, name)
	r.check(report.WriteFile(r.dir, name, data))
}

// write writes the page and results.json; before the runs with what will be measured.
func (r *journal) write(before bool) error {
	quick := ""
	if r.Quick {
		quick = "quick version · "
	}
	holds, all := r.Counts()
	verdict := report.Note{Text: fmt.Sprintf("%d of %d claims hold.", holds, all), Mood: report.Good}
	if holds < all {
		verdict.Mood = report.Bad
	}
	if before {
		verdict = report.Note{Text: "Under way: nothing has been measured yet."}
	}
	page := r.page
	page.Title = r.Title
	page.Notes = []report.Note{
		{Text: fmt.Sprintf("%s · %sbackend %s · %.0f s · %s", r.Paper, quick, r.Backend, r.Seconds, r.Command),
			Mood: report.Faint},
		{Text: "The claim. " + r.Claim}, {Text: "Protocol, written before the runs. " + r.Protocol},
	}
	if len(r.claims) > 0 {
		page.Notes = append(page.Notes, report.Note{Text: fmt.Sprintf("Noise. All runs start from "+
			"positions that are off alike, by up to %g m in each direction, and each by up to %g m more, at random from its "+
			"seed; measured are the mean and, as the spread, two standard errors of the mean. A claim holds where mean ± "+
			"spread of %d runs and more, of a ratio that of its values run by run, lies on its side of the limit; otherwise "+
			"it does not show. Quick versions make one run and claim nothing.", Imperfection, Disturbance, LeastRuns)})
	}
	page.Notes = append(page.Notes, verdict)
	if r.Error != "" {
		page.Notes = append(page.Notes, report.Note{Text: "The experiment ended early: " + r.Error, Mood: report.Bad})
	}
	if err := r.artist.Missing(); err != nil {
		page.Notes = append(page.Notes, report.Note{Text: fmt.Sprintf("There are no pictures: %v", err), Mood: report.Bad})
	}
	findings := &report.Table{Head: []string{"quantity", "expected", "measured", "verdict"}}
	for _, f := range r.Findings {
		findings.Add(f.What, f.Claim, f.Measured, f.Verdict)
		findings.Mood = append(findings.Mood, map[string]report.Mood{Holds: report.Good, Fails: report.Bad,
			NotShown: report.Bad}[f.Verdict])
	}
	for _, c := range r.claims {
		if !slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.key == c.Key }) {
			findings.Add(c.What, c.Expected(), "not measured", "")
			findings.Mood = append(findings.Mood, report.Plain)
		}
	}
	page.Blocks = append([]report.Block{{Table: findings}}, page.Blocks...)
	text, err := page.HTML()
	if err != nil {
		return err
	}
	html := r.Experiment + ".html"
	if before {
		return report.WriteFile(r.dir, html, text)
	}
	r.Files = append(r.Files, html, "results.json")
	var data bytes.Buffer
	if err := report.WriteJSON(&data, &r.Results); err != nil {
		return err
	}
	return errors.Join(report.WriteFile(r.dir, html, text), report.WriteFile(r.dir, "results.json", data.Bytes()))
}
