//go:build cgo

package gpu

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/law"
	"hysteron/step"
)

// both steps both backends n times and fails the test if a step fails.
func (w twins) both(t testing.TB, n int, h float64) (a, b step.Report) {
	t.Helper()
	for range n {
		for _, q := range []struct {
			step func(float64) (step.Report, error)
			sum  *step.Report
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
			q.sum.BlindSteps += rep.BlindSteps
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
	set := step.DefaultSettings()
	set.Tolerance = 1e-6
	set.Wind = step.Wind{Velocity: r3.Vec{X: 1, Y: .5}, Gust: .5, Frequency: 3}
	w := newTwins(t, ctx, m, nil, []step.Collider{
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
	if b.Outcome > a.Outcome {
		t.Errorf("the step ended %v, the reference's %v", b.Outcome, a.Outcome)
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

// TestHangingSheet: a horizontal sheet held at one edge swings down for 1 s. The steps are solved more
// exactly than usual, since what they leave adds up in a free swing.
func TestHangingSheet(t *testing.T) {
	ctx := open(t, true)
	set := step.DefaultSettings()
	set.Tolerance = 1e-5
	w := newTwins(t, ctx, model(t, hung(16, 12, .3, .2, cotton())), nil, nil, set)
	const size = .3
	a, b := w.both(t, 120, 1./120)
	st := gpuState(t, w.gpu)
	d := farthest(st.X, w.cpu.State.X) / size
	t.Logf("%.3g of the size apart after 1 s; cpu %+v; gpu %+v", d, a, b)
	if err := w.compare(1e-3 * size); err != nil {
		t.Error(err)
	}
}

// TestCantilever: a stiff strip clamped at one end, by two rows of vertices, bends down under its weight
// for 1 s and swings. What a step's tolerance leaves adds up in it: at 1e-5 m the reference ends 3e-3 of
// the length from where it ends at 1e-6 m, which both use here.
func TestCantilever(t *testing.T) {
	ctx := open(t, true)
	const length = .12
	f := cotton()
	for _, c := range []*cloth.Component{&f.BendWarp, &f.BendWeft} {
		c.Elastic, c.Damping = law.Elastic{K1: 4e-5, K2: 1e-8}, law.Damping{Ratio: .01}
	}
	p := hung(21, 5, length, .024, f)
	for j := range 5 {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(5 + j), Point: p.X[5+j]})
	}
	set := step.DefaultSettings()
	set.Tolerance = 1e-6
	w := newTwins(t, ctx, model(t, p), nil, nil, set)
	a, b := w.both(t, 120, 1./120)
	st := gpuState(t, w.gpu)
	drop := -st.X[20*5+2].Y
	t.Logf("%.3g of the length apart after 1 s, the end %.3g m down; cpu %+v; gpu %+v",
		farthest(st.X, w.cpu.State.X)/length, drop, a, b)
	if drop < .02 || drop > length {
		t.Errorf("the end is %g m down: expected a strip that bends", drop)
	}
	if err := w.compare(1e-3 * length); err != nil {
		t.Error(err)
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
	set := step.DefaultSettings()
	set.Gravity = r3.Vec{}
	set.Tolerance = 1e-5 // of 1 mm in a step: with the usual one, what steps leave is 1e-3 of the stress
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
		n := float64(len(m.Tri))
		for t := range m.Tri {
			kept := s.Past[cloth.Triangles].At(t, 0)
			eps += kept[0] / n
			sigma += kept[1] / n
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
		worst = max(worst, math.Abs(sigma-wantSigma), math.Abs(eps-wantEps)*cotton().Warp.Spring().K1)
		most = max(most, math.Abs(wantSigma))
		area += (sigma + lastSigma) / 2 * (eps - lastEps)
		lastEps, lastSigma = eps, sigma
	}
	f := cotton().Warp.Dahl()
	t.Logf("friction stress up to %.4g N/m, backends %.2g N/m apart at most, loop area %.4g J/m²", most, worst, area)
	if most < .9*f.A {
		t.Fatalf("the friction stress reaches %.3g N/m of %.3g: the test would prove nothing", most, f.A)
	}
	if !(worst < 2e-4*most) {
		t.Errorf("the loops are %.3g N/m apart, expected below 2e-4 of %.3g", worst, most)
	}
	if err := w.compare(1e-3 * .3); err != nil {
		t.Error(err)
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
	set := step.DefaultSettings()
	set.Tolerance = 1e-5
	set.Wind = step.Wind{Velocity: r3.Vec{X: 3, Y: .2, Z: .5}, Gust: .3, Frequency: 2}
	w := newTwins(t, ctx, model(t, p), nil, nil, set)
	a, b := w.both(t, 60, 1./120)
	half := farthest(gpuState(t, w.gpu).X, w.cpu.State.X) / .3
	if err := w.compare(1e-3 * .3); err != nil {
		t.Error("after 0.5 s: ", err)
	}
	w.both(t, 60, 1./120)
	st := gpuState(t, w.gpu)
	full := farthest(st.X, w.cpu.State.X) / .3
	t.Logf("%.3g of the size apart after 0.5 s, %.3g after 1 s; cpu %+v; gpu %+v", half, full, a, b)
	for i := range st.X {
		if st.X[i].X < -.02 || !(r3.Norm(r3.Sub(st.X[i], p.X[0])) < .45) {
			t.Fatalf("vertex %d is at %v: expected the flag to stream from its pole", i, st.X[i])
		}
	}
}

// TestStepsFromSameState: in a whole drape with contact, friction and buckling, each step that both
// backends start from the same state ends at the same positions, to within its tolerance; those in which the sheet
// rests, half of them, to within a tenth of it (2.6 µm; .5 µm while every vertex counted by its longest way, not by
// step.Reductions.Extent). Where it touches down and buckles, contact planes are kept from the fourth iteration on, and
// lie where the iterations were by then: such a step ends no farther off than 3 times as far as it ends from itself on
// the reference if its tolerance changes by a tenth, or positions by 1e-8 m. One may, by less than a quarter of the
// layer: of which one backend takes for converged what is some tolerances off, or where the shares of pairs
// (docs/contact.md), which are those of the latest contact detection, let it end in two places.
func TestStepsFromSameState(t *testing.T) {
	ctx := open(t, true)
	m := model(t, grid(20, 20, .3, .3, cotton()))
	set := step.DefaultSettings()
	colliders := []step.Collider{
		{Surface: newSphere(.08, r3.Vec{X: .14, Y: -.09, Z: -.157}, r3.Vec{}), Friction: .4},
		{Point: r3.Vec{Y: -.12}, Normal: r3.Vec{Y: 1}, Friction: .4},
	}
	s := newGPU(t, ctx, m, nil, colliders, set)
	const h = 1. / 120
	rnd := rand.New(rand.NewPCG(1, 2))
	reference := func(st *cloth.State, tolerance, noise float64) []r3.Vec {
		set, start := set, st.Clone()
		set.Tolerance *= tolerance
		for i := range start.X {
			start.X[i] = r3.Add(start.X[i], r3.Scale(noise, r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(),
				Z: rnd.NormFloat64()}))
		}
		r, err := cpu.New(m, start, colliders, set)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if _, err := r.Step(h); err != nil {
			t.Fatal(err)
		}
		return r.State.X
	}
	// itself is how far the reference is from what it has by the share of the tolerance, by a little more or less of it,
	// and from nearly the same state.
	itself := func(st *cloth.State, share float64, want []r3.Vec) float64 {
		own := max(farthest(reference(st, 1.1*share, 0), want), farthest(reference(st, .9*share, 0), want))
		for range 4 {
			own = max(own, farthest(reference(st, share, 1e-8), want))
		}
		return own
	}
	var apart, noise []float64
	early := 0 // steps that seemed to have converged on one of them, too early
	for n := range 72 {
		if n%4 != 3 {
			if _, err := s.Step(h); err != nil {
				t.Fatal(err)
			}
			continue
		}
		st := gpuState(t, s)
		if err := s.SetState(st); err != nil { // forgets what it remembers beside the state
			t.Fatal(err)
		}
		if _, err := s.Step(h); err != nil {
			t.Fatal(err)
		}
		want := reference(st, 1, 0)
		d := farthest(gpuState(t, s).X, want)
		own := itself(st, 1, want)
		t.Logf("step %d: %.3g m apart, the reference from itself %.3g m", n, d, own)
		if limit := max(set.Tolerance, 3*own); !(d < limit) {
			early++
			s.Settings.Tolerance = set.Tolerance / 10
			if err := s.SetState(st); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Step(h); err != nil {
				t.Fatal(err)
			}
			s.Settings.Tolerance = set.Tolerance
			exact := reference(st, .1, 0)
			least := max(set.Tolerance/10, 3*itself(st, .1, exact))
			if again := farthest(gpuState(t, s).X, exact); early > 1 || !(again < least || d < set.SelfThickness/4) {
				t.Errorf("step %d ends %.3g m from the reference's, %.3g m with a tenth of the tolerance: expected below %.3g m, "+
					"or %.3g m then and that only once", n, d, again, limit, least)
			}
			continue
		}
		apart, noise = append(apart, d), append(noise, own)
	}
	slices.Sort(apart)
	half, worst := apart[len(apart)/2], apart[len(apart)-1]
	t.Logf("%d steps: half of them %.3g m apart, all %.3g m; the reference from itself at most %.3g m", len(apart), half,
		worst, slices.Max(noise))
	if limit := set.Tolerance / 10; !(half < limit) {
		t.Errorf("half of the steps, in which the sheet rests, end %.3g m from the reference's, expected below %.3g m", half,
			limit)
	}
}

// TestIncline: a sheet slides down a plane with a = g(sin α − μ cos α), on both backends alike.
func TestIncline(t *testing.T) {
	ctx := open(t, true)
	const size, alpha, mu = .1, .5, .3
	p := grid(10, 10, size, size, cotton())
	n := r3.Vec{X: math.Sin(alpha), Y: math.Cos(alpha)}
	for i, x := range p.X {
		p.X[i] = r3.Add(r3.Vec{X: x.X * math.Cos(alpha), Y: -x.X * math.Sin(alpha), Z: x.Z}, r3.Scale(.0039985, n))
	}
	p.Fabric.Drag, p.Fabric.DragSkin = 0, 0
	set := step.DefaultSettings()
	set.Tolerance = 1e-7 // the sheet rests at a depth of 1e-6 m, by which friction goes
	w := newTwins(t, ctx, model(t, p), nil, []step.Collider{{Normal: n, Friction: mu}}, set)
	w.both(t, 60, 1./120)
	st := gpuState(t, w.gpu)
	d := farthest(st.X, w.cpu.State.X) / size
	slid := r3.Dot(r3.Sub(st.X[55], p.X[55]), r3.Vec{X: math.Cos(alpha), Y: -math.Sin(alpha)})
	want := 9.81 * (math.Sin(alpha) - mu*math.Cos(alpha)) * .25 / 2 * (1 + 1./60)
	t.Logf("%.3g of the size apart after 0.5 s; slid %.5g m, expected %.5g m", d, slid, want)
	if err := w.compare(1e-3 * size); err != nil {
		t.Error(err)
	}
	if math.Abs(slid/want-1) > .01 {
		t.Errorf("slid %.5g m, expected %.5g m", slid, want)
	}
}

// TestSheetOnSphere: a soft sheet falls on a sphere, buckles and stays draped over it. Which way it
// buckles hangs on the last digits: the reference itself ends elsewhere when its tolerance is changed a
// little, by ways that differ from change to change. The GPU must stay as near to the reference as the
// farthest of four of them, to within a factor of 3, and to 3 % of its size.
func TestSheetOnSphere(t *testing.T) {
	ctx := open(t, true)
	const size = .3
	m := model(t, grid(20, 20, size, size, cotton()))
	set := step.DefaultSettings()
	colliders := []step.Collider{
		{Surface: newSphere(.08, r3.Vec{X: .14, Y: -.09, Z: -.157}, r3.Vec{}), Friction: .4},
		{Point: r3.Vec{Y: -.12}, Normal: r3.Vec{Y: 1}, Friction: .4},
	}
	w := newTwins(t, ctx, m, nil, colliders, set)
	a, b := w.both(t, 90, 1./120)
	st := gpuState(t, w.gpu)
	d, own := farthest(st.X, w.cpu.State.X)/size, 0.
	for _, factor := range []float64{.8, .9, 1.1, 1.25} {
		changed := set
		changed.Tolerance *= factor
		other, err := cpu.New(m, nil, colliders, changed)
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		for range 90 {
			if _, err := other.Step(1. / 120); err != nil {
				t.Fatal(err)
			}
		}
		apart := farthest(other.State.X, w.cpu.State.X) / size
		t.Logf("tolerance times %g: the reference is %.3g of the size from itself", factor, apart)
		own = max(own, apart)
	}
	t.Logf("%.3g of the size apart after 0.75 s, the reference from itself %.3g; cpu %+v; gpu %+v", d, own, a, b)
	if err := w.compare(size * max(1e-3, min(3*own, .03))); err != nil {
		t.Errorf("the reference is %.3g m from itself: %v", own*size, err)
	}
	top, low := math.Inf(-1), math.Inf(1)
	for _, x := range st.X {
		top, low = max(top, x.Y), min(low, x.Y)
	}
	if top < -.03 || low < -.13 {
		t.Errorf("the sheet reaches from %g to %g m: expected it on the sphere and above the plane", low, top)
	}
}
