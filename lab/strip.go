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
	restTime                = 1e3 * CreepTime // of the step to rest [s]

	// AcrossStiffness keeps strips straight across: it is bending along the weft over that along the warp. Hinges
	// transfer the shear force of a strip from row to row at the corners of triangles, which load the outer vertices of
	// a row differently from the inner ones. Cross sections bend, and a bend of δ makes the curvature uneven across the
	// strip by δ/du², which friction with its short τ does not average out. At 200 the curvature of double cloth on 16
	// mm varied by 2 1/m across the strip (τ/3 = 2.6 1/m).
	AcrossStiffness = 2000
)

// Creeping returns a component with the damping of slow unrolling.
func Creeping(c cloth.Component) cloth.Component {
	c.Damping = law.Damping{Ratio: CreepTime}
	return c
}

// Unrolled is a strip at rest after unrolling.
type Unrolled struct {
	Setup        *scenes.Setup
	Positions    []r3.Vec
	X, Y         []float64 // of the profile: per row of vertices [m]
	S, Curvature []float64 // of the corners between facets [m, 1/m]
	Time, Speed  float64   // time to rest [s]; largest speed that remains [m/s]
	Unconverged  int       // steps at the iteration limit; none in slow unrolling
}

// stripOf returns a fabric that stays straight across and, with slow, creeps without air.
func stripOf(f cloth.Fabric, slow bool) cloth.Fabric {
	// exact on polygons
	f.BendWeft, f.Bending = cloth.Component{Elastic: law.Elastic{K1: AcrossStiffness * f.BendWarp.Spring().K1}},
		cloth.HingeBending
	if slow {
		f.BendWarp = Creeping(f.BendWarp)
		f.Drag, f.DragSkin = 0, 0
	}
	return f
}

// Unroll rolls a strip on a radius and releases it, slowly or at once.
func Unroll(ctx context.Context, f cloth.Fabric, radius float64, facets int, g float64, slow bool) (*Unrolled, error) {
	r, err := newRoll(ctx, stripOf(f, slow), [2]float64{StripLength, StripWidth}, facets, spiralAcross, g)
	if err != nil {
		return nil, err
	}
	defer r.sim.Close()
	return r.unroll(radius, slow)
}

// Limits of a strip that hangs on a table. Its residual curvature turns it by hungTurn at most, it is no longer than
// (B/ρg)^⅓, the length at which weight bends as much as stiffness, and it has room for marks.
const (
	hungTurn      = 1.2   // [rad]
	minHungLength = 0.024 // marks 10 mm to either side of the middle [m]
)

// HungFacets is the number of facets of a strip of HungOn. The balance at each corner of the polygon is that of the
// cloth.
const HungFacets = 10

// HungOn hangs a strip that was rolled on a cylinder of a radius [m], of the largest permitted length, and reads its
// shape.
func HungOn(ctx context.Context, f cloth.Fabric, radius float64) (*Unrolled, error) {
	on := radius + f.Thickness/2
	left, err := rolledStrip(ctx, f, minHungLength, on, false)
	if err != nil {
		return nil, err
	}
	length := min(StripLength, math.Cbrt(3*f.BendWarp.Spring().K1/(f.Density*gravity)),
		hungTurn/max(left.Curvature[HungFacets/2], hungTurn/StripLength))
	return rolledStrip(ctx, f, max(length, minHungLength), on, true)
}

// rolledStrip rolls a strip of a length [m] on a radius and releases it slowly without weight, as on an edge on a
// smooth table. To hang it, the table is turned up slowly. If the residual curvature turns the strip by less than a
// right angle, each point only unrolls, and the balance there (Miguel 2013, eq. 7) has a unique solution. Longer strips
// that hang at once, as in the paper, partly roll up again while their lower ends unroll.
func rolledStrip(ctx context.Context, f cloth.Fabric, length, radius float64, hang bool) (*Unrolled, error) {
	r, err := newRoll(ctx, stripOf(f, true), [2]float64{length, StripWidth}, HungFacets, hungAcross, 0)
	if err != nil {
		return nil, err
	}
	defer r.sim.Close()
	out, err := r.unroll(radius, true)
	if err != nil || !hang {
		return out, err
	}
	// Damping retains a thousandth of each step, and after one more step a millionth.
	for k := 1; k <= tableTurns+1; k++ {
		weight := gravity * float64(min(k, tableTurns)) / tableTurns
		if err := r.sim.Steer(step.Steering{Gravity: r3.Vec{Y: -weight}}); err != nil {
			return nil, err
		}
		if err := r.toRest(); err != nil {
			return nil, err
		}
	}
	r.read(out)
	return out, nil
}

// tableTurns is the number of steps in which a table is turned up.
const tableTurns = 20

// unroll rolls a strip on a radius and releases it.
func (r *roll) unroll(radius float64, slow bool) (*Unrolled, error) {
	if err := r.rollOnto(radius); err != nil {
		return nil, err
	}
	out := &Unrolled{Setup: r.setup}
	if err := out.unroll(r.sim, slow); err != nil {
		return nil, err
	}
	// A tight roll without load turns far even at such a speed: paper on 3 mm still changed by 0.03 1/m, which is 8 %
	// of its friction at zero strain. In one long step damping has no effect; errors of 1e-8 m are 0.002 1/m of
	// curvature.
	if slow && r.sim.Settings.Gravity == (r3.Vec{}) {
		r.sim.Settings.Tolerance = 1e-10
		if err := r.toRest(); err != nil {
			return nil, err
		}
	}
	r.read(out)
	return out, nil
}

