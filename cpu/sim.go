package cpu

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/linalg"

	"hysteron/contact/bodies"
	"hysteron/law"
	"hysteron/step"
)

// Sim simulates one model. It is not safe for concurrent use. It uses all cores; its results have the same bits for any
// number of them.
type Sim struct {
	World
	Overdamped bool // each sub-step begins at rest: gradient flow
	Terms      []Term
	laws       [cloth.Kinds][]*StrainTerm
	faces      []FaceTerm
	vertices   []VertexTerm
	pairTerms  []PairTerm
	roles      []law.Role // of the terms

	curveOf curveLists

	air air

	// The evaluation at the trial positions.
	elements                      // last evaluation
	spare          elements       // the previous evaluation, see swap
	pointResponses                // responses of points to it
	answered       pointResponses // after a trial: the responses at x

	// The linear system.
	matrix                        *linalg.BSR
	cg                            linalg.CG
	multilevel                    *linalg.Multilevel
	rigidAMG                      *linalg.RigidAMG
	ssor                          *linalg.SSOR
	lowRank                       linalg.LowRank // around one of these, if there is air
	target                        float64        // residual target of the last solve, see linalg.CG.AbsTol
	fixed                         []bool
	g                             []r3.Vec
	slide                         []slide   // see slides
	curvature, pairCurvature      []Sym3    // see slides
	savedGradient                 []r3.Vec  // the gradient while an active-set re-solve uses s.g
	before                        []r3.Vec  // the search direction before an active-set re-solve
	changedVertices, changedFaces []bool    // vertices and triangles, see findChangedRows
	scale                         []float64 // 1/trace of the diagonal blocks, for the norm of the gradient
	elastic                       []float64 // the trace without points and pairs [N/m]; of rigid bodies see foldMatrix
	xtry                          []r3.Vec

	rigid       rigidBodies
	components  components
	persistence persistence
	driver      step.Driver
	energy      energies // at x
	trial       energies // at the last trial
	reductions  step.Reductions
	evaluated   bool // elements are those at x; if also points, responses of points too
	points      bool
	most        bool // elements are those at x, and responses of points, except for changes by obstacles
	// elements are those at x except for rigid motion of mesh components since: strains are those at x
	strained       bool
	trialEvaluated bool // elements are those of a trial, and those at x are in spare
	spareTouches   []cloth.Touch
	touching       [][]cloth.Touch // per chunk
	spareAnchors   []cloth.Rub
	guessed        bool // positions are the first guess of a step
	projected      int  // contact points moved by ProjectPenetrations in the sub-step
	inside         int  // of these, those inside an obstacle in the last ProjectPenetrations
	insideSharp    int  // of these, inside a sharp one
	times          step.StageTimes
}

