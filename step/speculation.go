package step

// begin begins a step.
func (s *speculation) begin(m Operations, set *Settings) {
	if s.device = nil; set.MaxNewton > 1 {
		s.device, _ = m.(Speculator)
	}
}

// running reports whether results are ready that were not yet requested.
func (s *speculation) running() bool { return s.device != nil && s.device.Ahead() }

// iterations issues the likely iterations from number it on. begins: a sub-step begins.
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

// predictable returns how many iterations from number it on almost certainly proceed as usual: an unused iteration
// costs more than waiting. It is 0 if the last one did not or, at the start, the first of the last step. At the start
// it is half of the shorter of the last two steps; later two, if the error is far more than the tolerance.
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
	if it > 0 && d.certificate.residual > 0 { // the limit of the residual depends on each step of a certificate
		n = 1
	}
	if d.GrabsHold {
		n = 1
	}
	return min(n, d.Settings.MaxNewton-it)
}

// farFromConverged times the tolerance is an error that one iteration is not likely to remove.
const farFromConverged = 30 // guess

// onward issues, unless work is issued already, the operations after the full Newton step t of iteration it: an
// extrapolation beyond it unless that is nil and, if another iteration is almost certain, that iteration.
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

// end issues the checks after Newton's method, unless work is issued already. Contacts are detected again first.
func (s *speculation) end(reach, tolerance float64) {
	if s.device != nil && !s.device.Ahead() {
		s.device.Speculate(Plan{Ends: true, Reach: reach, Tolerance: tolerance})
	}
}

// plan returns the plan of a number of iterations from it on, given only the tolerance of the first system.
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
