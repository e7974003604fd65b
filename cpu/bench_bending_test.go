//go:build unix

package cpu

import (
	"fmt"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"hysteron/cloth"
	"hysteron/law"
)

// BenchmarkBendingLaws steps the hanging sheet with both laws of bending in turns, one step each,
// and reports the processor time of both per step, of which other work on the machine takes
// nothing, and their ratio.
func BenchmarkBendingLaws(b *testing.B) {
	for _, n := range []int{51, 101} {
		for _, bend := range []float64{1, 30} { // times the stiffness and friction of cotton
			b.Run(fmt.Sprintf("%dx%d/%gx", n, n, bend), func(b *testing.B) {
				var sims [2]*Sim
				var start [2]*cloth.State
				for k, bending := range []cloth.BendingLaw{cloth.HingeBending, cloth.CurvatureBending} {
					sims[k] = hangingWith(b, n, func(f *cloth.Fabric) {
						f.Bending = bending
						for _, c := range []*cloth.Component{&f.BendWarp, &f.BendWeft} {
							c.Elastic, c.Friction = law.Scaled(c.Elastic, bend), law.Scaled(c.Friction, bend)
						}
					})
					for range 36 {
						if _, err := sims[k].Step(1. / 120); err != nil {
							b.Fatal(err)
						}
					}
					start[k] = sims[k].State.Clone()
				}
				var used [2]time.Duration
				var newton, cg [2]int
				b.ResetTimer()
				for i := range b.N {
					for k, s := range sims {
						if i%12 == 0 {
							s.State = start[k].Clone()
						}
						before := processorTime(b)
						rep, err := s.Step(1. / 120)
						if err != nil {
							b.Fatal(err)
						}
						used[k] += processorTime(b) - before
						newton[k] += rep.Newton
						cg[k] += rep.CG
					}
				}
				for k, name := range []string{"hinge", "curve"} {
					b.ReportMetric(used[k].Seconds()*1e3/float64(b.N), name+"-ms/step")
					b.ReportMetric(float64(newton[k])/float64(b.N), name+"-newton/step")
					b.ReportMetric(float64(cg[k])/float64(b.N), name+"-cg/step")
				}
				b.ReportMetric(float64(used[1])/float64(used[0]), "ratio")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// processorTime is what the process has used so far, on all cores.
func processorTime(b *testing.B) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		b.Skipf("SKIPPED, the system does not say how much processor time was used: %v", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
