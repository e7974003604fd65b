package cpu

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
	"hysteron/step/steptest"
)

// TestRigidTop: a box that spins about its middle axis tumbles (Dzhanibekov), as Euler's equations have it. Backward
// Euler is off by the first order in h, BDF2 by the second. No step changes distances within the body, or its momentum.
func TestRigidTop(t *testing.T) {
	size, omega, end := r3.Vec{X: .2, Y: .1, Z: .05}, [3]float64{.05, 6, .05}, .8
	in := [3]float64{size.Y*size.Y + size.Z*size.Z, size.X*size.X + size.Z*size.Z, size.X*size.X + size.Y*size.Y}
	_, turn := steptest.AsymmetricTop(in, omega, end)
	for _, of := range []struct {
		integrator string
		steps      [2]int
		order      float64
	}{{"implicit", [2]int{3200, 6400}, 1}, {step.BDF2, [2]int{400, 800}, 2}} {
		var off, lost [2]float64
		for k, n := range of.steps {
			set := alone()
			set.Integrator = of.integrator
			s := newSim(t, steptest.RigidBox("box", r3.Vec{}, size, 500), nil, set)
			steptest.Spin(s.State, r3.Vec{X: .3}, r3.Vec{X: omega[0], Y: omega[1], Z: omega[2]})
			e0, p0, l0 := steptest.Momenta(s.Model, s.State)
			for range n {
				if rep, err := s.Step(end / float64(n)); err != nil || rep.Outcome != step.Converged {
					t.Fatal(rep, err)
				}
			}
			e1, p1, l1 := steptest.Momenta(s.Model, s.State)
			for i, x := range s.Model.X0 {
				want := r3.Vec{X: .3 * end}
				for q, d := range [3]float64{x.X, x.Y, x.Z} {
					want = r3.Add(want, r3.Scale(d, turn[q]))
				}
				off[k] = max(off[k], r3.Norm(r3.Sub(s.State.X[i], want)))
			}
			lost[k] = 1 - (e1-s.Model.Rigid[0].Mass*.045)/(e0-s.Model.Rigid[0].Mass*.045)
			t.Logf("%v, %d steps: off by %.3g m, energy lost %.3g, angular momentum changed by %.3g, distances by %.2g",
				of.integrator, n, off[k], lost[k], r3.Norm(r3.Sub(l1, l0))/r3.Norm(l0), steptest.RigidError(s.Model, s.State.X))
			if d := r3.Norm(r3.Sub(p1, p0)); d > 1e-10*r3.Norm(p0) {
				t.Errorf("momentum changed by %g", d)
			}
			if d := steptest.RigidError(s.Model, s.State.X); d > 1e-13 {
				t.Errorf("distances are off by %g of the size", d)
			}
		}
		order := math.Log2(off[0] / off[1])
		t.Logf("%v: order %.2f", of.integrator, order)
		if math.Abs(order-of.order) > .25 || off[1] > .01 {
			t.Errorf("%v: off by %g m, order %.2f: expected order %g", of.integrator, off[1], order, of.order)
		}
	}
}

// TestRigidSlides: a box on a slope begins to slide where its tangent is the coefficient of friction, and is faster by
// g(sin α − μ cos α) then.
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
		s := newSim(t, part, []step.Collider{floor}, set)
		newton, cg := 0, 0
		var v [2]float64
		for k := range steps {
			rep, err := s.Step(h)
			if err != nil || rep.Outcome != step.Converged {
				t.Fatal(rep, err)
			}
			newton, cg = newton+rep.Newton, cg+rep.CG
			if k == steps/2-1 {
				v[0] = s.State.V[0].X
			}
		}
		v[1] = s.State.V[0].X
		want := max(0, g*(math.Sin(alpha)-mu*math.Cos(alpha)))
		got := (v[1] - v[0]) / (h * steps / 2)
		t.Logf("tan α = %g: acceleration %.5g m/s², expected %.5g; speed %.3g; %d Newton, %d CG in %d steps; distances by "+
			"%.2g", tangent, got, want, v[1], newton, cg, steps, steptest.RigidError(s.Model, s.State.X))
		if math.Abs(got-want) > .005*g || want == 0 && math.Abs(v[1]) > 1e-3 {
			t.Errorf("tan α = %g: acceleration %g m/s², speed %g m/s: expected %g", tangent, got, v[1], want)
		}
	}
}

