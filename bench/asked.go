package bench

import (
	"fmt"

	"hysteron/gpu"
	"hysteron/report"
)

// Asked has the mean numbers of device operations per step, see gpu.Counts.
type Asked struct {
	Dispatches float64 `json:"dispatches"`
	Barriers   float64 `json:"barriers"`
	Uniforms   float64 `json:"uniforms"`
	Copies     float64 `json:"copies"`
	Waits      float64 `json:"waits"`
	Queries    float64 `json:"queries"`
	Calls      float64 `json:"calls"`
	Issued     float64 `json:"pcg_issued"`
	ModelMS    float64 `json:"model_ms"` // estimate for hardware, see asked
}

// Times of hardware of the class of an NVIDIA H200: between dependent dispatches, for a round trip between device and
// host, and per byte.
const (
	modelDispatch = 5e-6       // [s]
	modelWait     = 30e-6      // [s]
	modelByte     = 1 / 4.3e12 // [s]
)

// asked returns the means of counts over the steps. pcgBytes are the bytes of a PCG iteration.
func asked(c gpu.Counts, steps float64, pcgBytes int64) *Asked {
	a := &Asked{
		Dispatches: float64(c.Dispatches) / steps, Barriers: float64(c.Barriers) / steps,
		Uniforms: float64(c.Uniforms) / steps,
		Copies:   float64(c.Copies) / steps, Waits: float64(c.Waits) / steps, Queries: float64(c.Queries) / steps,
		Calls: float64(c.Calls) / steps, Issued: float64(c.Issued) / steps,
	}
	a.ModelMS = 1e3 * (a.Barriers*modelDispatch + a.Waits*modelWait + a.Issued*float64(pcgBytes)*modelByte)
	return a
}

// askedTable returns the table of device operations of the GPU sides of all rows.
func (r *Report) askedTable() report.Table {
	t := report.Table{Head: []string{"scene", "triangles", "Newton", "PCG", "PCG issued", "dispatches", "barriers",
		"uniforms", "copies", "waits", "queries", "calls", "levels", "model ms"}}
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.GPU == nil || row.GPU.Asked == nil {
			continue
		}
		s, a := row.GPU, row.GPU.Asked
		cells := []string{row.Scene, fmt.Sprint(row.Triangles)}
		for _, v := range []float64{s.Newton, s.PCG, a.Issued, a.Dispatches, a.Barriers, a.Uniforms, a.Copies, a.Waits,
			a.Queries, a.Calls} {
			cells = append(cells, fmt.Sprintf("%.1f", v))
		}
		levels := ""
		if l := s.Levels; l != nil {
			levels = fmt.Sprintf("%g, %g", l.Iteration, l.Setup)
		}
		t.Add(append(cells, levels, figure(a.ModelMS))...)
	}
	return t
}
