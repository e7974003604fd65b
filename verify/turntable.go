package verify

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// table is a block below y = 0 that turns about y by half a turn, smoothly, from a time on.
type table struct {
	prism
	from, span float64 // [s]
}

func (p *table) Positions(dst []r3.Vec, t float64) {
	way := math.Pi / 2 * (1 - math.Cos(math.Pi*min(1, max(0, (t-p.from)/p.span))))
	turn := r3.NewRotation(way, r3.Vec{Y: 1})
	for i, x := range p.x {
		dst[i] = turn.Rotate(x)
	}
}

// turntable checks the slip on a table before and after half a turn: down the slope. A slip that turned with the table
// would point up the slope in the end, and so would one that is carried on without turning.
func turntable(e *Env) error {
	const mu, ratio, slip, h, g = .3, .6, 2e-4, 1. / 120, 9.81
	alpha := math.Atan(ratio * mu)
	for _, kind := range e.Kinds(kinds...) {
		set := Settings()
		set.FrictionSlip = slip
		set.MaxNewton, set.Tolerance = 200, e.Tol(1e-9, 1e-8)
		set.Gravity = r3.Vec{X: g * math.Sin(alpha), Y: -g * math.Cos(alpha)}
		s, p, err := smallSheet(kind, set.Thickness-1e-6)
		if err != nil {
			return err
		}
		for i, x := range p.X {
			p.X[i] = r3.Add(x, r3.Vec{X: -.02, Z: .02}) // the sheet's middle is on the axis
		}
		r, err := e.Sim(p, []step.Collider{{Surface: &table{*newPrism(.5, 0, [2]float64{0, .5}, [2]float64{0, -.5},
			[2]float64{-.1, -.5}, [2]float64{-.1, .5}), .25, 1}, Friction: mu}}, set)
		if err != nil {
			return err
		}
		defer r.Close()
		// Position of the middle with rigid contact, and its distance from there.
		for k, n := range []int{30, 150} {
			if err := r.Steps(n, h); err != nil {
				return err
			}
			st, err := r.State()
			if err != nil {
				return err
			}
			var middle r3.Vec
			for i, x := range st.X {
				middle = r3.Add(middle, r3.Scale(r.Model.Mass[i]/r.Model.TotalMass(), x))
			}
			what := [2]string{"table at rest", "after half a turn"}[k]
			// A step of Δθ carries the slip along by a relative Δθ² too far.
			off := [2]float64{.01, .1}[k] * slip * ratio
			e.CheckAbs(s.Name(), what+": slip down the slope", "m", slip*ratio, middle.X, off)
			e.CheckAbs(s.Name(), what+": slip across", "m", 0, middle.Z, off)
		}
	}
	return nil
}
