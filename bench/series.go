package bench

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu"
	"hysteron/step/islands"
)

// series measures the rows of one scene, from small to large.
type series struct {
	*bencher
	scene string
	make  maker
	seen  []int // triangles of the rows so far
	last  map[string]past
}

// past has the needs of a backend at the last size, from which those at the next are estimated.
type past struct {
	triangles int
	stepS     float64 // median
	memory    int64
}

// blockSteps is the number of steps that a backend takes in turn. In the first one the caches are full of the other's
// data.
const blockSteps = 5

// leastSteps is the least number of timed steps within the box; a slower backend is left out.
const leastSteps = 3

// row measures one size; nil if that size has been measured already.
func (s *series) row(asked int) (*Row, error) {
	row := &Row{Scene: s.scene, Asked: asked}
	wanted := s.wanted(asked, row)
	if len(wanted) == 0 {
		return row, nil
	}
	p, err := s.make(asked)
	if err != nil {
		return nil, err
	}
	m := p.model
	if slices.Contains(s.seen, len(m.Tri)) {
		s.opt.Progress(fmt.Sprintf("%s: %d triangles are as near as it comes to %d, and measured already", s.scene,
			len(m.Tri), asked))
		return nil, nil
	}
	s.seen = append(s.seen, len(m.Tri))
	if s.opt.Lead > 0 {
		if err := p.lead(s.ctx, s.opt.Lead); err != nil {
			return nil, err
		}
	}
	row.Triangles, row.Vertices, row.Hinges = len(m.Tri), len(m.X0), len(m.Hinges)
	row.Tolerance = p.settings.Tolerance

	var runners []*runner
	defer func() {
		for _, r := range runners {
			r.close()
		}
	}()
	for _, name := range wanted {
		r, err := s.open(name, p)
		if err == nil && name == "gpu" && s.device.Context.Device().Software && r.latest.Seconds()*leastSteps > s.opt.BoxS {
			r.close() // software drivers compile kernels in the first step ever taken
			r, err = s.open(name, p)
		}
		switch {
		case err != nil:
			row.Failed = row.Failed || !errors.Is(err, gpu.ErrTooLarge)
			s.note(row, name, "%v", err)
		case r.latest.Seconds()*leastSteps > s.opt.BoxS:
			s.note(row, name, "left out: its first step took %.3g s, the row has %g s", r.latest.Seconds(), s.opt.BoxS)
			r.close()
		default:
			runners = append(runners, r)
		}
	}
	if runners = s.steps(p, row, runners); len(runners) == 0 && s.ctx.Err() == nil {
		return row, nil
	}
	if s.ctx.Err() != nil {
		return nil, s.ctx.Err()
	}
	for _, r := range runners {
		side := r.finish()
		s.last[r.name] = past{len(m.Tri), side.StepMS.Median / 1e3, side.Memory}
		if r.name == "cpu" {
			row.CPU = side
		} else {
			row.GPU = side
		}
	}
	if row.CPU != nil && row.GPU != nil {
		row.Ratio = &Ratio{Step: row.CPU.StepMS.Median / row.GPU.StepMS.Median}
		if row.GPU.PCGms > 0 {
			row.Ratio.PCG = row.CPU.PCGms / row.GPU.PCGms
		}
		if row.Agreement, err = compare(m, runners[0], runners[1]); err != nil {
			return nil, err
		}
	}
	return row, nil
}

// note adds a note on a backend to a row.
func (s *series) note(row *Row, name, format string, args ...any) {
	row.Notes = append(row.Notes, name+": "+fmt.Sprintf(format, args...))
}

// wakeFor is the time for which hardware is kept busy before a measurement, and for a fifth of it after each turn of
// the CPU. See awaken.
const wakeFor = time.Second

// perTriangle is the assumed memory of a backend per triangle before the first measurement [bytes]. 1200 to 1500 were
// measured on sheets, 2300 to 2800 with contact.
const perTriangle = 3000

// growth is the exponent of the time of a step over the number of triangles n: the work of an iteration grows with n,
// the number of iterations with √n.
const growth = 1.5

