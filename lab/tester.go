// Package lab is a virtual laboratory: instruments of textile testing, run on the CPU reference, and the tables of
// readings that package fit takes.
package lab

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/step"
)

// Tester is a materials tester: a sheet of cloth whose held vertices are positioned by a single number q, moved
// quasi-statically. It runs on the CPU reference.
type Tester struct {
	sim *cpu.Sim
	// free shares the state, without pins: its residual is the force on them.
	free      *cpu.Sim
	freeModel *cloth.Model                         // its model
	last      []r3.Vec                             // forces that hold the cloth where it is [N]
	pace      bool                                 // forces are measured in motion
	Area      float64                              // rest area that forces are divided by [m²]
	at        [][2]float64                         // material coordinates of each vertex, from the centre [m]
	place     func(q float64, u, v float64) r3.Vec // position of a held vertex [m]
	q         float64                              // present q
	dq        float64                              // step of differences along q
	step      float64                              // [s]; so long that inertia is negligible
	probe     float64                              // of the step over which forces are measured [s]; 0: step
}

// Spec is the cloth of a test and how it is held.
type Spec struct {
	Fabric   cloth.Fabric
	Size     [2]float64 // along u and v [m]
	Vertices [2]int
	Mesh     string
	Hold     func(u, v float64) bool // coordinates from the centre [m]
	Place    func(q, u, v float64) r3.Vec
	Dq       float64
}

// NewTester builds a tester that holds a sheet. Its steps stop when the context ends. The error names what the sheet
// lacks.
func NewTester(ctx context.Context, t Spec) (*Tester, error) {
	out := &Tester{Area: t.Size[0] * t.Size[1], place: t.Place, dq: t.Dq, step: 1}
	setup, err := Sheet(t.Fabric, t.Size, t.Vertices, t.Mesh, func(u, v float64) (r3.Vec, bool) {
		out.at = append(out.at, [2]float64{u, v})
		return t.Place(0, u, v), t.Hold(u, v)
	})
	if err != nil {
		return nil, err
	}
	if out.sim, err = cpu.New(setup.Model, nil, nil, Exact()); err != nil {
		return nil, err
	}
	out.sim.SetWatch(until(ctx))
	loose := *setup.Model
	loose.Pins = nil
	out.freeModel = &loose
	out.free, err = cpu.New(&loose, out.sim.State, nil, Exact())
	return out, err
}

// until returns a watch that ends steps with a context.
func until(ctx context.Context) step.Watch { return func(step.Moment) error { return ctx.Err() } }

// Pace gives each move a duration [s]; forces are then measured in motion, with damping, instead of at rest.
func (t *Tester) Pace(step float64) { t.step, t.pace = step, true }

// Close releases the tester.
func (t *Tester) Close() {
	t.sim.Close()
	t.free.Close()
}

// To moves the held vertices to q in one step and returns the generalised force along q per rest area, dE/dq. The other
// vertices start with the velocity of the prescribed motion, so that the iteration starts near its solution; this has
// no other effect, as inertia is negligible.
func (t *Tester) To(q float64) (force float64, err error) {
	pins, state := t.sim.Model.Pins, t.sim.State
	for i, c := range t.at {
		state.V[i] = r3.Scale(1/t.step, r3.Sub(t.place(q, c[0], c[1]), t.place(t.q, c[0], c[1])))
	}
	t.q = q
	for i := range pins {
		c := t.at[pins[i].Vertex]
		pins[i].Point = t.place(q, c[0], c[1])
	}
	var before *cloth.State
	if t.pace {
		before = state.Clone()
	}
	rep, err := t.sim.Step(t.step)
	if err != nil {
		return 0, err
	}
	if rep.Outcome != step.Converged {
		return 0, fmt.Errorf("tester at q = %g: %v: expected a converged step", q, rep.Outcome)
	}
	free := t.free
	if t.pace {
		if free, err = cpu.New(t.freeModel, before, nil, Exact()); err != nil {
			return 0, err
		}
		defer free.Close()
	}
	clear(state.V) // the forces of a state at rest
	g := cpu.NewProbe(free, cmp.Or(t.probe, t.step)).Look(state.X)
	t.last = g
	for i := range pins {
		c := t.at[pins[i].Vertex]
		dx := r3.Scale(1/(2*t.dq), r3.Sub(t.place(q+t.dq, c[0], c[1]), t.place(q-t.dq, c[0], c[1])))
		force += r3.Dot(g[pins[i].Vertex], dx)
	}
	return force / t.Area, nil
}

// Work returns the work of the last forces on the held vertices along a displacement, per rest area.
func (t *Tester) Work(along func(u, v float64) r3.Vec) (w float64) {
	for _, p := range t.sim.Model.Pins {
		c := t.at[p.Vertex]
		w += r3.Dot(t.last[p.Vertex], along(c[0], c[1]))
	}
	return w / t.Area
}

// Trace moves from the present q to the next in n steps, which are smaller at the start, where friction reverses, and
// appends the measured forces.
func (t *Tester) Trace(c *Trace, to float64, n int) error {
	from := c.Last()
	for i := 1; i <= n; i++ {
		s := float64(i) / float64(n)
		q := from + (to-from)*s*s
		f, err := t.To(q)
		if err != nil {
			return err
		}
		c.Q, c.F = append(c.Q, q), append(c.F, f)
	}
	return nil
}

// Trace is a curve of force over q that starts at q = 0 without force.
type Trace struct{ Q, F []float64 }

// NewTrace returns a trace that starts at zero.
func NewTrace() *Trace { return &Trace{Q: []float64{0}, F: []float64{0}} }

// Last returns the last q of the trace.
func (c *Trace) Last() float64 { return c.Q[len(c.Q)-1] }

// Loop returns the last n+1 points of a trace, which form a loop.
func (c *Trace) Loop(n int) *Trace {
	k := len(c.Q) - n - 1
	return &Trace{c.Q[k:], c.F[k:]}
}

// Area returns the work ∮f dq done on the cloth, by the trapezoidal rule.
func (c *Trace) Area() (w float64) {
	for i := 1; i < len(c.Q); i++ {
		w += (c.F[i] + c.F[i-1]) / 2 * (c.Q[i] - c.Q[i-1])
	}
	return w
}

// At returns the force at q on a monotonic stretch lo..hi of the trace, by linear interpolation.
func (c *Trace) At(q float64, lo, hi int) float64 {
	for i := lo + 1; i <= hi; i++ {
		a, b := c.Q[i-1], c.Q[i]
		if (a-q)*(b-q) <= 0 && a != b {
			return c.F[i-1] + (c.F[i]-c.F[i-1])*(q-a)/(b-a)
		}
	}
	return c.F[hi]
}
