package step

// begin begins a step.
func (s *speculation) begin(m Operations, set *Settings) {
	if s.device = nil; set.MaxNewton > 1 {
		s.device, _ = m.(Speculator)
	}
}

// running reports whether the device has done what it was not asked for yet.
func (s *speculation) running() bool { return s.device != nil && s.device.Ahead() }

// iterations issues the iterations from number it on that are likely to go as usual. begins: a sub-step begins.
func (s *speculation) iterations(d *Driver, it int, begins bool) {
	if s.device == nil {
		return
	}
	forcing, most := d.forcing, d.certificate.most(d.sub.tolerance)
	if begins {
		forcing.Begin(d.sub.tolerance)
		most = 0
	}
	p := d.plan(it, forcing, most, s.predictable(d, it))
	if p.Begins = begins; begins {
		p.Wandered = 0
	}
	s.device.Speculate(p)
}

// predictable is how many iterations from number it on almost certainly go as usual: those that are issued for nothing
// cost more than to wait. There is none where the last one did not, or at the start that of the last step. At the start
// they are half of the shorter of the last two steps; then two, where the error is far more than the tolerance.
func (s *speculation) predictable(d *Driver, it int) int {
	n := 1
	switch {
	case it == 0 && s.unusual || it > 0 && d.run.unusual:
		return 0
	case it == 0:
		n = max(n, min(s.newtonBefore[0], s.newtonBefore[1])/2)
	case s.left > farFromConverged*d.sub.tolerance:
		n = 2
	}
	if it > 0 && d.certificate.residual > 0 { // what may be unsolved hangs on each step of a proof
		n = 1
	}
	if d.GrabsHold {
		n = 1
	}
	return min(n, d.Settings.MaxNewton-it)
}

// farFromConverged times the tolerance is an error that one iteration is not likely to leave nothing of.
const farFromConverged = 30 // guess

// onward issues, unless something is issued already, what follows the full Newton step t of iteration it: a step
// extrapolation beyond it unless that is nil and, if the step almost certainly goes on, the next iteration.
func (s *speculation) onward(d *Driver, it int, t *Reductions, looks bool, beyond *Extrapolation) {
	if s.device == nil || d.GrabsHold || d.user.hurries || s.device.Ahead() {
		return
	}
	forcing := d.forcing
	forcing.Done(it, t.Extent(), 0)
	p := d.plan(it+1, forcing, d.certificate.most(d.sub.tolerance), 1)
	p.Goes, p.Detects, p.Before, p.Beyond = true, looks, *t, beyond
	switch {
	case looks:
		p.Wandered = 0
	case beyond != nil:
		p.Before.Move *= 1 + beyond.By
		p.Before.Mean *= 1 + beyond.By
		p.Wandered += beyond.By * t.Move
	}
	s.device.Speculate(p)
}

// end issues the checks after Newton's method, unless something is issued already. Contacts are detected again first.
func (s *speculation) end(reach, tolerance float64) {
	if s.device != nil && !s.device.Ahead() {
		s.device.Speculate(Plan{Ends: true, Reach: reach, Tolerance: tolerance})
	}
}

// plan is that of so many iterations from it on, of which no more is known than how the first system is to be solved.
func (d *Driver) plan(it int, forcing Forcing, most float64, iterations int) Plan {
	precond := d.precond
	precond.Next()
	p := Plan{
		Iteration: it, Iterations: iterations, Tolerance: d.sub.tolerance, Floor: d.Floor, First: precond.system(&forcing,
			d.sub.tolerance, d.Floor, most),
		Wandered: d.run.wandered, Wander: d.Settings.Wander(), Sight: Reach * d.Settings.Thickness,
	}
	p.Kept = precond.kept(iterations)
	if precond.reuse {
		p.Fresh = precond.fresh
	}
	return p
}
