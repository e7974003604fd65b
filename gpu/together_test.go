//go:build cgo

package gpu

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/gpu/opengl"
	"hysteron/step"
)

// TestTogether: iterations in one dispatch, or in several of few, end with the same bits as those in two dispatches
// each, with block Jacobi, by which the end is found before a product in vain, with several levels, and with those that
// turn, cold and warm; whether a work group stands for one group or for several, of which the last have nothing to do
// here.
func TestTogether(t *testing.T) {
	ctx := open(t, true)
	m := model(t, hung(40, 30, .4, .3, cotton()))
	for _, linear := range []step.Linear{{}, {Multilevel: true}, {Multilevel: true, RigidModes: true}} {
		solve := func(side, wide, reach int) (direction [][4]float32, st [2]status) {
			s, err := newSim(ctx, ctx.Device().Limits, false, m, nil, nil, step.DefaultSettings())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if got := s.solver.levels.Depth(); got < 2 {
				t.Fatalf("%d levels: the test proves little", got)
			}
			s.solver.concurrent, s.solver.width, s.solver.loopLimit = side, wide, reach
			direction = make([][4]float32, len(m.X0))
			if err := ctx.Do(func() error {
				s.bind()
				if err := s.solver.loadConcurrent(); err != nil {
					return err
				}
				s.begin(1. / 120)
				s.evaluate(true)
				s.gatherGradient()
				s.gatherMatrix()
				for k, warm := range []bool{false, true} {
					linear.Tolerance = []float64{1e-1, 1e-3}[k]
					s.solver.prepareRigidAMG(linear)
					s.solver.request(linear, 1./120)
					s.solve(warm)
					st[k] = s.status()
				}
				if s.solver.hasRigidAMG() != linear.RigidModes {
					t.Fatalf("levels turn: %v", s.solver.hasRigidAMG())
				}
				read(s.queue, s.queue.buffers["direction"], direction)
				return opengl.Error()
			}); err != nil {
				t.Fatal(err)
			}
			if err := s.CheckGuards(); err != nil {
				t.Error(err)
			}
			return direction, st
		}
		want, of := solve(0, 1, 0)
		ends, more, least := int32(cgEarly), 0, int32(3)
		if linear.Multilevel {
			ends, more = cgConverged, 1
		}
		if linear.RigidModes {
			least = 1
		}
		if of[0].Iterations < least || of[1].Iterations < 10 || of[1].Outcome != ends ||
			of[1].products() != int(of[1].Iterations)+more {
			t.Errorf("%+v: %d and %d iterations, the latter with %d products and outcome %d: expected at least %d and 10, as "+
				"many products and %d more, outcome %d",
				linear, of[0].Iterations, of[1].Iterations, of[1].products(), of[1].Outcome, least, more, ends)
		}
		for _, c := range []struct{ wide, reach int }{{1, 2}, {3, 100}, {minGuaranteedWidth, 2}} {
			got, st := solve(1, c.wide, c.reach)
			if !slices.Equal(got, want) {
				t.Errorf("%+v, %d groups in one, %d iterations a dispatch: another direction", linear, c.wide, c.reach)
			}
			for k, a := range st {
				if b := of[k]; a.Iterations != b.Iterations || a.Outcome != b.Outcome || a.First != b.First ||
					a.Last != b.Last ||
					a.LinearResidual != b.LinearResidual {
					t.Errorf("%+v, %d groups in one, %d iterations a dispatch: %+v, expected %+v", linear, c.wide,
						c.reach, a, b)
				}
			}
		}
	}
}

