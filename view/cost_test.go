//go:build cgo && unix

package view

import (
	"slices"
	"syscall"
	"testing"

	"hysteron/scenes/scenestest"
)

// BenchmarkPicture draws a hanging sheet of 51 × 51 vertices, with panels, in a window of the usual size, beside a step
// of it.
func BenchmarkPicture(b *testing.B) {
	c := device(b)
	o := StageOptions{Targets: []string{written(b, scenestest.Curtain)}, Offscreen: true, Backend: "cpu", Out: b.TempDir()}
	st, err := NewStage(c, o, 1200, 800, 1)
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	p := &Puppet{Stage: st, Dir: o.Out}
	if err := p.Open(); err != nil {
		b.Fatal(err)
	}
	var pictures [2]SimPicture // that follow each other
	for k := range pictures {
		p.panes[0].runner.Steps(4)
		p.Tick(.1)
		pictures[k] = p.panes[0].at
	}
	if slices.Equal(pictures[0].X, pictures[1].X) {
		b.Fatal("nothing moves")
	}
	shown := 0
	for _, bench := range []struct {
		name string
		f    func() error
	}{
		{"step", func() error {
			p.panes[0].runner.Steps(1)
			p.Tick(0)
			return nil
		}},
		{"moving", func() error {
			shown++
			p.panes[0].show(pictures[shown%2])
			return st.ctx.Do(func() error { return st.draw(false) })
		}},
		{"still", func() error { return st.ctx.Do(func() error { return st.draw(true) }) }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			from := processorTime(b)
			for b.Loop() {
				if err := bench.f(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(1e3*(processorTime(b)-from)/float64(b.N), "cpu-ms/op")
		})
	}
}

// processorTime of this process so far [s].
func processorTime(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + 1e-6*float64(u.Utime.Usec+u.Stime.Usec)
}
