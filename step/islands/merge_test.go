package islands

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/step"
)

// TestNear: lists of boxes are near each other if any two are.
func TestNear(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	some := func(n int, at float64) (b boxes) {
		for range n {
			c := r3.Vec{X: at + rnd.Float64(), Y: rnd.Float64(), Z: rnd.Float64()}
			size := r3.Vec{X: rnd.Float64(), Y: rnd.Float64(), Z: rnd.Float64()}
			b = append(b, r3.Box{Min: c, Max: r3.Add(c, r3.Scale(.1, size))})
		}
		return b
	}
	both := 0
	for range 500 {
		a, b := some(1+rnd.IntN(40), 0), some(1+rnd.IntN(40), rnd.Float64())
		want := slices.ContainsFunc(a, func(p r3.Box) bool {
			return slices.ContainsFunc(b, func(q r3.Box) bool { return close(&p, &q, .05) })
		})
		if want {
			both++
		}
		if got := near(slices.Clone(a), slices.Clone(b), .05); got != want {
			t.Fatalf("%d and %d boxes: near is %v, expected %v", len(a), len(b), got, want)
		}
	}
	if both < 50 || both > 450 {
		t.Fatalf("%d of 500 are near: the test would prove little", both)
	}
}

// TestPartition: components that are within reach are one island, in a chain as well; without contact of cloth with
// cloth none are; and where there may be fewer islands the smallest are one.
func TestPartition(t *testing.T) {
	var parts []cloth.Part
	for i, x := range []float64{0, .102, 1, 2, .204} { // sheets of .1 m
		p := clothtest.Grid(3+i, 3, .1, .1, clothtest.Cotton(), true)
		for k := range p.X {
			p.X[k].X += x
		}
		parts = append(parts, p)
	}
	m, err := cloth.NewModel(parts)
	if err != nil {
		t.Fatal(err)
	}
	c, set := newComponents(m), step.DefaultSettings()
	if reach(m, &set) < .002 {
		t.Fatalf("reach of %g m: expected more than the gaps of 2 mm", reach(m, &set))
	}
	for _, q := range []struct {
		contact bool
		most    int
		want    []int32
	}{
		{true, 9, []int32{0, 0, 1, 2, 0}}, {false, 9, []int32{0, 1, 2, 3, 4}},
		{false, 3, []int32{0, 0, 0, 1, 2}}, {true, 1, []int32{0, 0, 0, 0, 0}},
	} {
		set.SelfContact = q.contact
		if got, _ := c.partition(m, m.X0, &set, q.most); !slices.Equal(got, q.want) {
			t.Errorf("contact %v, at most %d: islands %v, expected %v", q.contact, q.most, got, q.want)
		}
	}
}

// glider is a simulation of sheets that take sub-steps along given paths. Two in one simulation go farther by push [m].
type glider struct {
	step.Sim
	state *cloth.State
	m     *cloth.Model
	way   [][]r3.Vec // of each part, at the ends of sub-steps
	watch step.Watch
	calls *[]string
	fails bool
	push  float64
}

func (g *glider) Step(h float64) (rep step.Report, err error) {
	for k := range g.way[0] {
		rep.Substeps = k
		if g.watch != nil {
			if err := g.watch(step.Moment{Stage: step.Preparing, Report: rep}); err != nil {
				return rep, err
			}
		}
		for i := range g.state.X {
			g.state.X[i] = r3.Add(g.m.X0[i], g.way[g.m.Part[i]][k])
			if len(g.m.Parts) == 2 {
				g.state.X[i].X += g.push
			}
		}
	}
	*g.calls = append(*g.calls, fmt.Sprint(len(g.m.Parts)))
	if g.fails {
		return rep, errors.New("stuck")
	}
	g.state.Time += h
	n := len(g.way[0])
	return step.Report{Newton: len(g.m.Parts), CG: 10, Substeps: n, Smallest: h / float64(n), Halvings: 1}, nil
}

func (g *glider) State() (*cloth.State, error)  { return g.state, nil }
func (g *glider) SetWatch(w step.Watch)         { g.watch = w }
func (g *glider) SetState(s *cloth.State) error { g.state = s.Clone(); return nil }
func (g *glider) Close() error                  { return nil }
func (g *glider) Steer(step.Steering) error     { return nil }
func (g *glider) Positions(dst []r3.Vec) error  { copy(dst, g.state.X); return nil }

