package islands

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// island is a group of connected components with a simulation of its own.
type island struct {
	components []int32        // in order
	mesh       *cloth.Submesh // nil: all of the cloth
	sim        step.Sim

	now     *cloth.State // after the last step, once it has been read; nil: not read
	start   *cloth.State // before the step under way
	paths   boxes        // boxes of its triangles over the step so far
	seen    int          // sub-steps whose ends are in paths
	report  step.Report  // of the step
	grabbed bool         // it has grabs
}

// newIsland returns an island of some components, without a simulation.
func (s *Sim) newIsland(members []int32) *island {
	it := &island{components: members}
	if len(members) == s.components.count {
		return it
	}
	in := make([]bool, s.components.count)
	for _, c := range members {
		in[c] = true
	}
	it.mesh = s.model.Submesh(func(v int32) bool { return in[s.components.of[v]] })
	return it
}

// begin starts an island from its part of a state of the whole cloth, nil being the model's own start.
func (s *Sim) begin(it *island, whole *cloth.State) error {
	m, own := s.model, whole
	if it.mesh != nil {
		it.mesh.Pin()
		m = it.mesh.Model
		if whole != nil {
			own = it.mesh.State(whole)
		}
	}
	it.now = nil
	if it.sim != nil {
		return it.sim.SetState(own)
	}
	colliders := s.colliders
	if it.mesh != nil {
		colliders = it.touched(colliders)
	}
	var err error
	if it.sim, err = s.open(m, own, colliders, s.settings); err != nil {
		it.sim = nil
		return err
	}
	if s.terms != nil {
		if err := it.sim.SetTerms(s.terms...); err != nil {
			return err
		}
	}
	s.look(it)
	if s.steering != nil {
		return it.steer(*s.steering)
	}
	return nil
}

// touched returns the colliders of the island: properties by part and by contact point are restricted to its own.
func (it *island) touched(all []step.Collider) []step.Collider {
	list := make([]step.Collider, len(all))
	for i, c := range all {
		if len(c.Measured) > 0 {
			own := make([]*cloth.MeasuredFriction, len(it.mesh.Parts))
			for k, p := range it.mesh.Parts {
				own[k] = c.Measured[p]
			}
			c.Measured = own
		}
		if c.Skip != nil {
			c.Skip = it.mesh.Points(c.Skip)
		}
		list[i] = c
	}
	return list
}

// steer applies gravity, air and the grabs of the island.
func (it *island) steer(by step.Steering) error {
	if it.mesh != nil {
		var own []step.Grab
		for _, g := range by.Grabs {
			if g.Vertex = it.mesh.Vertex(g.Vertex); g.Vertex >= 0 {
				own = append(own, g)
			}
		}
		by.Grabs = own
	}
	it.grabbed = len(by.Grabs) > 0
	return it.sim.Steer(by)
}

// state returns the present state.
func (it *island) state() (*cloth.State, error) {
	if it.now != nil {
		return it.now, nil
	}
	return it.sim.State()
}

// keep saves the state before a step, and begins the paths.
func (it *island) keep() error {
	state, err := it.state()
	if err != nil {
		return err
	}
	it.start, it.paths = state.Clone(), nil
	return nil
}

// pass extends the paths to positions x.
func (it *island) pass(x []r3.Vec) {
	tri := features(it.mesh.Model)
	if it.paths == nil {
		it.paths = newBoxes(tri, it.start.X)
	}
	it.paths.extend(tri, x)
}
