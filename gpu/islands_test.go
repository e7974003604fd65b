//go:build cgo

package gpu

import (
	"reflect"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/law"
	"hysteron/step"
	"hysteron/step/islands"
)

// islandRun is a simulation of sheets, and what its steps have taken.
type islandRun struct {
	model *cloth.Model
	sim   step.Sim
	sum   step.Report
}

// newIslandRun starts with a velocity of each part.
func newIslandRun(t *testing.T, b Backend, set step.Settings, parts []cloth.Part, velocity ...r3.Vec) *islandRun {
	t.Helper()
	m, err := cloth.NewModel(parts)
	if err != nil {
		t.Fatal(err)
	}
	state := cloth.NewState(m)
	for i, p := range m.Part {
		if velocity != nil {
			state.V[i] = velocity[p]
		}
	}
	sim, err := b.New(m, state, nil, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sim.Close() })
	return &islandRun{model: m, sim: sim}
}

func (r *islandRun) take(t *testing.T, n int, h float64) {
	t.Helper()
	for range n {
		rep, err := r.sim.Step(h)
		if err != nil {
			t.Fatal(err)
		}
		r.sum.Newton += rep.Newton
		r.sum.CG += rep.CG
	}
}

func (r *islandRun) state(t *testing.T) *cloth.State {
	t.Helper()
	s, err := r.sim.State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// swinging is a sheet that hangs from two corners, times as stiff as cotton, away along x [m].
func swinging(times, away float64) cloth.Part {
	f := clothtest.Cotton()
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear, &f.BendWarp, &f.BendWeft} {
		e := c.Elastic.(law.Elastic)
		e.K1, e.K2 = e.K1*times, e.K2*times
		c.Elastic = e
	}
	p := clothtest.Grid(9, 9, .3, .3, f, true)
	for i := range p.X {
		p.X[i].X += away
	}
	for _, v := range []int32{0, 8} {
		p.Pins = append(p.Pins, cloth.Pin{Vertex: v, Point: p.X[v]})
	}
	return p
}

// TestStiffFarFromSoft: a soft sheet that swings down moves with the same bits whether or not a stiff one hangs 50 m
// away, and what both take is the sum of what each takes alone.
func TestStiffFarFromSoft(t *testing.T) {
	b := Backend{open(t, false)}
	set := step.DefaultSettings()
	soft, stiff := swinging(1, 0), swinging(300, 50)
	alone := newIslandRun(t, b, set, []cloth.Part{soft})
	other := newIslandRun(t, b, set, []cloth.Part{stiff})
	both := newIslandRun(t, b, set, []cloth.Part{soft, stiff})
	for _, r := range []*islandRun{alone, other, both} {
		r.take(t, 12, 1./120)
	}
	t.Logf("alone %d and %d Newton, %d and %d CG iterations; both %d and %d", alone.sum.Newton, other.sum.Newton,
		alone.sum.CG, other.sum.CG, both.sum.Newton, both.sum.CG)
	whole := both.state(t)
	for k, r := range []*islandRun{alone, other} {
		own := both.model.Submesh(func(v int32) bool { return int(both.model.Part[v]) == k }).State(whole)
		if want := r.state(t); !reflect.DeepEqual(own.X, want.X) || !reflect.DeepEqual(own.V, want.V) ||
			!reflect.DeepEqual(own.Past, want.Past) {
			t.Errorf("sheet %d moves otherwise beside one 50 m away", k)
		}
	}
	if both.sum.Newton != alone.sum.Newton+other.sum.Newton || both.sum.CG != alone.sum.CG+other.sum.CG {
		t.Error("both do not take the sum of what each takes alone")
	}
}

// TestSheetsMeet: sheets that fly at each other from afar, fast enough to change places within a step, take it as one
// simulation, which goes on from its states with the same bits; a third one, far away, stays an island.
func TestSheetsMeet(t *testing.T) {
	b := Backend{open(t, false)}
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity = r3.Vec{}, 0
	above := clothtest.Grid(5, 6, .08, .1, clothtest.Cotton(), false)
	for i, x := range above.X {
		above.X[i] = r3.Add(x, r3.Vec{X: .005, Y: .3, Z: .002})
	}
	parts := []cloth.Part{clothtest.Grid(6, 6, .1, .1, clothtest.Cotton(), true), above, swinging(1, 2)}
	r := newIslandRun(t, b, set, parts, r3.Vec{Y: 20}, r3.Vec{Y: -20}, r3.Vec{})
	start := r.state(t).Clone()
	for n := range 4 {
		r.take(t, 1, 1./120)
		x := r.state(t).X
		if c := check.Check(check.Mesh{X: x, Tri: r.model.Tri}, nil, nil); len(c.Self) > 0 {
			t.Errorf("after step %d sheets cut each other", n+1)
		}
		sum := r3.Vec{}
		for i, v := range r.state(t).V {
			sum = r3.Add(sum, r3.Scale(r.model.Mass[i], r3.Sub(v, start.V[i])))
		}
		if lost := r3.Norm(sum) / (r.model.TotalMass() * 20); lost > 1e-6 {
			t.Errorf("after step %d momentum is off by %.2g", n+1, lost)
		}
	}
	x := make([]r3.Vec, len(r.model.X0))
	if err := r.sim.Positions(x); err != nil {
		t.Fatal(err)
	}
	if x[0].Y > .25 || x[36].Y < .05 {
		t.Errorf("the sheets are at %.3g and %.3g m: expected them to have stopped each other", x[0].Y, x[36].Y)
	}
	at := r.state(t).Clone()
	anew, err := b.New(r.model, at, nil, set)
	if err != nil {
		t.Fatal(err)
	}
	defer anew.Close()
	again := &islandRun{model: r.model, sim: anew}
	if err := r.sim.SetState(at); err != nil {
		t.Fatal(err)
	}
	for _, q := range []*islandRun{r, again} {
		q.take(t, 2, 1./120)
		if islands.Only(q.sim) != q.sim {
			t.Fatal("all sheets are one island: expected the one that is far away to be another")
		}
	}
	if !reflect.DeepEqual(r.state(t), again.state(t)) {
		t.Error("from a state on the bits differ from those of a simulation made there")
	}
}
