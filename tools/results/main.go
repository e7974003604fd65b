// Command results writes the tables of docs/reproduce.md and docs/verify.md from results that the repository keeps. It
// first keeps those of its arguments, results.json of reproduce and verify.json:
//
//	go run ./tools/results [FILE…]
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"hysteron/claim"
	"hysteron/experiments"
	"hysteron/report"
	"hysteron/verify"
)

func main() {
	var err error
	for _, file := range os.Args[1:] {
		err = cmp.Or(err, keep(".", file))
	}
	for _, p := range pages {
		text, failed := p.fill(".")
		err = cmp.Or(err, failed)
		if err == nil {
			err = report.WriteFile("docs", p.name, []byte(text))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "results:", err)
		os.Exit(1)
	}
}

// pages of docs, with what returns them, filled from the results below a root.
var pages = []struct {
	name string
	fill func(root string) (string, error)
}{{"reproduce.md", reproduced}, {"verify.md", verified}}

// found is what an experiment found.
type found struct {
	experiments.Results
	Remark string `json:"remark,omitempty"` // for the page
}

// solved is what problems with known answers came to.
type solved struct {
	Command string   `json:"command"`
	Date    string   `json:"date"`
	Rows    int      `json:"rows"`
	Gates   int      `json:"gates"`
	Failed  int      `json:"failed"`
	Results []result `json:"results"`
}

// result is the result of one problem: its rows, or what is kept of them.
type result struct {
	Problem string `json:"problem"`
	Rows    []row  `json:"rows,omitempty"`
	Count   int    `json:"count"` // of rows with a verdict
	Worst   string `json:"worst"` // error nearest to its tolerance, as a share of that
}

// row is a claim with or without a verdict.
type row struct {
	Gate      bool          `json:"gate"`
	Error     report.Number `json:"error"`
	Tolerance report.Number `json:"tolerance"`
}

// folders of the kept results.
const reproduceDir, verifyDir = "experiments/results", "verify"

// keep keeps the results of a file.
func keep(root, file string) error {
	var all solved
	var one found
	if err := cmp.Or(read(file, &all), read(file, &one)); err != nil {
		return err
	}
	if one.Experiment != "" {
		one.Program, one.Files, one.Command = "", nil, output.ReplaceAllString(one.Command, "")
		return write(filepath.Join(root, reproduceDir), one.Experiment+".json", one)
	}
	all.Command = output.ReplaceAllString(all.Command, "")
	for i := range all.Results {
		q := &all.Results[i]
		share := 0.
		for _, r := range q.Rows {
			if r.Gate {
				q.Count++
				if r.Tolerance > 0 {
					share = max(share, float64(r.Error/r.Tolerance))
				}
			}
		}
		q.Rows, q.Worst = nil, "–"
		if share > 0 {
			q.Worst = report.Digits(100*share, 2) + " %"
		}
	}
	return write(filepath.Join(root, verifyDir), "results.json", all)
}

// output is the flag of a command for its folder.
var output = regexp.MustCompile(` (-o|--output)[ =]\S+`)

func write(dir, name string, v any) error {
	var b bytes.Buffer
	return cmp.Or(report.WriteJSON(&b, v), report.WriteFile(dir, name, b.Bytes()))
}

func read(file string, v any) error {
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// generated is the part of a page that is written anew.
var generated = regexp.MustCompile(`(?s)(<!-- go run ./tools/results -->\n).*?(<!-- end -->)`)

// reproduced returns docs/reproduce.md with a table of each experiment: all claims of the code, and what was measured.
func reproduced(root string) (string, error) {
	var b strings.Builder
	for _, e := range experiments.List() {
		var r found
		if err := read(filepath.Join(root, reproduceDir, e.Name+".json"), &r); err != nil {
			return "", err
		}
		claims := e.Claims()
		for i := range r.Findings {
			if f := &r.Findings[i]; f.Key != "" && !claim.Find(claims, f.Key).Read(&f.Record) {
				return "", fmt.Errorf("%s has a result %q, which the experiment does not claim", e.Name, f.Key)
			}
		}
		head := strings.TrimSpace(fmt.Sprintf("**`%s`**, %s:\n%s.\n%s", r.Command, r.Date, e.Paper, r.Remark))
		fmt.Fprintf(&b, "\n%s\n\n%s", head, claim.Table(claims).Markdown())
	}
	return fill(root, "reproduce.md", b.String())
}

// fill returns a page of docs with its generated part.
func fill(root, name, text string) (string, error) {
	data, err := os.ReadFile(filepath.Join(root, "docs", name))
	if err == nil && !generated.Match(data) {
		err = fmt.Errorf("docs/%s has no part that begins with <!-- go run ./tools/results -->", name)
	}
	return generated.ReplaceAllString(string(data), "${1}"+strings.ReplaceAll(text, "$", "$$")+"\n${2}"), err
}

// line is a problem's row of docs/verify.md: name, answer, number of results, and the worst.
var line = regexp.MustCompile("(?m)^(\\| `([a-z0-9.-]+)` \\|[^|]*\\|)[^|]*\\|[^|]*\\|$")

// verified returns docs/verify.md with the figures of each problem, and of all of them together.
func verified(root string) (string, error) {
	var all solved
	if err := read(filepath.Join(root, verifyDir, "results.json"), &all); err != nil {
		return "", err
	}
	text, err := fill(root, "verify.md", fmt.Sprintf("\n%d results, %d with a tolerance, %d out of it: `%s`, %s.\n",
		all.Rows, all.Gates, all.Failed, all.Command, all.Date))
	missing, cells := map[string]bool{}, map[string]string{}
	for _, p := range verify.Problems() {
		missing[p.Name] = true
	}
	for _, q := range all.Results {
		cells[q.Problem] = fmt.Sprintf(" %d | %s |", q.Count, q.Worst)
		missing[q.Problem] = missing[q.Problem] && q.Count > 0
	}
	text = line.ReplaceAllStringFunc(text, func(s string) string {
		m := line.FindStringSubmatch(s)
		if !missing[m[2]] || cells[m[2]] == "" {
			err = cmp.Or(err, fmt.Errorf("docs/verify.md has a row of %s: expected a problem with results", m[2]))
		}
		delete(missing, m[2])
		return m[1] + cells[m[2]]
	})
	for name, is := range missing {
		if is {
			err = cmp.Or(err, fmt.Errorf("docs/verify.md has no row of %s", name))
		}
	}
	return text, err
}
