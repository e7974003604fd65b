package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/law"
	"hysteron/scenes"
	"hysteron/step"
)

// Strips that are rolled (Miguel et al. 2013, §4.3).
const (
	StripLength, StripWidth = 0.1, 0.025      // [m]
	CreepTime               = 10.0            // damping of slow unrolling [s]
	restTime                = 1e3 * CreepTime // of the step in which it comes to rest [s]

	// What keeps strips straight across: bending along the weft over that along the warp. Hinges hand
	// the shear force of a strip on from row to row by the corners of triangles, which load the outer
	// vertices of a row otherwise than the inner ones; cross sections bend, and a bend of δ makes the
	// curvature uneven across the strip by δ/du², which friction with its short τ does not average out.
	// At 200 the curvature of double cloth on 16 mm varied by 2 1/m across the strip (τ/3 = 2.6 1/m).
	AcrossStiffness = 2000
)

// Creeping is a component with the damping of slow unrolling.
func Creeping(c cloth.Component) cloth.Component {
	c.Damping = law.Damping{Ratio: CreepTime}
	return c
}

// Unrolled is a strip that came to rest.
type Unrolled struct {
	Setup        *scenes.Setup
	Positions    []r3.Vec
	X, Y         []float64 // of the profile: per row of vertices [m]
	S, Curvature []float64 // of the corners between facets [m, 1/m]
	Time, Speed  float64   // it took [s]; largest speed that is left [m/s]
	Unconverged  int       // steps that ran out of iterations; slowly never any
}

// Unroll rolls a strip on a radius and lets it go, slowly or at once.
func Unroll(ctx context.Context, f cloth.Fabric, radius float64, facets int, g float64, slow bool) (*Unrolled, error) {
	// exact on polygons
	f.BendWeft, f.Bending = cloth.Component{Elastic: law.Elastic{K1: AcrossStiffness * f.BendWarp.Spring().K1}},
		cloth.HingeBending
	if slow {
		f.BendWarp = Creeping(f.BendWarp)
		f.Drag, f.DragSkin = 0, 0
	}
	r, err := newRoll(ctx, f, facets, g)
	if err != nil {
		return nil, err
	}
	defer r.sim.Close()
	if err := r.up(radius); err != nil {
		return nil, err
	}
	out := &Unrolled{Setup: r.setup}
	if err := out.letGo(r.sim, slow); err != nil {
		return nil, err
	}
	// A tight roll, which nothing stretches, turns far at such a speed: paper on 3 mm still went by 0.03 1/m, as much as 8
	// % of its friction at no strain does. In one long step damping holds nothing back; errors of 1e-8 m are 0.002 1/m of
	// it.
	if slow && g == 0 {
		r.sim.Settings.Tolerance = 1e-10
		rep, err := r.sim.Step(restTime)
		if err != nil {
			return nil, err
		}
		if rep.Outcome != step.Converged {
			return nil, fmt.Errorf("%v as it comes to rest: expected a converged step", rep.Outcome)
		}
	}
	out.Positions = append(out.Positions, r.sim.State.X...)
	out.X, out.Y, out.Curvature = profile(out.Positions, r.rows, facets, across)
	for i := range out.Curvature {
		out.S = append(out.S, float64(i+1)*r.du)
	}
	return out, nil
}

// across is how many vertices a row has.
const across = 6

// roll is a strip that is rolled. Its rows of vertices are generators; facet i lies between rows i and i+1, du [m]
// apart.
type roll struct {
	setup *scenes.Setup
	sim   *cpu.Sim
	rows  []int // of each vertex
	du    float64
}

