package verify

import (
	"context"
	"fmt"
	"math"

	"hysteron/cloth"
	"hysteron/report"
	"hysteron/step"
)

// Problem is a question with a known answer.
type Problem struct {
	Name   string // for --only, and in the table
	Topic  string // heading of the page
	What   string // one sentence
	Source string // where the answer comes from
	Full   bool   // takes long: part of the full set only
	Run    func(e *Env) error
}

// Env is where a problem runs: one backend, quick or full. What it finds goes into the result.
type Env struct {
	Backend step.Backend
	Full    bool
	ctx     context.Context
	result  *Result
}

// On is where something runs that is no problem: what it asks for goes nowhere.
func On(ctx context.Context, b step.Backend) *Env {
	return &Env{Backend: b, ctx: ctx, result: &Result{}}
}

// Row adds a comparison.
func (e *Env) Row(r Row) {
	r.Problem, r.Backend = e.result.Problem, e.Backend.Name()
	r.judge()
	e.result.Rows = append(e.result.Rows, r)
}

// Check compares relative to the expected value; the verdict counts.
func (e *Env) Check(mesh, what, unit string, expected, measured, tolerance float64) {
	e.Row(Row{Mesh: mesh, Case: what, Unit: unit, Expected: report.Number(expected), Measured: report.Number(measured),
		Measure: Relative, Tolerance: report.Number(tolerance), Gate: true})
}

// CheckAbs compares in the row's unit; the verdict counts.
func (e *Env) CheckAbs(mesh, what, unit string, expected, measured, tolerance float64) {
	e.Row(Row{Mesh: mesh, Case: what, Unit: unit, Expected: report.Number(expected), Measured: report.Number(measured),
		Measure: Absolute, Tolerance: report.Number(tolerance), Gate: true})
}

// Bound demands that measured stays at or below most; the verdict counts.
func (e *Env) Bound(mesh, what, unit string, most, measured float64) {
	e.Row(Row{Mesh: mesh, Case: what, Unit: unit, Expected: report.Number(most), Measured: report.Number(measured),
		Measure: AtMost, Gate: true})
}

// Compare shows a figure beside the expected one without a verdict.
func (e *Env) Compare(mesh, what, unit string, expected, measured float64) {
	e.Row(Row{Mesh: mesh, Case: what, Unit: unit, Expected: report.Number(expected), Measured: report.Number(measured),
		Measure: Relative})
}

// Show adds a figure that has no expected value of its own.
func (e *Env) Show(mesh, what, unit string, measured float64) {
	e.Row(Row{Mesh: mesh, Case: what, Unit: unit, Measured: report.Number(measured), Measure: Shown})
}

// Order demands that the errors fall with the sizes (element or step, descending) at least with the
// order, less the slack: the slope of log error over log size by least squares. Errors below the floor, where
// something else than the size makes them, say nothing; where fewer than two are above, there is no row.
func (e *Env) Order(mesh, what string, sizes, errors []float64, order, slack, floor float64) {
	e.OrderIf(mesh, what, sizes, errors, order, slack, floor, true)
}

// OrderIf is Order with or without a verdict.
func (e *Env) OrderIf(mesh, what string, sizes, errors []float64, order, slack, floor float64, gate bool) {
	n := len(errors)
	for n > 0 && !(math.Abs(errors[n-1]) >= floor) && !math.IsNaN(errors[n-1]) {
		n--
	}
	if n < 2 {
		return
	}
	q := Row{Mesh: mesh, Case: what + ": observed order", Expected: report.Number(order),
		Measured: report.Number(slope(sizes[:n], errors[:n])), Measure: AtLeast, Tolerance: report.Number(slack), Gate: gate}
	if !gate {
		q.Tolerance = 0
	}
	e.Row(q)
}

// slope of log y over log x by least squares.
func slope(x, y []float64) float64 {
	var n, sx, sy, sxx, sxy float64
	for i := range x {
		a, b := math.Log(x[i]), math.Log(math.Abs(y[i]))
		n, sx, sy, sxx, sxy = n+1, sx+a, sy+b, sxx+a*a, sxy+a*b
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}

// OnCPU tells which tolerance counts: that of float64 or that of float32.
func (e *Env) OnCPU() bool { return e.Backend.Name() == "cpu" }

// Tol is the tolerance for the backend.
func (e *Env) Tol(cpu, gpu float64) float64 {
	if e.OnCPU() {
		return cpu
	}
	return gpu
}

// AtStep is the Settings.Tolerance with which steps of h [s] are solved to tol [m]: that of short steps falls with
// their square, and below the last digits of a device it cannot be met.
func AtStep(tol, h float64) float64 { return tol / min(1, (240*h)*(240*h)) }

// Plot adds a plot to the page.
func (e *Env) Plot(p report.Plot) { e.result.Plots = append(e.result.Plots, p) }

// Picture adds a picture to the page.
func (e *Env) Picture(p Picture) { e.result.Pictures = append(e.result.Pictures, p) }

// Sim makes a model of one part and a simulation of it.
func (e *Env) Sim(p cloth.Part, colliders []step.Collider, set step.Settings) (*Running, error) {
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		return nil, err
	}
	s, err := e.Backend.New(m, nil, colliders, set)
	if err != nil {
		return nil, err
	}
	return e.Running(s, m), nil
}

// Running is a simulation of a problem with its model.
type Running struct {
	step.Sim
	Model *cloth.Model
	e     *Env
}

// Running is a simulation that the problem made itself.
func (e *Env) Running(s step.Sim, m *cloth.Model) *Running { return &Running{Sim: s, Model: m, e: e} }

// Err is why the problem is to stop, if it is.
func (r *Running) Err() error { return r.e.ctx.Err() }

// Steps takes n steps of h; a step that runs out of iterations is an error: its result is no answer.
func (r *Running) Steps(n int, h float64) error {
	for i := range n {
		if err := r.e.ctx.Err(); err != nil {
			return err
		}
		rep, err := r.Step(h)
		if err != nil {
			return err
		}
		if rep.Outcome != step.Converged {
			return fmt.Errorf("step %d of %g s: %v after %d Newton iterations", i, h, rep.Outcome, rep.Newton)
		}
	}
	return nil
}

// Settings are the usual ones, without contact of cloth with cloth, which no problem needs.
func Settings() step.Settings {
	set := step.DefaultSettings()
	set.SelfContact = false
	return set
}

// Pick chooses by the set: the full one, the quick one on the reference, the quick one on a device, where
// steps may be slow.
func Pick[T any](e *Env, full, quick, device T) T {
	switch {
	case e.Full:
		return full
	case e.OnCPU():
		return quick
	}
	return device
}

// Cells are how many cells strips have across: three sizes in the full set, closer to each other on a device.
func (e *Env) Cells(quick ...int) []int {
	return Pick(e, map[bool][]int{true: {2, 4, 8}, false: {2, 3, 4}}[e.OnCPU()], quick, quick)
}

// Kinds thins out a list of meshes where steps are slow, in the quick set on a device: the last remains.
func (e *Env) Kinds(list ...MeshKind) []MeshKind {
	if e.OnCPU() || e.Full {
		return list
	}
	return list[len(list)-1:]
}
