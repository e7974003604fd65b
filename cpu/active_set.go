package cpu

import "hysteron/step"

// ResolveActiveSet computes the search direction again with the contacts of the trial. The gradient is that at s.x, its
// norm in the metric of the new matrix.
func (s operations) ResolveActiveSet() {
	s.before = append(s.before[:0], s.p...)
	s.savedGradient = append(s.savedGradient[:0], s.g...)
	s.gatherActiveSet()
	s.cg.Tol, s.cg.AbsTol = 1e-9, s.target
	s.solve()
	copy(s.g, s.savedGradient)
	s.reductions.Norm = s.gradientNorm()
	if s.reductions.Solved == step.Converged {
		s.trialNewtonStep()
	}
}

// gatherActiveSet assembles the system at s.x with the contacts of the last trial.
func (s operations) gatherActiveSet() {
	end := clock(&s.times.Elements)
	s.activeSetFixed = true
	s.evaluatePoints(s.x)
	s.activeSetFixed = false
	s.swap() // restore the elements at s.x
	end()
	end = clock(&s.times.Gather)
	s.findChangedRows()
	s.gatherGradientOf(s.changedVertices)
	s.gatherMatrixOf(s.changedVertices)
	s.swap()
	end()
}

// RevertActiveSet restores the search direction before ResolveActiveSet.
func (s operations) RevertActiveSet() {
	copy(s.p, s.before)
	s.trialNewtonStep()
}

// findChangedRows marks the vertices whose rows of the system differ from those assembled in Search, or in the last
// active-set re-solve: those with a changed response of a contact point, and those of active pairs. Most contacts of a
// trial are those of the start, so most rows stay.
func (s *Sim) findChangedRows() {
	s.pool.For(len(s.face), elementGrain, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			s.changedFaces[t] = s.face[t] != s.answered.face[t]
		}
	})
	s.pool.For(len(s.vert), elementGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			other := s.vert[i] != s.answered.vert[i]
			for _, ref := range s.rows.triangles(i) {
				other = other || s.changedFaces[ref.tri]
			}
			s.changedVertices[i] = s.changedVertices[i] || other
		}
	})
	for k := range s.rigid.list { // their gradients have been moved to mass points
		s.rigid.list[k].each(func(i int) { s.changedVertices[i] = true })
	}
	if s.self == nil {
		return
	}
	for range 2 { // pairs of the last list, and of this one
		for _, i := range s.self.operator.Rows() {
			s.changedVertices[i] = true
		}
		s.self.list(len(s.x))
	}
}