// wanted returns the requested backends that are likely to fit into time and memory, estimated from the smaller sizes.
func (s *series) wanted(triangles int, row *Row) (names []string) {
	host := memoryAvailable()
	for _, name := range []string{"cpu", "gpu"} {
		if s.opt.Backend != "both" && s.opt.Backend != name {
			continue
		}
		before, ok := s.last[name]
		scale := float64(triangles) / float64(max(before.triangles, 1))
		if ok {
			if guess := before.stepS * math.Pow(scale, growth) * (1 + leastSteps); guess > 2*s.opt.BoxS && scale > 1 {
				s.note(row, name, "left out: %d steps would take about %.0f s, the row has %.0f s", 1+leastSteps, guess, s.opt.BoxS)
				continue
			}
		}
		each := float64(perTriangle)
		if ok && before.memory > 0 {
			each = float64(before.memory) / float64(before.triangles)
		}
		have := &host
		if name == "gpu" && !s.report.Device.Software {
			device := s.report.Device.Memory
			have = &device
		}
		need := int64(each * float64(triangles))
		if *have > 0 && need > *have/10*8 {
			s.note(row, name, "left out: it would take about %d MiB, of which %d MiB are there", need>>20, *have>>20)
			continue
		}
		*have -= need
		names = append(names, name)
	}
	return names
}

// steps takes the warm-up and the timed steps, in turn, and returns the backends that completed them.
func (s *series) steps(p *problem, row *Row, runners []*runner) []*runner {
	box := time.Duration(s.opt.BoxS * float64(time.Second))
	began := time.Now()
	drop := func(name, format string, args ...any) {
		s.note(row, name, format, args...)
		runners = slices.DeleteFunc(runners, func(r *runner) bool {
			if r.name == name {
				r.close()
			}
			return r.name == name
		})
	}
	done := 1         // the first one, see open
	asleep := wakeFor // by the turns of the other backend
	take := func(n int, timed bool) {
		for _, r := range slices.Clone(runners) {
			if g, ok := islands.Only(r.Sim).(*gpu.Sim); ok && (len(runners) > 1 || asleep == wakeFor) {
				if err := wake(g, s.device.Context, asleep); err != nil {
					row.Failed = true
					drop(r.name, "%v", err)
					continue
				}
				asleep = wakeFor / 5
			}
			for k := range n {
				if s.ctx.Err() != nil {
					return
				}
				p.move(done + k)
				if err := r.take(timed); err != nil {
					row.Failed = true
					drop(r.name, "step %d: %v", done+k+1, err)
					break
				}
			}
		}
		done += n
	}

	var first time.Duration // one step of each backend
	for _, r := range runners {
		first += r.latest
	}
	began = began.Add(-first)
	first = max(first, 1)
	// A quarter of the box is for the warm-up, and the rest has at least eight turns.
	if n := min(s.opt.Warmup, int(box/4/first)); n > 1 {
		take(n-1, false)
	}
	row.Warmup = done
	block := max(1, min(blockSteps, int(box/8/first)))
	for len(runners) > 0 && s.ctx.Err() == nil {
		left := s.opt.Steps - (done - row.Warmup)
		if left <= 0 || time.Since(began) > box && done-row.Warmup >= leastSteps {
			break
		}
		take(min(block, left), true)
	}
	row.Steps = done - row.Warmup
	return runners
}

// compare returns the distances between the vertices of two backends.
func compare(m *cloth.Model, a, b *runner) (*Agreement, error) {
	x, y := make([]r3.Vec, len(m.X0)), make([]r3.Vec, len(m.X0))
	if err := a.Positions(x); err != nil {
		return nil, err
	}
	if err := b.Positions(y); err != nil {
		return nil, err
	}
	size := diagonal(m.X0)
	var sum, most float64
	for i := range x {
		d := r3.Norm2(r3.Sub(x[i], y[i]))
		sum, most = sum+d, max(most, d)
	}
	return &Agreement{RMS: math.Sqrt(sum/float64(len(x))) / size, Max: math.Sqrt(most) / size}, nil
}

// diagonal returns the diagonal of the box around points.
func diagonal(x []r3.Vec) float64 {
	lo, hi := x[0], x[0]
	for _, p := range x {
		lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
		hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
	}
	return r3.Norm(r3.Sub(hi, lo))
}
