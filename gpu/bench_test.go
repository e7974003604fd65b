//go:build cgo

package gpu

import (
	"fmt"
	"testing"
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/cpu"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// BenchmarkStep steps a hanging sheet of about 1k, 2k and 10k triangles on both backends, with the same
// settings, after a warm-up of 10 steps: ms per step, per CG iteration and per stage.
func BenchmarkStep(b *testing.B) {
	c, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true, Timed: true})
	if err != nil {
		b.Skipf("SKIPPED, no OpenGL context: %v", err)
	}
	defer c.Close()
	for _, n := range []int{23, 33, 72} {
		m := model(b, hung(n, n, .01*float64(n), .01*float64(n), cotton()))
		set := step.DefaultSettings()
		run := func(name string, advance func(float64) (step.Report, error), more func(b *testing.B)) {
			b.Run(fmt.Sprintf("%s/%d", name, len(m.Tri)), func(b *testing.B) {
				for range 10 {
					if _, err := advance(1. / 240); err != nil {
						b.Fatal(err)
					}
				}
				var sum step.Report
				for b.Loop() {
					rep, err := advance(1. / 240)
					if err != nil {
						b.Fatal(err)
					}
					sum.Newton += rep.Newton
					sum.CG += rep.CG
					sum.Time.Elements += rep.Time.Elements
					sum.Time.Gather += rep.Time.Gather
					sum.Time.Solve += rep.Time.Solve
				}
				ms := func(d time.Duration) float64 { return d.Seconds() * 1e3 }
				b.ReportMetric(ms(b.Elapsed())/float64(b.N), "ms/step")
				b.ReportMetric(float64(sum.Newton)/float64(b.N), "newton/step")
				b.ReportMetric(float64(sum.CG)/float64(b.N), "cg/step")
				b.ReportMetric(ms(sum.Time.Solve)/float64(sum.CG), "ms/cg")
				b.ReportMetric(ms(sum.Time.Elements)/float64(sum.Newton), "ms-elements/newton")
				b.ReportMetric(ms(sum.Time.Gather)/float64(sum.Newton), "ms-gather/newton")
				more(b)
			})
		}
		a, err := cpu.New(m, nil, nil, set)
		if err != nil {
			b.Fatal(err)
		}
		run("cpu", a.Step, func(*testing.B) {})
		a.Close()
		g, err := New(c, m, nil, nil, set)
		if err != nil {
			b.Fatal(err)
		}
		run("gpu", g.Step, func(b *testing.B) { b.ReportMetric(float64(g.IterationBytes()), "bytes/cg") })
		g.Close()
	}
}

// BenchmarkDispatch measures dispatches of four groups that do little: the same one again and again, and two
// kernels in turn, so that program, buffers, textures and uniforms change.
func BenchmarkDispatch(b *testing.B) {
	c, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true, Timed: true})
	if err != nil {
		b.Skipf("SKIPPED, no OpenGL context: %v", err)
	}
	defer c.Close()
	s, err := New(c, model(b, grid(32, 32, .1, .1, cotton())), nil, nil, step.DefaultSettings())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for name, kernels := range map[string][]string{"same": {"begin_air"}, "turns": {"begin_air", "begin_vertices"}} {
		b.Run(name, func(b *testing.B) {
			if err := c.Do(func() error {
				s.bind()
				n := 0
				for b.Loop() {
					k := kernels[n%len(kernels)]
					n++
					s.queue.run(k, 4*group)
				}
				gl.Finish()
				return opengl.Error()
			}); err != nil {
				b.Fatal(err)
			}
		})
	}
}
