package cpu

import (
	"fmt"
	"math"
	"testing"
	"time"

	"hysteron/cloth"
)

// BenchmarkStages is the least time of each stage of an evaluation, in µs, by one worker: of calls of a millisecond the
// quickest of many is little disturbed by what else the machine does.
func BenchmarkStages(b *testing.B) {
	for _, n := range []int{51, 101} {
		for bending, name := range []string{cloth.HingeBending: "hinges", cloth.CurvatureBending: "curves"} {
			b.Run(fmt.Sprintf("%dx%d/%s", n, n, name), func(b *testing.B) {
				s := hangingWith(b, n, func(f *cloth.Fabric) { f.Bending = cloth.BendingLaw(bending) })
				for range 36 {
					if _, err := s.Step(1. / 120); err != nil {
						b.Fatal(err)
					}
				}
				s.begin(1. / 120)
				s.guess()
				s.detectContacts(true)
				stages := []struct {
					name string
					run  func()
				}{
					{"elements", func() { s.evaluateElements(s.x) }},
					{"track", func() { s.track(&s.elements) }},
					{"points", func() { s.evaluatePoints(s.x) }},
					{"gradient", s.gatherGradient},
					{"matrix", s.gatherMatrix},
					{"pairs", func() { s.detectContacts(false) }},
					{"commit", func() { s.commit(&s.elements, s.roles) }},
				}
				least := make([]float64, len(stages))
				for k := range least {
					least[k] = math.Inf(1)
				}
				b.ResetTimer()
				for range b.N {
					for k := range stages {
						start := time.Now()
						stages[k].run()
						least[k] = min(least[k], float64(time.Since(start).Nanoseconds())/1e3)
					}
				}
				for k := range stages {
					b.ReportMetric(least[k], "µs/"+stages[k].name)
				}
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