// TestRigidStack: boxes on the ground and on each other stay, as heavy as they are.
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
	s := newCloth(t, parts, []step.Collider{{Name: "floor", Normal: r3.Vec{Y: 1}, Friction: -1}}, set)
	newton, cg, half := 0, 0, 0
	for range 480 {
		rep, err := s.Step(h)
		if err != nil {
			t.Fatal(rep, err)
		}
		if rep.Outcome != step.Converged {
			half++
		}
		newton, cg = newton+rep.Newton, cg+rep.CG
	}
	worst, speed := 0., 0.
	for i, x := range s.State.X {
		d := r3.Sub(x, s.Model.X0[i])
		worst, speed = max(worst, r3.Norm(d)), max(speed, r3.Norm(s.State.V[i]))
	}
	t.Logf("moved by %.3g m, speed %.2g m/s; %d Newton, %d CG, %d unconverged; distances by %.2g", worst, speed, newton,
		cg, half, steptest.RigidError(s.Model, s.State.X))
	if worst > 1e-3 || speed > 2e-5 || half > 0 {
		t.Errorf("moved by %g m, speed %g m/s, %d steps unconverged", worst, speed, half)
	}
}

// TestRigidPendulum: a plate that hangs from two soft pins swings in 2π√(I/mgd), I about the pins.
func TestRigidPendulum(t *testing.T) {
	const h, g, angle = 1. / 960, 9.81, .05
	size := r3.Vec{X: .04, Y: .3, Z: .1}
	set := step.DefaultSettings()
	set.AirDensity, set.Integrator = 0, step.BDF2
	part := steptest.RigidBoxOf("plate", r3.Vec{Y: -size.Y / 2}, size, [3]int{2, 1, 1}, 700)
	sin, cos := math.Sincos(angle)
	for i, x := range part.X {
		part.X[i] = r3.Vec{X: cos*x.X - sin*x.Y, Y: sin*x.X + cos*x.Y, Z: x.Z}
		if x.X == 0 && x.Y == 0 && i < len(part.X)-cloth.MassPoints {
			part.Pins = append(part.Pins, cloth.Pin{Vertex: int32(i), Point: part.X[i], Stiffness: 1e6})
		}
	}
	s := newSim(t, part, nil, set)
	b := &s.Model.Rigid[0]
	d := size.Y / 2
	inertia := b.Mass * ((size.X*size.X+size.Y*size.Y)/12 + d*d)
	want := 2 * math.Pi * math.Sqrt(inertia/(b.Mass*g*d)) * (1 + angle*angle/16)
	low := func() float64 { return s.rigid.list[0].middle(s.State.X).X }
	var crossings []float64
	before := low()
	for s.State.Time < 3*want {
		if _, err := s.Step(h); err != nil {
			t.Fatal(err)
		}
		now := low()
		if before > 0 && now <= 0 {
			crossings = append(crossings, s.State.Time-h*now/(now-before))
		}
		before = now
	}
	got := (crossings[len(crossings)-1] - crossings[0]) / float64(len(crossings)-1)
	t.Logf("period %.6g s, expected %.6g; %d pins", got, want, len(s.Model.Pins))
	if math.Abs(got/want-1) > 2e-4 || len(s.Model.Pins) != 2 {
		t.Errorf("period %g s with %d pins: expected %g", got, len(s.Model.Pins), want)
	}
}

