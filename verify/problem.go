package verify

import (
	"context"
	"fmt"
	"math"

	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/report"
	"hysteron/step"
)

// Problem is a problem with a known answer.
type Problem struct {
	Name   string // for --only, and in the table
	Topic  string // heading of the page
	What   string // one sentence
	Source string // source of the answer
	Full   bool   // long: part of the full set only
	Run    func(e *Env) error
}

// Env is the environment of a problem: one backend, the quick or full set. Its methods write to the result.
type Env struct {
	Backend step.Backend
	Full    bool
	ctx     context.Context
	result  *Result
}

// On returns an Env for use outside of a problem: its results are dropped.
func On(ctx context.Context, b step.Backend) *Env {
	return &Env{Backend: b, ctx: ctx, result: &Result{}}
}

// Claim adds a claim and its measured value.
func (e *Env) Claim(c claim.Claim, measured float64) {
	c.Measured(measured)
	e.result.Claims = append(e.result.Claims, c)
}

// Check adds a comparison relative to the expected value, with a verdict.
func (e *Env) Check(mesh, what, unit string, expected, measured, tolerance float64) {
	e.Claim(claim.Claim{Mesh: mesh, What: what, Unit: unit, Measure: claim.Relative, Expected: expected,
		Tolerance: tolerance}, measured)
}

// CheckAbs adds a comparison in the row's unit, with a verdict.
func (e *Env) CheckAbs(mesh, what, unit string, expected, measured, tolerance float64) {
	e.Claim(claim.Claim{Mesh: mesh, What: what, Unit: unit, Measure: claim.Absolute, Expected: expected,
		Tolerance: tolerance}, measured)
}

// Bound requires measured ≤ most, with a verdict.
func (e *Env) Bound(mesh, what, unit string, most, measured float64) {
	e.Claim(claim.Claim{Mesh: mesh, What: what, Unit: unit, Measure: claim.AtMost, Expected: most}, measured)
}

// Compare adds a figure beside the expected one, without a verdict.
func (e *Env) Compare(mesh, what, unit string, expected, measured float64) {
	e.Claim(claim.Claim{Mesh: mesh, What: what, Unit: unit, Measure: claim.Relative, Expected: expected, Free: true},
		measured)
}

// Show adds a figure that has no expected value of its own.
func (e *Env) Show(mesh, what, unit string, measured float64) {
	e.Claim(claim.Claim{Mesh: mesh, What: what, Unit: unit, Measure: claim.Shown}, measured)
}

// Order requires that the errors fall with the sizes (element or step, descending) at least with the order, less the
// slack. The observed order is the slope of log error over log size by least squares. The last errors below the floor,
// which have other causes, are left out. With fewer than two others there is no row.
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
	q := claim.Claim{Mesh: mesh, What: what + ": observed order", Measure: claim.AtLeast, Expected: order, Free: !gate}
	if gate {
		q.Tolerance = slack
	}
	e.Claim(q, slope(sizes[:n], errors[:n]))
}

// slope returns the slope of log y over log x by least squares.
func slope(x, y []float64) float64 {
	var n, sx, sy, sxx, sxy float64
	for i := range x {
		a, b := math.Log(x[i]), math.Log(math.Abs(y[i]))
		n, sx, sy, sxx, sxy = n+1, sx+a, sy+b, sxx+a*a, sxy+a*b
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}

// OnCPU reports whether the backend is the reference, with the tolerances of float64; else those of float32 count.
func (e *Env) OnCPU() bool { return e.Backend.Name() == "cpu" }

// Tol returns the tolerance for the backend.
func (e *Env) Tol(cpu, gpu float64) float64 {
	if e.OnCPU() {
		return cpu
	}
	return gpu
}

// AtStep returns the Settings.Tolerance with which steps of h [s] are solved to tol [m]. The solver's tolerance falls
// with the square of short steps, and below the precision of a device it cannot be met.
func AtStep(tol, h float64) float64 { return tol / min(1, (240*h)*(240*h)) }

// Plot adds a plot to the page.
func (e *Env) Plot(p report.Plot) { e.result.Plots = append(e.result.Plots, p) }

// Picture adds a picture to the page.
func (e *Env) Picture(p Picture) { e.result.Pictures = append(e.result.Pictures, p) }

// Sim returns a simulation of a model of one part.
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

// Running returns a simulation that the problem made itself.
func (e *Env) Running(s step.Sim, m *cloth.Model) *Running { return &Running{Sim: s, Model: m, e: e} }

// Err returns the error of the context, with which a problem has to stop.
func (r *Running) Err() error { return r.e.ctx.Err() }

// Steps takes n steps of h. A step that reaches its iteration limit is an error, since its result is no answer.
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

// Settings returns the defaults without self-contact, which no problem needs.
func Settings() step.Settings {
	set := step.DefaultSettings()
	set.SelfContact = false
	return set
}

// Pick returns a value for the full set, the quick set on the reference, or the quick set on a device, where steps may
// be slow.
func Pick[T any](e *Env, full, quick, device T) T {
	switch {
	case e.Full:
		return full
	case e.OnCPU():
		return quick
	}
	return device
}

// Cells returns numbers of cells across strips: three sizes in the full set, closer to each other on a device.
func (e *Env) Cells(quick ...int) []int {
	return Pick(e, map[bool][]int{true: {2, 4, 8}, false: {2, 3, 4}}[e.OnCPU()], quick, quick)
}

// Kinds returns a list of meshes. In the quick set on a device, where steps are slow, only the last one remains.
func (e *Env) Kinds(list ...MeshKind) []MeshKind {
	if e.OnCPU() || e.Full {
		return list
	}
	return list[len(list)-1:]
}
