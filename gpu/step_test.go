//go:build cgo

package gpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
)

// both steps both backends n times and fails the test if a step fails.
func (w twins) both(t testing.TB, n int, h float64) (a, b cpu.Report) {
	t.Helper()
	for range n {
		for _, q := range []struct {
			step func(float64) (cpu.Report, error)
			sum  *cpu.Report
		}{{w.cpu.Step, &a}, {w.gpu.Step, &b}} {
			rep, err := q.step(h)
			if err != nil {
				t.Fatal(err)
			}
			q.sum.Outcome = max(q.sum.Outcome, rep.Outcome)
			q.sum.Substeps += rep.Substeps
			q.sum.Halvings += rep.Halvings
			q.sum.Newton += rep.Newton
			q.sum.CG += rep.CG
			q.sum.Jumps += rep.Jumps
			q.sum.Projected += rep.Projected
		}
	}
	return a, b
}

// TestOneStep: a single step of a sheet in wind over a sphere and a plane ends at the same positions,
// to within a few times the tolerance that both solve to, made small here.
func TestOneStep(t *testing.T) {
	ctx := open(t, true)
	m := model(t, grid(24, 20, .3, .25, cotton()))
	set := cpu.DefaultSettings()
	set.Tolerance = 1e-7
	set.Wind = cpu.Wind{Velocity: r3.Vec{X: 1, Y: .5}, Gust: .5, Frequency: 3}
	w := newTwins(t, ctx, m, nil, []cpu.Collider{
		{Surface: newSphere(.08, r3.Vec{X: .14, Y: -.081, Z: -.13}, r3.Vec{Y: .6}), Friction: .3},
		{Point: r3.Vec{Y: -.002}, Normal: r3.Vec{Y: 1}, Friction: .3},
	}, set)
	a, b := w.both(t, 1, 1./120)
	st := gpuState(t, w.gpu)
	d := farthest(st.X, w.cpu.State.X)
	t.Logf("after one step %.3g m apart; cpu %+v; gpu %+v", d, a, b)
	if !(d < 5*set.Tolerance) {
		t.Errorf("one step ends %.3g m apart, expected below %.1g", d, 5*set.Tolerance)
	}
	if b.Outcome != cpu.Converged {
		t.Errorf("the step ended %v", b.Outcome)
	}
	if st.Time != w.cpu.State.Time {
		t.Errorf("time %g, expected %g", st.Time, w.cpu.State.Time)
	}
}

// hung pins the first row of a sheet of nu×nv vertices.
func hung(nu, nv int, lu, lv float64, f cloth.Fabric) cloth.Part {
	p := grid(nu, nv, lu, lv, f)
	for j := range nv {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(j), Point: p.X[j]})
	}
	return p
}

// TestHangingSheet: a horizontal sheet held at one edge swings down for 1 s.
func TestHangingSheet(t *testing.T) {
	ctx := open(t, true)
	w := newTwins(t, ctx, model(t, hung(16, 12, .3, .2, cotton())), nil, nil, cpu.DefaultSettings())
	const size = .3
	a, b := w.both(t, 120, 1./120)
	st := gpuState(t, w.gpu)
	d := farthest(st.X, w.cpu.State.X) / size
	t.Logf("%.3g of the size apart after 1 s; cpu %+v; gpu %+v", d, a, b)
	if !(d < 1e-3) {
		t.Errorf("%.3g of the cloth's size apart, expected below 1e-3", d)
	}
}

