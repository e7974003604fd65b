package main

import (
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"hysteron/output"
	"hysteron/sim"
)

// progress prints the progress of a run: one changing line on a terminal, otherwise a line per frame.
type progress struct {
	w     io.Writer
	log   *slog.Logger // may be nil: lines of text
	live  bool
	quiet bool   // notes only
	drawn bool   // the changing line is on the screen
	stage string // of the last line
	tenth int
}

func newProgress(c *console) *progress {
	w := c.err
	if e, ok := w.(*output.Escaper); ok {
		w = e.W // the progress bar moves the cursor
	}
	f, ok := w.(*os.File)
	return &progress{w: w, log: c.log, quiet: c.quiet, live: ok && term.IsTerminal(int(f.Fd()))}
}

func (p *progress) show(q sim.Progress) {
	if p.log != nil {
		if !p.quiet || q.Stage == "note" {
			record(p.log, q)
		}
		return
	}
	switch {
	case q.Stage == "note":
		p.end()
		fmt.Fprintln(p.w, "note:", output.Escaped(q.Note))
	case p.quiet:
	case q.Stage == "within" && !p.live:
		fmt.Fprintln(p.w, label(q))
	case p.live:
		line := fmt.Sprintf("%s %3.0f%%  %s", bar(q.Done), 100*q.Done, label(q))
		fmt.Fprintf(p.w, "\r\x1b[K%s", p.fit(line))
		p.drawn = true
	case q.Last == 0: // a stage without frames has a line per tenth
		tenth := int(10 * q.Done)
		if q.Stage != p.stage || tenth > p.tenth {
			fmt.Fprintf(p.w, "%s %.0f%%\n", label(q), 100*q.Done)
			p.stage, p.tenth = q.Stage, tenth
		}
	default:
		fmt.Fprintln(p.w, label(q))
	}
}

// fit cuts a line to the width of the terminal, so that it does not wrap.
func (p *progress) fit(line string) string {
	if f, ok := p.w.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 1 {
			r := []rune(line)
			return string(r[:min(len(r), w-1)])
		}
	}
	return line
}

// end ends the changing line.
func (p *progress) end() {
	if p.drawn {
		fmt.Fprintln(p.w)
		p.drawn = false
	}
}

func bar(done float64) string {
	const width = 24
	n := int(math.Round(width * min(1, max(0, done))))
	return "[" + strings.Repeat("=", n) + strings.Repeat(" ", width-n) + "]"
}

func label(q sim.Progress) string {
	s := fmt.Sprintf("%s %d of %d", map[bool]string{false: "frame", true: "picture"}[q.Stage == sim.Turning], q.Frame,
		q.Last)
	switch {
	case q.Stage == "within" && q.Last == 0:
		return fmt.Sprintf("since %s: %s", short(q.Wall), output.Escaped(q.Note))
	case q.Stage == "within":
		return fmt.Sprintf("in %s since %s: %s", s, short(q.Wall), output.Escaped(q.Note))
	case q.Last == 0:
		return output.Escaped(q.Stage)
	}
	if q.Left >= 0 {
		s += ", " + short(q.Left) + " left"
	}
	if q.Steps > 0 {
		s += fmt.Sprintf(": %d steps, %d Newton, %d CG, %s", q.Steps, q.Newton, q.CG, short(q.Wall))
	}
	s += fmt.Sprintf(", output %s", short(q.Output))
	if q.Check > 0 {
		s += fmt.Sprintf(", check %s", short(q.Check))
	}
	if q.SelfIntersections > 0 {
		s += fmt.Sprintf(", %d self-intersections", q.SelfIntersections)
	}
	if q.BodyPenetrations > 0 {
		s += fmt.Sprintf(", %d body penetrations", q.BodyPenetrations)
	}
	return s
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// short formats a duration with about three digits.
func short(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
