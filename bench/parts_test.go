package bench

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/linalg"
	"hysteron/step"
)

// The bytes follow the pattern that the solver really has.
func TestBlocksArePattern(t *testing.T) {
	p, err := newHanging(origin{ctx: t.Context()})(300)
	if err != nil {
		t.Fatal(err)
	}
	m := p.model
	a := linalg.NewPattern(len(m.X0), func(yield func([]int32) bool) {
		for i := range m.Tri {
			if !yield(m.Tri[i][:]) {
				return
			}
		}
		for i := range m.Hinges {
			if !yield(m.Hinges[i].V[:]) {
				return
			}
		}
	})
	if got, want := blocks(m), int64(a.Blocks()); got != want {
		t.Errorf("%d blocks, the pattern has %d", got, want)
	}
	arrays := int64(8*len(a.Val)+4*len(a.Col)+4*len(m.X0)) + int64(len(m.X0))*(11*24+72)
	if got := pcgBytes(m); got != arrays {
		t.Errorf("%d bytes, the arrays have %d", got, arrays)
	}
}

// The pins of the friction cycle follow a triangular wave without jumps.
func TestCycleIsTriangularWave(t *testing.T) {
	p, err := newCycle(origin{ctx: t.Context()})(100)
	if err != nil {
		t.Fatal(err)
	}
	const top = cycleSize * cycleStrain
	moved := 0
	for step := range 3 * cycleSteps {
		p.drive(step)
		end := float64(step+1) * stepSeconds
		phase := (step + 1) % (2 * cycleSteps)
		want := top * float64(min(phase, 2*cycleSteps-phase)) / cycleSteps
		for _, pin := range p.model.Pins {
			x := p.model.X0[pin.Vertex]
			at := r3.Add(pin.Point, r3.Scale(end, pin.Velocity))
			if x.X < 0 {
				if at != x {
					t.Fatalf("step %d: the fixed side is at %v, expected %v", step, at, x)
				}
				continue
			}
			moved++
			if d := at.X - x.X; math.Abs(d-want) > 1e-12 || at.Y != x.Y || at.Z != x.Z {
				t.Fatalf("step %d: displacement %g, expected %g", step, d, want)
			}
		}
	}
	if moved == 0 {
		t.Error("no pin moves")
	}
	if f := p.model.Parts[0].Fabric; !f.Warp.Dahl().Active() {
		t.Error("a friction cycle without friction")
	}
}

