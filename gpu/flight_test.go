//go:build cgo

package gpu

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
	"hysteron/law"
	"hysteron/step"
)

// TestPieces: the order goes through one piece of the cloth after the other, and the ranges hold them.
func TestPieces(t *testing.T) {
	m := model(t, grid(5, 6, .1, .1, cotton()), grid(3, 3, .1, .1, cotton()), grid(4, 9, .1, .1, cotton()))
	p, err := layout.NewModel(m)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Components) != 3 {
		t.Fatalf("%d pieces, expected 3", len(p.Components))
	}
	vertices, triangles := 0, 0
	for c, r := range p.Components {
		vertices, triangles = vertices+int(r[1]-r[0]), triangles+int(r[3]-r[2])
		for k := r[0]; k < r[1]; k++ {
			if int(p.Component[k]) != c {
				t.Fatalf("vertex %d of piece %d is in the range of %d", k, p.Component[k], c)
			}
		}
		for k := r[2]; k < r[3]; k++ {
			if v := p.Place[m.Tri[p.Tri[k]][0]]; v < r[0] || v >= r[1] {
				t.Fatalf("triangle %d of the range of piece %d has vertex %d", k, c, v)
			}
		}
	}
	if vertices != len(m.X0) || triangles != len(m.Tri) {
		t.Errorf("the ranges hold %d of %d vertices and %d of %d triangles", vertices, len(m.X0), triangles, len(m.Tri))
	}
}

// TestFreeFallAnyStep: a sheet falls in vacuum as a point does, without turning, whatever the step and the stiffness.
func TestFreeFallAnyStep(t *testing.T) {
	ctx := open(t, true)
	for _, stiffer := range []float64{1, 1e3, 1e6} {
		for _, h := range []float64{1. / 24, 1. / 240, 1e-4} {
			t.Run(fmt.Sprintf("%g/%g", stiffer, h), func(t *testing.T) {
				f := cotton()
				for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear} {
					c.Elastic = law.Scaled(c.Elastic, stiffer)
				}
				f.Drag, f.DragSkin = 0, 0
				p := grid(8, 8, .4, .4, f)
				turn := r3.NewRotation(.7, r3.Vec{X: 1, Y: 2, Z: -.5})
				for i, x := range p.X {
					p.X[i] = turn.Rotate(x)
				}
				s := newGPU(t, ctx, model(t, p), nil, nil, step.DefaultSettings())
				start := gpuState(t, s)
				n := min(200, int(.25/h+.5))
				for range n {
					if _, err := s.Step(h); err != nil {
						t.Fatal(err)
					}
				}
				fall := 9.81 * h * h * float64(n) * float64(n+1) / 2
				var mean r3.Vec
				var turned float64
				st := gpuState(t, s)
				mass := s.Model.TotalMass()
				for i, x := range st.X {
					d := r3.Sub(x, r3.Add(start.X[i], r3.Vec{Y: -fall}))
					mean = r3.Add(mean, r3.Scale(s.Model.Mass[i]/mass, d))
					turned = max(turned, r3.Norm(d))
				}
				t.Logf("fall of %.3g m: centre %.2g of it off, vertices up to %.2g m", fall, r3.Norm(mean)/fall, turned)
				if !(r3.Norm(mean) < 1e-6*fall) {
					t.Errorf("the centre of mass is %g m off after a fall of %g m", r3.Norm(mean), fall)
				}
				if !(turned < 1e-6*fall+1e-7) {
					t.Errorf("a vertex is %g m off", turned)
				}
			})
		}
	}
}

