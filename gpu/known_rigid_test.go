//go:build cgo

package gpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/gpu/layout"
	"hysteron/step"
	"hysteron/step/steptest"
)

// rigidScene is a problem of rigid bodies, solved on the device alone.
type rigidScene struct {
	parts     []cloth.Part
	colliders []step.Collider
	set       step.Settings
}

func (r rigidScene) start(t *testing.T) *Sim {
	t.Helper()
	return newGPU(t, open(t, true), model(t, r.parts...), nil, r.colliders, r.set)
}

// inSpace returns settings without gravity, air and contact of cloth.
func inSpace() step.Settings {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity, set.SelfContact = r3.Vec{}, 0, false
	return set
}

func stepped(t *testing.T, s *Sim, n int, h float64) (newton, cg int) {
	t.Helper()
	for k := range n {
		rep, err := s.Step(h)
		if err != nil {
			t.Fatalf("step %d: %v %v", k, rep, err)
		}
		newton, cg = newton+rep.Newton, cg+rep.CG
	}
	return newton, cg
}

// TestRigidTop: the twin of that of the CPU, with the step sizes that single precision resolves.
func TestRigidTop(t *testing.T) {
	size, omega, end := r3.Vec{X: .2, Y: .1, Z: .05}, [3]float64{.05, 6, .05}, .8
	in := [3]float64{size.Y*size.Y + size.Z*size.Z, size.X*size.X + size.Z*size.Z, size.X*size.X + size.Y*size.Y}
	_, turn := steptest.AsymmetricTop(in, omega, end)
	for _, of := range []struct {
		integrator string
		steps      [2]int
		order      float64
	}{{"implicit", [2]int{800, 1600}, 1}, {step.BDF2, [2]int{200, 400}, 2}} {
		var off [2]float64
		for k, n := range of.steps {
			set := inSpace()
			set.Integrator = of.integrator
			s := rigidScene{parts: []cloth.Part{steptest.RigidBox("box", r3.Vec{}, size, 500)}, set: set}.start(t)
			st := gpuState(t, s)
			steptest.Spin(st, r3.Vec{X: .3}, r3.Vec{X: omega[0], Y: omega[1], Z: omega[2]})
			if err := s.SetState(st); err != nil {
				t.Fatal(err)
			}
			_, p0, l0 := steptest.Momenta(s.Model, st)
			newton, _ := stepped(t, s, n, end/float64(n))
			st = gpuState(t, s)
			_, p1, l1 := steptest.Momenta(s.Model, st)
			for i, x := range s.Model.X0 {
				want := r3.Vec{X: .3 * end}
				for q, d := range [3]float64{x.X, x.Y, x.Z} {
					want = r3.Add(want, r3.Scale(d, turn[q]))
				}
				off[k] = max(off[k], r3.Norm(r3.Sub(st.X[i], want)))
			}
			lost, far := r3.Norm(r3.Sub(p1, p0))/r3.Norm(p0), steptest.RigidError(s.Model, st.X)
			t.Logf("%v, %d steps: off by %.3g m, momentum changed by %.2g, angular momentum by %.3g, distances by %.2g; "+
				"%d Newton", of.integrator, n, off[k], lost, r3.Norm(r3.Sub(l1, l0))/r3.Norm(l0), far, newton)
			if lost > 1e-5 || far > 1e-12 {
				t.Errorf("momentum changed by %g, distances are off by %g of the size", lost, far)
			}
		}
		order := math.Log2(off[0] / off[1])
		t.Logf("%v: order %.2f", of.integrator, order)
		if math.Abs(order-of.order) > .3 || off[1] > .02 {
			t.Errorf("%v: off by %g m, order %.2f: expected order %g", of.integrator, off[1], order, of.order)
		}
	}
}