// TestLead: what the reference has led goes on where it ends, with pins on their way, friction as it is and the time
// that it is.
func TestLead(t *testing.T) {
	const led, more = cycleSteps - 1, 3 // past the turn
	var ends []*cloth.State
	for _, lead := range []int{0, led} {
		p, err := newCycle(origin{ctx: t.Context()})(100)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.lead(t.Context(), lead); err != nil {
			t.Fatal(err)
		}
		s, err := cpu.New(p.model, p.state, nil, p.settings)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if !p.settled { // as series.start
			s.ResetHistory()
		}
		for k := range led + more - lead {
			p.move(k)
			if _, err := s.Step(stepSeconds); err != nil {
				t.Fatal(err)
			}
		}
		ends = append(ends, s.State)
	}
	whole, parted := ends[0], ends[1]
	var far float64
	for i, x := range whole.X {
		far = max(far, r3.Norm(r3.Sub(x, parted.X[i])))
	}
	if math.Abs(whole.Time-parted.Time) > 1e-12 || far > cycleTolerance {
		t.Errorf("at %g s, expected %g, %g m apart", parted.Time, whole.Time, far)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	p, err := newCycle(origin{ctx: t.Context()})(100)
	if err == nil {
		err = p.lead(cancelled, 1)
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, expected that it was cancelled", err)
	}
}

// tetrahedron is a closed part, so that every edge has two sides.
func tetrahedron() cloth.Part {
	p := cloth.Part{
		X:   []r3.Vec{{X: 1, Y: 1, Z: 1}, {X: 1, Y: -1, Z: -1}, {X: -1, Y: 1, Z: -1}, {X: -1, Y: -1, Z: 1}},
		Tri: [][3]int32{{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}},
	}
	for i := range p.X {
		p.X[i] = r3.Unit(p.X[i])
	}
	for k := range p.Tri {
		u := float64(3 * k)
		p.UV = append(p.UV, [3]r2.Vec{{X: u}, {X: u + 2}, {X: u, Y: 1}})
	}
	return p
}

func TestDivide(t *testing.T) {
	p := tetrahedron()
	for r := 1; r <= 5; r++ {
		f := divide(&p, r)
		if len(f.tri) != 4*r*r || len(f.from) != 2*r*r+2 { // closed: V = F/2 + 2
			t.Fatalf("r = %d: %d triangles, %d vertices", r, len(f.tri), len(f.from))
		}
		sides := map[[2]int32]int{}
		var area float64
		for i, c := range f.tri {
			for k := range 3 {
				sides[[2]int32{c[k], c[(k+1)%3]}]++
			}
			q := f.uv[i]
			area += r2.Cross(r2.Sub(q[1], q[0]), r2.Sub(q[2], q[0])) / 2
			if a := r2.Cross(r2.Sub(q[1], q[0]), r2.Sub(q[2], q[0])); math.Abs(a-2/float64(r*r)) > 1e-12 {
				t.Fatalf("r = %d: twice the area of triangle %d is %g", r, i, a)
			}
		}
		for e, n := range sides {
			if n != 1 || sides[[2]int32{e[1], e[0]}] != 1 {
				t.Fatalf("r = %d: edge %v is used %d times one way and %d times the other", r, e, n, sides[[2]int32{e[1], e[0]}])
			}
		}
		if math.Abs(area-4) > 1e-12 {
			t.Errorf("r = %d: area %g, expected 4", r, area)
		}
		// Where a fine vertex is in space, its triangle's material coordinates say it is.
		x := f.mix(p.X)
		for i, c := range f.tri {
			coarse := i / (r * r)
			for k, v := range c {
				q := r2.Sub(f.uv[i][k], p.UV[coarse][0])
				a, b, d := p.X[p.Tri[coarse][0]], p.X[p.Tri[coarse][1]], p.X[p.Tri[coarse][2]]
				want := r3.Add(a, r3.Add(r3.Scale(q.X/2, r3.Sub(b, a)), r3.Scale(q.Y, r3.Sub(d, a))))
				if r3.Norm(r3.Sub(x[v], want)) > 1e-12 {
					t.Fatalf("r = %d: corner %d of triangle %d is at %v, expected %v", r, k, i, x[v], want)
				}
			}
		}
	}
}

// On a sphere's tetrahedron the rounded surface lies nearer to the sphere, and keeps the corners.
func TestRounding(t *testing.T) {
	p := tetrahedron()
	f := divide(&p, 4)
	flat, round := f.mix(p.X), f.round(&p)
	for i := range flat {
		a, b := r3.Norm(flat[i]), r3.Norm(round[i])
		if i < len(p.X) {
			if r3.Norm(r3.Sub(flat[i], round[i])) > 1e-12 {
				t.Errorf("corner %d moves from %v to %v", i, flat[i], round[i])
			}
		} else if math.Abs(1-b) >= math.Abs(1-a) {
			t.Errorf("vertex %d: radius %g, flat %g: expected it nearer to 1", i, b, a)
		}
	}
}

// Held borders stay held, chords between held vertices do not become so.
func TestAlong(t *testing.T) {
	// A square of two triangles, of which all four corners are held: the diagonal is inside.
	p := cloth.Part{
		X: []r3.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}, Tri: [][3]int32{{0, 1, 2}, {0, 2, 3}},
		UV: [][3]r2.Vec{{{}, {X: 1}, {X: 1, Y: 1}}, {{}, {X: 1, Y: 1}, {Y: 1}}},
	}
	f := divide(&p, 3)
	if got := f.along(func(int32) bool { return true }); len(got) != 4+4*2 {
		t.Errorf("%d vertices on the border, expected 12", len(got))
	}
	x := f.mix(p.X)
	got := f.along(func(v int32) bool { return v < 2 })
	for _, v := range got {
		if x[v].Y != 0 {
			t.Errorf("vertex at %v is not between the held ones", x[v])
		}
	}
	if len(got) != 4 {
		t.Errorf("%d vertices, expected 4", len(got))
	}
}

