package sim

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/output"

	"hysteron/cpu"
	"hysteron/step"
)

// RunInfo is the contents of run.json, all of it measured. A step is one call of the backend's Step; counts of its
// sub-steps are added up.
type RunInfo struct {
	Scene     string             `json:"scene"`
	Backend   string             `json:"backend"`
	Device    string             `json:"device"`
	Instead   string             `json:"cpu_because,omitempty"`      // reason why an available GPU was not used with --backend auto
	Commit    string             `json:"commit,omitempty"`           // version of the program; of a resumed run, the last one
	Frames    int                `json:"frames"`                     // written frames, with the start state
	Unchecked int                `json:"unchecked_frames,omitempty"` // of these, not checked after an interruption, so not part of the figures
	Steps     int                `json:"steps"`
	Static    *cpu.StaticsResult `json:"static,omitempty"` // of the shape at rest, with --static
	Rests     []RestInfo         `json:"rests,omitempty"`  // rests of the scene
	Air       []AirInfo          `json:"air,omitempty"`    // pressure in air cells
	Tears     []TearInfo         `json:"tears,omitempty"`  // frames before which cloth tore
	DT        float64            `json:"dt_s"`
	Vertices  int                `json:"vertices"`
	Triangles int                `json:"triangles"`
	Wall      float64            `json:"wall_s"` // includes dressing and output; of a resumed run also the time up to its checkpoints

	StepMS  Spread `json:"step_ms"` // wall time; pictures are drawn at the same time
	StageMS Stages `json:"stage_ms"`
	PCG     Counts `json:"pcg_iterations"`
	Newton  Counts `json:"newton_iterations"`

	MaxStretch   float64      `json:"max_stretch"` // largest principal stretch in any frame
	MaxStretchAt *StretchedAt `json:"max_stretch_at,omitempty"`
	// Largest number in any frame of intersecting pairs of cloth triangles, see contact.Report.
	SelfIntersections int `json:"self_intersections"`
	// Largest number in any frame of vertices inside a body or under the ground, and of intersecting pairs of a cloth
	// triangle and a body triangle.
	BodyPenetrations int `json:"body_penetrations"`
	// Number of frames with self-intersections or body penetrations, see contact.csv.
	IntersectingFrames int      `json:"intersecting_frames"`
	StartPenetrations  int      `json:"start_penetrations"` // BodyPenetrations of the start state
	NoRoom             []NoRoom `json:"no_room,omitempty"`  // frames in which bodies overlap with cloth between
	// Smallest distance between cloth and bodies or ground in any frame, negative inside; null without bodies and
	// ground.
	MinGap           *float64 `json:"min_gap_m"`
	NonFinite        int      `json:"non_finite"` // number of infinite or NaN coordinates
	UnconvergedSteps int      `json:"unconverged_steps"`
	// Iteration limits that all steps reached, number of halvings, and number of clamped vertices.
	Limits          step.Limits `json:"ran_out"`
	Halvings        int         `json:"halvings"`
	Smallest        float64     `json:"smallest_step_s"` // smallest sub-step; 0: none
	ClampedVertices int         `json:"stopped_vertices"`

	Guarantees Guarantees `json:"guarantees"`
}

// RestInfo is the effort of a rest.
type RestInfo struct {
	Frame int `json:"frame"` // frame number
	cpu.HoldResult
}

// AirInfo is the air in a closed piece, frame by frame.
type AirInfo struct {
	Garment  string    `json:"garment"`
	Volume   []float64 `json:"volume_m3"`
	Pressure []float64 `json:"overpressure_pa"`
}

// addAir adds the air of a frame.
func (f *frameFigures) addAir(m *cloth.Model, x []r3.Vec, pressure []float64) {
	if len(m.Air) == 0 {
		return
	}
	air := make([]AirInfo, len(m.Air)) // the last one may be in use
	for k := range m.Air {
		c := &m.Air[k]
		a := AirInfo{Garment: m.Parts[m.Rest[c.Tri[0]].Part].Name}
		if f.Air != nil {
			a = f.Air[k]
		}
		a.Volume = append(slices.Clip(a.Volume), m.Enclosed(c, x))
		a.Pressure = append(slices.Clip(a.Pressure), pressure[k])
		air[k] = a
	}
	f.Air = air
}

