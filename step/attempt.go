package step

import "hysteron/cloth"

// Largest numbers of smallest sub-steps of a step that may fail to converge: where obstacles leave less room than the
// thickness of the cloth between them, and where paths cross in cloth that is stretched beyond cloth.TearStretch.
const (
	maxCramped = 4 // guess
	maxTorn    = maxCramped
)

// Largest numbers of rounds of Newton's method after a failed check; lastRounds holds for crossing paths in the
// smallest sub-steps.
const (
	maxRounds  = 3 // measured: docs/step-constants.md
	lastRounds = 8 // derived: StiffnessIncrease⁸ = 2²⁴ is all that single precision resolves
)

// check is one of the checks of a sub-step that follow Newton's method.
type check struct {
	Name    string
	Run     func(d *Driver, retry bool) verdict // retry: it may return again once more
	Retries [2]int                              // largest number of rounds for it: in larger sub-steps, in the smallest
	Halve   Outcome                             // outcome of a sub-step for which it returns halve
}

// verdict is the result of a check.
type verdict int

const (
	passed verdict = iota // the next check follows
	again                 // Newton's method continues from the present positions, and all checks are repeated
	halve                 // the sub-step fails with check.Halve
	failed                // the sub-step fails with substep.out
)

// checks lists the checks in the order in which they run. A sub-step is committed when all have passed in one round.
var checks = []check{
	{"iteration limit", (*Driver).checkIterations, [2]int{}, Stalled},
	{"energy balance", (*Driver).checkEnergy, [2]int{0, maxRounds}, GainsEnergy},
	{"sharp bodies", (*Driver).checkSharpBodies, [2]int{0, maxRounds}, BodiesCross},
	{"drift", (*Driver).checkDrift, [2]int{maxRounds, maxRounds}, Stalled},
	{"rigid-body correction", (*Driver).correctRigidMotion, [2]int{}, RigidTooFar},
	{"penetration projection", (*Driver).projectPenetration, [2]int{}, BodiesCross},
	{"CCD check", (*Driver).checkPaths, [2]int{maxRounds, lastRounds}, PathsCross},
	{"correction beyond contacts", (*Driver).checkCorrection, [2]int{maxRounds, maxRounds}, RigidTooFar},
	{"correction cut short", (*Driver).checkReach, [2]int{maxRounds, maxRounds}, RigidTooFar},
	{"torn cloth", (*Driver).checkTorn, [2]int{}, Torn},
	{"no room", (*Driver).checkRoom, [2]int{}, NoRoom},
	{"tunnelling", (*Driver).checkTunnelling, [2]int{}, BodiesCross},
	{"strain change", (*Driver).checkStrain, [2]int{}, TooCoarse},
}

// attempt takes one sub-step and commits it if it succeeds. Otherwise the state stays as it is.
func (d *Driver) attempt(s substep) Outcome {
	s.tolerance, s.unseen = d.Settings.tolerance(s.size), d.rep.Limits.Foresee
	d.sub, d.run, d.user.hurries = s, newtonRun{}, false
	d.precond.configure(d.Costs, d.RigidModes, d.SSOR, d.NoObstacles)
	d.precond.Begin()
	d.enter(Preparing)
	d.Begin(s.from, s.size)
	if d.carried.begun {
		d.speculation.iterations(d, 0, true)
	}
	if d.sub.mayTunnel = d.MayTunnel(); d.sub.mayTunnel && !s.smallest {
		return BodiesCross // a smaller sub-step detects the obstacle in time
	}
	if !d.carried.begun {
		d.findFlying()
	}
	out := d.settle()
	if LineSearchFailed <= out && out <= ContactFailed && d.checkTorn(false) == halve {
		return Torn // and this is the cause of the other failures
	}
	if out > Unconverged {
		return out
	}
	return d.commit()
}

// findFlying makes the backend find the components in free flight before the first step.
func (d *Driver) findFlying() {
	d.detectContacts(true)
	d.Evaluate(true)
	d.CorrectRigid(0)
	d.RigidTooFar() // is found at once
	d.carried.begun = true
}

// settle repeats rounds of Newton's method and the checks, until all of them pass or one ends the sub-step.
func (d *Driver) settle() Outcome {
	s, retries := &d.sub, make([]int, len(checks))
	for {
		s.out = d.minimise(s.round == 0)
		switch {
		case d.contactFails():
			return ContactFailed
		case s.out > Unconverged:
			return s.out
		}
		switch c, v := d.runChecks(retries); v {
		case halve:
			return c.Halve
		case passed, failed:
			return s.out
		}
		s.round++
		d.rep.Rounds++
	}
}

// runChecks runs the checks up to the first that does not pass.
func (d *Driver) runChecks(retries []int) (c *check, v verdict) {
	for k := range checks {
		c = &checks[k]
		most := c.Retries[btoi(d.sub.smallest)]
		if v = c.Run(d, retries[k] < most); v == again {
			retries[k]++
		}
		if v != passed {
			return c, v
		}
	}
	return nil, passed
}

