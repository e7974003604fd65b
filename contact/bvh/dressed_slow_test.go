//go:build slow && linux

package bvh_test

import (
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bvh"
	"hysteron/cpu"
	"hysteron/dress"
	"hysteron/scenes"
)

const walkingTee = `
fps = 24
step_s = 0.008333333333
[[body]]
kind = "mannequin"
clip = "walk"
[[garment]]
name = "tee"
pattern = "tee"
edge_length_m = 0.02
fabric = "cotton-jersey"
[contact]
self = false
`

// processorTime is what this thread has used.
func processorTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}

// BenchmarkDressedTee looks up the contact points of a tee on a walking mannequin, step by step, as
// they slide over it: those within reach of contact. All searches but the grids' answer with the
// closest point for certain. Times are those of the processor, which others on the machine do not
// lengthen.
func BenchmarkDressedTee(b *testing.B) {
	const steps = 24
	scene, err := scenes.Parse("walking-tee.toml", []byte(walkingTee), nil)
	if err != nil {
		b.Fatal(err)
	}
	setup, err := scene.Build()
	if err != nil {
		b.Fatal(err)
	}
	state, err := dress.Start(setup, dress.Options{})
	if err != nil {
		b.Fatal(err)
	}
	s, err := cpu.New(setup.Model, state, setup.Colliders, setup.Settings)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	reach := 3 * (setup.Settings.Thickness + setup.Model.Parts[0].Gap) // as in contact
	surface := setup.Bodies[0]
	type look struct {
		p    r3.Vec
		hint int32
	}
	var body [steps][]r3.Vec
	var looks [steps][]look
	last := map[int]int32{}
	count := 0
	var tree *bvh.Tree
	for k := range steps {
		body[k] = make([]r3.Vec, surface.NumVertices())
		surface.Positions(body[k], s.State.Time)
		if k == 0 {
			if tree, err = bvh.New(surface.Triangles(), body[0]); err != nil {
				b.Fatal(err)
			}
		}
		tree.Refit(nil, body[k])
		points := append([]r3.Vec(nil), s.State.X...)
		for _, t := range setup.Model.Tri {
			points = append(points, r3.Scale(1./3, r3.Add(s.State.X[t[0]], r3.Add(s.State.X[t[1]], s.State.X[t[2]]))))
		}
		for i, p := range points {
			h := tree.Closest(p, -1)
			if hint, ok := last[i]; ok && h.Dist < reach {
				looks[k] = append(looks[k], look{p, hint})
				count++
			}
			last[i] = h.Tri
		}
		if _, err := s.Step(scene.StepSeconds()); err != nil {
			b.Fatal(err)
		}
	}
	b.Logf("%d triangles of the body, %d look-ups in %d steps, reach %.1f mm", len(surface.Triangles()), count, steps-1,
		1e3*reach)
	run := func(name string, prepare func() *bvh.Grid, f func(g *bvh.Grid, l look) bvh.Hit) {
		b.Run(name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var spent time.Duration
			tested, found := 0, 0
			for range b.N {
				for k := 1; k < steps; k++ {
					tree.Refit(nil, body[k])
					var g *bvh.Grid
					if prepare != nil {
						g = prepare()
					}
					start := processorTime()
					for _, l := range looks[k] {
						if f(g, l).Dist < reach {
							found++
						}
					}
					spent += processorTime() - start
					if g != nil {
						tested += g.Tested
					}
				}
			}
			if found != b.N*count {
				b.Fatalf("%d of %d points found in reach", found, b.N*count)
			}
			b.ReportMetric(float64(spent.Nanoseconds())/float64(b.N*count), "ns/point")
			if tested > 0 {
				b.ReportMetric(float64(tested)/float64(b.N*count), "triangles/point")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
	run("traversal-and-check", nil, func(_ *bvh.Grid, l look) bvh.Hit { return tree.Closest(l.p, l.hint) })
	run("seeded", nil, func(_ *bvh.Grid, l look) bvh.Hit { return tree.Seeded(l.p, l.hint) })
	run("unseeded", nil, func(_ *bvh.Grid, l look) bvh.Hit { return tree.Unseeded(l.p) })
	grid := func() *bvh.Grid { return bvh.NewGrid(tree, reach) }
	run("grid-exhaustive", grid, func(g *bvh.Grid, l look) bvh.Hit { return g.Exhaustive(l.p, reach) })
	run("grid-chen", grid, func(g *bvh.Grid, l look) bvh.Hit { return g.Chen(l.p, l.hint, reach) })
}