// StretchedAt is the place of the largest principal stretch of a run.
type StretchedAt struct {
	Frame    int    `json:"frame"`    // frame number
	Garment  string `json:"garment"`  // name of the garment or sheet
	Triangle int32  `json:"triangle"` // of the garment, from 0
}

// Spread is statistics of a measured time.
type Spread struct {
	Median float64 `json:"median"`
	P95    float64 `json:"p95"`
}

// Stages are mean times of the stages of a step [ms], see step.StageTimes. On a GPU the first four are measured by the
// device.
type Stages struct {
	Contact  float64 `json:"contact"`
	Elements float64 `json:"elements"`
	Gather   float64 `json:"gather"`
	Solve    float64 `json:"solve"`
	Other    float64 `json:"other"` // rest of the wall time
}

// Counts is statistics of a number of iterations.
type Counts struct {
	Median float64 `json:"median"`
	Max    int     `json:"max"`
}

// stepFigures are figures of each step.
type stepFigures struct {
	Wall        float64
	Stage       step.StageTimes
	CG, Newton  int32
	Unconverged bool
	RanOut      step.Limits

	Halvings, Stopped int32
	Smallest          float64 // sub-step [s]
}

// frameFigures are figures of the frames.
type frameFigures struct {
	Frames     int
	Unchecked  int // written, but not checked after an interruption
	MaxStretch float64
	At         *StretchedAt // place of it; nil in checkpoints of earlier versions
	Self, Body int
	Gap        float64 // +Inf: no bodies and no ground
	NonFinite  int
	List       []frameContact // of all frames
	NoRoom     []NoRoom       // frames with some
	Rests      []RestInfo
	Air        []AirInfo
	Tears      []TearInfo
}

// frameContact is the result of the check of a frame.
type frameContact struct {
	Self, Body int
	Gap        float64
}

// add adds the figures of a frame.
func (f *frameFigures) add(r *check.Report, frame int, worst step.Stretched) {
	f.Frames++
	f.List = append(slices.Clip(f.List), frameContact{len(r.Self), r.Penetrations(), r.Gap})
	if worst.Stretch > f.MaxStretch {
		f.MaxStretch, f.At = worst.Stretch, &StretchedAt{frame, worst.Part, worst.Of}
	}
	f.Self = max(f.Self, len(r.Self))
	f.Body = max(f.Body, r.Penetrations())
	f.Gap = min(f.Gap, r.Gap)
	f.NonFinite += r.NonFinite
}

func figuresOf(rep step.Report, wall float64) stepFigures {
	return stepFigures{Wall: wall, Stage: rep.Time, CG: int32(rep.CG), Newton: int32(rep.Newton),
		Unconverged: rep.Outcome == step.Unconverged,
		RanOut:      rep.Limits, Halvings: int32(rep.Halvings), Stopped: int32(rep.ClampedVertices), Smallest: rep.Smallest,
	}
}