// New creates a simulation from state, of which it takes ownership; nil: the initial state of the model.
func New(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (*Sim, error) {
	return NewUntil(nil, m, state, colliders, set)
}

// ssorFrom is the number of vertices from which on systems are solved with SSOR, see [step.Driver]. Coarser cloth is
// solved as on the GPU, with which it can be compared step by step; its solves are short.
const ssorFrom = 4000

// Relaxes reports whether cloth of that many vertices is solved with SSOR.
func Relaxes(vertices int) bool { return vertices >= ssorFrom }

// ErrStopped means that stop returned true.
var ErrStopped = errors.New("told to end")

// NewUntil is New, which takes seconds for a million triangles, with stop, which is polled every some milliseconds in
// the longest parts, and between all others. nil: never.
func NewUntil(stop func() bool, m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (*Sim,
	error) {
	return newUntil(stop, nil, m, state, colliders, set)
}

// newUntil is NewUntil. What depends on the model alone is taken from like, a Sim of the same model and settings that
// is no longer used; nil: computed.
func newUntil(stop func() bool, like *Sim, m *cloth.Model, state *cloth.State, colliders []step.Collider,
	set step.Settings) (*Sim, error) {
	if like == nil {
		if err := set.Check(); err != nil {
			return nil, err
		}
	}
	n := len(m.X0)
	pool := linalg.New
	if set.Background {
		pool = linalg.NewBackground
	}
	fresh := state == nil
	if fresh {
		state = cloth.NewState(m)
	}
	if err := state.Check(m); err != nil {
		return nil, err
	}
	s := &Sim{
		World: World{now: now{
			Model: m, Settings: set, State: state, pool: pool(set.Workers),
			x: make([]r3.Vec, n), p: make([]r3.Vec, n), clearAt: make([]r3.Vec, n+len(m.Tri)),
			drift: make([]float64, n+len(m.Tri)), changed: make([]bool, n+len(m.Tri)),
		}},
		xtry: make([]r3.Vec, n), g: make([]r3.Vec, n),
		fixed: make([]bool, n), scale: make([]float64, n), elastic: make([]float64, n),
		multilevel: new(linalg.Multilevel), rigidAMG: new(linalg.RigidAMG),
		ssor: new(linalg.SSOR),
	}
	if like == nil {
		s.cloth, s.components, s.curveOf = bodies.NewCloth(m), newComponents(m), newCurveLists(m)
		s.elements, s.spare, s.pointResponses, s.answered = newElements(m), newElements(m), newPointResponses(m),
			newPointResponses(m)
		s.changedVertices, s.changedFaces = make([]bool, n), make([]bool, len(m.Tri))
		for kind := range cloth.Kinds {
			s.strains[kind] = newStrains(m, kind)
		}
		s.cg.Weight = step.Weights(m)
	} else {
		s.inherit(like)
	}
	s.air, s.rigid = newAir(m), newRigidBodies(m)
	s.rigidOf = s.rigid.of
	s.driver = step.Driver{Operations: operations{s}, Settings: &s.Settings, Floor: 1e-9, Steerable: true}
	s.driver.Reset(state.Halvings)
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
		o.guard(&s.now)
		s.obstacles = append(s.obstacles, o)
	}
	if err := cmp.Or(step.CheckTouches(state.Touches, colliders), step.CheckPins(m.Pins, colliders),
		set.CheckColliders(colliders), set.CheckModel(m)); err != nil {
		return nil, err
	}
	over := false
	ended := func() bool {
		over = over || stop != nil && stop()
		return over
	}
	for _, part := range []func(){
		func() {
			if like == nil {
				s.matrix = linalg.NewPattern(n, m.Stencils())
				s.matrix.StoreLow()
			}
			s.driver.SSOR, s.driver.RigidModes, s.driver.NoObstacles = Relaxes(n), true, len(colliders) == 0
			if s.driver.NoObstacles {
				s.ssor.Omega = linalg.OmegaNoContact
			}
		},
		func() {
			if like == nil {
				s.rows = newIncidence(m, s.matrix)
			}
		},
		func() { s.setSelfContact(set.SelfContact, ended) },
	} {
		if !ended() {
			part()
		}
	}
	if ended() {
		s.Close()
		return nil, ErrStopped
	}
	if fresh {
		s.ResetHistory()
	}
	return s, nil
}

// inherit takes what depends on the model alone, and work space, from a Sim of the same model that is no longer used.
func (s *Sim) inherit(like *Sim) {
	s.cloth, s.curveOf, s.strains, s.self = like.cloth, like.curveOf, like.strains, like.self
	s.components = componentsOf(like.components.of, len(like.components.flying))
	s.elements, s.spare, s.pointResponses, s.answered = like.elements, like.spare, like.pointResponses, like.answered
	s.changedVertices, s.changedFaces = like.changedVertices, like.changedFaces
	s.matrix, s.rows, s.multilevel, s.rigidAMG, s.ssor, s.cg.Weight = like.matrix, like.rows, like.multilevel,
		like.rigidAMG, like.ssor, like.cg.Weight
	s.multilevel.Forget()
	s.rigidAMG.Forget()
}

// Close ends the workers.
func (s *Sim) Close() { s.pool.Close() }

// SetSelfContact enables or disables contact of cloth with cloth. It is for states with intersections: they stay when
// contact is enabled.
func (s *Sim) SetSelfContact(on bool) { s.setSelfContact(on, nil) }

func (s *Sim) setSelfContact(on bool, stop func() bool) {
	s.Settings.SelfContact = on
	like := s.self
	s.self = nil
	var extra linalg.Operators
	if on {
		s.self = newSelfContact(s.Model, s.State.X, like, stop)
		extra = append(extra, &s.self.operator)
	}
	if len(s.Model.Air) > 0 {
		extra = append(extra, &s.air.operator)
	}
	switch len(extra) {
	case 0:
		s.cg.Extra = nil
	case 1:
		s.cg.Extra = extra[0]
	default:
		s.cg.Extra = extra
	}
}

// SetTerms replaces the list of terms, for tests of single terms.
func (s *Sim) SetTerms(terms []Term) {
	s.Terms, s.laws, s.faces, s.vertices, s.pairTerms, s.roles = terms, [cloth.Kinds][]*StrainTerm{}, nil, nil, nil, nil
	s.limiting = false
	for _, t := range terms {
		if v, ok := t.(*StrainTerm); ok {
			s.addLaws(v)
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
	}
}

func (s *Sim) addLaws(t *StrainTerm) {
	for kind := range s.laws {
		if t.acts(cloth.Kind(kind)) {
			s.laws[kind] = append(s.laws[kind], t)
		}
	}
	if t.role == law.Limits {
		s.limiting = true
		return
	}
	if !slices.Contains(s.roles, t.role) {
		s.roles = append(s.roles, t.role)
	}
}

// MaxStretch returns the largest principal stretch of any triangle at the present state.
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

// Hurry makes the current sub-step end soon, see step.Sim.
func (s *Sim) Hurry() { s.driver.Hurry() }

// Steer sets gravity, air and grabs from the next step on; grabs immediately while a step waits for steering
// (step.Moment).
func (s *Sim) Steer(by step.Steering) error {
	if err := by.Check(len(s.Model.X0)); err != nil {
		return err
	}
	by.Set(&s.Settings)
	s.points, s.most = false, false
	s.driver.Steered()
	s.hand = slices.Clone(by.Grabs)
	s.pull()
	return nil
}

// operations implements step.Operations for the Sim.
type operations struct{ *Sim }

// energies splits a potential into a part that contact detection leaves unchanged, and the total.
type energies struct{ elements, total float64 }
