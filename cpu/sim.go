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

// Sim simulates one model. It is not safe for concurrent use; inside, it uses all cores, and
// its results are the same bits for any number of them.
type Sim struct {
	World
	Overdamped bool // each part of a step begins at rest: steps follow the gradient
	Terms      []Term
	laws       [cloth.Kinds][]*StrainTerm
	faces      []FaceTerm
	vertices   []VertexTerm
	pairTerms  []PairTerm
	roles      []law.Role // that terms stand for

	curveOf curveLists

	air air

	// The evaluation at the trial positions.
	elements          // what was evaluated last
	spare    elements // the evaluation before, see swap
	answers           // of points to that
	answered answers  // where there has been a trial: those at x

	// The linear system.
	matrix                   *linalg.BSR
	cg                       linalg.CG
	multilevel               *linalg.Multilevel
	rigidAMG                 *linalg.RigidAMG
	ssor                     *linalg.SSOR
	lowRank                  linalg.LowRank // around one of these, where there is air
	target                   float64        // residual that the last solve was meant to reach, see sparse.CG.AbsTol
	fixed                    []bool
	g                        []r3.Vec
	slide                    []slide   // see slides
	curvature, pairCurvature []Sym3    // see slides
	savedGradient            []r3.Vec  // the gradient while foresee needs s.g
	before                   []r3.Vec  // the search direction before foresee
	otherwise, faceOtherwise []bool    // vertices and triangles, see findOtherwise
	scale                    []float64 // 1/trace of the diagonal blocks, for the norm of the gradient
	xtry                     []r3.Vec

	components  components
	persistence persistence
	driver      step.Driver
	energy      energies // at x
	trial       energies // at the last trial
	reductions  step.Reductions
	evaluated   bool // elements are those at x; if also points, those of points too
	points      bool
	most        bool // elements are those at x, and those of points too but for what obstacles have changed
	// elements are those at x but for how pieces have moved as a whole since: their strains are those at x
	strained       bool
	trialEvaluated bool // elements are those of a trial, and those at x are in spare
	spareTouches   []cloth.Touch
	touching       [][]cloth.Touch // per chunk
	spareAnchors   []cloth.Rub
	guessed        bool // positions are the first guess of a step
	projected      int  // contact points that ProjectPenetrations has moved within the sub-step
	inside         int  // those of them that were inside of one, in the last ProjectPenetrations
	insideSharp    int  // and of a sharp one
	times          step.StageTimes
}

// New prepares a simulation that starts from state, which it takes over; nil starts from
// the model's own start.
func New(m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (*Sim, error) {
	return NewUntil(nil, m, state, colliders, set)
}

// ssorFrom is from how many vertices on systems are solved by SSOR, see [step.Driver]. Cloth that is coarser is solved
// as on the GPU, with which it can be compared step by step; its solves are short.
const ssorFrom = 4000

// Relaxes reports whether cloth of so many vertices is solved by SSOR.
func Relaxes(vertices int) bool { return vertices >= ssorFrom }

// ErrStopped is the error of what was told to end.
var ErrStopped = errors.New("told to end")

// NewUntil is New, which takes seconds where cloth has a million triangles, unless stop tells it to end: it is asked
// every some milliseconds of its longest parts, and between all others. nil is never.
func NewUntil(stop func() bool, m *cloth.Model, state *cloth.State, colliders []step.Collider, set step.Settings) (*Sim,
	error) {
	return newUntil(stop, nil, m, state, colliders, set)
}

// newUntil is NewUntil, with what follows from the model alone taken from like, a Sim of the same one and with the same
// settings that is not used any more; nil: made.
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
		fixed: make([]bool, n), scale: make([]float64, n), multilevel: new(linalg.Multilevel), rigidAMG: new(linalg.RigidAMG),
		ssor: new(linalg.SSOR),
	}
	if like == nil {
		s.cloth, s.components, s.curveOf = bodies.NewCloth(m), newComponents(m), newCurveLists(m)
		s.elements, s.spare, s.answers, s.answered = newElements(m), newElements(m), newAnswers(m), newAnswers(m)
		s.otherwise, s.faceOtherwise = make([]bool, n), make([]bool, len(m.Tri))
		for kind := range cloth.Kinds {
			s.strains[kind] = newStrains(m, kind)
		}
		s.cg.Weight = step.Weights(m)
	} else {
		s.inherit(like)
	}
	s.air = newAir(m)
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
		set.CheckColliders(colliders)); err != nil {
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

// inherit takes what follows from the model alone, and space that every step fills anew, from a Sim of the same model
// that is not used any more.
func (s *Sim) inherit(like *Sim) {
	s.cloth, s.curveOf, s.strains, s.self = like.cloth, like.curveOf, like.strains, like.self
	s.components = componentsOf(like.components.of, len(like.components.flying))
	s.elements, s.spare, s.answers, s.answered = like.elements, like.spare, like.answers, like.answered
	s.otherwise, s.faceOtherwise = like.otherwise, like.faceOtherwise
	s.matrix, s.rows, s.multilevel, s.rigidAMG, s.ssor, s.cg.Weight = like.matrix, like.rows, like.multilevel,
		like.rigidAMG, like.ssor, like.cg.Weight
	s.multilevel.Forget()
	s.rigidAMG.Forget()
}

// Close frees the goroutines.
func (s *Sim) Close() { s.pool.Close() }

// SetSelfContact turns contact of cloth with cloth on or off. It is for states that are not
// clean yet: what passes through itself when contact comes on stays entangled.
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

// SetTerms replaces the list of terms; tests use it to look at one term alone.
func (s *Sim) SetTerms(terms []Term) {
	s.Terms, s.laws, s.faces, s.vertices, s.pairTerms, s.roles = terms, [cloth.Kinds][]*StrainTerm{}, nil, nil, nil, nil
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
	if !slices.Contains(s.roles, t.role) {
		s.roles = append(s.roles, t.role)
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

// Hurry has the sub-step under way end soon, see step.Sim.
func (s *Sim) Hurry() { s.driver.Hurry() }

// Steer has gravity, air and grabs act as it says, from the next step on; where a step is open for it (step.Moment)
// grabs at once.
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

// operations is the Sim as step.Driver works it.
type operations struct{ *Sim }

// energies splits a potential into what contact look-ups change and what they leave.
type energies struct{ elements, total float64 }
