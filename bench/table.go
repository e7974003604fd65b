package bench

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"hysteron/report"
)

// WriteText prints the report as text: machine and settings, a table of both sides, a table that compares them, and
// notes.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	r.writeHead(&b)
	sides := report.Table{Head: []string{"scene", "triangles", "on", "steps", "ms/step", "p95", "Newton", "PCG", "ms/PCG",
		"contact", "elements", "gather", "solve", "other", "MB/PCG", "GB/s", "%copy", "MiB", "set-up s", "unconv."}}
	ratios := report.Table{Head: []string{"scene", "triangles", "vertices", "tolerance m", "CPU:GPU step", "CPU:GPU PCG",
		"RMS distance", "largest distance"}}
	var notes []string
	for i := range r.Rows {
		row := &r.Rows[i]
		for name, s := range row.sides {
			sides.Add(
				row.Scene, fmt.Sprint(row.Triangles), name, fmt.Sprint(row.Steps), figure(s.StepMS.Median), figure(s.StepMS.P95),
				fmt.Sprintf("%.1f", s.Newton), fmt.Sprintf("%.1f", s.PCG), figure(s.PCGms),
				figure(s.Stage.Contact), figure(s.Stage.Elements), figure(s.Stage.Gather), figure(s.Stage.Solve),
				figure(s.Stage.Other),
				figure(float64(s.PCGBytes)/1e6), figure(s.PCGGBs), fmt.Sprintf("%.0f", s.OfCopy),
				fmt.Sprintf("%.1f", float64(s.Memory)/(1<<20)), fmt.Sprintf("%.2f", s.SetupS), fmt.Sprint(s.Unconverged),
			)
		}
		if row.Ratio != nil && row.Agreement != nil {
			ratios.Add(
				row.Scene, fmt.Sprint(row.Triangles), fmt.Sprint(row.Vertices), fmt.Sprintf("%.0e", row.Tolerance),
				figure(row.Ratio.Step), figure(row.Ratio.PCG),
				fmt.Sprintf("%.1e", row.Agreement.RMS), fmt.Sprintf("%.1e", row.Agreement.Max),
			)
		}
		for _, n := range row.Notes {
			notes = append(notes, fmt.Sprintf("%s, %d triangles: %s", row.Scene, row.size(), n))
		}
	}
	asked := r.askedTable()
	for _, q := range []struct {
		title string
		table *report.Table
	}{
		{"Both sides (stages: mean ms per step)", &sides},
		{"Side by side (above 1 the GPU is faster; distances after all steps, relative to the cloth's size)", &ratios},
		{"What a step asks of the device in the mean, and a model of what hardware takes for it (5 µs to what waits, 30 µs " +
			"for the host to look, 4.3 TB/s); levels: what an iteration with coarse levels and their set-up count for, in " +
			"iterations without", &asked},
	} {
		if q.table.Rows != nil {
			fmt.Fprintf(&b, "\n%s\n", q.title)
			if err := q.table.WriteText(&b); err != nil {
				return err
			}
		}
	}
	if len(notes) > 0 {
		b.WriteString("\nNotes\n")
		for _, n := range notes {
			fmt.Fprintln(&b, n)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Head is the start of a report of hysteron bench.
const Head = "command    hysteron bench"

func (r *Report) writeHead(b *strings.Builder) {
	h, s := &r.Host, &r.Settings
	if h.Command != "" {
		fmt.Fprintf(b, "command    %s\n", h.Command)
	}
	fmt.Fprintf(b, "commit     %s\n", cmp.Or(h.Commit, "unknown"))
	fmt.Fprintf(b, "date       %s UTC\n", h.Date)
	fmt.Fprintf(b, "machine    %s, %d threads, %s, %s; %d MiB available\n", h.Processor, h.Threads, h.Platform, h.Go,
		h.Memory>>20)
	fmt.Fprintf(b, "load       %s at the start, %s at the end (averages over 1, 5, 15 minutes)\n",
		cmp.Or(h.LoadStart, "unknown"), cmp.Or(h.LoadEnd, "unknown"))
	if d := r.Device; d != nil {
		kind := "hardware"
		if d.Software {
			kind = "software"
		}
		memory := ""
		if d.Memory > 0 {
			memory = fmt.Sprintf(", %d MiB", d.Memory>>20)
		}
		fmt.Fprintf(b, "GPU side   %s, OpenGL %s, %s%s\n", d.Renderer, d.Version, kind, memory)
	}
	fmt.Fprintf(b, "copy       CPU %.1f GB/s", h.CopyGBs)
	if d := r.Device; d != nil {
		fmt.Fprintf(b, ", GPU side %.1f GB/s (%s)", d.CopyGBs, d.CopyBy)
	}
	fmt.Fprintf(b, ", read and written\n")
	fmt.Fprintf(b, "settings   steps of 1/%.0f s, at most %d Newton and %d PCG iterations; at most %d warm-up and %d "+
		"timed steps, %g s a row\n",
		1/s.StepS, s.MaxNewton, s.MaxCG, s.Warmup, s.Steps, s.BoxS)
	if s.Lead > 0 {
		fmt.Fprintf(b, "start      after %d steps of the CPU\n", s.Lead)
	}
	sizes := strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Sizes), " ", ", "), "[]")
	if s.Why != "" {
		sizes += " (" + s.Why + ")"
	}
	fmt.Fprintf(b, "sizes      %s\n", sizes)
	if r.Note != "" {
		fmt.Fprintf(b, "note       %s\n", r.Note)
	}
	if r.Interrupted {
		fmt.Fprintln(b, "ended      interrupted: rows that were asked for are missing")
	}
}

// size returns the number of triangles, or the requested number if the row was not made.
func (r *Row) size() int {
	if r.Triangles > 0 {
		return r.Triangles
	}
	return r.Asked
}

// line returns a row as one line, for progress.
func (r *Row) line() string {
	text := fmt.Sprintf("%s, %d triangles:", r.Scene, r.size())
	for name, s := range r.sides {
		text += fmt.Sprintf(" %s %s ms/step", name, figure(s.StepMS.Median))
	}
	for _, n := range r.Notes {
		text += " " + n + ";"
	}
	return strings.TrimSuffix(text, ";")
}

// figure formats a number with three digits.
func figure(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	case v >= 1:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.4f", v)
}
