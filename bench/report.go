package bench

import (
	"bytes"
	"errors"

	"hysteron/report"
	"hysteron/step"
)

// Report is the outcome of a Run.
type Report struct {
	Host     Host     `json:"host"`
	Device   *Device  `json:"device,omitempty"` // nil: no GPU side
	Settings Settings `json:"settings"`
	Note     string   `json:"note,omitempty"`
	// Interrupted: some rows are missing.
	Interrupted bool  `json:"interrupted,omitempty"`
	Rows        []Row `json:"rows"`
}

// Name returns a file name for the report: that of the device, or "cpu".
func (r *Report) Name() string {
	if r.Device == nil {
		return "cpu"
	}
	return r.Device.Name
}

// Save writes the report to NAME.txt and NAME.json in a folder, which is created.
func (r *Report) Save(dir string) error {
	var text, data bytes.Buffer
	if err := errors.Join(r.WriteText(&text), report.WriteJSON(&data, r)); err != nil {
		return err
	}
	return errors.Join(report.WriteFile(dir, r.Name()+".txt", text.Bytes()), report.WriteFile(dir, r.Name()+".json",
		data.Bytes()))
}

// Settings are the settings of all rows.
type Settings struct {
	StepS     float64  `json:"step_s"` // [s]
	MaxNewton int      `json:"max_newton"`
	MaxCG     int      `json:"max_cg"`
	Lead      int      `json:"led_steps,omitempty"` // by the reference, before both sides begin
	Warmup    int      `json:"warmup_steps"`        // at most
	Steps     int      `json:"timed_steps"`         // at most
	BoxS      float64  `json:"box_s"`               // time limit of the steps of a row [s]
	Backend   string   `json:"backend"`
	Scenes    []string `json:"scenes"`
	Sizes     []int    `json:"sizes_triangles"` // as requested
	Why       string   `json:"sizes_reason,omitempty"`
}

// Device describes the device of the GPU side.
type Device struct {
	Name     string  `json:"name"` // for file names
	Renderer string  `json:"renderer"`
	Version  string  `json:"version"`
	Software bool    `json:"software"`
	Memory   int64   `json:"memory_bytes"` // 0: unknown
	CopyGBs  float64 `json:"copy_gb_per_s"`
	CopyBy   string  `json:"copy_by"` // the faster one: "buffer copy" or "kernel"
}

// Row is one problem at one size.
type Row struct {
	Scene     string  `json:"scene"`
	Asked     int     `json:"asked_triangles"`
	Triangles int     `json:"triangles"`
	Vertices  int     `json:"vertices"`
	Hinges    int     `json:"hinges"`
	Tolerance float64 `json:"tolerance_m"` // of a step on both sides, see step.Settings [m]

	Warmup    int        `json:"warmup_steps"` // taken
	Steps     int        `json:"timed_steps"`
	CPU       *Side      `json:"cpu,omitempty"`
	GPU       *Side      `json:"gpu,omitempty"`
	Ratio     *Ratio     `json:"cpu_over_gpu,omitempty"`
	Agreement *Agreement `json:"agreement,omitempty"`
	Notes     []string   `json:"notes,omitempty"`  // what was left out, and the reason
	Failed    bool       `json:"failed,omitempty"` // a backend ended with an error, see Notes
}

// Side has the figures of one backend in a row.
type Side struct {
	StepMS Spread  `json:"step_ms"`
	Newton float64 `json:"newton_per_step"`
	PCG    float64 `json:"pcg_per_step"`
	// time of the solve over the PCG iterations, with set-up of the preconditioner [ms]
	PCGms float64 `json:"ms_per_pcg"`
	Stage Stages  `json:"stage_ms_per_step"`

	PCGBytes int64   `json:"bytes_per_pcg"` // computed from the data, see pcgBytes and gpu.Sim.IterationBytes
	PCGGBs   float64 `json:"pcg_gb_per_s"`
	OfCopy   float64 `json:"pcg_percent_of_copy"`

	Levels *step.LevelCosts `json:"coarse_levels,omitempty"` // costs by which a GPU chooses preconditioners

	Memory      int64   `json:"memory_bytes"`
	SetupS      float64 `json:"setup_s"`
	Asked       *Asked  `json:"asked_per_step,omitempty"` // GPU only
	Unconverged int     `json:"unconverged_steps"`
	Halvings    int     `json:"halvings"`
}

// Spread is the median and the 95th percentile of a sample.
type Spread struct {
	Median float64 `json:"median"`
	P95    float64 `json:"p95"`
}

// Stages are means over the timed steps [ms]. On a GPU the first four are device time. Other is the rest of the wall
// time: issue of commands, waits for results, copies.
type Stages struct {
	Contact  float64 `json:"contact"`
	Elements float64 `json:"elements"`
	Gather   float64 `json:"gather"`
	Solve    float64 `json:"solve"`
	Other    float64 `json:"other"`
}

// Ratio is the CPU's time over the GPU's: above 1 the GPU is faster.
type Ratio struct {
	Step float64 `json:"step"` // of the medians
	PCG  float64 `json:"pcg"`  // per iteration
}

// Agreement is the distance between the two backends' vertices after the same steps from the same
// state, relative to the diagonal of the box around the cloth at the start.
type Agreement struct {
	RMS float64 `json:"rms"`
	Max float64 `json:"max"`
}
