package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"hysteron/claim"
	"hysteron/report"
	"hysteron/step"
)

// Options are the options of a run.
type Options struct {
	Backends []step.Backend
	Problems []Problem
	Full     bool   // also finer meshes and the long problems
	Command  string // for the results file
	Progress func(line string)
}

// Report is the result of a run.
type Report struct {
	Command  string    `json:"command"`
	Date     string    `json:"date"` // year-month-day
	Set      string    `json:"set"`  // "quick" or "full"
	Backends []Used    `json:"backends"`
	Results  []*Result `json:"results"`
	Rows     int       `json:"rows"`
	Gates    int       `json:"gates"`
	Failed   int       `json:"failed"`
	Missing  int       `json:"missing,omitempty"` // problems that were interrupted, neither passed nor failed
	Seconds  float64   `json:"seconds"`
	Undrawn  string    `json:"undrawn,omitempty"` // reason for missing pictures
	Device   *int      `json:"-"`                 // of OpenGL, for pictures; nil: see opengl.Auto
}

// Used is a backend of a run.
type Used struct {
	Name   string `json:"name"`
	Device string `json:"device"`
}

// Result is the result of one problem on one backend.
type Result struct {
	Problem     string        `json:"problem"`
	Topic       string        `json:"topic"`
	What        string        `json:"what"`
	Source      string        `json:"source"`
	Backend     string        `json:"backend"`
	Claims      []claim.Claim `json:"-"`               // as rows in JSON, see MarshalJSON
	Error       string        `json:"error,omitempty"` // reason of an early end: counts as a failure
	Interrupted bool          `json:"interrupted,omitempty"`
	Seconds     float64       `json:"seconds"`
	Plots       []report.Plot `json:"-"`
	Pictures    []Picture     `json:"-"`
}

// row is a claim in JSON.
type row struct {
	Problem string `json:"problem"`
	Backend string `json:"backend"`
	Mesh    string `json:"mesh"`
	Case    string `json:"case"` // what was measured, for which parameters
	claim.Record
	Measured report.Number `json:"measured"`
	Gate     bool          `json:"gate"` // false: shown for comparison, without a verdict
	Pass     bool          `json:"pass"`
}

// MarshalJSON writes the result with its claims as rows.
func (q *Result) MarshalJSON() ([]byte, error) {
	type plain Result
	rows := make([]row, 0, len(q.Claims))
	for i := range q.Claims {
		c := &q.Claims[i]
		v := c.Verdict()
		rows = append(rows, row{q.Problem, q.Backend, c.Mesh, c.What, c.Record(), report.Number(c.Mean), v != claim.None,
			!v.Failed()})
	}
	return json.Marshal(struct {
		*plain
		Rows []row `json:"rows"`
	}{(*plain)(q), rows})
}

// Run solves the problems on all backends. Problems on the reference run in parallel, those on a device one after the
// other; results do not depend on that. The error is that of the context.
func Run(ctx context.Context, o Options) (*Report, error) {
	problems := o.Problems
	if !o.Full {
		problems = slices.DeleteFunc(slices.Clone(problems), func(p Problem) bool { return p.Full })
	}
	r := &Report{Set: "quick", Command: o.Command, Date: time.Now().Format(time.DateOnly)}
	if o.Full {
		r.Set = "full"
	}
	start := time.Now()
	var mu sync.Mutex
	done := 0
	say := func(q *Result) {
		mu.Lock()
		defer mu.Unlock()
		done++
		if o.Progress != nil {
			bad := ""
			if q.Interrupted {
				bad = ", interrupted"
			} else if n := q.failed(); n > 0 {
				bad = fmt.Sprintf(", %d FAILED", n)
			}
			o.Progress(fmt.Sprintf("%3d/%d  %-22s %s  %d rows in %.1f s%s", done, len(r.Results), q.Problem, q.Backend,
				len(q.Claims), q.Seconds, bad))
		}
	}
	type job struct {
		p *Problem
		b step.Backend
		q *Result
	}
	jobs := make([][]job, len(o.Backends))
	for i := range problems {
		for k, b := range o.Backends {
			p := &problems[i]
			q := &Result{Problem: p.Name, Topic: p.Topic, What: p.What, Source: p.Source, Backend: b.Name()}
			r.Results = append(r.Results, q)
			jobs[k] = append(jobs[k], job{p, b, q})
		}
	}
	work := func(queue <-chan job) {
		for j := range queue {
			solve(ctx, j.p, j.b, o.Full, j.q)
			say(j.q)
		}
	}
	var wg sync.WaitGroup
	for k, b := range o.Backends {
		r.Backends = append(r.Backends, Used{b.Name(), b.Device()})
		queue := make(chan job, len(jobs[k]))
		for _, j := range jobs[k] {
			queue <- j
		}
		close(queue)
		workers := 1
		if b.Name() == "cpu" {
			workers = runtime.GOMAXPROCS(0)
		}
		for range workers {
			wg.Go(func() { work(queue) })
		}
	}
	wg.Wait()
	for _, q := range r.Results {
		r.Rows += len(q.Claims)
		r.Failed += q.failed()
		if q.Interrupted {
			r.Missing++
		}
		_, gates := claim.Counts(q.Claims)
		r.Gates += gates
	}
	r.Seconds = time.Since(start).Seconds()
	return r, ctx.Err()
}

// solve runs one problem.
func solve(ctx context.Context, p *Problem, b step.Backend, full bool, q *Result) {
	e := &Env{Backend: b, Full: full, ctx: ctx, result: q}
	start := time.Now()
	err := ctx.Err()
	if err == nil {
		err = p.Run(e)
	}
	q.Seconds = time.Since(start).Seconds()
	switch {
	case err != nil && ctx.Err() != nil:
		q.Interrupted = true
	case err != nil:
		q.Error = err.Error()
	}
}

// failed returns the number of failed rows, plus one if the problem ended early.
func (q *Result) failed() (n int) {
	holds, all := claim.Counts(q.Claims)
	n = all - holds
	if q.Error != "" {
		n++
	}
	return n
}

// Summary returns the outcome in one line.
func (r *Report) Summary() string {
	verdict := "all pass"
	if r.Missing > 0 {
		verdict = fmt.Sprintf("interrupted, %d problems are missing", r.Missing)
	}
	if r.Failed > 0 {
		verdict = fmt.Sprintf("%d FAILED", r.Failed)
	}
	return fmt.Sprintf("%s set on %s: %d results, %d with a tolerance: %s (%.0f s)", r.Set, r.on(), r.Rows, r.Gates,
		verdict, r.Seconds)
}

func (r *Report) on() string {
	var s string
	for i, b := range r.Backends {
		if i > 0 {
			s += " and "
		}
		s += b.Name
	}
	return s
}