// newRoll is a flat strip, all held.
func newRoll(ctx context.Context, f cloth.Fabric, facets int, g float64) (*roll, error) {
	r := &roll{du: StripLength / float64(facets)}
	var err error
	r.setup, err = Sheet(f, [2]float64{StripLength, StripWidth}, [2]int{facets + 1, across}, "right",
		func(u, v float64) (r3.Vec, bool) {
			r.rows = append(r.rows, r.row(u))
			return r.place(0, u, v), true
		})
	if err != nil {
		return nil, err
	}
	set := step.DefaultSettings()
	// An error of position δ is one of curvature of δ/du² in each step, which shakes friction loose: at
	// 1e-6 m and du = 3 mm strips lost 5 % of their curvature by it.
	set.Gravity, set.Tolerance, set.MaxNewton, set.MaxCG = r3.Vec{Y: -g}, 1e-8, 200, 5000
	set.SelfContact = false // rolls of several turns lie in themselves
	if r.sim, err = cpu.New(r.setup.Model, nil, nil, set); err != nil {
		return nil, err
	}
	r.sim.SetWatch(until(ctx))
	return r, nil
}

// row is that at a coordinate along the strip [m].
func (r *roll) row(u float64) int { return int(math.Round((u + StripLength/2) / r.du)) }

// place is where a point is once the strip has a curvature [1/m].
func (r *roll) place(kappa, u, v float64) r3.Vec {
	var x, y float64
	for i := range r.row(u) {
		phi := float64(i) * kappa * r.du
		x, y = x+r.du*math.Sin(phi), y-r.du*math.Cos(phi)
	}
	return r3.Vec{X: x, Y: y, Z: -v}
}

// up rolls the strip on a radius [m], and leaves it at rest with its first two rows held.
func (r *roll) up(radius float64) error {
	m := r.setup.Model
	var at []r3.Vec // material coordinates
	for _, x := range m.X0 {
		at = append(at, r3.Vec{X: -x.Y - StripLength/2, Y: -x.Z})
	}
	const rolling = 10 // steps
	for k := 1; k <= rolling; k++ {
		for i := range m.Pins {
			p := &m.Pins[i]
			c := at[p.Vertex]
			p.Point = r.place(float64(k)/rolling/radius, c.X, c.Y)
		}
		if _, err := r.sim.Step(1); err != nil { // the damping of this motion is gone when it stops
			return err
		}
	}
	clear(r.sim.State.V)
	m.Pins = slices.DeleteFunc(m.Pins, func(p cloth.Pin) bool { return r.rows[p.Vertex] >= 2 })
	return nil
}

// letGo follows a roll until it has come to rest, or for long enough. Slowly it slows down all the time, and so do
// steps grow.
func (u *Unrolled) letGo(sim *cpu.Sim, slow bool) error {
	h, most := 2e-3, 3.0
	if slow {
		most = 20 * CreepTime
	}
	for u.Time < most {
		if slow {
			h = min(max(u.Time/40, CreepTime/400), CreepTime/20)
		}
		rep, err := sim.Step(h)
		if err != nil {
			return err
		}
		if rep.Outcome != step.Converged {
			u.Unconverged++
		}
		if slow && u.Unconverged > 0 {
			return fmt.Errorf("%v after %g s: expected a converged step", rep.Outcome, u.Time)
		}
		u.Time += h
		u.Speed = 0
		for _, v := range sim.State.V {
			u.Speed = max(u.Speed, r3.Norm(v))
		}
		if u.Speed < 1e-6 {
			break
		}
	}
	return nil
}

// profile is the middle line of a strip of facets: its corners and ends [m], and the curvature at the corners between
// facets [1/m]. rows has the row of each vertex.
func profile(at []r3.Vec, rows []int, facets, across int) (x, y, curvature []float64) {
	x, y = make([]float64, facets+1), make([]float64, facets+1)
	for i, p := range at {
		x[rows[i]] += p.X / float64(across)
		y[rows[i]] += p.Y / float64(across)
	}
	for i := 1; i < facets; i++ {
		ax, ay := x[i]-x[i-1], y[i]-y[i-1]
		bx, by := x[i+1]-x[i], y[i+1]-y[i]
		curvature = append(curvature, math.Atan2(ax*by-ay*bx, ax*bx+ay*by)/(StripLength/float64(facets)))
	}
	return x, y, curvature
}