// contactFails reports whether the backend cannot hold contacts.
func (d *Driver) contactFails() bool {
	err, _ := d.Err()
	return err != nil
}

// checkIterations detects that Newton's method has reached its iteration limit, and halves the sub-step. Contact planes
// change with each detection where layers move by far more than their thickness, and triangles buckle; both less in
// half of a step. The step is not halved where that has not helped before, where it is longer than longestMotion or
// leads to rest, and where the user hurries.
func (d *Driver) checkIterations(bool) verdict {
	if !d.run.limited {
		return passed
	}
	f := &d.defects
	f.stalled = f.stalled || d.sub.smallest
	if f.stalled || d.user.hurries || d.Settings.Settling || d.sub.step > longestMotion {
		return passed
	}
	return halve
}

// checkEnergy detects residual forces that give the cloth more energy than backward Euler dissipates, see
// Operations.EnergyBalance. An error of accelerations within the tolerance passes. So does the linearised mode.
func (d *Driver) checkEnergy(retry bool) verdict {
	s := &d.sub
	if s.out != Unconverged || d.Settings.MaxNewton == 1 {
		return passed
	}
	energy, way := d.EnergyBalance()
	switch gains := energy > way*s.tolerance/(s.size*s.size); {
	case !gains:
		return passed
	case !s.smallest:
		return halve
	case retry && !d.user.hurries:
		return again
	}
	return passed
}

// checkSharpBodies detects sharp bodies that pierce triangles. They may be so thin that a contact point inside is
// nearest to the far side, and is drawn through. So they also halve the smallest sub-steps, after more rounds of
// Newton's method. Piercings that remain in the last one are counted.
func (d *Driver) checkSharpBodies(retry bool) verdict {
	s := &d.sub
	s.sharpThrough = d.HasSharp() && d.SharpCrossings() > 0
	switch {
	case !s.sharpThrough || d.carried.sharpThrough:
		return passed
	case retry:
		return again
	case !s.last:
		return halve
	}
	return passed
}

// maxRigidReach is the largest motion of a component in contact with an obstacle by the rigid-body correction, in
// tolerances. Its contacts and friction are those at the end of Newton's method. A larger motion is not an error of the
// iteration.
const maxRigidReach = MostAside

// reach returns the largest motion of components in contact by the rigid-body correction [m].
func (d *Driver) reach() float64 { return min(maxRigidReach*d.sub.tolerance, d.Settings.Wander()) }

// checkDrift detects contacts again if the latest detection is older than the end of Newton's method: friction depends
// on the normal forces of the latest detection. Newton's method continues where a drift remains.
func (d *Driver) checkDrift(retry bool) verdict {
	s := &d.sub
	if s.out != Converged || d.run.iteration <= detections {
		return passed
	}
	if !s.uncorrected {
		d.speculation.end(d.reach(), s.tolerance)
	}
	d.detectContacts(false)
	d.Evaluate(false)
	if d.drifts() && retry {
		s.drifted++
		return again
	}
	return passed
}

// correctRigidMotion runs the rigid-body correction. A reach bounds it for components in contact.
func (d *Driver) correctRigidMotion(bool) verdict {
	if !d.sub.uncorrected {
		d.CorrectRigid(d.reach())
	}
	return passed
}

// projectPenetration moves contact points that are too near to obstacles outwards. Points that are inside because
// Newton's method has not converged have no force that holds them, so projecting them would add energy: a smaller
// sub-step follows. Sharp bodies with a contact point inside also halve the smallest sub-steps.
func (d *Driver) projectPenetration(bool) verdict {
	s := &d.sub
	d.ProjectPenetrations()
	unheld := s.out == Unconverged && !s.smallest
	if !unheld && !d.HasSharp() {
		return passed
	}
	inside, sharp := d.Penetrations()
	s.sharpThrough = s.sharpThrough || sharp > 0
	if sharp > 0 && !s.last && !d.carried.sharpThrough || inside > 0 && unheld {
		return halve
	}
	return passed
}

// checkPaths detects features of cloth that touch on their straight paths over the sub-step. Their penalty stiffness
// increases and Newton's method continues; in larger sub-steps only if it has converged. In the smallest ones vertices
// are clamped at last.
func (d *Driver) checkPaths(retry bool) verdict {
	s := &d.sub
	d.enter(CheckingPaths)
	meet := d.CCD(ClampNone)
	switch {
	case d.contactFails():
		s.out = ContactFailed
		return failed
	case !meet:
		return passed
	case !s.smallest && (s.out == Unconverged || !retry):
		return halve
	case !retry:
		d.rep.Limits.Rounds++
		return d.clampPaths()
	}
	d.IncreaseStiffness()
	s.crossed = true
	return again
}