func TestFinish(t *testing.T) {
	r := &runner{times: []float64{.004, .001, .002, .003, .010}}
	r.sum.Newton, r.sum.CG = 10, 50
	r.sum.Time = step.StageTimes{Contact: time.Millisecond, Elements: 2 * time.Millisecond, Gather: 3 * time.Millisecond,
		Solve: 10 * time.Millisecond}
	s := r.finish()
	s.PCGBytes = 2_000_000
	s.rate(40)
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-9*want {
			t.Errorf("%s: %g, expected %g", name, got, want)
		}
	}
	near("median", s.StepMS.Median, 3)
	near("p95", s.StepMS.P95, 10)
	near("Newton", s.Newton, 2)
	near("PCG", s.PCG, 10)
	near("ms/PCG", s.PCGms, .2)
	near("contact", s.Stage.Contact, .2)
	near("elements", s.Stage.Elements, .4)
	near("gather", s.Stage.Gather, .6)
	near("solve", s.Stage.Solve, 2)
	near("other", s.Stage.Other, .8)
	near("GB/s", s.PCGGBs, 10)
	near("% of copy", s.OfCopy, 25)
}

// placed is a simulation of which only the positions are known.
type placed struct {
	step.Sim
	x []r3.Vec
}

func (p placed) Positions(dst []r3.Vec) error {
	copy(dst, p.x)
	return nil
}

func TestCompare(t *testing.T) {
	m := &cloth.Model{X0: []r3.Vec{{}, {X: 3, Y: 4}}}
	at := func(x ...r3.Vec) *runner {
		return &runner{Sim: placed{x: x}}
	}
	a, err := compare(m, at(r3.Vec{}, r3.Vec{X: 1}), at(r3.Vec{}, r3.Vec{X: 1.5}))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(a.Max-.1) > 1e-12 || math.Abs(a.RMS-.1/math.Sqrt2) > 1e-12 {
		t.Errorf("%+v: expected .1 of the size 5 at most, .1/√2 RMS", a)
	}
}

// What cannot fit, in memory or in time, is not started.
func TestCaps(t *testing.T) {
	const hour = 3600
	for name, q := range map[string]struct {
		before past
		want   string
	}{
		"fits":     {past{1000, .001, 1 << 20}, ""},
		"too slow": {past{1000, hour, 1 << 20}, "left out: 4 steps would take"},
		"too big":  {past{1000, .001, 1 << 50}, "left out: it would take about"},
	} {
		b := &bencher{opt: Options{Backend: "cpu", BoxS: 60}, report: &Report{}}
		s := &series{bencher: b, last: map[string]past{"cpu": q.before}}
		row := &Row{}
		names := s.wanted(2000, row)
		if q.want == "" {
			if len(names) != 1 || len(row.Notes) != 0 {
				t.Errorf("%s: %v, %v", name, names, row.Notes)
			}
		} else if q.want != "" && (len(names) != 0 || len(row.Notes) != 1 || !strings.Contains(row.Notes[0], q.want)) {
			if memoryAvailable() == 0 && name == "too big" {
				continue // the system does not tell
			}
			t.Errorf("%s: %v, %v", name, names, row.Notes)
		}
	}
}

func TestDeviceName(t *testing.T) {
	for _, q := range []struct {
		renderer string
		software bool
		want     string
	}{
		{"llvmpipe (LLVM 15.0.6, 256 bits)", true, "llvmpipe-2-cores"},
		{"NVIDIA H200/PCIe/SSE2", false, "nvidia-h200"},
		{"AMD Radeon RX 7900 XTX (radeonsi, navi31, LLVM 17)", false, "amd-radeon-rx-7900-xtx"},
		{"Mesa Intel(R) UHD Graphics 630 (CFL GT2)", false, "mesa-intel-uhd-graphics-630"},
		{"///", false, "unknown"},
	} {
		if got := deviceName(q.renderer, q.software, 2); got != q.want {
			t.Errorf("%q: %q, expected %q", q.renderer, got, q.want)
		}
	}
}

func TestDefaultSizes(t *testing.T) {
	soft, why := DefaultSizes(false)
	hard, _ := DefaultSizes(true)
	if why == "" || soft[len(soft)-1] != 10_000 || hard[len(hard)-1] != 1_000_000 {
		t.Errorf("software %v (%s), hardware %v", soft, why, hard)
	}
}