// TestRigidSlides: the twin of that of the CPU.
func TestRigidSlides(t *testing.T) {
	const mu, g, h, steps = .5, 9.81, 1. / 240, 96
	for _, tangent := range []float64{.9 * mu, 1.3 * mu} {
		set := step.DefaultSettings()
		set.AirDensity = 0
		alpha := math.Atan(tangent)
		set.Gravity = r3.Vec{X: g * math.Sin(alpha), Y: -g * math.Cos(alpha)}
		part := steptest.RigidBoxOf("box", r3.Vec{Y: .02 + set.Thickness}, r3.Vec{X: .08, Y: .04, Z: .06},
			[3]int{3, 1, 2}, 600)
		part.Fabric.Friction = mu
		floor := step.Collider{Name: "slope", Normal: r3.Vec{Y: 1}, Friction: -1}
		s := rigidScene{[]cloth.Part{part}, []step.Collider{floor}, set}.start(t)
		newton, cg := stepped(t, s, steps/2, h)
		v0 := gpuState(t, s).V[0].X
		n, c := stepped(t, s, steps/2, h)
		st := gpuState(t, s)
		want, got := max(0, g*(math.Sin(alpha)-mu*math.Cos(alpha))), (st.V[0].X-v0)/(h*steps/2)
		t.Logf("tan α = %g: acceleration %.5g m/s², expected %.5g; speed %.3g; %d Newton, %d CG; distances by %.2g", tangent,
			got, want, st.V[0].X, newton+n, cg+c, steptest.RigidError(s.Model, st.X))
		if math.Abs(got-want) > .005*g || want == 0 && math.Abs(st.V[0].X) > 1e-3 {
			t.Errorf("tan α = %g: acceleration %g m/s², speed %g m/s: expected %g", tangent, got, st.V[0].X, want)
		}
	}
}

// TestRigidStack: the twin of that of the CPU.
func TestRigidStack(t *testing.T) {
	const h, side = 1. / 240, .05
	set := step.DefaultSettings()
	set.AirDensity = 0
	var parts []cloth.Part
	at := set.Thickness
	for k, rho := range []float64{800, 400, 1600} {
		parts = append(parts, steptest.RigidBoxOf(string(rune('a'+k)), r3.Vec{X: .003 * float64(k), Y: at + side/2},
			r3.Vec{X: side, Y: side, Z: side}, [3]int{2, 2, 2}, rho))
		at += side + set.SelfThickness
	}
	s := rigidScene{parts, []step.Collider{{Name: "floor", Normal: r3.Vec{Y: 1}, Friction: -1}}, set}.start(t)
	newton, cg := stepped(t, s, 240, h)
	st, worst, speed := gpuState(t, s), 0., 0.
	for i, x := range st.X {
		worst, speed = max(worst, r3.Norm(r3.Sub(x, s.Model.X0[i]))), max(speed, r3.Norm(st.V[i]))
	}
	t.Logf("moved by %.3g m, speed %.2g m/s; %d Newton, %d CG; distances by %.2g", worst, speed, newton, cg,
		steptest.RigidError(s.Model, st.X))
	if worst > 1e-3 || speed > 1e-4 {
		t.Errorf("moved by %g m, speed %g m/s", worst, speed)
	}
}

// TestRigidPendulum: the twin of that of the CPU.
func TestRigidPendulum(t *testing.T) {
	const h, g, angle = 1. / 480, 9.81, .1
	size := r3.Vec{X: .04, Y: .3, Z: .1}
	set := step.DefaultSettings()
	set.AirDensity, set.Integrator = 0, step.BDF2
	part := steptest.RigidBoxOf("plate", r3.Vec{Y: -size.Y / 2}, size, [3]int{2, 1, 1}, 700)
	sin, cos := math.Sincos(angle)
	for i, x := range part.X {
		part.X[i] = r3.Vec{X: cos*x.X - sin*x.Y, Y: sin*x.X + cos*x.Y, Z: x.Z}
		if x.X == 0 && x.Y == 0 && i < len(part.X)-cloth.MassPoints {
			part.Pins = append(part.Pins, cloth.Pin{Vertex: int32(i), Point: part.X[i], Stiffness: 1e5})
		}
	}
	s := rigidScene{parts: []cloth.Part{part}, set: set}.start(t)
	b := &s.Model.Rigid[0]
	d := size.Y / 2
	inertia := b.Mass * ((size.X*size.X+size.Y*size.Y)/12 + d*d)
	want := 2 * math.Pi * math.Sqrt(inertia/(b.Mass*g*d)) * (1 + angle*angle/16)
	low := func() (x float64) {
		at := gpuState(t, s).X
		for _, v := range b.Points() {
			x += at[v].X / cloth.MassPoints
		}
		return x
	}
	var crossings []float64
	before, newton := low(), 0
	for s.Time() < 2.5*want {
		n, _ := stepped(t, s, 1, h)
		newton += n
		now := low()
		if before > 0 && now <= 0 {
			crossings = append(crossings, s.Time()-h*now/(now-before))
		}
		before = now
	}
	got := (crossings[len(crossings)-1] - crossings[0]) / float64(len(crossings)-1)
	t.Logf("period %.6g s, expected %.6g; %d pins; %d Newton", got, want, len(s.Model.Pins), newton)
	if math.Abs(got/want-1) > 5e-4 || len(s.Model.Pins) != 2 {
		t.Errorf("period %g s with %d pins: expected %g", got, len(s.Model.Pins), want)
	}
}

