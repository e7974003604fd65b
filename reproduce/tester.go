package reproduce

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/scenes"
	"hysteron/step"
)

// tester is a materials tester: a sheet of cloth some of whose vertices are held where a single
// number q says, moved so slowly that no inertia is left. It runs on the CPU reference.
type tester struct {
	sim   *cpu.Sim
	free  *cpu.Sim                             // shares the state, without pins: what it leaves unbalanced is the force on them
	area  float64                              // rest area that forces are divided by [m²]
	at    [][2]float64                         // material coordinates of each vertex, from the centre [m]
	place func(q float64, u, v float64) r3.Vec // where a held vertex is [m]
	q     float64                              // where it is
	dq    float64                              // for differences along q
	step  float64                              // [s]; long, so that inertia is nothing
}

// testerSpec says what is tested and how it is held.
type testerSpec struct {
	fabric   cloth.Fabric
	size     [2]float64 // along u and v [m]
	vertices [2]int
	mesh     string
	hold     func(u, v float64) bool // coordinates from the centre [m]
	place    func(q, u, v float64) r3.Vec
	dq       float64
}

// sheetOf is a scene of one sheet of the fabric; place says where the vertex of the material
// coordinates u, v, counted from the centre, starts [m], and whether it is held.
func sheetOf(fabric cloth.Fabric, size [2]float64, vertices [2]int, mesh string, place func(u, v float64) (x r3.Vec, held bool)) (*scenes.Setup, error) {
	text := fmt.Sprintf("[[sheet]]\nname = \"sheet\"\nsize_m = [%g, %g]\nvertices = [%d, %d]\nmesh = %q\nfabric = \"cotton\"\ncolour = \"#c9a66b\"\n",
		size[0], size[1], vertices[0], vertices[1], mesh) // any fabric: it is replaced
	s, err := scenes.Parse("sheet", []byte(text), nil)
	if err != nil {
		return nil, err
	}
	setup, err := s.Build()
	if err != nil {
		return nil, err
	}
	part := &setup.Parts[0]
	part.Fabric = fabric
	part.Fabric.Bending, part.Fabric.BendCoupling = cloth.HingeBending, 0 // the paper's, whose strains are known by hand
	for i, x := range part.X {
		var held bool
		if part.X[i], held = place(x.X, -x.Z); held {
			part.Pins = append(part.Pins, cloth.Pin{Vertex: int32(i), Point: part.X[i]})
		}
	}
	setup.Model, err = cloth.NewModel(setup.Parts)
	return setup, err
}

// exact are settings for quasi-static tests without gravity and air: steps converge to round-off.
func exact() step.Settings {
	set := step.DefaultSettings()
	set.Gravity, set.AirDensity, set.SelfContact = r3.Vec{}, 0, false
	set.Tolerance, set.MaxNewton, set.MaxCG = 1e-10, 1000, 5000
	return set
}

func newTester(t testerSpec) (*tester, error) {
	out := &tester{area: t.size[0] * t.size[1], place: t.place, dq: t.dq, step: 1}
	setup, err := sheetOf(t.fabric, t.size, t.vertices, t.mesh, func(u, v float64) (r3.Vec, bool) {
		out.at = append(out.at, [2]float64{u, v})
		return t.place(0, u, v), t.hold(u, v)
	})
	if err != nil {
		return nil, err
	}
	if out.sim, err = cpu.New(setup.Model, nil, nil, exact()); err != nil {
		return nil, err
	}
	loose := *setup.Model
	loose.Pins = nil
	out.free, err = cpu.New(&loose, out.sim.State, nil, exact())
	return out, err
}

func (t *tester) close() {
	t.sim.Close()
	t.free.Close()
}

// to moves the held vertices to q in one step and returns the force on them that works along q, per
// rest area: dE/dq. The other vertices are sent off with the velocity that they would have if they
// went along, so that the iteration starts near its end; inertia asks for nothing else.
func (t *tester) to(q float64) (force float64, err error) {
	pins, state := t.sim.Model.Pins, t.sim.State
	for i, c := range t.at {
		state.V[i] = r3.Scale(1/t.step, r3.Sub(t.place(q, c[0], c[1]), t.place(t.q, c[0], c[1])))
	}
	t.q = q
	for i := range pins {
		c := t.at[pins[i].Vertex]
		pins[i].Point = t.place(q, c[0], c[1])
	}
	rep, err := t.sim.Step(t.step)
	if err != nil {
		return 0, err
	}
	if rep.Outcome != step.Converged {
		return 0, fmt.Errorf("tester at q = %g: %v: expected a converged step", q, rep.Outcome)
	}
	clear(state.V) // the forces of a state at rest
	g := cpu.NewProbe(t.free, t.step).Look(state.X)
	for i := range pins {
		c := t.at[pins[i].Vertex]
		dx := r3.Scale(1/(2*t.dq), r3.Sub(t.place(q+t.dq, c[0], c[1]), t.place(q-t.dq, c[0], c[1])))
		force += r3.Dot(g[pins[i].Vertex], dx)
	}
	return force / t.area, nil
}

// trace moves from the present q to the next by n steps, which crowd at the start, where friction
// turns around, and appends what it measures.
func (t *tester) trace(c *trace, to float64, n int) error {
	from := c.last()
	for i := 1; i <= n; i++ {
		s := float64(i) / float64(n)
		q := from + (to-from)*s*s
		f, err := t.to(q)
		if err != nil {
			return err
		}
		c.q, c.f = append(c.q, q), append(c.f, f)
	}
	return nil
}

// trace is a curve of force over q, from q = 0 without force.
type trace struct{ q, f []float64 }

func newTrace() *trace { return &trace{q: []float64{0}, f: []float64{0}} }

func (c *trace) last() float64 { return c.q[len(c.q)-1] }

// loop is the last n+1 points of a trace, which form a loop.
func (c *trace) loop(n int) *trace {
	k := len(c.q) - n - 1
	return &trace{c.q[k:], c.f[k:]}
}

// area is the work ∮f dq done on the cloth, by the trapezoidal rule.
func (c *trace) area() (w float64) {
	for i := 1; i < len(c.q); i++ {
		w += (c.f[i] + c.f[i-1]) / 2 * (c.q[i] - c.q[i-1])
	}
	return w
}

// at is the force at q on a monotonic stretch lo..hi of the trace, by linear interpolation.
func (c *trace) at(q float64, lo, hi int) float64 {
	for i := lo + 1; i <= hi; i++ {
		a, b := c.q[i-1], c.q[i]
		if (a-q)*(b-q) <= 0 && a != b {
			return c.f[i-1] + (c.f[i]-c.f[i-1])*(q-a)/(b-a)
		}
	}
	return c.f[hi]
}
