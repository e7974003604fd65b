package reproduce

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"hysteron/formats"
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
	What     string  `json:"what"`
	Claim    string  `json:"claim"`    // expected, with its limit
	Measured string  `json:"measured"` // for people, with the unit
	Value    float64 `json:"value"`    // the number that decides
	Verdict  string  `json:"verdict"`  // Holds, Fails or None
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

// report collects what an experiment finds.
type report struct {
	Results
	ctx    context.Context
	opt    Options
	dir    string
	blocks []block
	artist *artist
}

// block is one piece of the page: some of the fields are set.
type block struct {
	Heading, Text string
	Images        []shownImage
	Head          []string
	Rows          [][]string
	Caption       string
}

type shownImage struct {
	Caption string
	PNG     []byte
}

func (r *report) note(format string, args ...any) {
	r.opt.Progress(r.Experiment + ": " + fmt.Sprintf(format, args...))
}

// find adds a finding. A number that is not finite never holds.
func (r *report) find(what, claim, measured string, value float64, holds bool) {
	verdict := Fails
	if holds && finite(value) {
		verdict = Holds
	}
	r.add(what, claim, measured, value, verdict)
}

// tell adds a finding without a verdict.
func (r *report) tell(what, claim, measured string, value float64) {
	r.add(what, claim, measured, value, None)
}

func (r *report) add(what, claim, measured string, value float64, verdict string) {
	if !finite(value) {
		value = 0 // JSON has no NaN; the text tells
	}
	r.Findings = append(r.Findings, Finding{what, claim, measured, value, verdict})
	r.note("%s: %s (claim: %s) %s", what, measured, claim, verdict)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func (r *report) heading(text string) { r.blocks = append(r.blocks, block{Heading: text}) }
func (r *report) text(format string, args ...any) {
	r.blocks = append(r.blocks, block{Text: fmt.Sprintf(format, args...)})
}

// table adds a table.
func (r *report) table(caption string, head []string, rows [][]string) {
	r.blocks = append(r.blocks, block{Caption: caption, Head: head, Rows: rows})
}

// plots adds a row of plots, each 13 cm wide, kept as DIR/NAME.png too.
func (r *report) plots(caption string, named ...namedPlot) error {
	b := block{Caption: caption}
	for _, n := range named {
		to, err := n.plot.WriterTo(13*vg.Centimeter, 9*vg.Centimeter, "png")
		if err != nil {
			return err
		}
		var buf bytes.Buffer
		if _, err := to.WriteTo(&buf); err != nil {
			return err
		}
		if err := r.file(n.name+".png", buf.Bytes()); err != nil {
			return err
		}
		b.Images = append(b.Images, shownImage{PNG: buf.Bytes()})
	}
	r.blocks = append(r.blocks, b)
	return nil
}

type namedPlot struct {
	name string
	plot *plot.Plot
}

// namedImage is a picture with what is written under it.
type namedImage struct {
	name, caption string
	image         image.Image
}

// pictures adds a row of pictures, kept as DIR/NAME.png too; those that are nil (no device to draw on)
// are left out.
func (r *report) pictures(caption string, named ...namedImage) error {
	b := block{Caption: caption}
	for _, n := range named {
		if n.image == nil {
			continue
		}
		var buf bytes.Buffer
		if err := png.Encode(&buf, n.image); err != nil {
			return err
		}
		if err := r.file(n.name+".png", buf.Bytes()); err != nil {
			return err
		}
		b.Images = append(b.Images, shownImage{n.caption, buf.Bytes()})
	}
	if len(b.Images) > 0 {
		r.blocks = append(r.blocks, b)
	}
	return nil
}

// csv writes DIR/NAME.csv. All columns have the same length.
func (r *report) csv(name string, head []string, columns ...[]float64) error {
	var buf bytes.Buffer
	w := csv.NewWriter(&buf)
	if err := w.Write(head); err != nil {
		return err
	}
	row := make([]string, len(columns))
	for i := range columns[0] {
		for k := range columns {
			row[k] = strconv.FormatFloat(columns[k][i], 'g', 9, 64)
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return err
	}
	return r.file(name+".csv", buf.Bytes())
}

// file writes a file into the experiment's folder.
func (r *report) file(name string, data []byte) error {
	if err := os.MkdirAll(r.dir, 0o777); err != nil {
		return err
	}
	r.Files = append(r.Files, name)
	return formats.WriteFileAtomic(filepath.Join(r.dir, name), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// write writes the page and results.json.
func (r *report) write() error {
	var page bytes.Buffer
	if err := r.page(&page); err != nil {
		return err
	}
	if err := r.file(r.Experiment+".html", page.Bytes()); err != nil {
		return err
	}
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	r.Files = append(r.Files, "results.json")
	if err := e.Encode(&r.Results); err != nil {
		return err
	}
	r.Files = r.Files[:len(r.Files)-1]
	return r.file("results.json", buf.Bytes())
}

func (r *report) close() { r.artist.close() }
