package islands_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/cpu"
	"hysteron/law"
	"hysteron/step"
)

// scene is some cloth on its own bodies, with velocities of its parts.
type scene struct {
	parts     []cloth.Part
	velocity  []r3.Vec
	colliders []step.Collider
}

func (a scene) with(b scene) scene {
	return scene{
		slices.Concat(a.parts, b.parts), slices.Concat(a.velocity, b.velocity), slices.Concat(a.colliders, b.colliders),
	}
}

func (a scene) moved(by r3.Vec) scene {
	for i := range a.parts {
		for k := range a.parts[i].X {
			a.parts[i].X[k] = r3.Add(a.parts[i].X[k], by)
		}
		for k := range a.parts[i].Pins {
			p := &a.parts[i].Pins[k]
			p.Point = r3.Add(p.Point, by)
		}
	}
	return a
}

// pinned holds the vertices where they are.
func pinned(p cloth.Part, vertices ...int32) cloth.Part {
	for _, v := range vertices {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: v, Point: p.X[v]})
	}
	return p
}

// one is a scene of one part at rest.
func one(p cloth.Part) scene { return scene{parts: []cloth.Part{p}, velocity: make([]r3.Vec, 1)} }

// run is a simulation of a scene, and what its steps have taken.
type run struct {
	model *cloth.Model
	sim   step.Sim
	sum   step.Report
}

func open(t testing.TB, s scene, set step.Settings) *run {
	t.Helper()
	m, err := cloth.NewModel(s.parts)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := cpu.New(m, nil, nil, set)
	if err != nil {
		t.Fatal(err)
	}
	ref.Close()
	state := ref.State
	for i, p := range m.Part {
		state.V[i] = s.velocity[p]
	}
	sim, err := cpu.Backend{}.New(m, state, s.colliders, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sim.Close() })
	return &run{model: m, sim: sim}
}

func (r *run) take(t testing.TB, n int, h float64) {
	t.Helper()
	for range n {
		rep, err := r.sim.Step(h)
		if err != nil {
			t.Fatal(err)
		}
		r.sum.Newton += rep.Newton
		r.sum.CG += rep.CG
		r.sum.Outcome = max(r.sum.Outcome, rep.Outcome)
	}
}

func (r *run) state(t testing.TB) *cloth.State {
	t.Helper()
	s, err := r.sim.State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// share is the state of parts lo to hi, as those that begin with collider first have it alone.
func (r *run) share(t testing.TB, lo, hi int, first int32) *cloth.State {
	t.Helper()
	of := r.model.Part
	s := r.model.Submesh(func(v int32) bool { return lo <= int(of[v]) && int(of[v]) < hi }).State(r.state(t))
	for i := range s.Touches {
		s.Touches[i].Collider -= first
	}
	return s
}

// stiffer is a fabric with all of its elasticity that many times as high.
func stiffer(f cloth.Fabric, times float64) cloth.Fabric {
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
		e := c.Elastic.(law.Elastic)
		e.K1, e.K2 = e.K1*times, e.K2*times
		c.Elastic = e
	}
	return f
}

// TestStiffFarFromSoft: a soft sheet that swings down moves with the same bits whether or not a stiff one hangs 50 m
// away, and what both take is the sum of what each takes alone.
func TestStiffFarFromSoft(t *testing.T) {
	soft := one(pinned(clothtest.Grid(13, 13, .3, .3, clothtest.Cotton(), true), 0, 12))
	stiff := one(pinned(clothtest.Grid(13, 13, .3, .3, stiffer(clothtest.Cotton(), 300), true), 0, 12))
	stiff = stiff.moved(r3.Vec{X: 50})
	set := step.DefaultSettings()
	const n, h = 30, 1. / 120
	a, b, both := open(t, soft, set), open(t, stiff, set), open(t, soft.with(stiff), set)
	for _, r := range []*run{a, b, both} {
		r.take(t, n, h)
	}
	t.Logf("alone %d and %d Newton, %d and %d CG iterations; both %d and %d",
		a.sum.Newton, b.sum.Newton, a.sum.CG, b.sum.CG, both.sum.Newton, both.sum.CG)
	joined, err := cpu.New(both.model, nil, nil, set)
	if err != nil {
		t.Fatal(err)
	}
	defer joined.Close()
	newton, cg, off := 0, 0, 0.
	for range n {
		rep, err := joined.Step(h)
		if err != nil {
			t.Fatal(err)
		}
		newton, cg = newton+rep.Newton, cg+rep.CG
	}
	for i, x := range a.state(t).X {
		off = max(off, r3.Norm(r3.Sub(x, joined.State.X[i])))
	}
	t.Logf("as one simulation %d Newton and %d CG iterations, the soft sheet %.3g µm elsewhere", newton, cg, 1e6*off)
	if different(both.share(t, 0, 1, 0), a.state(t)) != "" {
		t.Error("the soft sheet moves otherwise beside a stiff one 50 m away")
	}
	if different(both.share(t, 1, 2, 0), b.state(t)) != "" {
		t.Error("the stiff sheet moves otherwise beside a soft one 50 m away")
	}
	if both.sum.Newton != a.sum.Newton+b.sum.Newton || both.sum.CG != a.sum.CG+b.sum.CG {
		t.Errorf("both took %d Newton and %d CG iterations, alone they take %d+%d and %d+%d",
			both.sum.Newton, both.sum.CG, a.sum.Newton, b.sum.Newton, a.sum.CG, b.sum.CG)
	}
}