// TestRigidCollision: a box that spins flies into a sheet, and into another box; momentum stays, the angular momentum
// but for what backward Euler takes, and nothing crosses.
func TestRigidCollision(t *testing.T) {
	f := cotton()
	f.Drag, f.DragSkin, f.ClothFriction = 0, 0, .3
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity, set.Tolerance = r3.Vec{}, 0, 1e-9
	size := r3.Vec{X: .04, Y: .02, Z: .03}
	s := newCloth(t, []cloth.Part{
		grid(8, 8, .1, .1, f, true),
		steptest.RigidBoxOf("a", r3.Vec{X: .01, Y: .03}, size, [3]int{2, 1, 2}, 100),
		steptest.RigidBoxOf("b", r3.Vec{X: .02, Y: .065}, size, [3]int{2, 1, 2}, 200),
	}, nil, set)
	for k, b := range s.Model.Rigid {
		c := s.rigid.list[k].middle(s.State.X)
		for i := b.Vertices.Lo; i < b.Vertices.Hi; i++ {
			s.State.V[i] = r3.Add(r3.Vec{Y: -1 - float64(k)}, r3.Cross(r3.Vec{X: 3, Z: -2}, r3.Sub(s.State.X[i], c)))
		}
	}
	p0, _ := momenta(s)
	e0, _, _ := steptest.Momenta(s.Model, s.State)
	rigidWith := map[[2]bool]bool{}
	newton := 0
	for range 120 {
		rep, err := s.Step(1. / 1000)
		if err != nil {
			t.Fatal(rep, err)
		}
		newton += rep.Newton
		p1, _ := momenta(s)
		if d := r3.Norm(r3.Sub(p1, p0)); d > 1e-9*r3.Norm(p0) {
			t.Fatalf("at %g s the momentum is %v: expected %v", s.State.Time, p1, p0)
		}
		for k := range s.self.active {
			if q := &s.self.active[k]; q.response.Psi > 0 {
				rigidWith[[2]bool{s.rigid.any(int(q.v[0])), s.rigid.any(int(q.v[3]))}] = true
			}
		}
	}
	e1, _, _ := steptest.Momenta(s.Model, s.State)
	t.Logf("%.3g of the energy left, %d Newton, contacts %v; distances by %.2g", e1/e0, newton, rigidWith,
		steptest.RigidError(s.Model, s.State.X))
	if !rigidWith[[2]bool{true, true}] || len(rigidWith) < 2 {
		t.Errorf("contacts %v: expected box on box and box on sheet", rigidWith)
	}
	if n := intersections(s); n > 0 || e1 > e0 || steptest.RigidError(s.Model, s.State.X) > 1e-13 {
		t.Errorf("%d intersections, energy %g of %g J, distances off by %g", n, e1, e0,
			steptest.RigidError(s.Model, s.State.X))
	}
}

// TestRigidOnSheet: a box that lies on a sheet is borne by its pins, and the sheet sags under it.
func TestRigidOnSheet(t *testing.T) {
	f := cotton()
	f.Drag, f.DragSkin = 0, 0
	set := step.DefaultSettings()
	set.AirDensity = 0
	sheet := grid(13, 13, .3, .3, f, true)
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
	s := newCloth(t, []cloth.Part{sheet, box}, nil, set)
	newton, cg := 0, 0
	for range 240 {
		rep, err := s.Step(1. / 120)
		if err != nil {
			t.Fatal(rep, err)
		}
		newton, cg = newton+rep.Newton, cg+rep.CG
	}
	var borne r3.Vec
	for _, p := range s.Model.Pins {
		borne = r3.Add(borne, r3.Scale(p.Stiffness, r3.Sub(p.Point, s.State.X[p.Vertex])))
	}
	weight := s.Model.TotalMass() * 9.81
	low, speed := s.rigid.list[0].middle(s.State.X).Y, 0.
	for _, v := range s.State.V {
		speed = max(speed, r3.Norm(v))
	}
	t.Logf("pins bear %.6g N of %.6g N, the box hangs at %.4g m; speed %.2g m/s; %d Newton, %d CG", borne.Y, weight, low,
		speed, newton, cg)
	if math.Abs(borne.Y/weight-1) > .002 || low > .01 || intersections(s) > 0 {
		t.Errorf("pins bear %g N of %g N, the box is at %g m, %d intersections", borne.Y, weight, low, intersections(s))
	}
}

