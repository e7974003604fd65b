package step

// Machine is what a backend does in a step; Driver decides what is done. Operations may be queued: only those
// that return something wait for their outcome.
//
// There are present positions, which Newton's method moves on, and trial positions beside them. The potential is
// that of the step, the incremental potential, and all its changes are relative to the present positions.
type Machine interface {
	// Begin sets up a (sub-)step of h from time t, both in s: what is lagged over it, the obstacles, and the
	// first guess as present positions: free flight, with gravity for pieces that the last Balance found free.
	Begin(t, h float64)

	// Passes tells whether an obstacle may come upon cloth in the step that was out of its sight at the start: it would
	// pass over it.
	Passes() bool

	// LookUp finds contact planes, and pairs of cloth that are near, for the present positions. first: Newton's
	// method begins there.
	LookUp(first bool)

	// Evaluate evaluates all terms and the gradient at the present positions. first: for the first time in the step.
	Evaluate(first bool)

	// Search finds the matrix and the Newton step at the present positions, and tries it in full. It may end early
	// where numbers are not finite, where the gradient is zero, and where the matrix is indefinite.
	Search(Linear)

	// Foresee finds the Newton step anew, with those contacts that the full step, tried last, ends in, and tries
	// it. Contact pushes but never pulls: what it adds to the matrix jumps at the rim of the layer, from nothing to
	// far more than all else. A search direction that goes by the contacts at its start runs into walls that it
	// does not see, and clings to those that it leaves. This is the primal-dual active set strategy (Hintermüller,
	// Ito and Kunisch 2003) for the quadratic potential.
	Foresee()
	// Forget goes back to the Newton step before the last Foresee, and tries it.
	Forget()

	// Try tries alpha Newton steps from the present positions.
	Try(alpha float64)
	// Accept makes the positions of the last trial, of alpha Newton steps, the present ones.
	Accept(alpha float64)
	// Reject makes what was evaluated at the present positions count again, after a trial.
	Reject()

	// Tally measures the last search and trial.
	Tally() Tally
	// Slope is that of the potential at the present positions, along the Newton step [J].
	Slope() float64
	// Softening is the curvature along the Newton step of friction in the matrix, less that of friction itself at the
	// present positions [J].
	Softening() float64
	// Semismooth selects the matrix of friction: the second derivative of its potential, which is zero along a slip, or
	// the stiffness μλ/|q| that bounds the potential from above.
	Semismooth(on bool)

	// Gained tells how much energy the gradient g that is left at the present positions, as it was last evaluated, has given free vertices on their way u
	// over the step, less what backward Euler takes from their motion, gᵀu − ½Δvᵀ·M·Δv [J]; and Σ m·|u| [kg·m]. For
	//
	//	½vᵀMv after the step − before = work of all forces at its end + gᵀu − ½ΔvᵀMΔv,
	//
	// so that with g = 0 cloth has no more energy than forces have given it. Where the potential falls it may have up to four times as much.
	Gained() (energy, way float64)

	// Balance moves pieces of cloth that nothing holds as rigid bodies, to where no net force and torque is left of all that acts on
	// vertices and centroids, as they were last evaluated: at the present positions. What acts within cloth has none, so what is left
	// of them is an error of the iteration, and stands for all of it: rigid motion is as exact as numbers are, whatever the
	// tolerance. Pieces that an obstacle touches are moved by one Newton step, or part of it, no farther than reach [m];
	// 0: not at all. Pieces move as one where contact between them has a force: connected components along such contacts.
	Balance(reach float64)
	// Astray reports whether the last Balance moved a vertex farther than Settings.Wander. Where there are no obstacles
	// only pieces with an active pair without force count.
	Astray() bool

	// Short tells whether the reach of the last Balance was too short for a piece that an obstacle touches.
	Short() bool

	// Project puts contact points that came too near to obstacles back to a tenth of the thickness.
	Project()
	// Keen tells whether there are keen obstacles, see SharpNear. Through looks contacts with them up at the present positions, and tells into how many
	// triangles they come between contact points.
	Keen() bool
	Through() int
	// Inside tells how many contact points the last Project found inside of obstacles, and of those that are keen, see SharpNear.
	Inside() (any, keen int)

	// Slips tells whether obstacles come through triangles between contact points, where they are sharp, on the straight ways from the start of
	// the step to the present positions, or cloth and obstacles are so fast that they come farther than Settings.Sight towards each other in so many such steps, and contact points
	// come through obstacles.
	Slips(steps float64) Slip

	// Meet tells whether features of the cloth touch on the straight paths from the start of the step to the
	// present positions. roll says what RollBack, if it is next, will ask for.
	Meet(roll Roll) bool
	// Stiffen makes the contacts that did not keep them apart stiffer, for the rest of the step.
	Stiffen()
	// BeginRollBack takes the paths to the present positions for whole, RollBack shortens those of the vertices of
	// pairs that touch, and Stopped counts the vertices whose path is shorter now.
	BeginRollBack()
	RollBack(roll Roll)
	Stopped() int

	// Cramped tells where two obstacles leave vertices at the present positions the least room.
	Cramped() Cramped

	// Stretched is the triangle that is stretched most at the present positions.
	Stretched() Stretched

	// Strained is the largest change of a component of Green's strain of a triangle over the step, at the present positions.
	Strained() float64

	// Commit moves the state on to the present positions, friction history too. It tells how many contact points
	// Project has moved, and whether all positions are finite: if not, the state is the old one.
	Commit() (projected int, finite bool)

	// Err is why contacts cannot be held, nil if they can, and whether that may be otherwise in a smaller step.
	Err() (err error, smaller bool)
}