// TestStuck: a step whose work groups wait for each other without end continues without joint dispatches. Friction has
// then followed a failed trial, so the step ends within its tolerance, but not with the same bits.
func TestStuck(t *testing.T) {
	ctx := open(t, true)
	if !ctx.Device().Software {
		t.Skip("SKIPPED: groups run side by side on this device")
	}
	m := model(t, hung(40, 40, .13, .13, cotton())) // of several work groups
	var runs [][]r3.Vec
	for _, side := range []int{0, 4} {
		s, err := newSim(ctx, ctx.Device().Limits, false, m, nil, nil, step.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		s.solver.concurrent = side
		steps(t, s, 2)
		if side > 0 && s.solver.concurrent != 0 {
			t.Errorf("%d groups ran side by side", side)
		}
		runs = append(runs, gpuState(t, s).X)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if d := farthest(runs[0], runs[1]); !(d < step.DefaultSettings().Tolerance) {
		t.Errorf("the steps end %g m apart", d)
	}
}

// TestTogetherOnCloth: iterations in few dispatches, of which software devices go through each to its end, see
// batch.Within, end with the same bits as those in two dispatches each where cloth lies on cloth all over: the pairs of
// a row are many times its blocks. Rows add up their own pairs where a work group stands for several, and share them
// out otherwise.
func TestTogetherOnCloth(t *testing.T) {
	ctx := open(t, true)
	set := step.DefaultSettings()
	var parts []cloth.Part
	for k := range 2 {
		p := hung(30, 30, .15, .15, cotton())
		for i := range p.X {
			p.X[i] = r3.Add(r3.Scale(1.1, p.X[i]), r3.Vec{Y: .0013 * float64(k)}) // stretched
		}
		for i := range p.Pins {
			p.Pins[i].Point = p.X[p.Pins[i].Vertex]
		}
		parts = append(parts, p)
	}
	m := model(t, parts...)
	var want [][4]float32
	var of status
	for _, c := range []struct{ wide, reach int }{{1, 0}, {minGuaranteedWidth, SerialLimit}, {1, 11}} {
		if c.reach == SerialLimit && !ctx.Device().Software {
			continue // loops have no end on this device
		}
		s, err := newSim(ctx, ctx.Device().Limits, false, m, nil, nil, set)
		if err != nil {
			t.Fatal(err)
		}
		s.solver.concurrent, s.solver.width, s.solver.loopLimit = btoi(c.reach > 0), c.wide, c.reach
		got, parts := make([][4]float32, len(m.X0)), 0
		var st status
		if err := ctx.Do(func() error {
			s.bind()
			if err := s.solver.loadConcurrent(); err != nil {
				return err
			}
			s.begin(1. / 30)
			s.pairs.beginStep()
			s.detectContacts(true)
			s.evaluate(true)
			s.gatherGradient()
			s.gatherMatrix()
			s.solver.request(step.Linear{Tolerance: 2e-3}, 1./30)
			s.Watch(func(kernel string) { parts += btoi(kernel == "cg_solve") })
			s.solve(false)
			st = s.status()
			read(s.queue, s.queue.buffers["direction"], got)
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
		if c.reach == 0 {
			want, of = got, st
			if n, pairs := int(st.Iterations), s.pairs.bound; n < 30 || pairs < len(m.X0) {
				t.Errorf("%d iterations, room for %d pairs of %d vertices: the test proves little", n, pairs, len(m.X0))
			}
		} else if s.solver.concurrent != 1 || parts < 2 || st.Iterations != of.Iterations || st.Outcome != of.Outcome ||
			!slices.Equal(got, want) {
			t.Errorf("%d groups in one, %d side by side, %d dispatches, %d iterations, outcome %d: expected some, %d, %d and "+
				"the same direction", c.wide, s.solver.concurrent, parts, st.Iterations, st.Outcome, of.Iterations,
				of.Outcome)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestAnyReach: steps end with the same bits however many iterations a dispatch takes, and whether solves are issued
// ahead or not; in solves of hundreds of iterations, with block Jacobi and with several levels, and where friction
// follows what is tried.
func TestAnyReach(t *testing.T) {
	ctx := open(t, true)
	if !ctx.Device().Software {
		t.Skip("SKIPPED: a solve is one dispatch on this device")
	}
	pulled := hung(61, 61, .1, .1, cotton())
	for i, x := range pulled.X {
		if x.X > .1-1e-9 {
			pulled.Pins = append(pulled.Pins, cloth.Pin{Vertex: int32(i), Point: x, Velocity: r3.Vec{X: .02}})
		}
	}
	set := step.DefaultSettings()
	set.Tolerance, set.SelfContact = 5e-6, false
	var want []r3.Vec
	var iterations, most, coarse int
	for _, c := range []struct {
		reach int
		ahead bool
	}{{SerialLimit, true}, {17, true}, {5, false}} {
		s, err := newSim(ctx, ctx.Device().Limits, false, model(t, pulled), nil, nil, set)
		if err != nil {
			t.Fatal(err)
		}
		if s.solver.loopLimit = c.reach; !c.ahead {
			s.queue.commandTable.Commands = nil
		}
		s.speculation.watch = func() {
			for _, d := range s.speculation.log {
				if n := int(d.Iterations); !s.speculation.plan.First.Multilevel {
					most = max(most, n)
				} else {
					coarse = max(coarse, n)
				}
			}
		}
		count := 0
		for range 3 {
			rep, err := s.Step(1. / 240)
			if err != nil {
				t.Fatal(err)
			}
			count += rep.CG
		}
		x := gpuState(t, s).X
		if want == nil {
			want, iterations = x, count
		}
		if !slices.Equal(x, want) || count != iterations {
			t.Errorf("%d iterations a dispatch, ahead %v: %g m apart, %d iterations, expected %d", c.reach, c.ahead,
				farthest(x, want), count, iterations)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if t.Logf("%d iterations, %d and with several levels %d at most", iterations, most, coarse); most < 140 ||
		coarse < 100 {
		t.Errorf("%d iterations, with several levels %d, expected 140 and 100 at least: the test proves little", most,
			coarse)
	}
}

// TestRehearsal: as many groups wait for each other as are found to run side by side, whatever size of cloth finds
// that; on software devices that is one.
func TestRehearsal(t *testing.T) {
	ctx := open(t, true)
	s := newGPU(t, ctx, model(t, hung(4, 4, .1, .1, cotton())), nil, nil, step.DefaultSettings()) // of one work group
	if ctx.Fetch() {
		var err error
		if s, err = newSim(ctx, ctx.Device().Limits, false, s.Model, nil, nil, step.DefaultSettings()); err != nil {
			t.Fatal(err)
		}
		defer s.Close()
	}
	if err := ctx.Do(func() error {
		s.bind()
		known := 0
		if err := s.solver.measureConcurrency(false, &known); err != nil {
			return err
		}
		if ctx.Device().Software != (known == 1) {
			t.Errorf("%d groups run side by side", known)
		}
		if known > 1 && !s.solver.barrierHolds(known) {
			t.Errorf("%d groups, which were found to, do not wait for each other", known)
		}
		if known < mostGroups && s.solver.barrierHolds(mostGroups) {
			t.Errorf("%d groups were found to, but %d do", known, mostGroups)
		}
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
}