// colliding is two boxes that fly into a sheet and each other.
func colliding() rigidScene {
	f := cotton()
	f.Drag, f.DragSkin, f.ClothFriction = 0, 0, .3
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity, set.Tolerance = r3.Vec{}, 0, 1e-7
	size := r3.Vec{X: .04, Y: .02, Z: .03}
	parts := []cloth.Part{grid(8, 8, .1, .1, f),
		steptest.RigidBoxOf("a", r3.Vec{X: .01, Y: .03}, size, [3]int{2, 1, 2}, 100),
		steptest.RigidBoxOf("b", r3.Vec{X: .02, Y: .065}, size, [3]int{2, 1, 2}, 200)}
	for k := range parts[1:] {
		parts[1+k].Velocity, parts[1+k].Spin = r3.Vec{Y: -1 - float64(k)}, r3.Vec{X: 3, Z: -2}
	}
	return rigidScene{parts: parts, set: set}
}

// TestRigidCollision: boxes that spin fly into a sheet and each other; momentum stays to rounding, and no distance
// within a body changes.
func TestRigidCollision(t *testing.T) {
	s := colliding().start(t)
	e0, p0, _ := steptest.Momenta(s.Model, gpuState(t, s))
	newton, cg, most := 0, 0, 0
	for range 60 {
		n, c := stepped(t, s, 1, 1./500)
		newton, cg, most = newton+n, cg+c, max(most, s.pairs.active)
	}
	st := gpuState(t, s)
	e1, p1, _ := steptest.Momenta(s.Model, st)
	lost := r3.Norm(r3.Sub(p1, p0)) / r3.Norm(p0)
	t.Logf("%.3g of the energy left, momentum changed by %.2g, %d Newton, %d CG, up to %d pairs; distances by %.2g", e1/e0,
		lost, newton, cg, most, steptest.RigidError(s.Model, st.X))
	if most == 0 || lost > 1e-5 || e1 > e0 || steptest.RigidError(s.Model, st.X) > 1e-12 {
		t.Errorf("momentum changed by %g, energy %g of %g J, %d pairs", lost, e1, e0, most)
	}
}

// resting is a box on a sheet that pins hold along its sides.
func resting() rigidScene {
	f := cotton()
	f.Drag, f.DragSkin = 0, 0
	set := step.DefaultSettings()
	set.AirDensity = 0
	sheet := grid(13, 13, .3, .3, f)
	for i, x := range sheet.X {
		for _, side := range []float64{x.X - .15, x.Z + .15} {
			if math.Abs(side) > .15-1e-9 {
				sheet.Pins = append(sheet.Pins, cloth.Pin{Vertex: int32(i), Point: x, Stiffness: 1e3})
				break
			}
		}
	}
	box := steptest.RigidBoxOf("box", r3.Vec{X: .15, Y: .015 + set.SelfThickness, Z: -.15},
		r3.Vec{X: .06, Y: .03, Z: .06}, [3]int{4, 2, 4}, 500)
	return rigidScene{parts: []cloth.Part{sheet, box}, set: set}
}

