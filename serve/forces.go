package serve

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// arm is the distance of the target of the soft spring that represents a force [m]: F = k·(target − x). Its target is
// set in each step from free motion. The relative error of a force is |Δx − h·v|/arm = h²·a/arm, 2e-4 for an
// acceleration of 100 m/s² in steps of 1/240 s. derived
const arm = 10.0

// steer sets forces and grabs for the next step of h.
func (s *simulation) steer(h float64) error {
	s.Steering.Grabs = s.Grabs
	if s.Forces != nil {
		state, err := s.engine.State()
		if err != nil {
			return err
		}
		var pulls []step.Grab
		for i, f := range s.Forces {
			if size := r3.Norm(f); size > 0 {
				k := size / arm
				to := r3.Add(r3.Add(state.X[i], r3.Scale(h, state.V[i])), r3.Scale(1/k, f))
				pulls = append(pulls, step.Grab{Vertex: int32(i), Stiffness: k, Target: to})
			}
		}
		s.Steering.Grabs = step.JoinGrabs(pulls, s.Grabs)
	} else if len(s.Grabs) == 0 && !s.steered {
		return nil
	}
	s.steered = len(s.Steering.Grabs) > 0
	return s.engine.Steer(s.Steering)
}

// maxForce bounds the force on a vertex [N].
const maxForce = 1e6

func forces(r *request) (any, error) {
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	list, err := r.vectors("forces", len(s.setup.Model.X0), nil)
	if err != nil {
		return nil, err
	}
	s.Forces = nil
	for i, f := range list {
		if r3.Norm(f) > maxForce {
			s.Forces = nil
			return nil, wrongf("forces of vertex %d are %g N: expected at most %g", i, r3.Norm(f), float64(maxForce))
		}
		if f != (r3.Vec{}) {
			s.Forces = list
		}
	}
	return nil, nil
}

// grab pulls vertices to targets by soft springs, in place of all earlier grabs.
func grab(r *request) (any, error) {
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	vertices, err := r.vertices(s)
	if err != nil {
		return nil, err
	}
	targets, err := r.vectors("targets", len(vertices), vertices)
	if err != nil {
		return nil, err
	}
	b, _, err := r.input("stiffness", float64s, len(vertices))
	if err != nil {
		return nil, err
	}
	by := s.Steering
	by.Grabs = nil
	for i, v := range vertices {
		by.Grabs = append(by.Grabs, step.Grab{Vertex: v, Stiffness: float(b, i), Target: targets[i]})
	}
	if err := by.Check(len(s.setup.Model.X0)); err != nil {
		return nil, wrongf("grab: %v", err)
	}
	s.Grabs = by.Grabs
	return nil, nil
}

// steer sets gravity and air; omitted values are kept.
func steer(r *request) (any, error) {
	var args struct {
		head
		Gravity *[3]float64 `json:"gravity_m_s2"`
		Wind    *[3]float64 `json:"wind_m_s"`
		Gust    *float64    `json:"gust"`
		Hz      *float64    `json:"gust_hz"`
	}
	if err := r.decode(&args); err != nil {
		return nil, err
	}
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	by := s.Steering
	vec := func(v *[3]float64, to *r3.Vec) {
		if v != nil {
			*to = r3.Vec{X: v[0], Y: v[1], Z: v[2]}
		}
	}
	vec(args.Gravity, &by.Gravity)
	vec(args.Wind, &by.Air.Velocity)
	for _, q := range []struct{ from, to *float64 }{{args.Gust, &by.Air.Gust}, {args.Hz, &by.Air.Frequency}} {
		if q.from != nil {
			*q.to = *q.from
		}
	}
	if err := by.Check(len(s.setup.Model.X0)); err != nil {
		return nil, wrongf("steer: %v", err)
	}
	if err := s.engine.Steer(by); err != nil {
		return nil, err
	}
	s.Steering = by
	g, w := by.Gravity, by.Air.Velocity
	return map[string]any{"gravity_m_s2": [3]float64{g.X, g.Y, g.Z}, "wind_m_s": [3]float64{w.X, w.Y, w.Z},
		"gust": by.Air.Gust, "gust_hz": by.Air.Frequency}, nil
}

// forget resets the internal variables: zero friction stress at the present strains.
func forget(r *request) (any, error) {
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	return nil, s.engine.ResetHistory()
}
