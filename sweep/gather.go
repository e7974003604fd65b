package sweep

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hysteron/formats"
	"hysteron/output"
	"hysteron/report"
	"hysteron/sim"
)

// Gathered are the figures of all tasks.
type Gathered struct {
	Manifest *Manifest
	Figures  []string // names of the columns: keys of run.json, nested ones with a dot
	Rows     []Row    // one per task
}

// Row is the result of a task.
type Row struct {
	Task    *Task
	State   State
	Problem string         // why its figures are missing although it is finished
	Figures map[string]any // from run.json: text, json.Number, bool
}

// Gather reads the figures of all tasks. A run whose figures cannot be read becomes a row with a problem.
func (m *Manifest) Gather(ctx context.Context) (*Gathered, error) {
	g := &Gathered{Manifest: m}
	for i := range m.Tasks {
		if ctx.Err() != nil {
			return nil, sim.ErrInterrupted
		}
		row := Row{Task: &m.Tasks[i]}
		state, info, err := m.State(row.Task)
		switch row.State = state; {
		case err != nil:
			row.State, row.Problem = Partial, err.Error()
		case state == Other:
			row.Problem = "a run of another input"
		case info != nil:
			text, err := json.Marshal(info)
			if err != nil {
				return nil, err
			}
			if row.Figures, err = flatten(text, &g.Figures); err != nil {
				return nil, err
			}
		}
		g.Rows = append(g.Rows, row)
	}
	return g, nil
}

// flatten returns the values of a JSON object by their keys, and appends new keys to names. Lists are skipped: they are
// per frame or part.
func flatten(text []byte, names *[]string) (map[string]any, error) {
	values := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var object func(prefix string) error
	object = func(prefix string) error {
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return err
			}
			name := prefix + fmt.Sprint(key)
			value, err := d.Token()
			if err != nil {
				return err
			}
			if value == json.Delim('{') {
				if err := object(name + "."); err != nil {
					return err
				}
				continue
			}
			if value == json.Delim('[') {
				if err := skipList(d); err != nil {
					return err
				}
				continue
			}
			values[name] = value
			if !slices.Contains(*names, name) {
				*names = append(*names, name)
			}
		}
		_, err := d.Token()
		return err
	}
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return nil, fmt.Errorf("%.40s: expected a JSON object (%w)", text, err)
	}
	return values, object("")
}

// skipList reads to the end of a list.
func skipList(d *json.Decoder) error {
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('['), json.Delim('{'):
			depth++
		case json.Delim(']'), json.Delim('}'):
			depth--
		}
	}
	return nil
}

// Number returns a numeric figure of a row.
func (r *Row) Number(name string) (float64, bool) {
	switch v := r.Figures[name].(type) {
	case json.Number:
		x, err := v.Float64()
		return x, err == nil
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// Missing returns the numbers of the unfinished tasks.
func (g *Gathered) Missing() (numbers []int) {
	for _, r := range g.Rows {
		if r.State != Finished {
			numbers = append(numbers, r.Task.Number)
		}
	}
	return numbers
}

// Ranges formats ascending numbers as Slurm does: 1,3-5.
func Ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		part := strconv.Itoa(numbers[i])
		if j > i {
			part += "-" + strconv.Itoa(numbers[j])
		}
		parts, i = append(parts, part), j+1
	}
	return strings.Join(parts, ",")
}

// csv returns the table: a line per task with its state, its values on the axes and its figures.
func (g *Gathered) csv() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	m := g.Manifest
	w.Write(slices.Concat([]string{"task", "state"}, m.Axes, g.Figures))
	for _, r := range g.Rows {
		line := []string{strconv.Itoa(r.Task.Number), string(r.State)}
		for _, v := range r.Task.Values {
			line = append(line, v.full())
		}
		for _, name := range g.Figures {
			cell := ""
			if v := r.Figures[name]; v != nil {
				cell = fmt.Sprint(v)
			}
			line = append(line, cell)
		}
		w.Write(line)
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// Write writes gathered.csv, gathered.html and the plots of the figures (none: the usual ones), if rule allows it, and
// returns the paths of the first two.
func (g *Gathered) Write(figures []string, rule *output.Rule) ([]string, error) {
	plots, err := g.plots(figures)
	if err != nil {
		return nil, err
	}
	dir := g.Manifest.Dir
	html := filepath.Join(dir, "gathered.html")
	beside := func(string) (bool, error) {
		mine, err := formats.IsOwn(html)
		return mine && err == nil, nil
	}
	if err := cmp.Or(rule.Check(formats.IsOwn, html), rule.Check(beside, filepath.Join(dir, "gathered.csv"))); err != nil {
		return nil, err
	}
	for _, p := range plots {
		if err := rule.Check(formats.IsOwn, filepath.Join(dir, "figures", p.name+".png")); err != nil {
			return nil, err
		}
	}
	table, err := g.csv()
	if err != nil {
		return nil, err
	}
	page, err := g.page(plots)
	if err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{"gathered.csv", table}, {"gathered.html", page}} {
		if err := report.WriteFile(dir, f.name, f.data); err != nil {
			return nil, err
		}
	}
	return []string{filepath.Join(dir, "gathered.csv"), filepath.Join(dir, "gathered.html")}, nil
}