// TestSinks: a flat sheet that falls through air sinks as by backward Euler, σ(v' − v)/h = σg − ½ρc|v|v', also in steps
// of a single solve: the rigid-body correction uses the forces at the corrected positions.
func TestSinks(t *testing.T) {
	const h, n = 1. / 60, 30
	// a single solve leaves it somewhat wavy
	for most, off := range map[int]float64{1: 1e-4, step.DefaultSettings().MaxNewton: 1e-6} {
		f := cotton()
		f.DragSkin = 0
		set := step.DefaultSettings()
		set.MaxNewton = most
		s := newGPU(t, open(t, true), model(t, grid(8, 8, .4, .4, f)), nil, nil, set)
		var v, fallen float64
		for range n {
			if _, err := s.Step(h); err != nil {
				t.Fatal(err)
			}
			v = (v + 9.81*h) / (1 + h*set.AirDensity*f.Drag/2/f.Density*v)
			fallen += h * v
		}
		var mean r3.Vec
		for i, x := range gpuState(t, s).X {
			mean = r3.Add(mean, r3.Scale(s.Model.Mass[i]/s.Model.TotalMass(),
				r3.Sub(x, r3.Add(s.Model.X0[i], r3.Vec{Y: -fallen}))))
		}
		t.Logf("%d iterations at most: sunk by %.3g m, at %.3g m/s in the end; the centre is %.2g of it off", most,
			fallen, v,
			r3.Norm(mean)/fallen)
		if !(r3.Norm(mean) < off*fallen) {
			t.Errorf("%d iterations at most: the centre of mass is %g m off after %g m", most, r3.Norm(mean), fallen)
		}
	}
}

// TestFastBall: a ball of 2 cm that flies at a hanging sheet at 6 m/s, 10 cm in a step, does not pass through it
// unseen.
func TestFastBall(t *testing.T) {
	p := grid(9, 9, .16, .16, cotton())
	for i, x := range p.X {
		if p.X[i] = (r3.Vec{X: x.X - .08, Y: -x.Z}); p.X[i].Y > .159 || p.X[i].Y < .001 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
		}
	}
	ball := step.Collider{Surface: newSphere(.02, r3.Vec{Y: .08, Z: .2}, r3.Vec{Z: -6}), Friction: .3}
	s := newGPU(t, open(t, true), model(t, p), nil, []step.Collider{ball}, step.DefaultSettings())
	halvings := 0
	for range 3 {
		rep, err := s.Step(1. / 60)
		if err != nil {
			t.Fatal(err)
		}
		halvings += rep.Halvings
	}
	if halvings == 0 {
		t.Error("no step was cut")
	}
	var deepest float64
	for _, x := range gpuState(t, s).X {
		deepest = min(deepest, x.Z)
	}
	if !(deepest < -.09) {
		t.Errorf("the sheet reaches to z = %g m: expected it around the ball, that has not passed through", deepest)
	}
}

