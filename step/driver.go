package step

// Driver takes steps: it decides, and Operations compute. The same decisions are taken on every backend.
//
// In the order of execution: step.go divides a step into sub-steps; attempt.go takes a sub-step from start to commit,
// with the checks; newton.go has Newton's method; linesearch.go the line search; slip.go the friction at its end.
// Beside them, precond.go chooses preconditioners, forcing.go the tolerances of linear systems, certificate.go
// certifies residuals, and speculation.go issues work to a device in advance.
type Driver struct {
	Operations
	Settings *Settings
	Floor    float64 // least relative residual that the backend's numbers can resolve

	Costs LevelCosts // costs of coarse levels, beside block Jacobi; with SSOR they are constants

	Steerable   bool // the backend takes grabs that move within a step, see Moment.Open
	RigidModes  bool // its preconditioner has AMG with rigid-body modes
	SSOR        bool // it preconditions by SSOR: CG iterations are cheap, and it does not speculate
	NoObstacles bool // with no obstacles, SSOR is not retried after easy solves
	GrabsHold   bool // grabs hold cloth: speculation ends after one iteration, so that steps are open after each

	forcing     Forcing
	precond     Precond
	certificate certificate
	speculation speculation
	growth      stepGrowth
	carried     carried
	defects     defects
	sub         substep
	run         newtonRun
	user        observer
	rep         *Report
}

// Reset drops all data carried from step to step, except for the number of halvings with which the next step begins.
func (d *Driver) Reset(halvings int) {
	d.forcing, d.precond, d.certificate, d.speculation = Forcing{}, Precond{}, certificate{}, speculation{}
	d.carried, d.growth.begins = carried{}, halvings
}

// Halvings returns the number of halvings with which the next step begins, see Settings.Adaptive.
func (d *Driver) Halvings() int { return d.growth.begins }

// substep is the sub-step under way.
type substep struct {
	from, size float64 // its start and length [s]
	step       float64 // length of the step [s]
	smallest   bool    // it cannot be halved, except where contact forces it
	last       bool    // it cannot be halved at all
	tolerance  float64 // of the positions [m]

	mayTunnel    bool       // an obstacle may pass over cloth, see Operations.MayTunnel
	out          Outcome    // of Newton's method in the last round
	round        int        // rounds of Newton's method and checks before this one
	drifted      int        // those of them after a drift
	unseen       int        // Report.Limits.Foresee at the start
	sharpThrough bool       // a sharp body is in a triangle, or holds a contact point
	uncorrected  bool       // rigid-body correction is off: components stay where Newton's method leaves them
	crossed      bool       // the CCD check has found paths that cross
	clamped      bool       // the paths have been clamped: Newton's method does not continue
	tunnelling   Tunnelling // of bodies between contact points
}

// carried is the data that a sub-step leaves to the next one.
type carried struct {
	begun bool // a sub-step has been attempted: the backend has found the flying components

	// A body between contact points at the end of the last sub-step halves no further ones as long as it stays there.
	sharpThrough bool // a sharp body has come through a triangle
	inside       bool // a body is in a triangle
}

// defects counts the smallest sub-steps of a step without a useful result. Each takes a thousand times as long as
// others, so a step ends after a few of them.
type defects struct {
	cramped           Cramped   // of the last sub-step without room
	stretched         Stretched // of the last sub-step in which torn cloth crosses
	noRoom, tornSteps int       // sub-steps
	stalled           bool      // Newton's method has reached its iteration limit in one
}

// newtonRun is the state of a run of Newton's method.
type newtonRun struct {
	iteration  int     // the present one, from 1; after the run, the number of iterations
	error      float64 // estimate of the error that the last iteration left [m]; +Inf: unknown
	wandered   float64 // bound on the motion of vertices since the last detection of contacts [m]
	limited    bool    // the iteration limit was reached
	blindSteps int     // iterations that continued where the potential did not fall
	unusual    bool    // the last iteration had an active-set re-solve, or its line search did not take the full step
	semismooth bool    // matrix of friction, see Operations
}

// speculation issues work that the Driver will request if the step continues as usual, before the request, so that the
// device does not wait for the host between operations. It changes no decision, and no result.
type speculation struct {
	device       Speculator // nil: the backend does not speculate, or each step is one linear system
	newtonBefore [2]int     // iterations of Newton's method in the last two steps
	unusual      bool       // of the first iteration of the last step, see newtonRun
	left         float64    // error after the last iteration, if its system was solved and its step taken in full [m]
}

// observer is the user's program, which is called while steps are taken. It may move grabs, hurry a sub-step, and end
// it.
type observer struct {
	watch   Watch
	stopped error // by the watch
	stage   Stage
	open    bool // see Moment.Open
	closed  bool // see Moment.Closed
	steered bool // grabs have moved
	hurries bool // the user waits for the end of the sub-step
}