// Slip tells how obstacles come through triangles of cloth in a step.
type Slip struct {
	Any  bool // one does
	Fast bool // one goes farther than SlipsSlowly against what it comes through: a smaller step would see it come
	In   bool // one is in a triangle at the end
}

// Add adds what another obstacle does.
func (s *Slip) Add(o Slip) { s.Any, s.Fast, s.In = s.Any || o.Any, s.Fast || o.Fast, s.In || o.In }

// Sight is how far from cloth obstacles are seen by contact [m].
func (s *Settings) Sight() float64 { return Reach * s.Thickness }

// Crosses is how far contact points have to go against an obstacle in a step to have come through it [m]: less is how they slide over what is round.
func (s *Settings) Crosses() float64 { return s.Thickness / 2 }

// SlipsSlowly is how far an obstacle may go against a triangle in a step and be seen in time by what guards that, wherever it is thicker [m].
const SlipsSlowly = 1e-3

// Linear says how a linear system is to be solved.
type Linear struct {
	Tolerance  float64 // share of the residual that may stay
	Unsolved   float64 // how much Tally.Unsolved may be [m]; 0: anything
	Multilevel bool    // precondition by several levels, else by block Jacobi, or by over-relaxation on an eager machine
	Turning    bool    // that turn as well, see Driver.Turns
	Keep       bool    // with the coarse levels that are there
}

// Tally measures a search and a trial.
type Tally struct {
	Solved     Outcome // of the linear system; Converged also if it was truncated, which still leads downhill
	Iterations int     // of conjugate gradients, in the last Search or Foresee
	Left       float64 // share of its residual that the last Search or Foresee left, of an eager machine, see Driver.Eager
	RanOut     bool    // these were all that there may be, and the residual is not small enough
	Unsolved   float64 // bound on how far the solution of the last Search or Foresee is from the exact one, see Weights [m]
	Norm       float64 // of the gradient at the present positions, in the norm of the inverse diagonal of the latest matrix [√J]
	Unbalanced float64 // how far the gradient at the present positions would move cloth without stiffness, see Weights [m]
	Rounding   float64 // bound on what rounding of positions makes of Unbalanced, at the last Search [m]; 0: unknown
	Slope      float64 // of the potential along the Newton step [J]
	Move       float64 // longest way of a vertex in a full Newton step [m]
	Mean       float64 // root of the mean square of ways over a piece, by mass, that of pieces together the root of the sum of squares [m]
	Change     float64 // of the potential by the trial [J]
	Noise      float64 // what rounding may make of Change [J]
}

// Roll says how a roll-back shortens ways.
type Roll int

// Kinds of roll-back.
const (
	RollNone Roll = iota // there is none
	RollPart             // to a part of what was safe
	RollAll              // to nothing
)
