package step

// Operations are the computations of a backend in a step; a Driver selects them. They may be queued: only those with a
// result wait.
//
// There are present positions, updated by Newton's method, and trial positions beside them. The potential is the
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
	// Contact pushes but never pulls. Its part of the matrix jumps at the rim of the layer, from zero to far more than
	// all other terms. So a step with the contacts at its start runs into contacts that are not in its matrix, and
	// sticks to those that it leaves.
	ResolveActiveSet()
	// RevertActiveSet returns to the Newton step before the last ResolveActiveSet, and evaluates it as trial.
	RevertActiveSet()

	// TrialStep evaluates alpha Newton steps from the present positions as trial of the line search.
	TrialStep(alpha float64)
	// AcceptStep makes the positions of the last trial, of alpha Newton steps, the present ones.
	AcceptStep(alpha float64)
	// RejectStep restores the evaluation at the present positions after a trial.
	RejectStep()

	// AboveLimits reports whether triangles are above a hard limit of strain at the present positions.
	AboveLimits() bool

	// Reductions returns the norms and sums of the last search and trial.
	Reductions() Reductions
	// Slope returns the derivative of the potential along the Newton step, at the present positions [J].
	Slope() float64
	// Softening returns the curvature along the Newton step of friction in the matrix, less that of friction itself at
	// the present positions [J].
	Softening() float64
	// Drift returns the largest rigid-body motion of the unconstrained part of a component by the residual gradient g
	// of the last evaluation [m]: the root mean square by mass of the Newton step of six unknowns
	//
	//	−K⁻¹·Rᵀg,   K = Rᵀ(∂²P/∂x²)R + k
	//
	// with R the rigid motions of the vertices without a pin, a grab, or a frictional contact within the elastic slip;
	// P the potential of the terms on vertices, centroids and pairs, contact and friction included; k the stiffness of
	// the elements that join these vertices to the rest. Components without a slipping contact count as 0.
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
	// cloth has no more energy than forces have given it if g = 0. Where the potential falls it may have up to four
	// times that.
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
	// obstacles that come through triangles between contact points; and, if cloth and obstacles approach by more than
	// Settings.Sight in so many such steps, contact points that pass through obstacles.
	Tunnels(steps float64) Tunnelling

	// CCD runs the continuous collision detection of cloth with cloth, on the straight paths from the start of the step
	// to the present positions. It reports whether any features touch. clamp is the argument of the next ClampPaths.
	CCD(clamp Clamp) bool
	// IncreaseStiffness increases the penalty stiffness of the pairs that touch, for the rest of the step.
	IncreaseStiffness()
	// BeginClamping sets the paths to the present positions as whole. ClampPaths shortens those of the vertices of
	// pairs that touch. ClampedVertices counts the vertices with a shortened path.
	BeginClamping()
	ClampPaths(clamp Clamp)
	ClampedVertices() int

	// Cramped returns the place where two obstacles leave vertices at the present positions the least room.
	Cramped() Cramped

	// Stretched returns the triangle with the largest stretch at the present positions.
	Stretched() Stretched

	// MaxStrainChange returns the largest change of a component of Green's strain of a triangle over the step, at the
	// present positions.
	MaxStrainChange() float64

	// Commit makes the present positions the state, with friction history. It returns how many contact points
	// ProjectPenetrations has moved, and whether all positions are finite: if not, the state is the old one.
	Commit() (projected int, finite bool)

	// Err returns why contacts cannot be held, nil if they can, and whether a smaller step may succeed.
	Err() (err error, smaller bool)
}

// Tunnelling is the result of a check for obstacles that come through triangles of cloth in a step.
type Tunnelling struct {
	Any  bool // an obstacle comes through a triangle
	Fast bool // one moves farther than SlowTunnelling relative to the triangle: a smaller step would detect it in time
	In   bool // one is in a triangle at the end
}

// Add merges the result of another obstacle.
func (s *Tunnelling) Add(o Tunnelling) {
	s.Any, s.Fast, s.In = s.Any || o.Any, s.Fast || o.Fast, s.In || o.In
}

// ContactRange returns the largest distance from cloth at which contact detects obstacles [m].
func (s *Settings) ContactRange() float64 { return Reach * s.Thickness }

// TunnellingDepth returns the least motion of contact points relative to an obstacle in a step that takes them through
// it [m]. Less is sliding over a rounded surface.
func (s *Settings) TunnellingDepth() float64 { return s.Thickness / 2 }

// SlowTunnelling is the largest motion of an obstacle relative to a triangle in a step that the check of triangles
// still detects in time, wherever the obstacle is thicker [m].
const SlowTunnelling = 1e-3 // measured: docs/step-constants.md

// Linear is the solver settings of a linear system.
type Linear struct {
	Tolerance   float64 // largest relative residual
	MaxResidual float64 // largest Reductions.LinearResidual [m]; 0: any
	Multilevel  bool    // precondition by AMG, else by block Jacobi, or by SSOR on a backend that has it
	RigidModes  bool    // with rigid-body modes, see Driver.RigidModes
	Reuse       bool    // with the existing coarse levels
}

// Reductions are the norms and sums of a search and a trial.
type Reductions struct {
	Solved       Outcome // of the linear system; Converged also if it was truncated, which still leads downhill
	Iterations   int     // of conjugate gradients, in the last Search or ResolveActiveSet
	Left         float64 // relative residual of the last Search or ResolveActiveSet
	LimitReached bool    // the iteration limit was reached, with too large a residual
	// bound on the error of the solution of the last Search or ResolveActiveSet, see Weights [m]
	LinearResidual float64
	// of the gradient at the present positions, in the norm of the inverse diagonal of the latest matrix [√J]
	Norm     float64
	Residual float64 // gradient at the present positions as displacement of cloth without stiffness, see Weights [m]
	Rounding float64 // bound on the share of rounding of positions in Residual, at the last Search [m]; 0: unknown
	Slope    float64 // of the potential along the Newton step [J]
	Move     float64 // largest displacement of a vertex in a full Newton step [m]
	// root mean square displacement of a component, by mass; over components, the root of the sum of squares [m]
	Mean   float64
	Change float64 // of the potential by the trial [J]
	Noise  float64 // rounding error of Change [J]
}

// Clamp is the kind of clamping of ClampPaths.
type Clamp int

// Kinds of clamping.
const (
	ClampNone Clamp = iota // none
	ClampPart              // to a part of the safe path
	ClampAll               // to zero
)
