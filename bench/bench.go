package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/param"
	"hysteron/step"
)

// Options are the options of a measurement.
type Options struct {
	Scenes  []string // empty: all
	Sizes   []int    // triangles; empty: DefaultSizes of the device
	Backend string   // "cpu", "gpu" or "both" (also "")
	Lead    int      // first steps, by the reference, before both sides begin
	Warmup  int      // most steps before the timed ones; 0: 10
	Steps   int      // most timed steps; 0: 40
	BoxS    float64  // time limit of the steps of a row [s]; 0: 60
	Command string   // copied into the report
	Note    string   // the same

	DressCache string // folder of dressed states, see sim.DressCache; empty: garments are dressed anew

	AsHardware bool // see opengl.Options
	Device     *int // of OpenGL; nil: see opengl.Auto

	Progress func(line string)   // may be nil
	Begin    func(*Report) error // called with the settings before any measurement; may be nil
	Each     func(*Report) error // called with the rows so far after each row; may be nil

	copyBytes int // size of the copies of bandwidth measurements; 0: copyBytes (tests take less)
}

// ErrInterrupted is returned after the end of the context; the report has the complete rows.
var ErrInterrupted = errors.New("interrupted")

// ErrFailed is returned when a backend failed in some row; the report has the reason.
var ErrFailed = errors.New("a backend failed, see the notes")

// Bounds on the sizes: cloth has at least two triangles, and indices of buffers have to fit.
const (
	smallest = 2
	largest  = 10_000_000
)

// DefaultSizes returns the numbers of triangles to measure by default, and the reason.
func DefaultSizes(hardware bool) (sizes []int, why string) {
	if hardware {
		return []int{1000, 10_000, 20_000, 100_000, 1_000_000}, ""
	}
	return []int{1000, 2000, 10_000}, "without a hardware GPU: a step of 100,000 triangles takes up to several seconds " +
		"there; --sizes takes larger ones"
}

func (o *Options) check() (err error) {
	if o.Scenes, err = parseScenes(o.Scenes); err != nil {
		return err
	}
	switch o.Backend {
	case "":
		o.Backend = "both"
	case "cpu", "gpu", "both":
	default:
		return param.Wrong(fmt.Errorf("unknown backend %q: expected cpu, gpu or both", o.Backend))
	}
	for i, n := range o.Sizes {
		if n < smallest || n > largest {
			return param.Wrong(fmt.Errorf("size of %d triangles: expected %d to %d", n, smallest, largest))
		}
		if i > 0 && n <= o.Sizes[i-1] {
			return param.Wrong(fmt.Errorf("size %d after %d: expected ascending sizes", n, o.Sizes[i-1]))
		}
	}
	for _, q := range []struct {
		name  string
		value *int
		or    int
	}{{"warm-up steps", &o.Warmup, 10}, {"timed steps", &o.Steps, 40}, {"bytes to copy", &o.copyBytes, copyBytes}} {
		if *q.value < 0 {
			return param.Wrong(fmt.Errorf("%d %s: expected at least 1", *q.value, q.name))
		}
		if *q.value == 0 {
			*q.value = q.or
		}
	}
	if o.Lead < 0 {
		return param.Wrong(fmt.Errorf("%d steps of the reference: expected 0 or more", o.Lead))
	}
	if o.BoxS == 0 {
		o.BoxS = 60
	}
	if !(o.BoxS > 0) || math.IsInf(o.BoxS, 0) {
		return param.Wrong(fmt.Errorf("a box of %g s: expected a finite number > 0", o.BoxS))
	}
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	if o.Begin == nil {
		o.Begin = func(*Report) error { return nil }
	}
	if o.Each == nil {
		o.Each = func(*Report) error { return nil }
	}
	return nil
}