// TestRigidDerivatives: force, torque and second derivative by the six unknowns are those of the potential along
// screws, by differences: of inertia, weight, contact with the ground and soft pins.
func TestRigidDerivatives(t *testing.T) {
	set := step.DefaultSettings()
	set.AirDensity, set.SelfContact = 0, false
	part := steptest.RigidBoxOf("box", r3.Vec{Y: .02}, r3.Vec{X: .08, Y: .04, Z: .06}, [3]int{3, 1, 2}, 600)
	tilt := r3.NewRotation(.05, r3.Unit(r3.Vec{X: 1, Z: 2}))
	for i, x := range part.X {
		part.X[i] = tilt.Rotate(x)
	}
	part.Pins = []cloth.Pin{{Vertex: 3, Point: r3.Vec{X: .1, Y: .2}, Stiffness: 300}}
	s := newSim(t, part, []step.Collider{{Name: "floor", Normal: r3.Vec{Y: 1}}}, set)
	steptest.Spin(s.State, r3.Vec{X: .1, Y: -.2}, r3.Vec{X: 2, Y: 3, Z: -1})
	s.begin(1. / 240)
	s.guess()
	s.detectContacts(true)
	start := append([]r3.Vec(nil), s.x...)
	b := &s.rigid.list[0]
	at := func(q [6]float64) (energy float64, f [6]float64) {
		p := make([]r3.Vec, len(start))
		c := b.middle(start)
		for i, x := range start {
			p[i] = r3.Add(r3.Vec{X: q[0], Y: q[1], Z: q[2]}, r3.Cross(r3.Vec{X: q[3], Y: q[4], Z: q[5]}, r3.Sub(x, c)))
		}
		copy(s.x, start)
		s.rigid.follow(start, p, s.x, 1)
		energy = s.evaluateElements(s.x) + s.evaluatePoints(s.x)
		s.gatherGradient()
		var torque r3.Vec
		for _, v := range b.points {
			g := s.g[v]
			f[0], f[1], f[2] = f[0]+g.X, f[1]+g.Y, f[2]+g.Z
			torque = r3.Add(torque, r3.Cross(r3.Sub(s.x[v], b.middle(s.x)), g))
		}
		f[3], f[4], f[5] = torque.X, torque.Y, torque.Z
		return energy, f
	}
	_, f := at([6]float64{})
	touching := 0
	for i := range s.obstacles[0].near {
		if s.touches(i) {
			touching++
		}
	}
	if touching < 3 {
		t.Fatalf("%d points touch the ground: the test would prove little", touching)
	}
	s.gatherMatrix()
	k, turn := b.k, b.turn
	positive := turn.Positive()
	for i, c := range [9]int{0, 5, 4, 5, 1, 3, 4, 3, 2} {
		k[6*(3+i/3)+3+i%3] += turn[c] - positive[c]
	}
	const eps = 1e-6
	for i := range 6 {
		var plus, minus [6]float64
		plus[i], minus[i] = eps, -eps
		e1, _ := at(plus)
		e0, _ := at(minus)
		size := max(math.Abs(f[i]), 1e-3)
		if got := (e1 - e0) / (2 * eps); math.Abs(got-f[i]) > 1e-5*size {
			t.Errorf("unknown %d: the potential changes by %g, the gradient is %g", i, got, f[i])
		}
		for j := range i + 1 { // second differences: at both ends of a screw a gradient is by the place there
			var pp, pm, mp, mm [6]float64
			for q, v := range map[*[6]float64][2]float64{&pp: {1, 1}, &pm: {1, -1}, &mp: {-1, 1}, &mm: {-1, -1}} {
				q[i] += v[0] * 1e-4
				q[j] += v[1] * 1e-4
			}
			a, _ := at(pp)
			b, _ := at(pm)
			c, _ := at(mp)
			d, _ := at(mm)
			got := (a - b - c + d) / 4e-8
			if size := math.Sqrt(k[7*i] * k[7*j]); math.Abs(got-k[6*i+j]) > 2e-4*size {
				t.Errorf("unknowns %d and %d: second difference %g, matrix %g", i, j, got, k[6*i+j])
			}
		}
	}
}

// pressed is a box that lies on another in contact, and is evaluated there.
func pressed(t *testing.T) *Sim {
	t.Helper()
	set := step.DefaultSettings()
	set.AirDensity = 0
	size := r3.Vec{X: .04, Y: .02, Z: .03}
	f := cotton()
	f.ClothFriction = .4
	s := newCloth(t, []cloth.Part{
		place(grid(8, 8, .1, .1, f, true), func(x r3.Vec) r3.Vec { return r3.Add(x, r3.Vec{X: -.05, Z: .05}) }),
		steptest.RigidBoxOf("a", r3.Vec{Y: .01 + .9*set.SelfThickness}, size, [3]int{2, 1, 2}, 300),
		steptest.RigidBoxOf("b", r3.Vec{X: .005, Y: .03 + 1.8*set.SelfThickness, Z: .002}, size, [3]int{3, 1, 2}, 500),
	}, nil, set)
	operations{s}.Begin(0, 1./240)
	operations{s}.DetectContacts(true)
	operations{s}.Evaluate(true)
	s.gatherMatrix()
	return s
}

