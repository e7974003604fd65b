package experiments

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"hysteron/claim"
	"hysteron/report"
)

// Results are the results of an experiment, as in results.json.
type Results struct {
	Experiment string        `json:"experiment"`
	Title      string        `json:"title"`
	Paper      string        `json:"paper"`
	Claim      string        `json:"claim"`
	Protocol   string        `json:"protocol"`
	Program    string        `json:"program"` // version
	Command    string        `json:"command"`
	Date       string        `json:"date"` // of the end, year-month-day
	Quick      bool          `json:"quick"`
	Backend    string        `json:"backend"`
	Seconds    float64       `json:"wall_s"`
	Findings   []Finding     `json:"findings"` // claims that were measured
	Files      []string      `json:"files"`
	Error      string        `json:"error,omitempty"`
	Claims     []claim.Claim `json:"-"` // all of them
}

// Finding is a claim with its measured value, as text.
type Finding struct {
	claim.Record
	Claim    string `json:"claim"`
	Measured string `json:"measured"`
}

// journal collects the results of an experiment. An error of drawing or writing cancels the context of the experiment,
// with the error as its cause.
type journal struct {
	Results
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

// check cancels the experiment on an error.
func (r *journal) check(err error) {
	if err != nil {
		r.fail(err)
	}
}

// show records what runs measured for a claim that was fixed before them.
func (r *journal) show(key string, runs ...float64) { r.remark(key, "", runs...) }

// remark is show with a note beside the measured value.
func (r *journal) remark(key, note string, runs ...float64) {
	if c := claim.Find(r.Claims, key); c != nil {
		r.measured(c, note, runs...)
	} else {
		r.check(fmt.Errorf("no claim %q was written down", key))
	}
}

// measured records what runs measured for a claim.
func (r *journal) measured(c *claim.Claim, note string, runs ...float64) {
	c.Note = note
	c.Measured(runs...)
	r.note("%s: %s (claim: %s) %s", c.What, c.MeasuredText(), c.ExpectedText(), c.Verdict())
}

// seeds returns the seeds of the runs.
func (r *journal) seeds() (list []uint64) {
	n := claim.LeastRuns
	if r.opt.Quick {
		n = 1
	}
	for i := range n {
		list = append(list, uint64(i+1))
	}
	return list
}

// store returns where runs are kept. Coarse runs have a store of their own.
func (r *journal) store() claim.Store {
	return claim.Store{Dir: filepath.Join(r.dir, map[bool]string{false: "runs", true: "runs-quick"}[r.opt.Quick]),
		Program: report.Commit()}
}

func (r *journal) table(caption string, head []string, rows [][]string) {
	r.page.Table(&report.Table{Caption: caption, Head: head, Rows: rows})
}

// plot draws a plot and writes DIR/NAME.png.
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

// write writes the page and results.json. Before the runs the page lists what will be measured.
func (r *journal) write(before bool) error {
	quick := ""
	if r.Quick {
		quick = "quick version · "
	}
	holds, all := claim.Counts(r.Claims)
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
	if slices.ContainsFunc(r.Claims, func(c claim.Claim) bool { return c.Noisy }) {
		page.Notes = append(page.Notes, report.Note{Text: fmt.Sprintf("Noise. All runs start from "+
			"positions that are off alike, by up to %g m in each direction, and each by up to %g m more, at random from its "+
			"seed; measured are the mean and, as the spread, two standard errors of the mean. A claim holds where mean ± "+
			"spread of %d runs and more, of a ratio that of its values run by run, lies on its side of the limit; otherwise "+
			"it does not show. Quick versions make one run and claim nothing.", Imperfection, Disturbance, claim.LeastRuns)})
	}
	page.Notes = append(page.Notes, verdict)
	if r.Error != "" {
		page.Notes = append(page.Notes, report.Note{Text: "The experiment ended early: " + r.Error, Mood: report.Bad})
	}
	if err := r.artist.Missing(); err != nil {
		page.Notes = append(page.Notes, report.Note{Text: fmt.Sprintf("There are no pictures: %v", err), Mood: report.Bad})
	}
	page.Blocks = append([]report.Block{{Table: claim.Table(r.Claims)}}, page.Blocks...)
	html, file := r.Experiment+".html", "results.json"
	if before {
		return claim.Save(r.dir, html, &page, file, nil)
	}
	r.Date, r.Findings = time.Now().Format(time.DateOnly), nil
	for i := range r.Claims {
		if c := &r.Claims[i]; c.N > 0 {
			r.Findings = append(r.Findings, Finding{c.Record(), c.ExpectedText(), c.MeasuredText()})
		}
	}
	r.Files = append(r.Files, html, file)
	return claim.Save(r.dir, html, &page, file, &r.Results)
}

// pulledFabrics are the fabrics whose friction in stretch the paper measured.
var pulledFabrics = []string{"cotton", "spandex", "polyester"}

// ofEach returns the claims for each fabric; %s in keys and quantities is replaced by its name.
func ofEach(fabrics []string, claims ...claim.Claim) (list []claim.Claim) {
	for _, name := range fabrics {
		for _, c := range claims {
			c.Key, c.What = fmt.Sprintf(c.Key, name), fmt.Sprintf(c.What, name)
			list = append(list, c)
		}
	}
	return list
}
