package step

// Operations are what a backend computes in a step; a Driver decides which. They may be queued: only those that return
// something wait for their results.
//
// There are present positions, which Newton's method moves on, and trial positions beside them. The potential is the
// incremental potential of the step. Its changes are relative to the present positions.
type Operations interface {
	// Begin sets up a (sub-)step of h from time t, both in s: lagged quantities, obstacles, and the initial guess as
	// present positions. The guess is free flight, with gravity for components that the last CorrectRigid found free.
	Begin(t, h float64)

	// MayTunnel reports whether an obstacle that was out of contact range at the start may pass over cloth in the step.
	MayTunnel() bool

	// DetectContacts runs collision detection at the present positions: contact planes of obstacles, and near pairs of
	// cloth. first: Newton's method begins there.
	DetectContacts(first bool)

	// Evaluate evaluates all terms and the gradient at the present positions. first: for the first time in the step.
	Evaluate(first bool)

	// Search assembles the matrix at the present positions, solves for the Newton step, and evaluates the full step as
	// trial. It may end early where numbers are not finite, the gradient is zero, or the matrix is indefinite.
	Search(Linear)

	// ResolveActiveSet solves for the Newton step again, with the contacts that are active at the last trial, and
	// evaluates the full step as trial. This is the primal-dual active-set strategy (Hintermüller, Ito and Kunisch 2003)
	// for the quadratic model.
	//
	// Contact pushes but never pulls. Its part of the matrix jumps at the rim of the layer, from zero to far more than all
	// else, so a step by the contacts at its start runs into contacts that it does not have, and sticks to those that it
	// leaves.
	ResolveActiveSet()
	// RevertActiveSet returns to the Newton step before the last ResolveActiveSet, and evaluates it as trial.
	RevertActiveSet()

	// TrialStep evaluates alpha Newton steps from the present positions as trial of the line search.
	TrialStep(alpha float64)
	// AcceptStep makes the positions of the last trial, alpha Newton steps on, the present ones.
	AcceptStep(alpha float64)
	// RejectStep restores the evaluation at the present positions after a trial.
	RejectStep()

	// Reductions returns the norms and sums of the last search and trial.
	Reductions() Reductions
	// Slope is the derivative of the potential along the Newton step, at the present positions [J].
	Slope() float64
	// Softening is the curvature along the Newton step of friction in the matrix, less that of friction itself at the
	// present positions [J].
	Softening() float64
	// Drift is how far the residual gradient g of the last evaluation moves what nothing holds of a component, as a rigid
	// body and where that is farthest [m]: the root of the mean square by mass of the Newton step of six unknowns
	//
	//	−K⁻¹·Rᵀg,   K = Rᵀ(∂²P/∂x²)R + k
	//
	// R being rigid motions of the vertices without a pin, a hand, or a frictional contact within the elastic slip; P the
	// potential of what acts on vertices, centroids and pairs, contact and friction included; k the stiffness of the
	// elements that join these vertices to the rest. Components without a contact that slips count as 0.
	Drift() float64
	// Semismooth selects the matrix of friction: the second derivative of its potential, which is zero along a slip, or
	// the stiffness μλ/|q| that bounds the potential from above.
	Semismooth(on bool)

	// EnergyBalance returns the energy that the residual gradient g has given free vertices over the step, less what
	// backward Euler takes from their motion, gᵀu − ½Δvᵀ·M·Δv [J], u being their displacement; and Σ m·|u| [kg·m]. g is
	// that of the last evaluation at the present positions. From
	//
	//	½vᵀMv after the step − before = work of all forces at its end + gᵀu − ½ΔvᵀMΔv
	//
	// cloth has no more energy than forces have given it if g = 0. Where the potential falls it may have up to four times
	// that.
	EnergyBalance() (energy, way float64)

	// CorrectRigid moves each free component by one rigid-body Newton step (6 unknowns), so that rigid motion is exact
	// whatever the tolerance. Forces and torques are those of the last evaluation at the present positions. Internal
	// forces have no resultant, so what is left of it is an error of the iteration. Components in contact with an obstacle
	// move by no more than reach [m]; 0: not at all. Components with a contact force between them move as one body.
	CorrectRigid(reach float64)
	// RigidTooFar reports whether the last CorrectRigid moved a vertex farther than Settings.Wander. Without obstacles
	// only components with an active pair without force count.
	RigidTooFar() bool

	// RigidTooShort reports whether the reach of the last CorrectRigid was too short for a component in contact with an
	// obstacle.
	RigidTooShort() bool

	// ProjectPenetrations moves contact points that are too near to obstacles back to a tenth of the thickness.
	ProjectPenetrations()
	// HasSharp reports whether any obstacle is sharp, see SharpNear. SharpCrossings detects contacts with sharp obstacles
	// at the present positions, and returns how many triangles they come into between contact points.
	HasSharp() bool
	SharpCrossings() int
	// Penetrations returns how many contact points the last ProjectPenetrations found inside of obstacles, and how many
	// inside of sharp ones.
	Penetrations() (any, sharp int)

	// Tunnels checks the straight paths from the start of the step to the present positions for tunnelling: sharp
	// obstacles that come through triangles between contact points; and, where cloth and obstacles approach by more than
	// Settings.Sight in so many such steps, contact points that come through obstacles.
	Tunnels(steps float64) Tunnelling

	// CCD is the continuous collision detection of cloth with cloth, on the straight paths from the start of the step to
	// the present positions. It reports whether any features touch. clamp is what the next ClampPaths will be given.
	CCD(clamp Clamp) bool
	// IncreaseStiffness increases the penalty stiffness of the pairs that touch, for the rest of the step.
	IncreaseStiffness()
	// BeginClamping takes the paths to the present positions as whole. ClampPaths shortens those of the vertices of pairs
	// that touch. ClampedVertices counts the vertices with a shortened path.
	BeginClamping()
	ClampPaths(clamp Clamp)
	ClampedVertices() int

	// Cramped tells where two obstacles leave vertices at the present positions the least room.
	Cramped() Cramped

	// Stretched is the triangle that is stretched most at the present positions.
	Stretched() Stretched

	// MaxStrainChange is the largest change of a component of Green's strain of a triangle over the step, at the present
	// positions.
	MaxStrainChange() float64

	// Commit moves the state on to the present positions, friction history too. It tells how many contact points
	// ProjectPenetrations has moved, and whether all positions are finite: if not, the state is the old one.
	Commit() (projected int, finite bool)

	// Err is why contacts cannot be held, nil if they can, and whether that may be otherwise in a smaller step.
	Err() (err error, smaller bool)
}

