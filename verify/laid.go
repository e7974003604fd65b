package verify

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// Laid returns a part that has settled in the contact layer of a body at rest, under a gravity press. From time 0 on it
// lies on another body of the same shape, under another gravity.
func (e *Env) Laid(p cloth.Part, rest, then step.Collider, press, gravity r3.Vec) (*Running, error) {
	set := Settings()
	set.MaxNewton, set.Tolerance, set.Gravity = 200, e.Tol(1e-9, 1e-8), press
	flat, err := e.Sim(p, []step.Collider{rest}, set)
	if err != nil {
		return nil, err
	}
	defer flat.Close()
	if _, err := flat.Settle(nil, Settling{H: 1. / 60, Still: e.Tol(1e-9, 2e-8), Most: 100}); err != nil {
		return nil, err
	}
	if err := flat.Still(); err != nil {
		return nil, err
	}
	st, err := flat.State()
	if err != nil {
		return nil, err
	}
	st = st.Clone()
	st.Time = 0
	set.Gravity, set.Tolerance = gravity, e.Tol(1e-9, 1e-7)
	sim, err := e.Backend.New(flat.Model, st, []step.Collider{then}, set)
	if err != nil {
		return nil, err
	}
	return e.Running(sim, flat.Model), nil
}

// Still sets all velocities to zero.
func (r *Running) Still() error {
	st, err := r.State()
	if err != nil {
		return err
	}
	clear(st.V)
	return r.SetState(st)
}

// SpeedAlong returns the mean speed along a direction [m/s].
func (r *Running) SpeedAlong(along r3.Vec) (v float64, err error) {
	w, err := r.Velocity(0, len(r.Model.X0))
	return r3.Dot(w, along), err
}

// Velocity returns the mean velocity of the vertices from lo to hi, weighted by mass [m/s].
func (r *Running) Velocity(lo, hi int) (v r3.Vec, err error) {
	st, err := r.State()
	if err != nil {
		return v, err
	}
	var mass float64
	for i := lo; i < hi; i++ {
		mass += r.Model.Mass[i]
		v = r3.Add(v, r3.Scale(r.Model.Mass[i], st.V[i]))
	}
	return r3.Scale(1/mass, v), nil
}