// TestAirAlone: a balloon that is hit moves with the bits that it has alone beside another one far away, its air
// included.
func TestAirAlone(t *testing.T) {
	balloon := func(names ...string) *cloth.Model {
		var parts []cloth.Part
		for k, name := range names {
			p := clothtest.Balloon(2)
			p.Name = name
			for i := range p.X {
				p.X[i].X += float64(5 * k)
			}
			parts = append(parts, p)
		}
		m, err := cloth.NewModel(parts)
		if err != nil {
			t.Fatal(err)
		}
		for k := range parts {
			if err := m.Enclose(k, cloth.AirCell{Pressure: 300 + float64(k)}, 1e-3); err != nil {
				t.Fatal(err)
			}
		}
		return m
	}
	after := func(m *cloth.Model) *cloth.State {
		state := cloth.NewState(m)
		for i := range state.V {
			state.V[i].Y = float64(i % 7)
		}
		s, err := cpu.Backend{}.New(m, state, nil, step.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for range 4 {
			if _, err := s.Step(1. / 240); err != nil {
				t.Fatal(err)
			}
		}
		at, err := s.State()
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	one, two := after(balloon("a")), after(balloon("a", "b"))
	if len(two.Air) != 2 || one.Air[0] != two.Air[0] || one.Air[0] == 300 || two.Air[1] == 301 {
		t.Errorf("pressures %v, alone %v: expected the same, and the air at work", two.Air, one.Air)
	}
	for i, x := range one.X {
		if x != two.X[i] {
			t.Fatalf("vertex %d is at %v, alone at %v", i, two.X[i], x)
		}
	}
}

// TestFarContact: a sheet that slides down a slope, and one that was let go stretched, move with the bits that they
// have alone while two others touch each other 2 m away, held or on the ground. The centre of the one that flies falls
// as a point does.
func TestFarContact(t *testing.T) {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity = clothtest.SliderGravity, 0
	ground := []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: clothtest.SliderFriction}}
	const n, h = 20, 1. / 120
	with := func(parts ...cloth.Part) *run {
		r := open(t, scene{parts, make([]r3.Vec, len(parts)), ground}, set)
		r.take(t, n, h)
		return r
	}
	for name, sheet := range map[string]func() cloth.Part{"slider": clothtest.Slider, "stretched": clothtest.Stretched} {
		alone := with(sheet())
		for _, held := range []bool{true, false} {
			r := with(append([]cloth.Part{sheet()}, clothtest.Touching(held)...)...)
			if d := different(r.share(t, 0, 1, 0), alone.state(t)); d != "" {
				t.Errorf("%s, others held %v: %s differ from those of the sheet alone", name, held, d)
			}
			if name != "stretched" {
				continue
			}
			c := r3.Vec{}
			for i, x := range alone.state(t).X {
				c = r3.Add(c, r3.Scale(alone.model.Mass[i]/alone.model.TotalMass(), r3.Sub(x, alone.model.X0[i])))
			}
			want := r3.Scale(h*h*n*(n+1)/2, clothtest.SliderGravity)
			if off := r3.Norm(r3.Sub(c, want)); !(off < 1e-9) {
				t.Errorf("the centre of the sheet that flies is %.3g mm off", 1e3*off)
			}
		}
	}
}

