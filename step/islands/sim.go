package islands

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/step"
)

// Open creates a simulation of a model, as step.Backend does.
type Open func(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (step.Sim, error)

// Only returns the simulation of the whole cloth if s has a single island, else s itself.
func Only(s step.Sim) step.Sim {
	if all, ok := s.(*Sim); ok {
		if one := all.only(); one != nil {
			return one
		}
	}
	return s
}

// Sim is a simulation of several islands. It is not safe for concurrent use.
type Sim struct {
	open       Open
	model      *cloth.Model
	colliders  []step.Collider
	settings   step.Settings
	components components
	most       int
	list       []*island

	terms    []string       // nil: all
	steering *step.Steering // nil: that of the settings
	watch    step.Watch

	failed error        // the error of a SetState, after which there is no island
	state  *cloth.State // of the whole; nil: not assembled
	active *island      // island whose step is under way
	spent  step.Report  // report of the islands before it in the step
	hurry  bool         // the rest of the step is to end soon
}

var _ step.Sim = (*Sim)(nil)

// New returns a simulation that starts from a copy of state; nil is the model's own start. open creates the simulations
// of islands, most of them at most. Cloth of one connected component is simulated by the result of open.
func New(
	m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings, most int, open Open,
) (step.Sim, error) {
	c := newComponents(m)
	if c.count == 1 {
		return open(m, state, colliders, set)
	}
	if err := set.Check(); err != nil {
		return nil, err
	}
	s := &Sim{open: open, model: m, colliders: colliders, settings: set, components: c,
		most: min(most, mostIslands(colliders))}
	if err := s.SetState(state); err != nil {
		return nil, err
	}
	return s, nil
}

// check validates a state by the numbers of the whole model.
func (s *Sim) check(state *cloth.State) error {
	var touches []cloth.Touch
	if state != nil {
		if err := state.Check(s.model); err != nil {
			return err
		}
		touches = state.Touches
	}
	if err := s.model.CheckRubbings(); err != nil {
		return err
	}
	points := len(s.model.X0) + len(s.model.Tri)
	for i, c := range s.colliders {
		if err := s.model.CheckMeasured(c.Measured); err != nil {
			return fmt.Errorf("collider %d: %w", i, err)
		}
		if c.Skip != nil && len(c.Skip) != points {
			return fmt.Errorf("collider %d: %d contact points that it skips or not: expected %d", i, len(c.Skip), points)
		}
	}
	return cmp.Or(
		step.CheckTouches(touches, s.colliders), step.CheckPins(s.model.Pins, s.colliders),
		s.settings.CheckColliders(s.colliders),
	)
}

// SetState continues from a copy of a state; nil is the model's own start. Components are partitioned into islands
// anew. Existing simulations of the same islands are reused.
func (s *Sim) SetState(state *cloth.State) error {
	if err := s.check(state); err != nil {
		return err
	}
	x := s.model.X0
	if state != nil {
		x = state.X
	}
	of, count := s.components.partition(s.model, x, &s.settings, s.most)
	members := make([][]int32, count)
	for c, i := range of {
		members[i] = append(members[i], int32(c))
	}
	before := s.list
	s.list, s.state, s.failed = nil, nil, nil
	for _, list := range members {
		var it *island
		if k := slices.IndexFunc(before, func(b *island) bool { return slices.Equal(b.components, list) }); k >= 0 {
			it = before[k]
			before = slices.Delete(before, k, k+1)
		} else {
			it = s.newIsland(list)
		}
		s.list = append(s.list, it)
		if s.failed = s.begin(it, state); s.failed != nil {
			err := joined(s.failed, closeAll(slices.Concat(s.list, before)))
			s.list = nil
			return err
		}
	}
	return closeAll(before)
}

func closeAll(list []*island) (err error) {
	for _, it := range list {
		if it.sim != nil {
			err = errors.Join(err, it.sim.Close())
		}
	}
	return err
}

// Close ends the simulations of all islands.
func (s *Sim) Close() error { return closeAll(s.list) }

// only returns the simulation of the single island if that is one of the whole model, else nil.
func (s *Sim) only() step.Sim {
	if len(s.list) == 1 {
		return s.list[0].sim
	}
	return nil
}

// Step advances all islands by h [s]. On error all of them have the state before the step.
func (s *Sim) Step(h float64) (step.Report, error) {
	s.state, s.spent, s.hurry = nil, step.Report{}, false
	defer func() { s.active = nil }()
	if one := s.only(); one != nil {
		s.active = s.list[0]
		return one.Step(h)
	}
	if s.failed != nil {
		return s.spent, s.failed
	}
	for _, it := range s.list {
		it.mesh.Pin() // pins may have been moved
		if err := it.keep(); err != nil {
			return s.spent, err
		}
	}
	taken := []*island{}
	for left := s.list; len(left) > 0; {
		for _, it := range left {
			taken = append(taken, it)
			if err := s.take(it, h); err != nil {
				return s.spent, s.back(taken, err)
			}
		}
		var err error
		if left, err = s.merge(); err != nil {
			return s.spent, s.back(taken, err)
		}
	}
	rep := s.spent
	rep.Outcome = step.Converged
	for _, it := range s.list {
		rep.Outcome = max(rep.Outcome, it.report.Outcome)
	}
	return rep, nil
}

// take takes the step of an island.
func (s *Sim) take(it *island, h float64) error {
	s.active, it.seen, it.now = it, 0, nil
	var err error
	it.report, err = it.sim.Step(h)
	s.spent = sum(s.spent, it.report)
	if err != nil {
		return err
	}
	if it.now, err = it.sim.State(); err != nil {
		return err
	}
	return s.pass(it)
}

// pass extends the paths of an island to its present positions.
func (s *Sim) pass(it *island) error {
	if !s.settings.SelfContact || it.mesh == nil {
		return nil
	}
	state, err := it.state()
	if err == nil {
		it.pass(state.X)
	}
	return err
}

// Rebind restores the context of the simulation whose step is under way, after other code has used it.
func (s *Sim) Rebind() {
	if s.active == nil {
		return
	}
	if b, ok := s.active.sim.(interface{ Rebind() }); ok {
		b.Rebind()
	}
}

// sum returns the joint report of two islands: costs add up. Sub-steps are those of the island with the most.
func sum(a, b step.Report) step.Report {
	if b.Smallest == 0 || a.Smallest != 0 && a.Smallest < b.Smallest {
		b.Smallest = a.Smallest
	}
	b.Outcome, b.Substeps = max(a.Outcome, b.Outcome), max(a.Substeps, b.Substeps)
	b.Halvings += a.Halvings
	b.Newton += a.Newton
	b.CG += a.CG
	b.BlindSteps += a.BlindSteps
	b.Projected += a.Projected
	b.Rounds += a.Rounds
	b.ClampedVertices += a.ClampedVertices
	b.Limits.Add(a.Limits)
	b.Time.Contact += a.Time.Contact
	b.Time.Elements += a.Time.Elements
	b.Time.Gather += a.Time.Gather
	b.Time.Solve += a.Time.Solve
	return b
}

// merge joins islands whose paths have come within reach of each other, at the start of the step, and returns the new
// ones.
func (s *Sim) merge() (made []*island, err error) {
	if !s.settings.SelfContact {
		return nil, nil
	}
	f := cloth.NewForest(len(s.list))
	paths := make([]boxes, len(s.list))
	for i, it := range s.list {
		paths[i] = it.paths
	}
	joinNear(f, paths, reach(s.model, &s.settings))
	of, count := f.Number()
	if count == len(s.list) {
		return nil, nil
	}
	groups := make([][]*island, count)
	for i, g := range of {
		groups[g] = append(groups[g], s.list[i])
	}
	list := make([]*island, 0, count)
	for _, g := range groups {
		if len(g) == 1 {
			list = append(list, g[0])
			continue
		}
		it, err := s.join(g)
		if err != nil {
			return nil, joined(err, closeAll(made))
		}
		list, made = append(list, it), append(made, it)
	}
	gone := slices.DeleteFunc(s.list, func(it *island) bool { return slices.Contains(list, it) })
	s.list = list
	return made, closeAll(gone)
}

// join makes several islands one, at the start of the step.
func (s *Sim) join(group []*island) (*island, error) {
	var members []int32
	var parts []*cloth.Submesh
	var states []*cloth.State
	for _, it := range group {
		members = append(members, it.components...)
		parts, states = append(parts, it.mesh), append(states, it.start)
	}
	slices.Sort(members)
	all := s.newIsland(members)
	err := s.begin(all, s.model.Join(parts, states))
	if err == nil {
		err = all.keep()
	}
	if err != nil {
		return nil, joined(err, closeAll([]*island{all}))
	}
	return all, nil
}

// back returns islands to the start of the step, after an error.
func (s *Sim) back(taken []*island, why error) error {
	for _, it := range s.list {
		if slices.Contains(taken, it) {
			it.now = nil
			why = joined(why, it.sim.SetState(it.start))
		}
	}
	return why
}

// joined returns err, joined with other if that is not nil.
func joined(err, other error) error {
	if other == nil {
		return err
	}
	return errors.Join(err, other)
}

// SetWatch sets the observer. It observes the sub-steps of one island after another, with the report of all of them.
func (s *Sim) SetWatch(w step.Watch) {
	s.watch = w
	for _, it := range s.list {
		s.look(it)
	}
}

// look sets the observer of the simulation of an island.
func (s *Sim) look(it *island) {
	it.sim.SetWatch(func(m step.Moment) error {
		if m.Stage == step.Preparing && m.Substeps > it.seen {
			it.seen = m.Substeps
			if err := s.pass(it); err != nil {
				return err
			}
		}
		var err error
		if s.watch != nil {
			m.Report = sum(s.spent, m.Report)
			m.Open = m.Open && it.grabbed
			err = s.watch(m)
		}
		if s.hurry {
			it.sim.Hurry()
		}
		return err
	})
}

// Hurry ends the step under way soon: the remaining sub-steps of all islands.
func (s *Sim) Hurry() {
	if one := s.only(); one != nil {
		one.Hurry()
		return
	}
	s.hurry = true // for the next call of the watch
}

// State returns the state of the whole.
func (s *Sim) State() (*cloth.State, error) {
	if one := s.only(); one != nil {
		return one.State()
	}
	if s.state != nil {
		return s.state, nil
	}
	var parts []*cloth.Submesh
	var states []*cloth.State
	for _, it := range s.list {
		own, err := it.state()
		if err != nil {
			return nil, err
		}
		parts, states = append(parts, it.mesh), append(states, own)
	}
	s.state = s.model.Join(parts, states)
	return s.state, nil
}

// Positions writes the present positions of all vertices [m].
func (s *Sim) Positions(dst []r3.Vec) error {
	if len(dst) != len(s.model.X0) {
		return fmt.Errorf("room for %d positions: expected %d", len(dst), len(s.model.X0))
	}
	return s.positions(dst, step.Sim.Positions)
}

// positions collects the positions that get writes for each island.
func (s *Sim) positions(dst []r3.Vec, get func(step.Sim, []r3.Vec) error) error {
	if one := s.only(); one != nil {
		return get(one, dst)
	}
	for _, it := range s.list {
		own := make([]r3.Vec, len(it.mesh.Vertices))
		if err := get(it.sim, own); err != nil {
			return err
		}
		for i, v := range it.mesh.Vertices {
			dst[v] = own[i]
		}
	}
	return nil
}

// UnderWay writes the present positions of the step under way, for observers: islands that follow have those before the
// step.
func (s *Sim) UnderWay(dst []r3.Vec) {
	s.positions(dst, func(one step.Sim, own []r3.Vec) error {
		if s.active == nil || s.active.sim != one {
			return one.Positions(own)
		}
		switch u := one.(type) {
		case interface{ UnderWay([]r3.Vec) }:
			u.UnderWay(own)
			return nil
		case interface{ ShowUnderWay() error }:
			return errors.Join(u.ShowUnderWay(), one.Positions(own))
		}
		return one.Positions(own)
	})
}

// ResetHistory clears the friction history.
func (s *Sim) ResetHistory() error {
	s.state = nil
	for _, it := range s.list {
		it.now = nil
		if err := it.sim.ResetHistory(); err != nil {
			return err
		}
	}
	return nil
}

// Steer replaces gravity, air and grabs from the next step on, or at once while a step is open for it.
func (s *Sim) Steer(by step.Steering) error {
	if err := by.Check(len(s.model.X0)); err != nil {
		return err
	}
	by.Grabs = slices.Clone(by.Grabs)
	s.steering = &by
	for _, it := range s.list {
		if err := it.steer(by); err != nil {
			return err
		}
	}
	return nil
}

// SetTerms restricts the simulation to the named physical terms.
func (s *Sim) SetTerms(names ...string) error {
	for _, it := range s.list {
		if err := it.sim.SetTerms(names...); err != nil {
			return err
		}
	}
	s.terms = slices.Clone(names)
	return nil
}