// TestRigidOperator: the product of the system with any vector of its unknowns is the one of all vertices, folded; and
// the block that the preconditioner inverts is its own.
func TestRigidOperator(t *testing.T) {
	s := pressed(t)
	n := len(s.x)
	rnd := rand.New(rand.NewPCG(1, 2))
	vec := func() r3.Vec { return r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()} }
	s.cg.MaxIter = 1
	s.solveRigid() // prepares
	product := func(x []r3.Vec) []r3.Vec {
		y := make([]r3.Vec, n)
		s.matrix.MulVec(s.pool, y, x)
		o := &s.rigid.operator
		o.Prepare(s.pool, x)
		for lo := 0; lo < n; lo += 7 { // pieces that begin and end in bodies
			o.AddRows(y, x, lo, min(lo+7, n))
		}
		return y
	}
	x, full := make([]r3.Vec, n), make([]r3.Vec, n)
	for i := range x {
		if !s.rigid.any(i) {
			x[i] = vec()
			full[i] = x[i]
		}
	}
	for k := range s.rigid.list {
		b := &s.rigid.list[k]
		shift, turn := vec(), r3.Scale(50, vec())
		x[b.points[0]], x[b.points[1]] = shift, turn
		b.each(func(i int) { full[i] = r3.Add(shift, r3.Cross(turn, r3.Sub(s.x[i], b.centre))) })
	}
	got, all := product(x), Probe{s}.Times(full)
	want := make([]r3.Vec, n)
	for i := range all {
		if !s.rigid.any(i) {
			want[i] = all[i]
		}
	}
	for k := range s.rigid.list {
		b := &s.rigid.list[k]
		v := b.turn.Positive()
		torque := v.Mul(x[b.points[1]])
		var force r3.Vec
		b.each(func(i int) {
			force, torque = r3.Add(force, all[i]), r3.Add(torque, r3.Cross(r3.Sub(s.x[i], b.centre), all[i]))
		})
		want[b.points[0]], want[b.points[1]] = force, torque
	}
	size := 0.
	for i := range want {
		size = max(size, r3.Norm(want[i]))
	}
	for i := range want {
		if d := r3.Norm(r3.Sub(got[i], want[i])); d > 1e-12*size {
			t.Errorf("row %d is %v: expected %v", i, got[i], want[i])
		}
	}
	for k := range s.rigid.list {
		b := &s.rigid.list[k]
		for range 6 {
			clear(x)
			x[b.points[0]], x[b.points[1]] = vec(), r3.Scale(50, vec())
			y, z := product(x), make([]r3.Vec, n)
			for i := range y { // of this body alone
				if i != int(b.points[0]) && i != int(b.points[1]) {
					y[i] = r3.Vec{}
				}
			}
			s.rigid.precond.Apply(s.pool, z, y)
			for _, v := range b.points[:2] {
				if d := r3.Norm(r3.Sub(z[v], x[v])); d > 1e-9*r3.Norm(x[v]) {
					t.Errorf("body %d: the preconditioner gives %v of the product of %v", k, z[v], x[v])
				}
			}
		}
	}
}

// TestRigidIntegrator: with BDF2 all vertices of a body take the same integrator, and their velocities are those of a
// rigid body's points: linear in where they are.
func TestRigidIntegrator(t *testing.T) {
	set := step.DefaultSettings()
	set.AirDensity, set.Integrator = 0, step.BDF2
	s := newSim(t, steptest.RigidBoxOf("box", r3.Vec{Y: .06}, r3.Vec{X: .08, Y: .04, Z: .06}, [3]int{3, 1, 2}, 600),
		[]step.Collider{{Name: "floor", Normal: r3.Vec{Y: 1}, Friction: .5}}, set)
	steptest.Spin(s.State, r3.Vec{X: .5}, r3.Vec{Z: 4})
	mixed := 0
	for range 60 {
		if _, err := s.Step(1. / 240); err != nil {
			t.Fatal(err)
		}
		for i := range s.twoStep.euler {
			if s.twoStep.euler[i] != s.twoStep.euler[0] {
				t.Fatalf("at %g s vertex %d takes another integrator than vertex 0", s.State.Time, i)
			}
		}
		if s.twoStep.euler[0] {
			mixed++
		}
	}
	if mixed < 2 || mixed == 60 {
		t.Errorf("%d of 60 steps are backward Euler: the test would prove little", mixed)
	}
}

