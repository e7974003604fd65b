package cpu

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu/par"
	"hysteron/cpu/sparse"
	"hysteron/step"
)

// elementGrain is how many elements a goroutine takes at once.
const elementGrain = 256

// Sim simulates one model. It is not safe for concurrent use; inside, it uses all cores, and
// its results are the same bits for any number of them.
type Sim struct {
	Model    *cloth.Model
	Settings step.Settings
	State    *cloth.State // at the start of a step; moved on by Step
	H        float64      // size of the step under way [s]

	Terms     []Term
	membranes []MembraneTerm
	hinges    []HingeTerm
	curves    []CurveTerm
	faces     []FaceTerm
	vertices  []VertexTerm
	trackers  []Tracker
	pairTerms []PairTerm

	curveLaw []curveLaw // per part
	curveOf  curveLists

	pool        *par.Pool
	obstacles   []*obstacle
	clearAt     []r3.Vec     // positions of the contact points that clearances are counted from
	drift       []float64    // how far they have moved since the last step began [m]
	grain       []grain      // of contact points, at the start of the step, if byDirection
	self        *selfContact // nil without contact of cloth with cloth
	byDirection bool         // some friction is measured, see grip

	// The evaluation at the trial positions.
	x          []r3.Vec        // trial positions
	elements                   // what was evaluated last
	spare      elements        // the evaluation before, see swap
	vert, face []PointResponse // per vertex; per triangle, for its centroid
	foreseen   bool            // contacts are those of the last trial, see foresee
	exact      bool            // full second derivatives instead of positive semi-definite ones (tests)

	// The linear system.
	rows       incidence
	matrix     *sparse.BSR
	cg         sparse.CG
	multilevel sparse.Multilevel
	target     float64 // residual that the last solve was meant to reach, see sparse.CG.AbsTol
	fixed      []bool
	g, p       []r3.Vec
	keep       []r3.Vec  // the gradient while foresee needs s.g
	before     []r3.Vec  // the search direction before foresee
	scale      []float64 // 1/trace of the diagonal blocks, for the norm of the gradient
	xtry       []r3.Vec

	pieces    pieces
	driver    step.Driver
	energy    energies // at x
	trial     energies // at the last trial
	tally     step.Tally
	evaluated bool // elements are those at x; if also points, those of points too
	points    bool
	tried     bool // elements are those of a trial, and those at x are in spare
	projected int  // contact points that Project has moved within the sub-step
	times     step.StageTimes
}

