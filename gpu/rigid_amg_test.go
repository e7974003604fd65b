//go:build cgo

package gpu

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/linalg"

	"hysteron/gpu/opengl"
	"hysteron/step"
)

// TestRigidAMGAgrees: the preconditioner with AMG with rigid-body modes applied to vectors is its twin's for the same
// matrix and positions, with vertices held.
func TestRigidAMGAgrees(t *testing.T) {
	ctx := open(t, true)
	pool := linalg.New(2)
	defer pool.Close()
	for _, c := range []struct {
		nu, nv, levels int
		fetch          bool
		blocks         int // storage blocks of a kernel, at most
	}{{5, 4, 2, true, 16}, {5, 4, 2, false, 8}, {40, 30, 4, true, 16}, {40, 30, 4, false, 16}, {150, 150, 5, true,
		16}} {
		t.Run(fmt.Sprintf("%d×%d,%v,%d", c.nu, c.nv, c.fetch, c.blocks), func(t *testing.T) {
			p := grid(c.nu, c.nv, .01*float64(c.nu), .01*float64(c.nv), cotton())
			for i := range c.nu * 3 / 4 { // not the vertex that is the device's first
				at := i + c.nu*(c.nv/2)
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(at), Point: p.X[at]})
			}
			m := model(t, p)
			limits := ctx.Device().Limits
			limits.SSBOPerCompute = min(limits.SSBOPerCompute, c.blocks)
			s, err := newSim(ctx, limits, c.fetch, m, nil, nil, step.DefaultSettings())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			preconditionsAs(t, s, pool, step.Linear{Multilevel: true, RigidModes: true},
				func(x []r3.Vec) linalg.Preconditioner {
					return &linalg.RigidAMG{X: x, Diagonal: true}
				}, 1e-5)
			if !s.solver.hasRigidAMG() || s.solver.rigidAMG.Depth() != c.levels {
				t.Errorf("%v: %d levels that turn, the test is meant for %d", s.solver.hasRigidAMG(),
					s.solver.rigidAMG.Depth(),
					c.levels)
			}
			if err := s.CheckGuards(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestTurns: fine cloth that is stretched, whose bending is stiff beside its mass, takes less than two thirds of the
// conjugate gradients where coarse levels turn, and ends where it does without. With iterations in one dispatch or in
// several, issued ahead or not, it ends with the same bits.
func TestTurns(t *testing.T) {
	ctx := open(t, true)
	const n, side = 45, .0202
	set := step.DefaultSettings()
	set.Tolerance = 5e-6
	stretch := func(fetch, turns, ahead bool) ([]r3.Vec, int) {
		s, err := newSim(ctx, ctx.Device().Limits, fetch, model(t, clothtest.Pulled(n, side)), nil, nil, set)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if !s.driver.RigidModes {
			t.Error("a simulation has no levels that turn")
		}
		if s.driver.RigidModes = turns; !ahead {
			s.queue.commandTable.Commands = nil
		}
		asked := map[string]int{}
		s.Watch(func(kernel string) { asked[kernel]++ })
		cg := 0
		for range 2 {
			rep, err := s.Step(1. / 240)
			if err != nil || rep.Outcome != step.Converged {
				t.Fatalf("turns %v: %v, %v", turns, rep.Outcome, err)
			}
			cg += rep.CG
		}
		t.Logf("fetching %v, turns %v, ahead %v: %d conjugate gradients, %d times made, %d and %d dispatches, %+v",
			fetch,
			turns, ahead, cg, asked["rigid_amg_centres"], asked["rigid_amg_gather"], asked["cg_solve_rigid_amg"],
			s.Counts())
		if got := asked["rigid_amg_gather"]+asked["cg_solve_rigid_amg"] > 0; got != turns {
			t.Errorf("levels that turn were used: %v, expected %v", got, turns)
		}
		if err := s.CheckGuards(); err != nil {
			t.Error(err)
		}
		return gpuState(t, s).X, cg
	}
	x, with := stretch(false, true, true)
	y, without := stretch(false, false, true)
	if d := farthest(x, y); 3*with > 2*without || d > set.Tolerance {
		t.Errorf("%d conjugate gradients, %d without, %g m apart: expected two thirds, and no more than the tolerance",
			with,
			without, d)
	}
	if z, count := stretch(false, true, false); count != with || farthest(x, z) > 0 {
		t.Errorf("not issued ahead: %d conjugate gradients, expected %d, %g m apart", count, with, farthest(x, z))
	}
	if z, _ := stretch(true, true, true); farthest(x, z) > set.Tolerance {
		t.Errorf("fetching: %g m apart", farthest(x, z))
	}
}

// TestRigidAMGTooLarge: where AMG with rigid-body modes do not fit the device, those that shift take their place.
func TestRigidAMGTooLarge(t *testing.T) {
	ctx := open(t, true)
	m := model(t, hung(40, 30, .4, .3, cotton()))
	for _, most := range []int64{1, 1 << 19} { // by the number of vertices, and by the size of the largest buffer
		s, err := newSim(ctx, ctx.Device().Limits, false, m, nil, nil, step.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		asked := map[string]int{}
		s.Watch(func(kernel string) { asked[kernel]++ })
		before := s.Bytes()
		if err := ctx.Do(func() error {
			s.bind()
			if s.queue.allocations.Limits.SSBOBytes = most; most == 1 {
				s.queue.limits.SSBOBytes = most
			}
			s.begin(1. / 120)
			s.evaluate(true)
			s.gatherGradient()
			s.gatherMatrix()
			l := step.Linear{Tolerance: 1e-3, Multilevel: true, RigidModes: true}
			s.solver.prepareRigidAMG(l)
			s.solver.request(l, 1./120)
			s.solve(false)
			if st := s.status(); st.Outcome != cgConverged {
				t.Errorf("outcome %d", st.Outcome)
			}
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
		if s.Bytes() != before || asked["rigid_amg_gather"] > 0 || asked["multilevel_sweep"] == 0 ||
			asked["cg_solve"] == 0 {
			t.Errorf("blocks of %d bytes: %d bytes more, dispatches %v", most, s.Bytes()-before, asked)
		}
	}
}

// TestRigidAMGSums: matrices of AMG with rigid-body modes, which work groups of hardware sum up together, have the bits
// that one invocation for each half of a block gives them.
func TestRigidAMGSums(t *testing.T) {
	ctx := open(t, true)
	m := model(t, hung(60, 50, .4, .3, cotton()))
	var made [2]map[string][][4]float32
	for k, fetch := range []bool{true, false} {
		s, err := newSim(ctx, ctx.Device().Limits, fetch, m, nil, nil, step.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		made[k] = map[string][][4]float32{}
		if err := ctx.Do(func() error {
			s.bind()
			s.begin(1. / 120)
			s.evaluate(true)
			s.gatherGradient()
			s.gatherMatrix()
			linear := step.Linear{Tolerance: .1, Multilevel: true, RigidModes: true}
			s.solver.prepareRigidAMG(linear)
			s.solver.request(linear, 1./120)
			s.solve(false)
			if !s.solver.hasRigidAMG() || s.solver.rigidAMG.Depth() < 3 {
				t.Fatalf("%v: %d levels that turn: the test proves little", s.solver.hasRigidAMG(),
					s.solver.rigidAMG.Depth())
			}
			for _, name := range []string{"matrix", "amgStrip", "amgMatrix", "amgInverse"} {
				b := s.queue.buffers[name]
				data := make([][4]float32, b.Bytes/16)
				read(s.queue, b, data)
				made[k][name] = data
			}
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range made[0] {
		if got := made[1][name]; !slices.Equal(got, want) {
			t.Errorf("%s: other bits", name)
		}
	}
}
