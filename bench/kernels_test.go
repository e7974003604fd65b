//go:build cgo

package bench

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// cost is what the dispatches of a kernel took.
type cost struct {
	calls     int
	wall, own time.Duration   // own: processor time of the process
	each      []time.Duration // processor time of each dispatch that did anything
}

// idle is what a dispatch takes at most that does nothing.
const idle = 10 * time.Microsecond

// processTime is what the process has used of all processors.
func processTime() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkKernels prints what each kernel of a step takes. On hardware that is by the device's clock, and what comes
// until the next dispatch, waiting for the host among it, counts for the kernel before. On software it is on the wall
// and of the processors, on which it computes: with what is done for a dispatch, which is waited for, and what the host
// does until the next one. HYSTERON_KERNELS=triangles,steps chooses the size; ten steps go before.
func BenchmarkKernels(b *testing.B) {
	size, steps := 10000, 15
	if v := os.Getenv("HYSTERON_KERNELS"); v != "" {
		t := strings.Split(v, ",")
		size, _ = strconv.Atoi(t[0])
		steps, _ = strconv.Atoi(t[1])
	}
	for _, m := range makers {
		b.Run(m.name, func(b *testing.B) {
			c, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true})
			if err != nil {
				b.Skip("SKIPPED: ", err)
			}
			defer c.Close()
			p, err := m.make(origin{ctx: context.Background()})(size)
			if err != nil {
				b.Fatal(err)
			}
			g, err := gpu.New(c, p.model, p.state, p.colliders, p.settings)
			if err != nil {
				b.Fatal(err)
			}
			defer g.Close()
			if !p.settled {
				g.ResetHistory()
			}
			if !c.Device().Software {
				clocked(b, c, g, p, steps)
				return
			}
			costs := map[string]*cost{}
			var now string
			var t0 time.Time
			var u0 time.Duration
			done := func(next string) {
				if now != "" {
					gl.Finish()
					t, u := time.Now(), processTime()
					q := costs[now]
					if q == nil {
						q = &cost{}
						costs[now] = q
					}
					q.calls++
					q.wall += t.Sub(t0)
					q.own += u - u0
					if u-u0 > idle {
						q.each = append(q.each, u-u0)
					}
				}
				now, t0, u0 = next, time.Now(), processTime()
			}
			var sum step.Report
			var wall, own time.Duration
			for step := range 10 + steps {
				if p.drive != nil {
					p.drive(step)
				}
				if step == 10 {
					g.Watch(done)
				}
				t, u := time.Now(), processTime()
				rep, err := g.Step(stepSeconds)
				if err != nil {
					b.Fatal(err)
				}
				if step >= 10 {
					c.Do(func() error { done(""); return nil })
					sum.Newton += rep.Newton
					sum.CG += rep.CG
					wall += time.Since(t)
					own += processTime() - u
				}
			}
			n := float64(steps)
			ms := func(d time.Duration) float64 { return d.Seconds() * 1e3 / n }
			names := slices.SortedFunc(maps.Keys(costs), func(a, b string) int {
				return cmp.Compare(costs[b].own, costs[a].own)
			})
			fmt.Printf("%s: %d triangles, per step: %.1f ms, %.1f ms of processors, %.1f Newton, %.1f CG\n", m.name,
				len(p.model.Tri), ms(wall), ms(own), float64(sum.Newton)/n, float64(sum.CG)/n)
			fmt.Printf("%-22s %8s %9s %9s %12s %9s %9s\n", "kernel", "calls", "ms", "cpu ms", "cpu us: mean", "decile", "least")
			at := func(d []time.Duration, share float64) float64 {
				if len(d) == 0 {
					return 0
				}
				slices.Sort(d)
				return d[int(share*float64(len(d)))].Seconds() * 1e6
			}
			for _, k := range names {
				q := costs[k]
				fmt.Printf("%-22s %8.1f %9.3f %9.3f %12.1f %9.1f %9.1f\n", k, float64(q.calls)/n, ms(q.wall), ms(q.own),
					q.own.Seconds()*1e6/float64(q.calls), at(q.each, 0.25), at(q.each, 0.5))
			}
		})
	}
}

// clocked is BenchmarkKernels by the device's clock.
func clocked(b *testing.B, c *opengl.Context, g *gpu.Sim, p *problem, steps int) {
	if err := wake(g, c, wakeFor); err != nil {
		b.Fatal(err)
	}
	var timer opengl.Timer
	var names []string
	number, calls := map[string]int{}, []int{0}
	spent := []time.Duration{0}
	enter := func(kernel string) {
		k, known := number[kernel]
		if !known {
			k = len(calls)
			number[kernel], names = k, append(names, kernel)
			calls, spent = append(calls, 0), append(spent, 0)
		}
		calls[k]++
		timer.Enter(k)
	}
	var sum step.Report
	var wall time.Duration
	var before gpu.Counts
	for step := range 10 + steps {
		if p.drive != nil {
			p.drive(step)
		}
		if step == 10 {
			g.Watch(enter)
			before = g.Counts()
		}
		t := time.Now()
		rep, err := g.Step(stepSeconds)
		if err != nil {
			b.Fatal(err)
		}
		if step < 10 {
			continue
		}
		wall += time.Since(t)
		sum.Newton += rep.Newton
		sum.CG += rep.CG
		c.Do(func() error {
			timer.Enter(0)
			timer.Collect(spent)
			return nil
		})
	}
	c.Do(func() error { timer.Free(); return nil })
	n := float64(steps)
	us := func(d time.Duration) float64 { return d.Seconds() * 1e6 / n }
	var all time.Duration
	for _, t := range spent {
		all += t
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(spent[number[b]], spent[number[a]]) })
	fmt.Printf("%s: %d triangles, per step: %.0f us, %.0f us of the device, %.1f Newton, %.1f CG, %.1f waits\n", b.Name(),
		len(p.model.Tri), us(wall), us(all),
		float64(sum.Newton)/n, float64(sum.CG)/n, float64(g.Counts().Sub(before).Waits)/n)
	fmt.Printf("%-22s %8s %9s %9s\n", "kernel", "calls", "us", "us/call")
	for _, name := range names {
		k := number[name]
		fmt.Printf("%-22s %8.1f %9.1f %9.2f\n", name, float64(calls[k])/n, us(spent[k]),
			spent[k].Seconds()*1e6/float64(calls[k]))
	}
}