// Run measures all rows. With ErrInterrupted and ErrFailed (wrapped) the report is valid too. Other errors: input
// errors (package param) for wrong options, and errors in the set-up of a scene.
func Run(ctx context.Context, opt Options) (*Report, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	b := &bencher{ctx: ctx, opt: opt, report: &Report{Host: newHost(opt.Command), Note: opt.Note, Rows: []Row{}}}
	if opt.Backend != "cpu" {
		g, err := gpu.OpenBackend(opengl.Options{Device: opengl.Index(opt.Device), Compute: true, Timed: true,
			AsHardware: opt.AsHardware, Ended: ctx.Err}, cpu.Backend{})
		if err != nil && ctx.Err() != nil {
			return nil, ErrInterrupted
		} else if errors.Is(err, gpu.ErrBroken) {
			return nil, err
		} else if err != nil {
			return nil, param.Wrong(fmt.Errorf("no device for the GPU side: %w; use --backend cpu", err))
		}
		defer g.Close()
		b.device = &g
	}
	if err := b.describe(); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ErrInterrupted
	}
	if err := opt.Begin(b.report); err != nil {
		return nil, err
	}
	err := b.rows()
	b.report.Interrupted = errors.Is(err, ErrInterrupted)
	if b.ctx.Err() == nil {
		err = errors.Join(err, b.copies())
	}
	b.rates()
	if b.device != nil {
		for _, doubt := range b.device.Doubts() {
			opt.Progress("note: " + doubt)
		}
	}
	return b.report, err
}

// rows measures all rows.
func (b *bencher) rows() error {
	failed := false
	for _, m := range makers {
		if !slices.Contains(b.opt.Scenes, m.name) {
			continue
		}
		s := &series{bencher: b, scene: m.name, make: m.make(origin{b.ctx, b.opt.DressCache, b.opt.Progress}),
			last: map[string]past{}}
		for _, n := range b.report.Settings.Sizes {
			b.opt.Progress(fmt.Sprintf("%s, about %d triangles: up to %g s, after it is made ready", m.name, n, b.opt.BoxS))
			row, err := s.row(n)
			if b.ctx.Err() != nil {
				return ErrInterrupted // the row is not complete
			}
			if err != nil {
				return fmt.Errorf("%s, %d triangles: %w", m.name, n, err)
			}
			if row != nil {
				b.report.Rows = append(b.report.Rows, *row)
				failed = failed || row.Failed
				b.opt.Progress(row.line())
				b.rates()
				if err := b.opt.Each(b.report); err != nil {
					return err
				}
			}
		}
	}
	if failed {
		return ErrFailed
	}
	return nil
}

// bencher is a running measurement.
type bencher struct {
	ctx    context.Context
	opt    Options
	device *gpu.Backend // nil: no GPU side
	report *Report
}

// describe fills in the report except its rows.
func (b *bencher) describe() error {
	d := step.DefaultSettings()
	set := &b.report.Settings
	*set = Settings{
		StepS: stepSeconds, MaxNewton: d.MaxNewton, MaxCG: d.MaxCG,
		Lead: b.opt.Lead, Warmup: b.opt.Warmup, Steps: b.opt.Steps, BoxS: b.opt.BoxS,
		Backend: b.opt.Backend, Scenes: b.opt.Scenes,
	}
	set.Sizes, set.Why = b.opt.Sizes, ""
	hardware := false
	if b.device != nil {
		q := b.device.Context.Device()
		hardware = !q.Software
		b.report.Device = &Device{
			Name: deviceName(q.Renderer, q.Software, b.report.Host.Threads), Renderer: q.Renderer, Version: q.Version,
			Software: q.Software, Memory: q.Memory,
		}
	}
	if len(set.Sizes) == 0 {
		set.Sizes, set.Why = DefaultSizes(hardware)
	}
	return b.copies()
}

// copies measures the bandwidths. It is called at the start and at the end, and keeps the higher figures, since other
// programs may use the machine.
func (b *bencher) copies() error {
	h, d := &b.report.Host, b.report.Device
	h.CopyGBs = max(h.CopyGBs, cpuCopy(b.opt.copyBytes, b.ctx.Err)/1e9)
	if d == nil {
		return nil
	}
	rate, by, err := gpuCopy(b.device.Context, b.opt.copyBytes, b.ctx.Err)
	if rate /= 1e9; rate > d.CopyGBs {
		d.CopyGBs, d.CopyBy = rate, by
	}
	return err
}

// rates computes the bandwidths of the rows relative to the copy bandwidths.
func (b *bencher) rates() {
	b.report.Host.LoadEnd = loadAverage()
	for i := range b.report.Rows {
		if s := b.report.Rows[i].CPU; s != nil {
			s.rate(b.report.Host.CopyGBs)
		}
		if s := b.report.Rows[i].GPU; s != nil {
			s.rate(b.report.Device.CopyGBs)
		}
	}
}
