package cpu

import (
	"fmt"
	"testing"
	"time"

	"hysteron/step"
)

// BenchmarkStep is the step of a hanging sheet of 1 m at 1/120 s, from a state after .3 s of
// fall, where it stretches and folds: time per step, of the wall and of the processors, iterations, and the share of
// each stage.
// (The matrix–vector product alone is benchmarked in linalg.)
func BenchmarkStep(b *testing.B) {
	for _, n := range []int{51, 101, 201} {
		b.Run(fmt.Sprintf("%dx%d", n, n), func(b *testing.B) {
			s := hanging(b, n)
			for range 36 {
				if _, err := s.Step(1. / 120); err != nil {
					b.Fatal(err)
				}
			}
			start := s.State.Clone()
			var sum step.Report
			used := processorTime(b)
			b.ResetTimer()
			for i := range b.N {
				if i%12 == 0 { // stay near the chosen moment
					b.StopTimer()
					s.State = start.Clone()
					b.StartTimer()
				}
				rep, err := s.Step(1. / 120)
				if err != nil {
					b.Fatal(err)
				}
				sum.Newton += rep.Newton
				sum.CG += rep.CG
				sum.Time.Contact += rep.Time.Contact
				sum.Time.Elements += rep.Time.Elements
				sum.Time.Gather += rep.Time.Gather
				sum.Time.Solve += rep.Time.Solve
			}
			steps := float64(b.N)
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1e3/steps, "ms/step")
			b.ReportMetric((processorTime(b)-used).Seconds()*1e3/steps, "cpu-ms/step")
			b.ReportMetric(float64(sum.Newton)/steps, "newton/step")
			b.ReportMetric(float64(sum.CG)/steps, "cg/step")
			share := func(d time.Duration) float64 { return 100 * float64(d) / float64(b.Elapsed()) }
			b.ReportMetric(share(sum.Time.Contact), "%contact")
			b.ReportMetric(share(sum.Time.Elements), "%elements")
			b.ReportMetric(share(sum.Time.Gather), "%gather")
			b.ReportMetric(share(sum.Time.Solve), "%solve")
			b.ReportMetric(0, "ns/op") // ms/step says it
		})
	}
}