// TestRigidOnSheet: the twin of that of the CPU.
func TestRigidOnSheet(t *testing.T) {
	s := resting().start(t)
	newton, cg := stepped(t, s, 200, 1./120)
	st := gpuState(t, s)
	var borne r3.Vec
	for _, p := range s.Model.Pins {
		borne = r3.Add(borne, r3.Scale(p.Stiffness, r3.Sub(p.Point, st.X[p.Vertex])))
	}
	weight, low := s.Model.TotalMass()*9.81, 0.
	for _, v := range s.Model.Rigid[0].Points() {
		low += st.X[v].Y / cloth.MassPoints
	}
	t.Logf("pins bear %.6g N of %.6g N, the box hangs at %.4g m; %d Newton, %d CG", borne.Y, weight, low, newton, cg)
	if math.Abs(borne.Y/weight-1) > .002 || low > .01 {
		t.Errorf("pins bear %g N of %g N, the box is at %g m", borne.Y, weight, low)
	}
}

// TestRigidTwins: bodies that fly, slide and lie on cloth come to the same places on both backends.
func TestRigidTwins(t *testing.T) {
	slide := func() rigidScene {
		set := step.DefaultSettings()
		set.Integrator = step.BDF2
		a := steptest.RigidBoxOf("box", r3.Vec{Y: .0215}, r3.Vec{X: .08, Y: .04, Z: .06}, [3]int{3, 1, 2}, 600)
		a.Velocity = r3.Vec{X: .5}
		b := steptest.RigidBoxOf("plate", r3.Vec{X: .02, Y: .05, Z: .01}, r3.Vec{X: .06, Y: .01, Z: .05}, [3]int{3, 1, 2},
			900)
		return rigidScene{[]cloth.Part{a, b}, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .4}}, set}
	}
	for name, of := range map[string]rigidScene{"colliding": colliding(), "resting": resting(), "sliding": slide()} {
		t.Run(name, func(t *testing.T) {
			of.set.Tolerance = 1e-7
			w := newTwins(t, open(t, true), model(t, of.parts...), nil, of.colliders, of.set)
			a, b := w.both(t, 10, 1./480)
			st := gpuState(t, w.gpu)
			d := farthest(st.X, w.cpu.State.X)
			t.Logf("%.3g m apart; cpu %+v; gpu %+v", d, a, b)
			if !(d < 5e-6) {
				t.Errorf("%.3g m apart", d)
			}
		})
	}
}

// TestRigidResumes: a run resumed from a state between two steps has the bits of an uninterrupted run.
func TestRigidResumes(t *testing.T) {
	of := colliding()
	on := of.start(t)
	stepped(t, on, 12, 1./500)
	middle := gpuState(t, on).Clone()
	if err := on.SetState(middle); err != nil { // what is remembered beside the state begins anew in both
		t.Fatal(err)
	}
	other := newGPU(t, open(t, true), on.Model, middle, of.colliders, of.set)
	stepped(t, on, 4, 1./500)
	stepped(t, other, 4, 1./500)
	if d := farthest(gpuState(t, other).X, gpuState(t, on).X); d != 0 {
		t.Errorf("resumed it ends %g m from where it would have", d)
	}
}

// TestRigidAlone: the twin of that of the CPU.
func TestRigidAlone(t *testing.T) {
	s := rigidScene{parts: []cloth.Part{steptest.RigidBoxOf("plate", r3.Vec{}, r3.Vec{X: .1, Y: .0005, Z: .1},
		[3]int{5, 1, 5}, 900)}, set: step.DefaultSettings()}.start(t)
	stepped(t, s, 1, 1./240)
	if s.pairs.candidates > 0 {
		t.Errorf("%d pairs", s.pairs.candidates)
	}
}

// TestRigidPinnedSlides: a box that slides under one that a soft pin pulls comes to the place of the reference, which
// starts each step from the device's state: soft pins are part of the stiffness of a body, and do not hold it.
func TestRigidPinnedSlides(t *testing.T) {
	_, colliders, set, err := selfTestScene()
	if err != nil {
		t.Fatal(err)
	}
	boxes, err := selfTestBoxes(&set)
	if err != nil {
		t.Fatal(err)
	}
	for i := range boxes {
		boxes[i].Velocity.X = .2
	}
	m := model(t, boxes...)
	s := newGPU(t, open(t, true), m, nil, colliders, set)
	for n := range 5 {
		st := gpuState(t, s).Clone()
		if err := s.SetState(st); err != nil {
			t.Fatal(err)
		}
		a, err := cpu.New(m, st, colliders, set)
		if err != nil {
			t.Fatal(err)
		}
		_, err = a.Step(h)
		a.Close()
		if err != nil {
			t.Fatal(err)
		}
		stepped(t, s, 1, h)
		if d := farthest(gpuState(t, s).X, a.State.X); d > 1e-6 {
			t.Errorf("step %d ends %g m from the reference", n, d)
		}
	}
}

