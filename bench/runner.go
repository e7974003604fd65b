package bench

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"

	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/step"
	"hysteron/step/islands"
)

// runner is one backend in a row.
type runner struct {
	name string
	step.Sim
	side Side

	latest time.Duration // of the previous step
	times  []float64     // of the timed steps [s]
	sum    step.Report   // of the timed steps
	asked  gpu.Counts    // in them
}

// open starts a backend from the start of a problem and takes the first step, which includes its deferred set-up.
func (s *series) open(name string, p *problem) (*runner, error) {
	p.move(0)
	before := heap()
	r, err := s.start(name, p)
	if err != nil {
		return nil, err
	}
	if err := r.take(false); err != nil {
		r.close()
		return nil, fmt.Errorf("step 1: %w", err)
	}
	if name == "cpu" {
		r.side.Memory = int64(heap() - before)
	}
	return r, nil
}

func (s *series) start(name string, p *problem) (*runner, error) {
	began := time.Now()
	var b step.Backend = cpu.Backend{Ended: s.ctx.Err}
	if name == "gpu" {
		b = s.device
	}
	sim, err := b.New(p.model, p.state, p.colliders, p.settings)
	if err != nil {
		return nil, err
	}
	sim.SetWatch(func(step.Moment) error { return s.ctx.Err() })
	r := &runner{name: name, Sim: sim}
	if !p.settled {
		if err := r.ResetHistory(); err != nil {
			sim.Close()
			return nil, err
		}
	}
	r.side.SetupS = time.Since(began).Seconds()
	r.side.PCGBytes = pcgBytes(p.model)
	if g, ok := islands.Only(sim).(*gpu.Sim); ok {
		levels := g.LevelCosts()
		r.side.Memory, r.side.PCGBytes, r.side.Levels = g.Bytes(), g.IterationBytes(), &levels
	}
	return r, nil
}

// heap returns the memory of live objects [bytes]. Two collections are needed, since objects in pools survive one.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func (r *runner) close() {
	if r.Sim != nil {
		r.Sim.Close()
		r.Sim = nil
	}
}

// take takes a step. A timed one is added to the sums.
func (r *runner) take(timed bool) error {
	g, onGPU := islands.Only(r.Sim).(*gpu.Sim)
	var before gpu.Counts
	if onGPU {
		before = g.Counts()
	}
	began := time.Now()
	rep, err := r.Step(stepSeconds)
	r.latest = time.Since(began)
	if err != nil || !timed {
		return err
	}
	if onGPU {
		r.asked = r.asked.Add(g.Counts().Sub(before))
	}
	r.times = append(r.times, r.latest.Seconds())
	t := &r.sum
	t.Newton, t.CG, t.Halvings = t.Newton+rep.Newton, t.CG+rep.CG, t.Halvings+rep.Halvings
	t.Time.Contact += rep.Time.Contact
	t.Time.Elements += rep.Time.Elements
	t.Time.Gather += rep.Time.Gather
	t.Time.Solve += rep.Time.Solve
	if rep.Outcome == step.Unconverged {
		r.side.Unconverged++
	}
	return nil
}

// finish computes the means from the sums.
func (r *runner) finish() *Side {
	s, n := &r.side, float64(len(r.times))
	sorted := slices.Sorted(slices.Values(r.times))
	s.StepMS = Spread{
		Median: 1e3 * stat.Quantile(.5, stat.Empirical, sorted, nil),
		P95:    1e3 * stat.Quantile(.95, stat.Empirical, sorted, nil),
	}
	var total float64
	for _, t := range r.times {
		total += t
	}
	ms := func(d time.Duration) float64 { return 1e3 * d.Seconds() / n }
	t := &r.sum.Time
	s.Stage = Stages{Contact: ms(t.Contact), Elements: ms(t.Elements), Gather: ms(t.Gather), Solve: ms(t.Solve)}
	s.Stage.Other = max(0, 1e3*total/n-s.Stage.Contact-s.Stage.Elements-s.Stage.Gather-s.Stage.Solve)
	s.Newton, s.PCG, s.Halvings = float64(r.sum.Newton)/n, float64(r.sum.CG)/n, r.sum.Halvings
	if _, onGPU := islands.Only(r.Sim).(*gpu.Sim); onGPU {
		s.Asked = asked(r.asked, n, s.PCGBytes)
	}
	if r.sum.CG > 0 {
		s.PCGms = 1e3 * t.Solve.Seconds() / float64(r.sum.CG)
	}
	return s
}

// rate sets the bandwidth of an iteration, and its part of the copy bandwidth [GB/s].
func (s *Side) rate(copyGBs float64) {
	if s.PCGms > 0 {
		s.PCGGBs = float64(s.PCGBytes) / (s.PCGms * 1e-3) / 1e9
		s.OfCopy = 100 * s.PCGGBs / copyGBs
	}
}