// TestRigidClamped: a body whose vertices may go parts of their ways goes the least of them, and stays rigid.
func TestRigidClamped(t *testing.T) {
	s := pressed(t)
	o := operations{s}
	for i := range s.x {
		if b := s.rigid.of[i]; b == 2 {
			s.x[i] = r3.Add(s.x[i], r3.Vec{X: .01, Y: -.004})
		}
	}
	o.BeginClamping()
	c := s.self
	c.hits = resize(c.hits, len(c.candidates))
	c.failing = c.failing[:0]
	b := s.rigid.list[1].Vertices
	for i, q := range c.candidates { // one pair with a vertex of the box that is not its first
		if v := int(q.v[0]); v > b.Lo && v < b.Hi && !slices.Contains(q.v[:], int32(b.Lo)) {
			c.failing, c.hits[i] = append(c.failing, int32(i)), pathHit{.5, true}
			break
		}
	}
	if len(c.failing) == 0 {
		t.Fatal("no pair of the box")
	}
	o.ClampPaths(step.ClampPart)
	for i := b.Lo; i < b.Hi; i++ {
		if got := r3.Norm(r3.Sub(s.x[i], s.State.X[i])) / r3.Norm(c.path[i]); math.Abs(got-.5*step.ClampShare) > 1e-6 {
			t.Fatalf("vertex %d goes %g of its way: expected %g", i, got, .5*step.ClampShare)
		}
	}
	if d := steptest.RigidError(s.Model, s.x); d > 1e-13 {
		t.Errorf("distances are off by %g of the size", d)
	}
}

// TestRigidAlone: features of one body are no pairs, however thin it is.
func TestRigidAlone(t *testing.T) {
	set := step.DefaultSettings()
	s := newSim(t, steptest.RigidBoxOf("plate", r3.Vec{}, r3.Vec{X: .1, Y: .0005, Z: .1}, [3]int{5, 1, 5}, 900), nil, set)
	if _, err := s.Step(1. / 240); err != nil {
		t.Fatal(err)
	}
	if n := len(s.self.candidates); n > 0 {
		t.Errorf("%d pairs", n)
	}
}

// TestRigidTrial: a trial far along a Newton step is rigid, and its centre is on a straight line.
func TestRigidTrial(t *testing.T) {
	s := newSim(t, steptest.RigidBox("box", r3.Vec{X: 1}, r3.Vec{X: .1, Y: .2, Z: .3}, 500), nil, alone())
	b, x := &s.rigid.list[0], append([]r3.Vec(nil), s.State.X...)
	p, trial := make([]r3.Vec, len(x)), make([]r3.Vec, len(x))
	shift, turn := r3.Vec{X: .1, Y: .3}, r3.Vec{X: .5, Y: -1, Z: .7}
	for i := range x {
		p[i] = r3.Add(shift, r3.Cross(turn, r3.Sub(x[i], b.middle(x))))
	}
	s.rigid.follow(x, p, trial, 1.5)
	want := r3.Add(b.middle(x), r3.Scale(1.5, shift))
	if d := r3.Norm(r3.Sub(b.middle(trial), want)); d > 1e-14 {
		t.Errorf("the centre is %g m off", d)
	}
	if d := steptest.RigidError(s.Model, trial); d > 1e-14 {
		t.Errorf("distances are off by %g of the size", d)
	}
	r := r3.NewRotation(1.5*r3.Norm(turn), r3.Unit(turn)).Rotate(r3.Sub(x[2], b.middle(x)))
	if d := r3.Norm(r3.Sub(r3.Sub(trial[2], want), r)); d > 1e-14 {
		t.Errorf("vertex 2 is %g m off", d)
	}
}
