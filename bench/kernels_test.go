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

// BenchmarkKernels prints what each kernel of a step takes, on the wall and of the processors, on which
// software devices compute: with what they do for a dispatch, which is waited for, and what the host does until
// the next one. HYSTERON_KERNELS=triangles,steps chooses the size; ten steps go before.
func BenchmarkKernels(b *testing.B) {
	size, steps := 10000, 15
	if v := os.Getenv("HYSTERON_KERNELS"); v != "" {
		t := strings.Split(v, ",")
		size, _ = strconv.Atoi(t[0])
		steps, _ = strconv.Atoi(t[1])
	}
	for _, m := range makers {
		b.Run(m.name, func(b *testing.B) {
			c, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true, Timed: true})
			if err != nil {
				b.Skip("SKIPPED: ", err)
			}
			defer c.Close()
			p, err := m.make(context.Background())(size)
			if err != nil {
				b.Fatal(err)
			}
			g, err := gpu.New(c, p.model, p.state, p.colliders, p.settings)
			if err != nil {
				b.Fatal(err)
			}
			defer g.Close()
			if !p.settled {
				g.ResetMemory()
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
			names := slices.SortedFunc(maps.Keys(costs), func(a, b string) int { return cmp.Compare(costs[b].own, costs[a].own) })
			fmt.Printf("%s: %d triangles, per step: %.1f ms, %.1f ms of processors, %.1f Newton, %.1f CG\n", m.name, len(p.model.Tri), ms(wall), ms(own), float64(sum.Newton)/n, float64(sum.CG)/n)
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
				fmt.Printf("%-22s %8.1f %9.3f %9.3f %12.1f %9.1f %9.1f\n", k, float64(q.calls)/n, ms(q.wall), ms(q.own), q.own.Seconds()*1e6/float64(q.calls), at(q.each, 0.25), at(q.each, 0.5))
			}
		})
	}
}
