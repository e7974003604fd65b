package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// External forces that no physical term has are given as velocities. A step from rest at x_n with the velocities v_i =
// h·f_i/m_i solves
//
//	m/h²·(x − x_n − h·v) + ∇E(x) = m/h²·(x − x_n) − f + ∇E(x) = 0,
//
// So where such steps no longer move, ∇E = f exactly: a static equilibrium under the dead loads f, on any backend. The
// iteration of a step starts at x_n + h·v, at a distance h²f/m, which must be within reach of convergence. So the
// masses of the model are chosen for a given distance.

// Settling has the parameters of a search for a static equilibrium.
type Settling struct {
	H     float64 // size of the steps [s]
	Still float64 // equilibrium: no vertex moves farther in a step [m]
	Most  int     // largest number of steps
}

// Settle takes steps from rest under gravity and the dead loads f (nil: none) until nothing moves, and returns the
// positions. Friction history follows the steps.
func (r *Running) Settle(f []r3.Vec, q Settling) ([]r3.Vec, error) {
	last := math.Inf(1)
	for range q.Most {
		if err := r.e.ctx.Err(); err != nil {
			return nil, err
		}
		st, err := r.State()
		if err != nil {
			return nil, err
		}
		before := append([]r3.Vec(nil), st.X...)
		for i := range st.V {
			st.V[i] = r3.Vec{}
			if f != nil {
				st.V[i] = r3.Scale(q.H/r.Model.Mass[i], f[i])
			}
		}
		if err := r.SetState(st); err != nil {
			return nil, err
		}
		if _, err := r.Step(q.H); err != nil {
			return nil, err
		}
		if st, err = r.State(); err != nil {
			return nil, err
		}
		last = Farthest(st.X, before)
		if last < q.Still {
			return append([]r3.Vec(nil), st.X...), nil
		}
	}
	return nil, fmt.Errorf("no equilibrium: still moving by %.3g m per step of %g s after %d steps: expected below %.3g m",
		last, q.H, q.Most, q.Still)
}

// Farthest returns the largest distance between vertices of two states [m].
func Farthest(a, b []r3.Vec) (d float64) {
	for i := range a {
		d = max(d, r3.Norm(r3.Sub(a[i], b[i])))
	}
	return d
}

// Loaded returns a simulation of a part under dead loads f [N] alone, without gravity, for Settle. Its steps of h start
// at most reach [m] from the end of the last one; reach should be about the displacement under the loads.
func (e *Env) Loaded(p cloth.Part, loads func(m *cloth.Model) []r3.Vec, h, reach float64, set step.Settings) (*Running,
	[]r3.Vec, error) {
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		return nil, nil, err
	}
	f := loads(m)
	var far float64
	for i := range f {
		far = max(far, h*h*r3.Norm(f[i])/m.Mass[i])
	}
	for i := range m.Mass {
		m.Mass[i] *= far / reach
	}
	set.Gravity, set.AirDensity = r3.Vec{}, 0
	s, err := e.Backend.New(m, nil, nil, set)
	if err != nil {
		return nil, nil, err
	}
	return e.Running(s, m), f, nil
}