// random is a scene of one or two sheets at about the origin, which may hang, fly, fall on each other or on a sphere.
func random(rnd *rand.Rand) (s scene) {
	uniform := func(lo, hi float64) float64 { return lo + (hi-lo)*rnd.Float64() }
	for k := range 1 + rnd.IntN(2) {
		f := stiffer(clothtest.Cotton(), math.Exp(uniform(-1, 3)))
		if rnd.IntN(3) == 0 {
			f.Bending = cloth.CurvatureBending
		}
		p := clothtest.Grid(4+rnd.IntN(4), 4+rnd.IntN(4), uniform(.05, .15), uniform(.05, .15), f, rnd.IntN(2) == 0)
		stretch, n := uniform(.95, 1.1), int32(len(p.X))
		for i, x := range p.X {
			p.X[i] = r3.Add(r3.Scale(stretch, x), r3.Vec{X: .02 * float64(k), Y: .004 * float64(k)})
		}
		for range rnd.IntN(3) {
			p = pinned(p, rnd.Int32N(n))
		}
		s.parts = append(s.parts, p)
		s.velocity = append(s.velocity, r3.Vec{X: uniform(-1, 1), Y: uniform(-2, 0), Z: uniform(-1, 1)})
	}
	return s
}

// on puts a sphere below the scene, or nothing.
func (s scene) on(rnd *rand.Rand, at r3.Vec) scene {
	s = s.moved(at)
	if rnd.IntN(2) == 0 {
		ball := clothtest.NewSphere(.06, r3.Add(at, r3.Vec{X: .05, Y: -.08, Z: -.05}), r3.Vec{Y: .2})
		s.colliders = append(s.colliders, step.Collider{Name: "ball", Surface: ball, Friction: .3})
	}
	return s
}

// TestUnrelatedScenes: two random scenes that are put into one move with the bits that each has alone, in steps of any
// kind.
func TestUnrelatedScenes(t *testing.T) {
	failed := 0 // as cloth tears
	for seed := range uint64(pairsOfScenes) {
		rnd := rand.New(rand.NewPCG(seed, 51))
		a := random(rnd).on(rnd, r3.Vec{})
		b := random(rnd).on(rnd, r3.Vec{X: .6 + rnd.Float64(), Y: rnd.Float64() - .5, Z: rnd.Float64() - .5})
		set := step.DefaultSettings()
		set.Workers = 1 + rnd.IntN(3)
		set.Integrator = []string{step.Euler, step.BDF2}[rnd.IntN(2)]
		set.Adaptive = rnd.IntN(3) == 0
		set.Wind = step.Wind{Velocity: r3.Vec{X: 1, Z: .5}, Gust: .5, Frequency: 3}
		set.Restitution = []float64{0, .5}[rnd.IntN(2)]
		h := 1 / []float64{60, 120, 240}[rnd.IntN(3)]
		ra, rb, both := open(t, a, set), open(t, b, set), open(t, a.with(b), set)
		const steps = 10
		aFails, bFails, fails := ra.tries(steps, h), rb.tries(steps, h), both.tries(steps, h)
		if aFails || bFails {
			if failed++; !fails {
				t.Errorf("pair %d: a scene fails alone, and beside the other it does not", seed)
			}
			continue
		}
		if fails {
			t.Errorf("pair %d: both fail, each alone does not", seed)
			continue
		}
		n := len(a.parts)
		for _, q := range []struct{ got, want *cloth.State }{
			{both.share(t, 0, n, 0), ra.state(t)},
			{both.share(t, n, n+len(b.parts), int32(len(a.colliders))), rb.state(t)},
		} {
			// The state of the whole has one size of the last sub-step, and of the next one.
			if ra.state(t).Before.H != rb.state(t).Before.H {
				q.got.Before = q.want.Before
			}
			if ra.state(t).Halvings != rb.state(t).Halvings {
				q.got.Halvings = q.want.Halvings
			}
			if diff := different(q.got, q.want); diff != "" {
				t.Errorf("pair %d, %+v: a scene moves otherwise beside the other: %s differ", seed, set.Solver, diff)
			}
		}
		if both.sum.Newton != ra.sum.Newton+rb.sum.Newton || both.sum.CG != ra.sum.CG+rb.sum.CG {
			t.Errorf("pair %d: both took %d Newton and %d CG iterations, alone they take %d+%d and %d+%d", seed,
				both.sum.Newton, both.sum.CG, ra.sum.Newton, rb.sum.Newton, ra.sum.CG, rb.sum.CG)
		}
	}
	if failed > pairsOfScenes/20 {
		t.Fatalf("%d of %d pairs fail: the test would prove little", failed, pairsOfScenes)
	}
}