// fill sets the measured figures, and the guarantees of a run with this number of bodies.
func (r *RunInfo) fill(steps []stepFigures, f frameFigures, set *step.Settings, bodies int) {
	r.Steps, r.Frames, r.Unchecked = len(steps), f.Frames+f.Unchecked, f.Unchecked
	r.Rests, r.Air, r.Tears = f.Rests, f.Air, f.Tears
	var wall, cg, newton []float64
	r.UnconvergedSteps, r.StageMS = 0, Stages{}
	r.Limits, r.Halvings, r.ClampedVertices, r.Smallest = step.Limits{}, 0, 0, 0
	mean := func(d time.Duration) float64 { return 1e3 * d.Seconds() / float64(len(steps)) }
	for _, s := range steps {
		t, m := &s.Stage, &r.StageMS
		m.Contact += mean(t.Contact)
		m.Elements += mean(t.Elements)
		m.Gather += mean(t.Gather)
		m.Solve += mean(t.Solve)
		m.Other += max(0, 1e3*s.Wall/float64(len(steps))-mean(t.Contact+t.Elements+t.Gather+t.Solve))
		wall, cg, newton = append(wall, 1e3*s.Wall), append(cg, float64(s.CG)), append(newton, float64(s.Newton))
		if s.Unconverged {
			r.UnconvergedSteps++
		}
		r.Limits.Add(s.RanOut)
		r.Halvings += int(s.Halvings)
		if s.Smallest > 0 && (r.Smallest == 0 || s.Smallest < r.Smallest) {
			r.Smallest = s.Smallest
		}
		r.ClampedVertices += int(s.Stopped)
	}
	r.StepMS = Spread{quantile(wall, 0.5), quantile(wall, 0.95)}
	r.PCG = Counts{quantile(cg, 0.5), int(quantile(cg, 1))}
	r.Newton = Counts{quantile(newton, 0.5), int(quantile(newton, 1))}
	r.MaxStretch, r.MaxStretchAt = f.MaxStretch, f.At
	r.SelfIntersections, r.BodyPenetrations, r.NonFinite = f.Self, f.Body, f.NonFinite
	r.NoRoom, r.IntersectingFrames = f.NoRoom, 0
	for _, c := range f.List {
		if c.Self+c.Body > 0 {
			r.IntersectingFrames++
		}
	}
	p := GuaranteeInput{Later: f.Self, Inside: f.Body, Slipped: r.Limits.Bodies, Steps: r.Steps,
		Unconverged: r.UnconvergedSteps, OnCPU: r.Backend == "cpu", Settings: set, Bodies: bodies}
	if len(f.List) > 0 {
		p.Crossed, r.StartPenetrations = f.List[0].Self, f.List[0].Body
	}
	r.Guarantees = GuaranteesOf(p)
	r.MinGap = nil
	if !math.IsInf(f.Gap, 0) {
		r.MinGap = &f.Gap
	}
}

// quantile returns a quantile of v by linear interpolation, 0 if v is empty. It sorts v.
func quantile(v []float64, p float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	at := p * float64(len(v)-1)
	i := min(int(at), len(v)-1)
	j := min(i+1, len(v)-1)
	return v[i] + (at-float64(i))*(v[j]-v[i])
}

// Write writes DIR/run.json.
func (r *RunInfo) Write(dir string) error { return writeJSON(filepath.Join(dir, "run.json"), r) }

// ReadRunInfo reads DIR/run.json.
func ReadRunInfo(dir string) (*RunInfo, error) {
	r := &RunInfo{}
	return r, readJSON(filepath.Join(dir, "run.json"), r)
}

// writeContacts writes DIR/contact.csv, the results of the check by frame.
func writeContacts(dir string, first int, list []frameContact) error {
	return formats.WriteFileAtomic(filepath.Join(dir, "contact.csv"), func(w io.Writer) error {
		b := []byte(output.ContactHeader + "\n")
		for i, c := range list {
			b = fmt.Appendf(b, "%d,%d,%d,", first+i, c.Self, c.Body)
			if !math.IsInf(c.Gap, 0) {
				b = strconv.AppendFloat(b, c.Gap, 'g', 6, 64)
			}
			b = append(b, '\n')
		}
		_, err := w.Write(b)
		return err
	})
}

func writeJSON(path string, v any) error {
	return formats.WriteFileAtomic(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(v)
	})
}

// maxJSON bounds the size of run.json and input.json [bytes].
const maxJSON = 16 << 20

func readJSON(path string, v any) error {
	data, err := formats.ReadFile(path, maxJSON)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return &os.PathError{Op: "read", Path: path, Err: err}
	}
	return nil
}

func newFrameFigures() frameFigures { return frameFigures{Gap: math.Inf(1)} }