// gliders are sheets of .1 m, 1 m apart, that take steps of these ways, and the list of the sizes of the simulations
// that have taken one. The step of number fails fails.
func gliders(t *testing.T, fails int, push float64, paths ...[]r3.Vec) (*Sim, *[]string) {
	t.Helper()
	var parts []cloth.Part
	for i := range paths {
		p := clothtest.Grid(2, 2, .1, .1, clothtest.Cotton(), true)
		p.Name = fmt.Sprint(i)
		for k := range p.X {
			p.X[k].X += float64(i)
		}
		parts = append(parts, p)
	}
	m, err := cloth.NewModel(parts)
	if err != nil {
		t.Fatal(err)
	}
	calls := &[]string{}
	open := func(own *cloth.Model, state *cloth.State, _ []step.Collider, _ step.Settings) (step.Sim, error) {
		g := &glider{m: own, calls: calls, push: push}
		for _, p := range own.Parts {
			var i int
			fmt.Sscan(p.Name, &i)
			g.way = append(g.way, paths[i])
			g.fails = g.fails || i == fails
		}
		if state == nil {
			state = cloth.NewState(own)
		}
		return g, g.SetState(state)
	}
	s, err := New(m, nil, nil, step.DefaultSettings(), 9, open)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*Sim), calls
}

// TestPathsMerge: islands take the step again as one where their paths come near each other, in a sub-step too after
// which they are apart again, or where they have changed places; and only these.
func TestPathsMerge(t *testing.T) {
	at := func(x ...float64) (way []r3.Vec) {
		for _, x := range x {
			way = append(way, r3.Vec{X: x})
		}
		return way
	}
	for name, q := range map[string]struct {
		ways  [][]r3.Vec
		calls []string
		left  int
		push  float64
	}{
		"apart":         {[][]r3.Vec{at(.1, .2), at(.1, 0), at(0, 0)}, []string{"1", "1", "1"}, 3, 0},
		"there":         {[][]r3.Vec{at(.5, .9), at(0, 0), at(0, 0)}, []string{"1", "1", "1", "2"}, 2, 0},
		"and back":      {[][]r3.Vec{at(.95, 0), at(0, 0), at(0, 0)}, []string{"1", "1", "1", "2"}, 2, 0},
		"through":       {[][]r3.Vec{at(1.5), at(0), at(0)}, []string{"1", "1", "1", "2"}, 2, 0},
		"on to another": {[][]r3.Vec{at(1.5), at(.5), at(0)}, []string{"1", "1", "1", "2"}, 2, 0},
		"all":           {[][]r3.Vec{at(3), at(0), at(0)}, []string{"1", "1", "1", "3"}, 1, 0},
		"push":          {[][]r3.Vec{at(.95), at(0), at(0)}, []string{"1", "1", "1", "2", "3"}, 1, .95},
	} {
		t.Run(name, func(t *testing.T) {
			s, calls := gliders(t, -1, q.push, q.ways...)
			rep, err := s.Step(.25)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(*calls, q.calls) || len(s.list) != q.left {
				t.Errorf("steps of %v components, then %d islands: expected %v, %d", *calls, len(s.list), q.calls, q.left)
			}
			n := 0
			for _, c := range q.calls {
				n += int(c[0] - '0')
			}
			if rep.Newton != n || rep.CG != 10*len(q.calls) || rep.Substeps != len(q.ways[0]) || rep.Halvings != len(q.calls) {
				t.Errorf("%+v: expected the sums over %v", rep, q.calls)
			}
			state, err := s.State()
			if err != nil {
				t.Fatal(err)
			}
			last := len(q.ways[0]) - 1
			for i, x := range state.X {
				want := r3.Add(s.model.X0[i], q.ways[s.model.Part[i]][last])
				if x != want {
					t.Errorf("vertex %d at %v, expected %v", i, x, want)
				}
			}
			if state.Time != .25 {
				t.Errorf("time %g, expected .25", state.Time)
			}
			*calls = nil
			if _, err := s.Step(.25); err != nil || len(*calls) != q.left {
				t.Errorf("the next step: %d islands, %v: expected %d", len(*calls), err, q.left)
			}
			if err := s.SetState(cloth.NewState(s.model)); err != nil || len(s.list) != len(q.ways) {
				t.Errorf("state set: %d islands, %v: expected %d, as they are apart there", len(s.list), err, len(q.ways))
			}
		})
	}
}

// TestFailedStep: where an island's step fails all are where they were before it.
func TestFailedStep(t *testing.T) {
	s, calls := gliders(t, 1, 0, []r3.Vec{{X: .1}}, []r3.Vec{{X: .1}}, []r3.Vec{{X: .1}})
	if _, err := s.Step(.25); err == nil || err.Error() != "stuck" || len(*calls) != 2 {
		t.Fatalf("error %v after %d steps: expected that of the second", err, len(*calls))
	}
	state, err := s.State()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(state.X, s.model.X0) || state.Time != 0 {
		t.Error("the state is not that before the step")
	}
}