// TestLoop: a strip that is stretched and let go again with internal friction shows the same
// hysteresis: the stress follows the reference through the whole cycle, and the loop has an area.
func TestLoop(t *testing.T) {
	ctx := open(t, true)
	p := grid(16, 5, .3, .08, cotton())
	held := map[int32]bool{}
	for j := range 5 {
		held[int32(j)] = true
		held[int32(15*5+j)] = false
	}
	m := model(t, p)
	set := cpu.DefaultSettings()
	set.Gravity = r3.Vec{}
	w := newTwins(t, ctx, m, nil, nil, set)
	// Two pins per vertex and end; their velocity turns round in the middle.
	const h, steps, rate = 1. / 120, 60, .12 // 10 % in 0.25 s
	pins := func(v float64, from float64) {
		m.Pins = nil
		for j := range int32(5) {
			m.Pins = append(m.Pins, cloth.Pin{Vertex: j, Point: p.X[j]})
			end := 15*5 + j
			m.Pins = append(m.Pins, cloth.Pin{Vertex: end, Point: r3.Add(p.X[end], r3.Vec{X: from}), Velocity: r3.Vec{X: v}})
		}
	}
	mean := func(s *cloth.State) (eps, sigma float64) {
		for _, m := range s.Membrane {
			eps += m[0].Eps / float64(len(s.Membrane))
			sigma += m[0].Sigma / float64(len(s.Membrane))
		}
		return eps, sigma
	}
	var area, worst, most, lastEps, lastSigma float64
	for n := range steps {
		if n < steps/2 {
			pins(rate, 0)
		} else {
			pins(-rate, rate*h*steps)
		}
		w.both(t, 1, h)
		st := gpuState(t, w.gpu)
		eps, sigma := mean(st)
		wantEps, wantSigma := mean(w.cpu.State)
		worst = max(worst, math.Abs(sigma-wantSigma), math.Abs(eps-wantEps)*cotton().Warp.K1)
		most = max(most, math.Abs(wantSigma))
		area += (sigma + lastSigma) / 2 * (eps - lastEps)
		lastEps, lastSigma = eps, sigma
	}
	f := cotton().Warp.Friction
	t.Logf("friction stress up to %.4g N/m, backends %.2g N/m apart at most, loop area %.4g J/m²", most, worst, area)
	if most < .9*f.A {
		t.Fatalf("the friction stress reaches %.3g N/m of %.3g: the test would prove nothing", most, f.A)
	}
	if !(worst < 1e-3*most) {
		t.Errorf("the loops are %.3g N/m apart, expected below 1e-3 of %.3g", worst, most)
	}
	if !(area > 0) {
		t.Errorf("loop area %g: expected friction to take energy", area)
	}
}

// TestFlag: a flag in steady wind for 1 s. It flutters, which doubles small differences again and
// again: the first half second is compared, in which the flag unfolds; after it, only its extent.
func TestFlag(t *testing.T) {
	ctx := open(t, true)
	p := grid(18, 12, .3, .2, cotton())
	for j := range 12 {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(j), Point: p.X[j]})
	}
	set := cpu.DefaultSettings()
	set.Wind = cpu.Wind{Velocity: r3.Vec{X: 3, Y: .2, Z: .5}, Gust: .3, Frequency: 2}
	w := newTwins(t, ctx, model(t, p), nil, nil, set)
	a, b := w.both(t, 60, 1./120)
	half := farthest(gpuState(t, w.gpu).X, w.cpu.State.X) / .3
	w.both(t, 60, 1./120)
	st := gpuState(t, w.gpu)
	full := farthest(st.X, w.cpu.State.X) / .3
	t.Logf("%.3g of the size apart after 0.5 s, %.3g after 1 s; cpu %+v; gpu %+v", half, full, a, b)
	if !(half < 1e-3) {
		t.Errorf("%.3g of the cloth's size apart after 0.5 s, expected below 1e-3", half)
	}
	for i := range st.X {
		if st.X[i].X < -.02 || !(r3.Norm(r3.Sub(st.X[i], p.X[0])) < .45) {
			t.Fatalf("vertex %d is at %v: expected the flag to stream from its pole", i, st.X[i])
		}
	}
}

// TestSheetOnSphere: a sheet falls on a sphere and a plane and stays draped over it.
func TestSheetOnSphere(t *testing.T) {
	ctx := open(t, true)
	const size = .3
	p := grid(20, 20, size, size, cotton())
	w := newTwins(t, ctx, model(t, p), nil, []cpu.Collider{
		{Surface: newSphere(.08, r3.Vec{X: .15, Y: -.09, Z: -.15}, r3.Vec{}), Friction: .4},
		{Point: r3.Vec{Y: -.12}, Normal: r3.Vec{Y: 1}, Friction: .4},
	}, cpu.DefaultSettings())
	a, b := w.both(t, 120, 1./120)
	st := gpuState(t, w.gpu)
	d := farthest(st.X, w.cpu.State.X) / size
	t.Logf("%.3g of the size apart after 1 s; cpu %+v; gpu %+v", d, a, b)
	if !(d < 1e-3) {
		t.Errorf("%.3g of the cloth's size apart, expected below 1e-3", d)
	}
	top, low := math.Inf(-1), math.Inf(1)
	for _, x := range st.X {
		top, low = max(top, x.Y), min(low, x.Y)
	}
	if top < -.03 || low < -.13 {
		t.Errorf("the sheet reaches from %g to %g m: expected it on the sphere and above the plane", low, top)
	}
}