// tries takes n steps of h, and is true if one fails.
func (r *run) tries(n int, h float64) (fails bool) {
	for range n {
		rep, err := r.sim.Step(h)
		if err != nil {
			return true
		}
		r.sum.Newton += rep.Newton
		r.sum.CG += rep.CG
	}
	return false
}

// different names what two states differ in; empty: nothing.
func different(a, b *cloth.State) (names string) {
	x, y := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range x.NumField() {
		p, q := x.Field(i), y.Field(i)
		if p.Kind() == reflect.Slice && p.Len()+q.Len() == 0 {
			continue
		}
		if !reflect.DeepEqual(p.Interface(), q.Interface()) {
			names += " " + x.Type().Field(i).Name
		}
	}
	return names
}

// opposed are two sheets, face to face and gap apart, that fly at each other, each at speed, and a third one that hangs
// 2 m away.
func opposed(gap, speed float64) scene {
	sheet := func() cloth.Part { return clothtest.Grid(6, 6, .1, .1, clothtest.Cotton(), true) }
	s := one(sheet())
	s.velocity[0] = r3.Vec{Y: speed}
	above := one(clothtest.Grid(5, 6, .08, .1, clothtest.Cotton(), false)).moved(r3.Vec{X: .005, Y: gap, Z: .002})
	above.velocity[0] = r3.Vec{Y: -speed}
	return s.with(above).with(one(pinned(sheet(), 0, 5)).moved(r3.Vec{X: 2}))
}

// flight is settings without gravity and air.
func flight() step.Settings {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity = r3.Vec{}, 0
	return set
}

// TestSheetsMeet: sheets that fly at each other from afar end the step in which they meet as they do where they are
// simulated as one from the start, within the tolerance, and keep their momentum. Fast ones, whose first step together
// is halved, do not pass through each other.
func TestSheetsMeet(t *testing.T) {
	set := flight()
	const h = 1. / 120
	for _, q := range []struct {
		gap, speed float64
		meet       int // the step in which they do
	}{{.05, .5, 6}, {.3, 3, 6}, {.3, 30, 1}} {
		s := opposed(q.gap, q.speed)
		r := open(t, s, set)
		ref, err := cpu.New(r.model, r.state(t).Clone(), nil, set)
		if err != nil {
			t.Fatal(err)
		}
		defer ref.Close()
		for n := range q.meet + 6 {
			r.take(t, 1, h)
			if _, err := ref.Step(h); err != nil {
				t.Fatal(err)
			}
			x, off := r.state(t).X, 0.
			for i := range x {
				off = max(off, r3.Norm(r3.Sub(x[i], ref.State.X[i])))
			}
			if n+1 == q.meet {
				t.Logf("%g m apart, %g m/s: %.3g µm from one simulation", q.gap, q.speed, 1e6*off)
			}
			if n < q.meet && off > set.Tolerance && q.speed < 10 || n+1 < q.meet && off > 1e-12 {
				t.Errorf("%g m apart, %g m/s: after step %d %.3g µm from one simulation", q.gap, q.speed, n+1, 1e6*off)
			}
			if c := check.Check(check.Mesh{X: x, Tri: r.model.Tri}, nil, nil); len(c.Self) > 0 {
				t.Errorf("%g m apart, %g m/s: after step %d the sheets cut each other", q.gap, q.speed, n+1)
			}
			sum := r3.Vec{}
			for i, v := range r.state(t).V {
				sum = r3.Add(sum, r3.Scale(r.model.Mass[i], r3.Sub(v, s.velocity[r.model.Part[i]])))
			}
			if lost := r3.Norm(sum) / (r.model.TotalMass() * q.speed); lost > 1e-9 {
				t.Errorf("%g m apart, %g m/s: after step %d momentum is off by %.2g", q.gap, q.speed, n+1, lost)
			}
		}
		if x := mean(r, 1); x.Y-mean(r, 0).Y > q.gap/2 {
			t.Errorf("%g m apart, %g m/s: the sheets have not met", q.gap, q.speed)
		}
	}
}

// mean is the middle of a part's vertices.
func mean(r *run, part int) (c r3.Vec) {
	x := make([]r3.Vec, len(r.model.X0))
	r.sim.Positions(x)
	v := r.model.Parts[part].Vertices
	for _, p := range x[v.Lo:v.Hi] {
		c = r3.Add(c, r3.Scale(1/float64(v.Hi-v.Lo), p))
	}
	return c
}

