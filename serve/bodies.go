package serve

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/step"
)

// pose sets the poses of the listed bodies; all others move as in the scene.
func (s *simulation) pose(list []pose) error {
	for _, b := range s.bodies {
		if b != nil {
			b.pose = pose{Body: b.Body, Centre: b.Centre}
		}
	}
	for _, p := range list {
		if p.Body < 0 || p.Body >= len(s.bodies) {
			return fmt.Errorf("body %d: expected one of %d", p.Body, len(s.bodies))
		}
		if s.bodies[p.Body] != nil {
			s.bodies[p.Body].pose = p
			continue
		}
		if err := s.wrap(p); err != nil {
			return err
		}
	}
	return nil
}

// wrap allows a body to move in addition to its own motion. The simulation is created again with that body.
func (s *simulation) wrap(p pose) error {
	collider := &s.setup.Colliders[p.Body]
	b := &posed{collider.Surface, p}
	state, err := s.engine.State()
	if err != nil {
		return err
	}
	colliders := slices.Clone(s.setup.Colliders)
	colliders[p.Body].Surface = b
	made, err := s.engine.On.New(s.setup.Model, state.Clone(), colliders, s.setup.Settings)
	if err != nil {
		return err
	}
	err = s.engine.Sim.Close()
	s.engine.Sim, s.setup.Colliders, s.bodies[p.Body] = made, colliders, b
	if err != nil {
		return err
	}
	return made.Steer(s.Steering)
}

// centre returns the centroid of a body's vertices at time 0 [m].
func centre(b step.Surface) (c r3.Vec) {
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, 0)
	for _, v := range x {
		c = r3.Add(c, r3.Scale(1/float64(len(x)), v))
	}
	return c
}

// maxTurn bounds a rotation vector [rad], and maxOffset a displacement [m].
const (
	maxTurn   = 1e4
	maxOffset = 1e4
)

func moveBody(r *request) (any, error) {
	var args struct {
		head
		Body    int        `json:"body"`
		Offset  [3]float64 `json:"offset_m"`
		Turn    [3]float64 `json:"rotation_rad"` // axis times angle
		Seconds float64    `json:"seconds"`
	}
	if err := r.decode(&args); err != nil {
		return nil, err
	}
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	offset := r3.Vec{X: args.Offset[0], Y: args.Offset[1], Z: args.Offset[2]}
	turn := r3.Vec{X: args.Turn[0], Y: args.Turn[1], Z: args.Turn[2]}
	switch {
	case args.Body < 0 || args.Body >= len(s.bodies):
		return nil, wrongf("move_body: body %d: expected one of %d", args.Body, len(s.bodies))
	case !cloth.FiniteVec(offset) || r3.Norm(offset) > maxOffset:
		return nil, wrongf("move_body: offset %v m: expected at most %g", offset, float64(maxOffset))
	case !cloth.FiniteVec(turn) || r3.Norm(turn) > maxTurn:
		return nil, wrongf("move_body: rotation %v rad: expected at most %g", turn, float64(maxTurn))
	case !(args.Seconds >= 0 && args.Seconds <= maxSeconds):
		return nil, wrongf("move_body: %g s: expected 0 to %g", args.Seconds, float64(maxSeconds))
	}
	p := pose{Body: args.Body, To: placed{Offset: offset}, Start: s.Time, Seconds: max(args.Seconds, s.h)}
	if angle := r3.Norm(turn); angle > 0 {
		p.To.Turn = quat.Number(r3.NewRotation(angle, turn))
	}
	if b := s.bodies[args.Body]; b != nil {
		p.From, p.Centre = b.at(s.Time), b.Centre
		b.pose = p
	} else {
		p.Centre = centre(s.setup.Colliders[args.Body].Surface)
		if err := s.wrap(p); err != nil {
			return nil, err
		}
	}
	s.Poses = s.Poses[:0:0]
	for _, b := range s.bodies {
		if b != nil {
			s.Poses = append(s.Poses, b.pose)
		}
	}
	return nil, nil
}

// errBody returns the error of a moved body.
func (s *simulation) errBody() error {
	for i, b := range s.setup.Bodies {
		if err := body.Err(b); err != nil {
			return fmt.Errorf("body %q: %w", s.setup.Scene.Bodies[i].Name, err)
		}
	}
	return nil
}
