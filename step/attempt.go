package step

import "hysteron/cloth"

// How many smallest sub-steps of a step may fail to converge where obstacles leave less room than the cloth between
// them is thick, and in how many paths may cross where cloth is stretched beyond cloth.TearStretch.
const (
	maxCramped = 4 // guess
	maxTorn    = maxCramped
)

// How often a check sends Newton's method on; lastRounds for paths that cross in the smallest sub-steps.
const (
	maxRounds  = 3 // measured: docs/step-constants.md
	lastRounds = 8 // derived: StiffnessIncrease⁸ = 2²⁴ is all that single precision resolves
)

// check is one of the checks of a sub-step that follow Newton's method.
type check struct {
	Name    string
	Run     func(d *Driver, retry bool) verdict // retry: it may still return again
	Retries [2]int                              // how often it may return again: in larger sub-steps, in the smallest
	Halve   Outcome                             // of a sub-step for which it returns halve
}

// verdict is the result of a check.
type verdict int

const (
	passed verdict = iota // the next check follows
	again                 // Newton's method goes on from the present positions, and all checks follow once more
	halve                 // the sub-step fails with check.Halve
	failed                // the sub-step fails with substep.out
)

// checks are in the order in which they run. A sub-step is committed when all have passed in one round.
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

// attempt takes one sub-step, and moves the state on if it succeeds. Otherwise the state stays as it is.
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
		return BodiesCross // a smaller sub-step sees the obstacle come
	}
	if !d.carried.begun {
		d.findFlying()
	}
	out := d.settle()
	if LineSearchFailed <= out && out <= ContactFailed && d.checkTorn(false) == halve {
		return Torn // and that is why the rest fails
	}
	if out > Unconverged {
		return out
	}
	return d.commit()
}

// findFlying has the backend find the components that fly freely before the first step.
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

// contactFails reports whether contacts cannot be held.
func (d *Driver) contactFails() bool {
	err, _ := d.Err()
	return err != nil
}

// checkIterations finds Newton's method at its iteration limit. Contact planes change with each detection where layers
// move by far more than their thickness, and triangles buckle; both less in half of a step. Halving is no cure where
// it has not helped before, where the step is not about motion, and where the user hurries.
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

// checkEnergy finds residual forces that give the cloth more energy than backward Euler takes from it, see
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

// checkSharpBodies finds sharp bodies that come through triangles. They may be so thin that a contact point inside is
// nearest to the far side, and is drawn through. So they also cut the smallest sub-steps, after Newton's method
// has gone on. What comes through in the last one is counted.
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

// maxRigidReach is how far the rigid-body correction may move a component in contact with an obstacle, in tolerances.
// Its contacts and friction are those where Newton's method has ended. What is farther off is no error of the
// iteration.
const maxRigidReach = MostAside

// reach is how far the rigid-body correction may move components in contact.
func (d *Driver) reach() float64 { return min(maxRigidReach*d.sub.tolerance, d.Settings.Wander()) }

// checkDrift detects contacts again where they are older than the end of Newton's method: friction goes by the normal
// forces of the latest detection. Newton's method goes on where these leave a drift.
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

// projectPenetration puts contact points that came too near to obstacles back, outwards. Nothing holds points that were
// inside after Newton's method has not converged, so to put them back gives them energy: a smaller sub-step follows.
// Sharp bodies that hold a point cut the smallest sub-steps too.
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

// checkPaths finds features of cloth that touch on their straight paths over the sub-step. Their penalty stiffness
// increases and Newton's method goes on; in larger sub-steps only if it has converged. In the smallest ones vertices
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

// Clamping: a vertex of a pair that hits may go ClampShare of the way that was safe; less than
// LeastPath is none at all, and from repetition clampAllFrom on every vertex of a hit stops.
const (
	ClampShare   = 0.8  // measured: TestClampedPaths of cpu, docs/step-constants.md
	LeastPath    = 0.05 // measured: TestClampedPaths of cpu, docs/step-constants.md
	clampAllFrom = 10   // measured: TestClampedPaths of cpu, docs/step-constants.md
	maxClampings = 50   // measured: TestClampedPaths of cpu, docs/step-constants.md
)

// clampPaths shortens the paths of vertices until no pair hits (CCD step clamping). Clamped vertices may be run into by
// others, so it repeats. It ends, since nothing hits where nothing moves. The result is no minimum, and may add
// energy. Prescribed vertices cannot be clamped: if they force cloth through itself the sub-step fails.
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

// checkCorrection finds components that the rigid-body correction has moved farther than contacts were detected for.
// A component that has left the contact layer of a body is free, and may have been moved into the body. Newton's method
// goes on from there; then a smaller sub-step is taken. In the smallest ones the correction is turned off, and
// the sub-step counts as unconverged.
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

// checkReach finds components in contact for which the reach of the rigid-body correction was too short. Newton's
// method may end while they slide far too slowly, since the stiffness of contact layers hides what is left of the
// gradient.
func (d *Driver) checkReach(retry bool) verdict {
	if s := &d.sub; retry && !s.clamped && s.out == Converged && d.RigidTooShort() {
		return again
	}
	return passed
}

// checkTorn finds cloth that cuts through other cloth where it is stretched beyond cloth.TearStretch. The stress of
// cloth that does not tear grows on, until no contact holds it.
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

// checkRoom finds obstacles that leave less room than the cloth between them is thick, where Newton's method does not
// converge.
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

// checkTunnelling finds bodies that come fast through triangles between contact points. A smaller sub-step would see
// them come, so they cut the smallest ones too.
func (d *Driver) checkTunnelling(bool) verdict {
	s := &d.sub
	s.tunnelling = d.Tunnels(s.step / s.size)
	if s.tunnelling.Fast && !d.carried.inside && !s.last {
		return halve
	}
	return passed
}

// checkStrain finds strains that change by more than an adaptive step may change them, and sub-steps that were not
// smooth. The next sub-step grows where neither is near.
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

// commit moves the state on to the present positions.
func (d *Driver) commit() Outcome {
	s := &d.sub
	d.carried.sharpThrough, d.carried.inside = s.sharpThrough, s.tunnelling.In
	if s.mayTunnel || s.tunnelling.Any || s.sharpThrough {
		d.rep.Limits.Bodies++
	}
	projected, finite := d.Commit()
	d.rep.Projected += projected
	if !finite {
		return NonFinite
	}
	return s.out
}