// TestBalanceTellsHowFar: as cpu's test of that name has it.
func TestBalanceTellsHowFar(t *testing.T) {
	ground := []step.Collider{{Point: r3.Vec{Y: -1}, Normal: r3.Vec{Y: 1}}}
	type fall struct {
		h      float64
		bodies []step.Collider
		sheets int
		want   bool
	}
	inForms(t, []fall{{1. / 60, ground, 1, true}, {1. / 120, ground, 1, false}, {1. / 60, nil, 1, false},
		{1. / 60, nil, 2, true}}, func(t *testing.T, ctx *opengl.Context, c fall) {
		f := cotton()
		f.Drag, f.DragSkin = 0, 0
		var sheets []cloth.Part
		for k := range c.sheets {
			sheets = append(sheets, shift(grid(4, 4, .1, .1, f), r3.Vec{Y: .0035 * float64(k)}))
		}
		s := newGPU(t, ctx, model(t, sheets...), nil, c.bodies, step.DefaultSettings())
		if err := s.ctx.Do(func() error {
			m := operations{s}
			m.Begin(0, c.h)
			m.DetectContacts(true)
			for k := range 2 {
				m.Evaluate(true)
				m.CorrectRigid(0)
				if got := m.RigidTooFar(); got != (c.want && k == 0) {
					t.Errorf("h = %g s, %d bodies, %d sheets, time %d: led too far %v, falls by %g m", c.h,
						len(c.bodies), c.sheets,
						k+1, got, 9.81*c.h*c.h)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestBalancedStackRests: as cpu's test of that name has it, to half of the tolerance; and so does a sheet that lies
// 2 m beside the stack, which the friction within the stack does not turn.
func TestBalancedStackRests(t *testing.T) {
	const mu = .4
	down := r3.NewRotation(-math.Atan(.95*mu), r3.Vec{Z: 1})
	f := cotton()
	f.Drag, f.DragSkin, f.ClothFriction = 0, 0, mu
	var parts []cloth.Part
	for k := range 3 {
		p := grid(4, 4, .04, .04, f)
		for i, x := range p.X {
			p.X[i] = down.Rotate(r3.Add(x, r3.Vec{X: .002 * float64(k), Y: .00399 + .00299*float64(k)}))
		}
		parts = append(parts, p)
	}
	beside := grid(4, 4, .04, .04, f)
	for i, x := range beside.X {
		beside.X[i] = down.Rotate(r3.Add(x, r3.Vec{Y: .00399, Z: 2}))
	}
	parts = append(parts, beside)
	set := step.DefaultSettings()
	set.MaxNewton, set.Tolerance = 200, 1e-7
	m := model(t, parts...)
	inForms(t, []float64{1. / 60}, func(t *testing.T, ctx *opengl.Context, h float64) {
		s := newGPU(t, ctx, m, nil, []step.Collider{{Normal: down.Rotate(r3.Vec{Y: 1}), Friction: 1}}, set)
		start := gpuState(t, s).X
		for k := range 40 {
			rep, err := s.Step(h)
			if err != nil {
				t.Fatal(err)
			}
			at := gpuState(t, s).X
			var way float64
			for i, x := range at {
				way = max(way, r3.Norm(r3.Sub(x, start[i])))
			}
			if start = at; k >= 30 && (way > 5e-8 || rep.Rounds > 0) {
				t.Fatalf("led by %.2g m in %d rounds: expected it to stay", way, rep.Rounds)
			}
		}
	})
}

// TestCorrectionBalancesFriction: a sheet that was shifted on another, which lies on ground without friction, rubs on
// it, a thickness above. Rigid-body corrections of both together end where no force and no torque is left of all that
// acts on their vertices, the torque of that friction included.
func TestCorrectionBalancesFriction(t *testing.T) {
	const h, mu, way, high = 1. / 60, .4, 1e-4, .00295
	f := cotton()
	f.ClothFriction = mu
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity = r3.Vec{Y: -1000}, 0 // it stays in the layer of the ground
	m := model(t, shift(grid(4, 4, .04, .04, f), r3.Vec{Y: .0039}), shift(grid(4, 4, .04, .04, f),
		r3.Vec{X: .002, Y: .0039 + high}))
	upper := m.Parts[1].Vertices
	inForms(t, []int{0}, func(t *testing.T, ctx *opengl.Context, _ int) {
		s := newGPU(t, ctx, m, nil, []step.Collider{{Normal: r3.Vec{Y: 1}}}, set)
		if err := ctx.Do(func() error {
			s.bind()
			op := operations{s}
			op.Begin(0, h)
			op.DetectContacts(true)
			x, moved := append(m.X0[:0:0], m.X0...), make([][4]float32, len(m.X0))
			for k, i := range s.pack.Vertex {
				if upper.Lo <= int(i) && int(i) < upper.Hi {
					x[i].X += way
					moved[k][0] = way
				}
			}
			hi, lo := s.pack.Halves(x)
			write(s.queue, s.queue.buffers["positionHi"], hi)
			write(s.queue, s.queue.buffers["positionLo"], lo)
			write(s.queue, s.queue.buffers["moved"], moved)
			for range 5 {
				op.Evaluate(true)
				op.CorrectRigid(1e-2)
			}
			op.Evaluate(true)
			g := s.vectors("gradient")
			_, packed := s.motion.positions()
			at := make([]r3.Vec, len(packed))
			for k, i := range s.pack.Vertex {
				at[i] = packed[k]
			}
			var centre, force, torque, friction r3.Vec
			var mass float64
			for i, y := range at {
				centre, mass = r3.Add(centre, r3.Scale(m.Mass[i], y)), mass+m.Mass[i]
			}
			centre = r3.Scale(1/mass, centre)
			for i, y := range at {
				force, torque = r3.Add(force, g[i]), r3.Add(torque, r3.Cross(r3.Sub(y, centre), g[i]))
				if upper.Lo <= i && i < upper.Hi {
					inertia := r3.Scale(m.Mass[i]/(h*h), r3.Sub(y, m.X0[i]))
					friction = r3.Add(friction, r3.Sub(g[i], inertia))
				}
			}
			rubs := math.Abs(friction.X)
			t.Logf("friction of %.3g N, a torque of %.3g N·m; left are %.2g N and %.2g N·m", rubs, rubs*high, r3.Norm(force),
				r3.Norm(torque))
			if !(rubs > 1e-3) || !(r3.Norm(force) < .01*rubs) || !(r3.Norm(torque) < .01*rubs*high) {
				t.Errorf("of friction of %g N, %g m above, %g N and %g N·m are left", rubs, high, r3.Norm(force),
					r3.Norm(torque))
			}
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestSmallBallBetweenVertices: one of the balls of cpu's test of that name does not pass through the sheet on the
// device either.
func TestSmallBallBetweenVertices(t *testing.T) {
	p := grid(5, 5, .3, .3, cotton())
	for i, x := range p.X {
		if p.X[i] = (r3.Vec{X: x.X - .15, Y: -x.Z}); p.X[i].Y > .299 || p.X[i].Y < .001 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
		}
	}
	ball := step.Collider{Surface: newSphere(.01, r3.Vec{X: .3 / 8, Y: .155, Z: .15}, r3.Vec{Z: -6}), Friction: .3}
	s := newGPU(t, open(t, true), model(t, p), nil, []step.Collider{ball}, step.DefaultSettings())
	for range 3 {
		if _, err := s.Step(1. / 60); err != nil {
			t.Fatal(err)
		}
	}
	var deepest float64
	for _, x := range gpuState(t, s).X {
		deepest = min(deepest, x.Z)
	}
	if !(deepest < -.15) {
		t.Errorf("the sheet reaches to z = %g m: expected it before the ball at -0.15, which has not passed through",
			deepest)
	}
}

// TestSlidesFromRest: a sheet that lies on a plane in its layer begins to slide when gravity leans beyond friction, and
// is as fast as Coulomb says: a = g sin α − μ g cos α, whatever the step and the edges. Newton's method alone is
// content with less than that: friction that holds makes its steps shorter than the tolerance.
func TestSlidesFromRest(t *testing.T) {
	const lean, time = 6., .5
	ctx := open(t, true)
	for _, c := range []struct{ mu, h, edge float64 }{{.2, 1. / 240, .1}, {.5, 1. / 240, .05}, {.5, 1. / 60, .05}} {
		f := cotton()
		f.Drag, f.DragSkin = 0, 0
		set := step.DefaultSettings()
		set.Gravity = r3.Vec{X: -lean, Y: -9.81}
		n := int(math.Round(.3/c.edge)) + 1
		p := grid(n, n, .3, .3, f)
		for i := range p.X {
			p.X[i].Y = set.Thickness - 3.5e-7
		}
		m := model(t, p)
		s := newGPU(t, ctx, m, nil, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: c.mu}}, set)
		for range int(math.Round(time / c.h)) {
			if _, err := s.Step(c.h); err != nil {
				t.Fatal(err)
			}
		}
		now, err := s.State()
		if err != nil {
			t.Fatal(err)
		}
		var v, mass float64
		for i, u := range now.V {
			v, mass = v+m.Mass[i]*u.X, mass+m.Mass[i]
		}
		want := -time * (lean - c.mu*9.81)
		if v /= mass; math.Abs(v-want) > .01*lean*time {
			t.Errorf("%+v: %g m/s after %g s, expected %g", c, v, time, want)
		}
	}
}

// TestBullets: balls of 1 and 2 cm that fly at a hanging sheet with edges of 10 cm, between all of its vertices, take
// it along on the device too; one that is too fast for it is counted, if the sheet is not before it, and none beside
// the sheet.
func TestBullets(t *testing.T) {
	for _, c := range []struct {
		radius, speed, x float64
		stopped          bool
	}{{.005, 20, 0, true}, {.01, 5, 0, true}, {.005, 100, 0, false}, {.005, 20, .3, false}} {
		p := grid(4, 4, .3, .3, cotton())
		for i, x := range p.X {
			if p.X[i] = (r3.Vec{X: x.X - .15, Y: -x.Z}); p.X[i].Y > .299 || p.X[i].Y < .001 {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
			}
		}
		const start = .15
		ball := newSphere(c.radius, r3.Vec{X: c.x, Y: .155, Z: start}, r3.Vec{Z: -c.speed})
		s := newGPU(t, open(t, true), model(t, p), nil, []step.Collider{{Surface: ball, Friction: .3}},
			step.DefaultSettings())
		counted, n := 0, int(.3/c.speed*60+.99)
		for range n {
			rep, err := s.Step(1. / 60)
			if err != nil {
				t.Fatal(err)
			}
			counted += rep.Limits.Bodies
		}
		var deepest float64
		for _, x := range gpuState(t, s).X {
			deepest = min(deepest, x.Z)
		}
		before := deepest < start-c.speed*float64(n)/60
		t.Logf("%+v: the sheet to %g m, %d counted", c, deepest, counted)
		switch past := c.x > .15; {
		case past && counted > 0, !past && !before && counted == 0, c.stopped && !before:
			t.Errorf("%+v: %d counted, the sheet to %g m", c, counted, deepest)
		}
	}
}

// TestPressedThrough: twin of cpu's.
func TestPressedThrough(t *testing.T) {
	p := grid(26, 26, .3, .3, cotton())
	for i, x := range p.X {
		if p.X[i] = (r3.Vec{X: x.X - .15, Y: -x.Z}); p.X[i].Y > .299 || p.X[i].Y < .001 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
		}
	}
	ball := newSphere(.01, r3.Vec{X: .004, Y: .156, Z: .15}, r3.Vec{Z: -20})
	s := newGPU(t, open(t, true), model(t, p), nil, []step.Collider{{Surface: ball, Friction: .3}},
		step.DefaultSettings())
	rep, err := s.Step(1. / 60)
	if err != nil {
		t.Fatal(err)
	}
	deepest := 0.
	for _, x := range gpuState(t, s).X {
		deepest = min(deepest, x.Z)
	}
	t.Logf("the ball to %g m, the sheet to %g, %d counted", .15-20./60, deepest, rep.Limits.Bodies)
	if rep.Limits.Bodies == 0 && deepest > .15-20./60 {
		t.Errorf("the sheet to %g m, nothing counted", deepest)
	}
}

// TestFallsAndSlides: a coarse sheet that falls on the ground while it moves along it loses, in each step, μ times the
// momentum that the ground gives it upwards, to 1 % and the tolerance: also in steps in which it comes on by more than
// it sees, and where normal forces change until their end.
func TestFallsAndSlides(t *testing.T) {
	type fall struct{ h, tilt, fall float64 }
	inForms(t, []fall{{1. / 30, 0, .5}, {1. / 30, 0, 3}, {1. / 60, .3, 3}, {1. / 240, 0, 3}},
		func(t *testing.T, ctx *opengl.Context, c fall) {
			const mu = .3
			f := cotton()
			f.Drag, f.DragSkin = 0, 0
			p := grid(3, 6, .2, .5, f) // 20 triangles
			for i, x := range p.X {
				p.X[i].Y = .006 + c.tilt*(x.X+.03*x.Z)
			}
			m, set := model(t, p), step.DefaultSettings()
			state := cloth.NewState(m)
			for i := range state.V {
				state.V[i] = r3.Vec{X: 4, Y: -c.fall}
			}
			s := newGPU(t, ctx, m, state, []step.Collider{{Normal: r3.Vec{Y: 1}, Friction: mu}}, set)
			slack := math.Min(set.Tolerance/c.h, set.Acceleration*c.h)
			before := state.V
			for k := range 5 {
				rep, err := s.Step(c.h)
				if err != nil {
					t.Fatal(err)
				}
				if k == 0 && rep.Newton > 11 { // 3 to 9, from a first guess inside the ground 13 to 20
					t.Errorf("%+v: the sheet arrives in %d iterations, expected at most 11", c, rep.Newton)
				}
				after := gpuState(t, s).V
				var by r3.Vec
				for i, v := range after {
					by = r3.Add(by, r3.Scale(m.Mass[i]/m.TotalMass(), r3.Sub(v, before[i])))
				}
				if got, want := -by.X, mu*(by.Y+9.81*c.h); math.Abs(got-want) > .01*want+slack {
					t.Errorf("%+v: step %d, %v after %d iterations: slower by %.4g m/s, expected %.4g", c, k,
						rep.Outcome, rep.Newton,
						got, want)
				}
				before = after
			}
		})
}

// inForms runs cases as the device goes through kernels, and on software devices as hardware does too.
func inForms[C any](t *testing.T, cases []C, run func(t *testing.T, ctx *opengl.Context, c C)) {
	t.Helper()
	forms := []*opengl.Context{open(t, true)}
	if forms[0].Device().Software {
		c, _ := asHardware(t)
		forms = append(forms, c)
	}
	for _, ctx := range forms {
		for _, c := range cases {
			t.Run(fmt.Sprintf("fetch %v", ctx.Fetch()), func(t *testing.T) { run(t, ctx, c) })
		}
	}
}

// TestWidePieces: work groups of as many invocations as hardware takes move pieces as those of fewer do, but for
// rounding, and each time to the same bits: one piece falls, one lies on a ball, and both have more vertices than a
// group has invocations.
func TestWidePieces(t *testing.T) {
	ctx := open(t, true)
	p := grid(36, 36, .2, .2, cotton())
	m := model(t, p, shift(grid(36, 36, .2, .2, cotton()), r3.Vec{X: 1}))
	n := len(p.X)
	ball := step.Collider{Surface: newSphere(.06, r3.Vec{X: .08, Y: -.061, Z: -.09}, r3.Vec{}), Friction: .2}
	state := cloth.NewState(m)
	for i, x := range state.X {
		state.V[i] = r3.Vec{X: .1, Y: -.05 + 3*x.Z}
	}
	move := func(narrow bool) (before, after []r3.Vec) {
		s, err := newSim(ctx, ctx.Device().Limits, false, m, state, []step.Collider{ball}, step.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := ctx.Do(func() error {
			for _, p := range motionDispatches {
				if p.shape != groupPerItem {
					continue
				}
				k := s.queue.kernels[p.name]
				var size [3]int32
				gl.GetProgramiv(k.program.ID, gl.COMPUTE_WORK_GROUP_SIZE, &size[0])
				if size[0] != mostInvocations {
					t.Errorf("%s has groups of %d invocations, expected %d", p.name, size[0], mostInvocations)
				}
				if p.narrow = narrow; narrow {
					ctx.Release(k.program)
					if err := s.queue.loadDispatch(p); err != nil {
						return err
					}
				}
			}
			s.bind()
			m := operations{s}
			m.Begin(0, 1./60)
			m.DetectContacts(true)
			m.Evaluate(true)
			_, before = s.motion.positions()
			m.CorrectRigid(1e-2)
			_, after = s.motion.positions()
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
		return before, after
	}
	start, want := move(true)
	_, got := move(false)
	_, again := move(false)
	if !slices.Equal(got, again) {
		t.Error("other bits the second time")
	}
	for k, name := range []string{"on the ball", "in the air"} {
		from, to := k*n, (k+1)*n
		way, off := farthest(want[from:to], start[from:to]), farthest(got[from:to], want[from:to])
		t.Logf("%s: led by %.3g m, %.2g m apart", name, way, off)
		if !(way > 1e-7) || off > 1e-5*way {
			t.Errorf("%s: led by %g m, %g m apart", name, way, off)
		}
	}
}
