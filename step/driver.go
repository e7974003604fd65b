package step

// Driver takes steps: it decides, and Operations compute. The same decisions are taken on every backend.
//
// In the order in which a step runs: step.go divides it into sub-steps; attempt.go has a sub-step from its start to its
// commit, with the checks; newton.go has Newton's method; linesearch.go the line search; slip.go the friction at its
// end. Beside them, precond.go chooses preconditioners, forcing.go how far systems are solved, certificate.go what
// certifies a solution, and speculation.go what a device computes before it is asked.
type Driver struct {
	Operations
	Settings *Settings
	Floor    float64 // least share of a residual that the backend's numbers can resolve

	Costs LevelCosts // of coarse levels, beside block Jacobi; with SSOR they are constants

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

// Reset forgets what is carried from step to step, but for how often the next one begins halved.
func (d *Driver) Reset(halvings int) {
	d.forcing, d.precond, d.certificate, d.speculation = Forcing{}, Precond{}, certificate{}, speculation{}
	d.carried, d.growth.begins = carried{}, halvings
}

// Halvings is how often the next step begins halved, see Settings.Adaptive.
func (d *Driver) Halvings() int { return d.growth.begins }

// substep is the sub-step under way.
type substep struct {
	from, size float64 // its start and length [s]
	step       float64 // length of the step [s]
	smallest   bool    // it cannot be halved, but where contact forces it
	last       bool    // nothing halves it
	tolerance  float64 // of the positions [m]

	mayTunnel    bool       // an obstacle may pass over cloth, see Operations.MayTunnel
	out          Outcome    // of Newton's method in the last round
	round        int        // rounds of Newton's method and checks before this one
	drifted      int        // of these, how many a drift has asked for
	unseen       int        // Report.Limits.Foresee at the start
	sharpThrough bool       // a sharp body is in a triangle, or holds a contact point
	uncorrected  bool       // rigid-body correction is off: pieces stay where Newton's method leaves them
	crossed      bool       // the CCD check has found paths that cross
	clamped      bool       // and has clamped them: Newton's method does not go on
	tunnelling   Tunnelling // of bodies between contact points
}

// carried is what sub-steps leave to the next one.
type carried struct {
	begun bool // a sub-step has been attempted: the backend knows which components fly

	// What bodies do between contact points at the end of the last sub-step cuts no further ones as long as it is
	// there.
	sharpThrough bool // a sharp body has come through a triangle
	inside       bool // a body is in a triangle
}

// defects counts smallest sub-steps of a step whose result is of no use. Each takes a thousand times as long as others,
// so a step ends after a few of them.
type defects struct {
	cramped           Cramped   // of the last sub-step without room
	stretched         Stretched // of the last sub-step in which torn cloth crosses
	noRoom, tornSteps int       // sub-steps
	stalled           bool      // Newton's method has reached its iteration limit in one
}

// newtonRun is what a run of Newton's method knows of its iterations.
type newtonRun struct {
	iteration  int     // the one under way, from 1; after the run, how many it took
	error      float64 // estimate of the error that the last iteration left [m]; +Inf: unknown
	wandered   float64 // bound on how far vertices are from where contacts were detected [m]
	limited    bool    // the iteration limit was reached
	blindSteps int     // iterations that went on where the potential did not fall
	unusual    bool    // the last iteration had an active-set re-solve, or its line search did not take the full step
	semismooth bool    // matrix of friction, see Operations
}

// speculation has the device compute what the Driver will ask for if the step goes on as usual, before it asks: so the
// device does not wait for the host between operations. It changes no decision, and no result.
type speculation struct {
	device       Speculator // nil: the backend does not run ahead, or each step is one linear system
	newtonBefore [2]int     // iterations of Newton's method in the last two steps
	unusual      bool       // of the first iteration of the last step, see newtonRun
	left         float64    // error that the last iteration left, if its system was solved and its step taken in full [m]
}

// observer is the user's program, which looks on while steps are taken. It may move grabs, hurry a sub-step, and end
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