// toRest makes one step so long that damping has no effect.
func (r *roll) toRest() error {
	rep, err := r.sim.Step(restTime)
	if err == nil && rep.Outcome != step.Converged {
		err = fmt.Errorf("%v as it comes to rest: expected a converged step", rep.Outcome)
	}
	return err
}

// read stores the present shape in u.
func (r *roll) read(u *Unrolled) {
	u.Positions = append([]r3.Vec(nil), r.sim.State.X...)
	u.X, u.Y, u.Curvature = profile(u.Positions, r.rows, r.facets, r.across, r.du)
	u.S = nil
	for i := range u.Curvature {
		u.S = append(u.S, float64(i+1)*r.du)
	}
}

// Below returns the length of the strip that hangs below the corner after facet n, and the lever of its weight towards
// the side of the roll [m].
func (u *Unrolled) Below(n int) (length, lever float64) {
	last := len(u.X) - 1
	for i := n + 1; i <= last; i++ {
		part := 1. // share of a facet's weight: each end carries half
		if i == last {
			part = 0.5
		}
		lever += part * (u.X[i] - u.X[n]) / float64(last-n)
	}
	return float64(last-n) * u.S[0], lever
}

// Vertices in a row of a strip of StripLength, and of a hung strip, whose triangles are as long as wide: there the
// corners of triangles that are twice as wide are wrong by 0.2 % of the moment of the weight.
const spiralAcross, hungAcross = 6, 12

// roll is a rolled strip. Its rows of vertices are generators; facet i is between rows i and i+1, du [m] apart.
type roll struct {
	setup  *scenes.Setup
	sim    *cpu.Sim
	rows   []int // of each vertex
	facets int
	across int     // vertices of a row
	length float64 // [m]
	du     float64
}

// newRoll returns a flat strip of a length and a width [m], with all vertices held.
func newRoll(ctx context.Context, f cloth.Fabric, size [2]float64, facets, across int, g float64) (*roll, error) {
	r := &roll{facets: facets, across: across, length: size[0], du: size[0] / float64(facets)}
	var err error
	r.setup, err = Sheet(f, size, [2]int{facets + 1, across}, "right",
		func(u, v float64) (r3.Vec, bool) {
			r.rows = append(r.rows, r.row(u))
			return r.place(0, u, v), true
		})
	if err != nil {
		return nil, err
	}
	set := step.DefaultSettings()
	// An error of position δ is an error of curvature of δ/du² in each step, which relaxes friction: at 1e-6 m and du =
	// 3 mm strips lost 5 % of their curvature by it.
	set.Gravity, set.Tolerance, set.MaxNewton, set.MaxCG = r3.Vec{Y: -g}, 1e-8, 200, 5000
	set.SelfContact = false // rolls of several turns intersect themselves
	if r.sim, err = cpu.New(r.setup.Model, nil, nil, set); err != nil {
		return nil, err
	}
	r.sim.SetWatch(until(ctx))
	return r, nil
}

// row returns the row at a coordinate along the strip [m].
func (r *roll) row(u float64) int { return int(math.Round((u + r.length/2) / r.du)) }

// place returns the position of a material point of the strip at a curvature [1/m].
func (r *roll) place(kappa, u, v float64) r3.Vec {
	var x, y float64
	for i := range r.row(u) {
		phi := float64(i) * kappa * r.du
		x, y = x+r.du*math.Sin(phi), y-r.du*math.Cos(phi)
	}
	return r3.Vec{X: x, Y: y, Z: -v}
}

// rollOnto rolls the strip on a radius [m]. It ends at rest with its first two rows held.
func (r *roll) rollOnto(radius float64) error {
	if err := r.bend(radius, 1); err != nil { // the damping force of this motion is gone when it stops
		return err
	}
	r.free()
	return nil
}

// bend rolls the strip on a radius [m] in ten steps of a time [s], and holds it there.
func (r *roll) bend(radius, seconds float64) error {
	m := r.setup.Model
	var at []r3.Vec // material coordinates
	for _, x := range m.X0 {
		at = append(at, r3.Vec{X: -x.Y - r.length/2, Y: -x.Z})
	}
	const rolling = 10 // steps
	for k := 1; k <= rolling; k++ {
		for i := range m.Pins {
			p := &m.Pins[i]
			c := at[p.Vertex]
			p.Point = r.place(float64(k)/rolling/radius, c.X, c.Y)
		}
		if _, err := r.sim.Step(seconds); err != nil {
			return err
		}
	}
	clear(r.sim.State.V)
	return nil
}

// free releases the strip except for its first two rows.
func (r *roll) free() {
	m := r.setup.Model
	m.Pins = slices.DeleteFunc(m.Pins, func(p cloth.Pin) bool { return r.rows[p.Vertex] >= 2 })
}

// unroll simulates the release until rest or a time limit. In slow unrolling the speed falls all the time and steps
// grow accordingly.
func (u *Unrolled) unroll(sim *cpu.Sim, slow bool) error {
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

// profile returns the middle line of a strip of facets of length du [m]: its corners and ends [m], and the curvature at
// the corners between facets [1/m]. rows has the row of each vertex.
func profile(at []r3.Vec, rows []int, facets, across int, du float64) (x, y, curvature []float64) {
	x, y = make([]float64, facets+1), make([]float64, facets+1)
	for i, p := range at {
		x[rows[i]] += p.X / float64(across)
		y[rows[i]] += p.Y / float64(across)
	}
	for i := 1; i < facets; i++ {
		ax, ay := x[i]-x[i-1], y[i]-y[i-1]
		bx, by := x[i+1]-x[i], y[i+1]-y[i]
		curvature = append(curvature, math.Atan2(ax*by-ay*bx, ax*bx+ay*by)/du)
	}
	return x, y, curvature
}