// pressing is two boxes that turn and press on each other.
func pressing() rigidScene {
	set := step.DefaultSettings()
	set.AirDensity = 0
	size := r3.Vec{X: .04, Y: .02, Z: .03}
	parts := []cloth.Part{steptest.RigidBoxOf("a", r3.Vec{Y: .01}, size, [3]int{2, 1, 2}, 300),
		steptest.RigidBoxOf("b", r3.Vec{X: .005, Y: .03 + .3*set.SelfThickness, Z: .002}, size, [3]int{3, 1, 2}, 500)}
	parts[0].Spin, parts[1].Spin = r3.Vec{X: 9, Y: 60}, r3.Vec{Y: -60, Z: 20}
	return rigidScene{parts: parts, set: set}
}

// TestRigidBlock: the preconditioner is the inverse of a body's own part of the matrix, with contact and the term of
// the rotating gradient.
func TestRigidBlock(t *testing.T) {
	s := pressing().start(t)
	n := len(s.Model.X0)
	for body := range s.Model.Rigid {
		field, image, got := make([][4]float32, n), make([][4]float32, n), make([][4]float32, n)
		size, worst := 0., 0.
		if err := s.ctx.Do(func() error {
			s.bind()
			s.begin(1. / 60)
			s.detectContacts(true)
			s.evaluate(true)
			s.gatherGradient()
			s.gatherMatrix()
			if s.pairs.active < 4 {
				t.Fatalf("%d pairs: the test proves little", s.pairs.active)
			}
			at := make([][4]float32, n)
			read(s.queue, s.queue.buffers["positionHi"], at)
			r := s.rigid.Body[2*body]
			var centre r3.Vec
			for _, v := range s.rigid.Body[2*body+1] {
				centre = r3.Add(centre, r3.Scale(.25, layout.Joined(at[v], [4]float32{})))
			}
			for i := r[0]; i < r[1]; i++ {
				u := r3.Add(r3.Vec{X: .1, Y: -.3, Z: .2}, r3.Cross(r3.Vec{X: 9, Y: 5, Z: -7},
					r3.Sub(layout.Joined(at[i], [4]float32{}), centre)))
				field[i] = layout.Float4(u.X, u.Y, u.Z, 1)
				size = max(size, r3.Norm(u))
			}
			q := s.queue
			write(q, q.buffers["status"], []status{{}})
			write(q, q.buffers["preconditioned"], field)
			s.rigid.precondition(true)
			q.run("cg_multiply", n, s.pairs.bound, 0, 0., 0.)
			read(q, q.buffers["image"], image)
			for i := range image {
				if int32(i) < r[0] || int32(i) >= r[1] {
					image[i] = [4]float32{}
				}
			}
			write(q, q.buffers["residual"], image)
			s.rigid.precondition(false)
			read(q, q.buffers["preconditioned"], got)
			for i := r[0]; i < r[1]; i++ {
				worst = max(worst, r3.Norm(r3.Sub(layout.Joined(got[i], [4]float32{}), layout.Joined(field[i], [4]float32{}))))
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		t.Logf("body %d: off by %.2g", body, worst/size)
		if !(worst < 1e-4*size) {
			t.Errorf("body %d: the preconditioned product is off by %g of the vector", body, worst/size)
		}
	}
}

// TestRigidIntegrator: with BDF2 all vertices of a body take the same integrator.
func TestRigidIntegrator(t *testing.T) {
	set := step.DefaultSettings()
	set.AirDensity, set.Integrator = 0, step.BDF2
	box := steptest.RigidBoxOf("box", r3.Vec{Y: .045}, r3.Vec{X: .08, Y: .04, Z: .06}, [3]int{3, 1, 2}, 600)
	box.Spin = r3.Vec{Z: 4}
	s := rigidScene{[]cloth.Part{box}, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .5}}, set}.start(t)
	ages := map[int32]int{}
	for range 40 {
		stepped(t, s, 1, 1./240)
		st := gpuState(t, s)
		for i, age := range st.Before.Age {
			if age != st.Before.Age[0] {
				t.Fatalf("at %g s vertex %d has another history than vertex 0", st.Time, i)
			}
		}
		if len(st.Before.Age) > 0 {
			ages[int32(st.Before.Age[0])]++
		}
	}
	if len(ages) < 2 {
		t.Errorf("ages %v: the test proves little", ages)
	}
}

// TestRigidClamped: a body goes the least part of its way that one of its vertices may go, and stays rigid.
func TestRigidClamped(t *testing.T) {
	s := pressing().start(t)
	st := gpuState(t, s)
	n := len(s.Model.X0)
	const part = .4
	var at [][4]float32
	if err := s.ctx.Do(func() error {
		s.bind()
		s.begin(1. / 240)
		operations{s}.BeginClamping()
		fractions := make([]int32, n)
		for i := range fractions {
			fractions[i] = int32(math.Float32bits(1))
		}
		fractions[s.rigid.Body[2][0]+3] = int32(math.Float32bits(part))
		write(s.queue, s.queue.buffers["pairNextFraction"], fractions)
		operations{s}.ClampPaths(step.ClampPart)
		at = make([][4]float32, n)
		read(s.queue, s.queue.buffers["positionHi"], at)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	x := make([]r3.Vec, n)
	for k, i := range s.pack.Vertex {
		x[i] = layout.Joined(at[k], [4]float32{})
	}
	for k, b := range s.Model.Rigid {
		for i := b.Vertices.Lo; i < b.Vertices.Hi; i++ {
			want := 1.
			if k == 1 {
				want = part
			}
			if got := r3.Norm(r3.Sub(x[i], st.X[i])) / r3.Norm(r3.Scale(1./240, st.V[i])); math.Abs(got-want) > .2 {
				t.Fatalf("vertex %d of body %d goes %g of its way: expected %g", i, k, got, want)
			}
		}
	}
	if d := steptest.RigidError(s.Model, x); d > 1e-5 { // of single precision
		t.Errorf("distances are off by %g of the size", d)
	}
}

// TestRigidTrial: a trial far along a Newton step is rigid, and turns by its angle; so is what is accepted of it.
func TestRigidTrial(t *testing.T) {
	s := rigidScene{parts: []cloth.Part{steptest.RigidBox("box", r3.Vec{X: 1}, r3.Vec{X: .1, Y: .2, Z: .3}, 500)},
		set: inSpace()}.start(t)
	const alpha = 1.5
	n := len(s.Model.X0)
	shift, turn, centre := r3.Vec{X: .1, Y: .3}, r3.Vec{X: .5, Y: -1, Z: .7}, r3.Vec{X: 1}
	p, at := make([][4]float32, n), make([][4]float32, n)
	for k, i := range s.pack.Vertex {
		u := r3.Add(shift, r3.Cross(turn, r3.Sub(s.Model.X0[i], centre)))
		p[k] = layout.Float4(u.X, u.Y, u.Z, 0)
	}
	if err := s.ctx.Do(func() error {
		s.bind()
		s.begin(1. / 240)
		write(s.queue, s.queue.buffers["direction"], p)
		operations{s}.AcceptStep(alpha)
		read(s.queue, s.queue.buffers["positionHi"], at)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for k, i := range s.pack.Vertex {
		r := r3.NewRotation(alpha*r3.Norm(turn), r3.Unit(turn)).Rotate(r3.Sub(s.Model.X0[i], centre))
		want := r3.Add(r3.Add(centre, r3.Scale(alpha, shift)), r)
		if d := r3.Norm(r3.Sub(layout.Joined(at[k], [4]float32{}), want)); d > 1e-6 {
			t.Errorf("vertex %d is %.3g m off", i, d)
		}
	}
}
