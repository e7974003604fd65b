package reproduce

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"

	"hysteron/cloth"
	"hysteron/report"
)

// Results are what an experiment found, as results.json has them.
type Results struct {
	Experiment string    `json:"experiment"`
	Title      string    `json:"title"`
	Paper      string    `json:"paper"`
	Claim      string    `json:"claim"`
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
	Value    report.Number `json:"value"`    // the number that decides
	Verdict  string        `json:"verdict"`  // Holds, Fails or None
}

// Verdicts of findings.
const (
	Holds = "holds"
	Fails = "does not hold"
	None  = "" // only a measurement
)

// Counts returns how many findings hold, and how many have a verdict.
func (r *Results) Counts() (holds, all int) {
	for _, f := range r.Findings {
		switch f.Verdict {
		case Holds:
			holds, all = holds+1, all+1
		case Fails:
			all++
		}
	}
	return holds, all
}

// journal collects what an experiment finds. What cannot be drawn or written ends the experiment: its context is
// cancelled, and the error is the cause.
type journal struct {
	Results
	page   report.Page
	ctx    context.Context
	fail   context.CancelCauseFunc
	opt    Options
	dir    string
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
	r.Findings = append(r.Findings, Finding{what, claim, measured, report.Number(value), verdict})
	r.note("%s: %s (claim: %s) %s", what, measured, claim, verdict)
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

// write writes the page and results.json.
func (r *journal) write() error {
	quick := ""
	if r.Quick {
		quick = "quick version · "
	}
	holds, all := r.Counts()
	verdict := report.Note{Text: fmt.Sprintf("%d of %d claims hold.", holds, all), Mood: report.Good}
	if holds < all {
		verdict.Mood = report.Bad
	}
	r.page.Title = r.Title
	r.page.Notes = []report.Note{
		{Text: fmt.Sprintf("%s · %sbackend %s · %.0f s · %s", r.Paper, quick, r.Backend, r.Seconds, r.Command), Mood: report.Faint},
		{Text: "The claim. " + r.Claim}, verdict,
	}
	if r.Error != "" {
		r.page.Notes = append(r.page.Notes, report.Note{Text: "The experiment ended early: " + r.Error, Mood: report.Bad})
	}
	if err := r.artist.Missing(); err != nil {
		r.page.Notes = append(r.page.Notes, report.Note{Text: fmt.Sprintf("There are no pictures: %v", err), Mood: report.Bad})
	}
	findings := &report.Table{Head: []string{"quantity", "expected", "measured", "verdict"}}
	for _, f := range r.Findings {
		findings.Add(f.What, f.Claim, f.Measured, f.Verdict)
		findings.Mood = append(findings.Mood, map[string]report.Mood{Holds: report.Good, Fails: report.Bad}[f.Verdict])
	}
	r.page.Blocks = append([]report.Block{{Table: findings}}, r.page.Blocks...)
	page, err := r.page.HTML()
	if err != nil {
		return err
	}
	html := r.Experiment + ".html"
	r.Files = append(r.Files, html, "results.json")
	var data bytes.Buffer
	if err := report.WriteJSON(&data, &r.Results); err != nil {
		return err
	}
	return errors.Join(report.WriteFile(r.dir, html, page), report.WriteFile(r.dir, "results.json", data.Bytes()))
}