// Tunnelling is the result of a check for obstacles that come through triangles of cloth in a step.
type Tunnelling struct {
	Any  bool // one does
	Fast bool // one goes farther than SlowTunnelling against what it comes through: a smaller step would see it come
	In   bool // one is in a triangle at the end
}

// Add adds what another obstacle does.
func (s *Tunnelling) Add(o Tunnelling) {
	s.Any, s.Fast, s.In = s.Any || o.Any, s.Fast || o.Fast, s.In || o.In
}

// ContactRange is how far from cloth obstacles are seen by contact [m].
func (s *Settings) ContactRange() float64 { return Reach * s.Thickness }

// TunnellingDepth is the distance that contact points move against an obstacle in a step that takes them through it
// [m]. Less is sliding over a rounded surface.
func (s *Settings) TunnellingDepth() float64 { return s.Thickness / 2 }

// SlowTunnelling is the distance that an obstacle may move against a triangle in a step and still be seen in time by
// the check of triangles, wherever it is thicker [m].
const SlowTunnelling = 1e-3 // measured: docs/step-constants.md

// Linear is how a linear system is to be solved.
type Linear struct {
	Tolerance   float64 // relative residual that may stay
	MaxResidual float64 // largest Reductions.LinearResidual [m]; 0: any
	Multilevel  bool    // precondition by AMG, else by block Jacobi, or by SSOR on a backend that has it
	RigidModes  bool    // with rigid-body modes, see Driver.RigidModes
	Reuse       bool    // with the coarse levels that are there
}

// Reductions are norms and sums of a search and a trial.
type Reductions struct {
	Solved       Outcome // of the linear system; Converged also if it was truncated, which still leads downhill
	Iterations   int     // of conjugate gradients, in the last Search or ResolveActiveSet
	Left         float64 // share of its residual that the last Search or ResolveActiveSet left
	LimitReached bool    // these were all that there may be, and the residual is not small enough
	// bound on how far the solution of the last Search or ResolveActiveSet is from the exact one, see Weights [m]
	LinearResidual float64
	// of the gradient at the present positions, in the norm of the inverse diagonal of the latest matrix [√J]
	Norm     float64
	Residual float64 // how far the gradient at the present positions would move cloth without stiffness, see Weights [m]
	Rounding float64 // bound on what rounding of positions makes of Residual, at the last Search [m]; 0: unknown
	Slope    float64 // of the potential along the Newton step [J]
	Move     float64 // longest way of a vertex in a full Newton step [m]
	// root of the mean square of ways over a piece, by mass, that of pieces together the root of the sum of squares [m]
	Mean   float64
	Change float64 // of the potential by the trial [J]
	Noise  float64 // what rounding may make of Change [J]
}

// Clamp is how far ClampPaths shortens paths.
type Clamp int

// Kinds of clamping.
const (
	ClampNone Clamp = iota // there is none
	ClampPart              // to a part of what was safe
	ClampAll               // to nothing
)