// Clamping. A vertex of a touching pair moves by the share ClampShare of its safe path. Less than LeastPath counts as
// zero. From repetition clampAllFrom on, every vertex of a touching pair stops.
const (
	ClampShare   = 0.8  // measured: TestClampedPaths of cpu, docs/step-constants.md
	LeastPath    = 0.05 // measured: TestClampedPaths of cpu, docs/step-constants.md
	clampAllFrom = 10   // measured: TestClampedPaths of cpu, docs/step-constants.md
	maxClampings = 50   // measured: TestClampedPaths of cpu, docs/step-constants.md
)

// clampPaths shortens the paths of vertices until no pair touches (CCD step clamping). Others may run into clamped
// vertices, so it repeats. It ends, since nothing touches where nothing moves. The result is no minimum, and may add
// energy. Prescribed vertices cannot be clamped: the sub-step fails if they force cloth through itself.
func (d *Driver) clampPaths() verdict {
	s := &d.sub
	d.enter(Clamping)
	d.BeginClamping()
	for turn := range maxClampings + 1 {
		if d.Interrupted() {
			s.out = Interrupted
			return failed
		}
		clamp := ClampPart
		if turn >= clampAllFrom {
			clamp = ClampAll
		}
		meet := d.CCD(clamp)
		if d.contactFails() {
			break
		}
		if !meet {
			d.rep.ClampedVertices += d.ClampedVertices()
			s.clamped = true
			return passed
		}
		d.ClampPaths(clamp)
	}
	s.out = ContactFailed
	return failed
}

// checkCorrection detects components that the rigid-body correction has moved farther than Settings.Wander, for which
// contacts were detected. A component that has left the contact layer of a body is free, and may have been moved into
// the body. Newton's method continues from there; after that a smaller sub-step follows. In the smallest ones the
// correction is turned off, and the sub-step counts as unconverged.
func (d *Driver) checkCorrection(retry bool) verdict {
	s := &d.sub
	switch {
	case s.clamped:
		return passed
	case s.uncorrected:
		d.rep.Limits.Newton += btoi(s.out == Converged)
		s.out = Unconverged
		return passed
	case !d.RigidTooFar():
		return passed
	case !retry && !s.smallest:
		return halve
	case !retry:
		s.uncorrected = true
	}
	return again
}

// checkReach detects components in contact for which the reach of the rigid-body correction was too short. Newton's
// method may end while they slide far too slowly, since the stiffness of contact layers hides the remaining gradient.
func (d *Driver) checkReach(retry bool) verdict {
	if s := &d.sub; retry && !s.clamped && s.out == Converged && d.RigidTooShort() {
		return again
	}
	return passed
}

// checkTorn detects cloth that passes through other cloth where it is stretched beyond cloth.TearStretch. Cloth of this
// program does not tear: its stress grows until no contact holds it.
func (d *Driver) checkTorn(bool) verdict {
	if !d.sub.smallest || !d.sub.crossed {
		return passed
	}
	f := &d.defects
	if f.stretched = d.Stretched(); f.stretched.Stretch <= cloth.TearStretch {
		return passed
	}
	if f.tornSteps++; f.tornSteps < maxTorn {
		return passed
	}
	return halve
}

// checkRoom detects obstacles that leave less room than the thickness of the cloth between them, where Newton's method
// does not converge.
func (d *Driver) checkRoom(bool) verdict {
	if !d.sub.smallest || d.sub.out != Unconverged {
		return passed
	}
	f := &d.defects
	if f.cramped = d.Cramped(); !f.cramped.Crushes() {
		return passed
	}
	if f.noRoom++; f.noRoom < maxCramped {
		return passed
	}
	return halve
}

// checkTunnelling detects fast bodies that come through triangles between contact points. A smaller sub-step would
// detect them in time, so it halves the smallest ones too.
func (d *Driver) checkTunnelling(bool) verdict {
	s := &d.sub
	s.tunnelling = d.Tunnels(s.step / s.size)
	if s.tunnelling.Fast && !d.carried.inside && !s.last {
		return halve
	}
	return passed
}

// checkStrain detects changes of strain beyond the limit of an adaptive step, and sub-steps in which Newton's method
// had trouble. The next sub-step grows where the change is small.
func (d *Driver) checkStrain(bool) verdict {
	if !d.Settings.Adaptive {
		return passed
	}
	s := &d.sub
	change := d.MaxStrainChange()
	smooth := s.out == Converged && s.round == s.drifted && d.rep.Limits.Foresee == s.unseen
	d.growth.smallChange = smooth && change < d.Settings.MostChange/growthMargin
	if !s.smallest && (!smooth || change > d.Settings.MostChange) {
		return halve
	}
	return passed
}

// commit makes the present positions the state.
func (d *Driver) commit() Outcome {
	s := &d.sub
	d.carried.sharpThrough, d.carried.inside = s.sharpThrough, s.tunnelling.In
	if s.mayTunnel || s.tunnelling.Any || s.sharpThrough {
		d.rep.Limits.Bodies++
	}
	d.rep.Limits.Strain += btoi(d.AboveLimits())
	projected, finite := d.Commit()
	d.rep.Projected += projected
	if !finite {
		return NonFinite
	}
	return s.out
}