// New prepares a simulation that starts from state, which it takes over; nil starts from
// the model's own start.
func New(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (*Sim, error) {
	if err := set.Check(); err != nil {
		return nil, err
	}
	n := len(m.X0)
	fresh := state == nil
	if fresh {
		state = cloth.NewState(m)
	}
	if len(state.X) != n || len(state.V) != n || len(state.Membrane) != len(m.Tri) || len(state.Bend) != len(m.Hinges) || len(state.Curve) != len(m.Curves) {
		return nil, fmt.Errorf("state of %d vertices, %d triangles, %d hinges, %d curves: expected %d, %d, %d, %d as in the model",
			len(state.X), len(state.Membrane), len(state.Bend), len(state.Curve), n, len(m.Tri), len(m.Hinges), len(m.Curves))
	}
	if err := checkFinite(state); err != nil {
		return nil, err
	}
	s := &Sim{
		Model: m, Settings: set, State: state, pool: par.New(set.Workers),
		x: make([]r3.Vec, n), xtry: make([]r3.Vec, n), g: make([]r3.Vec, n), p: make([]r3.Vec, n),
		clearAt: make([]r3.Vec, n+len(m.Tri)), drift: make([]float64, n+len(m.Tri)),
		elements: newElements(m), spare: newElements(m),
		curveLaw: newCurveLaws(m), curveOf: newCurveLists(m),
		vert: make([]PointResponse, n), face: make([]PointResponse, len(m.Tri)), fixed: make([]bool, n), scale: make([]float64, n),
	}
	s.pieces = newPieces(m)
	s.driver = step.Driver{Machine: machine{s}, Settings: &s.Settings, Floor: 1e-9}
	s.cg.Stop = s.driver.Interrupted
	s.SetTerms(NewTerms())
	if err := m.CheckRubbings(); err != nil {
		return nil, err
	}
	s.byDirection = len(m.Rubbings) > 0
	for i, c := range colliders {
		if err := m.CheckMeasured(c.Measured); err != nil {
			return nil, fmt.Errorf("collider %d: %w", i, err)
		}
		s.byDirection = s.byDirection || len(c.Measured) > 0
		o, err := newObstacle(c, n+len(m.Tri), state.Time)
		if err != nil {
			return nil, fmt.Errorf("collider %d: %w", i, err)
		}
		s.obstacles = append(s.obstacles, o)
	}
	if err := step.CheckPins(m.Pins, colliders); err != nil {
		return nil, err
	}
	s.matrix = sparse.NewPattern(n, func(yield func(v []int32) bool) {
		for i := range m.Tri {
			if !yield(m.Tri[i][:]) {
				return
			}
		}
		for i := range m.Hinges {
			if !yield(m.Hinges[i].V[:]) {
				return
			}
		}
	})
	s.rows = newIncidence(m, s.matrix)
	s.SetSelfContact(set.SelfContact)
	if fresh {
		s.ResetMemory()
	}
	return s, nil
}

// Close frees the goroutines.
func (s *Sim) Close() { s.pool.Close() }

// SetSelfContact turns contact of cloth with cloth on or off. It is for states that are not
// clean yet: what passes through itself when contact comes on stays entangled.
func (s *Sim) SetSelfContact(on bool) {
	s.Settings.SelfContact = on
	s.self, s.cg.Extra = nil, nil
	if on {
		s.self = newSelfContact(s.Model, s.State.X)
		s.cg.Extra = s.self
	}
}

// SetTerms replaces the list of terms; tests use it to look at one term alone.
func (s *Sim) SetTerms(terms []Term) {
	s.Terms, s.membranes, s.hinges, s.curves, s.faces, s.vertices, s.trackers, s.pairTerms = terms, nil, nil, nil, nil, nil, nil, nil
	for _, t := range terms {
		if v, ok := t.(MembraneTerm); ok {
			s.membranes = append(s.membranes, v)
		}
		if v, ok := t.(HingeTerm); ok {
			s.hinges = append(s.hinges, v)
		}
		if v, ok := t.(CurveTerm); ok {
			s.curves = append(s.curves, v)
		}
		if v, ok := t.(FaceTerm); ok {
			s.faces = append(s.faces, v)
		}
		if v, ok := t.(VertexTerm); ok {
			s.vertices = append(s.vertices, v)
		}
		if v, ok := t.(PairTerm); ok {
			s.pairTerms = append(s.pairTerms, v)
		}
		if v, ok := t.(Tracker); ok {
			s.trackers = append(s.trackers, v)
		}
	}
}

// ResetMemory wipes the friction history: zero stress at the strains of the present positions.
func (s *Sim) ResetMemory() {
	eps := make([]float64, len(s.State.Bend))
	for i := range s.State.Bend {
		h := &s.Model.Hinges[i]
		theta, _ := dihedral(hingePoints(h, s.State.X))
		eps[i] = 3 * (theta - h.Theta) / h.H
		s.State.Bend[i] = cloth.Memory{Eps: eps[i]}
	}
	for i := range s.State.Curve {
		for k, e := range bendStrains(&s.Model.Curves[i], eps) {
			s.State.Curve[i][k] = cloth.Memory{Eps: e}
		}
	}
	for t := range s.State.Membrane {
		v := s.Model.Tri[t]
		wu, wv := deformation(&s.Model.Rest[t], s.State.X[v[0]], s.State.X[v[1]], s.State.X[v[2]])
		for k, e := range greenStrain(wu, wv) {
			s.State.Membrane[t][k] = cloth.Memory{Eps: e}
		}
	}
}

// MaxStretch is the largest principal stretch of any triangle at the present state.
func (s *Sim) MaxStretch() float64 {
	worst := 0.0
	for t := range s.Model.Tri {
		v := s.Model.Tri[t]
		wu, wv := deformation(&s.Model.Rest[t], s.State.X[v[0]], s.State.X[v[1]], s.State.X[v[2]])
		a, b, c := r3.Norm2(wu), r3.Norm2(wv), r3.Dot(wu, wv)
		worst = max(worst, (a+b)/2+math.Hypot((a-b)/2, c))
	}
	return math.Sqrt(worst)
}

// checkFinite names the first number of a state that is not finite.
func checkFinite(state *cloth.State) error {
	if !cloth.Finite(state.Time) {
		return fmt.Errorf("state: time %g s: expected a finite number", state.Time)
	}
	for i, x := range state.X {
		if !cloth.FiniteVec(x) || !cloth.FiniteVec(state.V[i]) {
			return fmt.Errorf("state: vertex %d: position %v, velocity %v: expected finite numbers", i, x, state.V[i])
		}
	}
	for t := range state.Membrane {
		for _, q := range state.Membrane[t] {
			if !cloth.Finite(q.Eps, q.Sigma) {
				return fmt.Errorf("state: triangle %d: friction history %v: expected finite numbers", t, q)
			}
		}
	}
	for i := range state.Curve {
		for _, q := range state.Curve[i] {
			if !cloth.Finite(q.Eps, q.Sigma) {
				return fmt.Errorf("state: curve %d: friction history %v: expected finite numbers", i, q)
			}
		}
	}
	for i, q := range state.Bend {
		if !cloth.Finite(q.Eps, q.Sigma) {
			return fmt.Errorf("state: hinge %d: friction history %v: expected finite numbers", i, q)
		}
	}
	return nil
}
