package sweep

import (
	"context"
	"fmt"
	"slices"

	"hysteron/param"
	"hysteron/scenes"
)

// Smallest and largest time of a vertex per step on one core of the CPU [s]: measured over the shipped scenes,
// processor time over vertices and steps (docs/speed.md, Whole scenes: hanging-sheet 2.5e-6 s, ribbon-through-ring
// 3.7e-5 s). Dressing is not included.
const (
	leastStep = 2e-6
	mostStep  = 4e-5
)

// Estimate is the estimated cost of a task.
type Estimate struct {
	Task     int     `json:"task"`
	State    State   `json:"state"`
	Vertices int     `json:"vertices"`
	Steps    int     `json:"steps"`
	Memory   float64 `json:"memory_bytes"`
	Least    float64 `json:"least_s"` // wall time [s]
	Most     float64 `json:"most_s"`
}

// Estimates are the estimated costs of the tasks.
type Estimates struct {
	Tasks []Estimate `json:"tasks"`
	// From is the number of finished tasks from which times are scaled, by vertices and steps; 0: from the shipped
	// scenes, on one core of a CPU.
	From int `json:"from_finished"`
}

// Estimate returns the cost of each task: memory from the number of vertices, time from the smallest and largest time
// of finished tasks per vertex and step.
func (m *Manifest) Estimate(ctx context.Context) (*Estimates, error) {
	g, err := m.Gather(ctx)
	if err != nil {
		return nil, err
	}
	e := &Estimates{}
	var rates []float64
	for i := range g.Rows {
		r := &g.Rows[i]
		if r.Task.Vertices == 0 {
			return nil, param.Wrong(fmt.Errorf("%s was planned by an earlier version: expected it to be planned anew, with "+
				"hysteron sweep plan --overwrite", m.Dir))
		}
		wall, ok := r.Number("wall_s")
		if size := float64(r.Task.Vertices) * float64(r.Task.Steps); ok && r.State == Finished && size > 0 {
			rates = append(rates, wall/size)
		}
	}
	least, most := leastStep, mostStep
	if e.From = len(rates); e.From > 0 {
		least, most = slices.Min(rates), slices.Max(rates)
	}
	for i := range g.Rows {
		t := g.Rows[i].Task
		_, memory := scenes.Memory(float64(t.Vertices))
		size := float64(t.Vertices) * float64(t.Steps)
		e.Tasks = append(e.Tasks, Estimate{t.Number, g.Rows[i].State, t.Vertices, t.Steps, memory + programBytes,
			least * size, most * size})
	}
	return e, nil
}

// programBytes is the memory of the program without cloth: measured, the maximum resident set of a run of 9 vertices on
// the CPU without pictures, 33 MB, plus a half (getrusage).
const programBytes = 50e6

// Left sums up the unfinished tasks: their number, the largest memory [bytes], the longest time of one, and the
// smallest and largest total time [s].
func (e *Estimates) Left() (tasks int, memory, longest, least, most float64) {
	for _, t := range e.Tasks {
		if t.State != Finished {
			tasks++
			memory, longest = max(memory, t.Memory), max(longest, t.Most)
			least, most = least+t.Least, most+t.Most
		}
	}
	return tasks, memory, longest, least, most
}