// TestGoesOn: from any of its states, before sheets meet and after, a simulation continues with the bits of one made
// from that state; and its bits do not depend on the number of threads.
func TestGoesOn(t *testing.T) {
	set := flight()
	const h, every = 1. / 120, 3
	var want []*cloth.State
	for _, workers := range []int{1, 2, 7} {
		set.Workers = workers
		r := open(t, opposed(.1, 1), set)
		for k := range 6 {
			r.take(t, every, h)
			at := r.state(t).Clone()
			if len(want) < 6 {
				want = append(want, at)
			} else if d := different(at, want[k]); d != "" {
				t.Errorf("%d threads, after %d steps: %s differ", workers, every*(k+1), d)
			}
			if err := r.sim.SetState(at); err != nil {
				t.Fatal(err)
			}
			sim, err := cpu.Backend{}.New(r.model, at, nil, set)
			if err != nil {
				t.Fatal(err)
			}
			anew := &run{model: r.model, sim: sim}
			anew.take(t, every, h)
			r.take(t, every, h)
			if d := different(r.state(t), anew.state(t)); d != "" {
				t.Errorf("from step %d on: %s differ from those of a simulation made there", every*(k+1), d)
			}
			sim.Close()
			if err := r.sim.SetState(at); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestSteered: a grab moves its own sheet as it does where that is alone, and no other; so do terms, and friction that
// is forgotten.
func TestSteered(t *testing.T) {
	set := step.DefaultSettings()
	hangs := func(x float64) scene {
		return one(pinned(clothtest.Grid(6, 6, .1, .1, clothtest.Cotton(), true), 0, 5)).moved(r3.Vec{X: x})
	}
	const n, h = 5, 1. / 120
	a, b, both := open(t, hangs(0), set), open(t, hangs(3), set), open(t, hangs(0).with(hangs(3)), set)
	grab := step.Grab{Vertex: 33, Stiffness: 20, Target: r3.Add(b.model.X0[33], r3.Vec{Y: .1})}
	for k, r := range []*run{a, b, both} {
		by := set.Steering()
		if k > 0 {
			g := grab
			g.Vertex += int32(len(r.model.X0) - len(b.model.X0))
			by.Grabs = []step.Grab{g}
		}
		r.take(t, n, h)
		err := errors.Join(r.sim.Steer(by), r.sim.ResetHistory(), r.sim.SetTerms("inertia", "gravity", "membrane", "grab"))
		if err != nil {
			t.Fatal(err)
		}
		r.take(t, n, h)
	}
	for k, alone := range []*run{a, b} {
		if d := different(both.share(t, k, k+1, 0), alone.state(t)); d != "" {
			t.Errorf("sheet %d: %s differ from those of the sheet alone", k, d)
		}
	}
	if !(mean(b, 0).Y > mean(a, 0).Y+1e-4) {
		t.Fatal("the grab moves nothing: the test would prove nothing")
	}
	if err := both.sim.Steer(step.Steering{Grabs: []step.Grab{{Vertex: 99, Stiffness: 1}}}); err == nil {
		t.Error("a grab of a vertex that is not there: expected an error")
	}
}

// TestWatched: who looks on sees sub-steps of one island after another, with iterations that add up, and where all of
// the cloth is; and an error from there ends the step where it began.
func TestWatched(t *testing.T) {
	r := open(t, opposed(.1, 1), flight())
	r.take(t, 2, 1./120)
	start := r.state(t).Clone()
	newton, seen, islands := 0, 0, 0
	x := make([]r3.Vec, len(r.model.X0))
	r.sim.SetWatch(func(m step.Moment) error {
		if m.Newton < newton {
			t.Errorf("%d Newton iterations after %d", m.Newton, newton)
		}
		newton = m.Newton
		if m.Stage == step.Preparing {
			islands++
		}
		r.sim.(interface{ UnderWay([]r3.Vec) }).UnderWay(x)
		if seen++; islands == 3 && m.Newton > 2 {
			return errors.New("enough")
		}
		return nil
	})
	if _, err := r.sim.Step(1. / 120); err == nil || islands != 3 {
		t.Fatalf("%v, with %d islands: expected an error in the third", err, islands)
	}
	if x[0] == start.X[0] {
		t.Error("who looks on in the third island's step sees the first where it was before")
	}
	if d := different(r.state(t), start); d != "" {
		t.Errorf("after the error %s differ from those before the step", d)
	}
}
