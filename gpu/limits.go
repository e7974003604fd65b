//go:build cgo

package gpu

import (
	"hysteron/cloth"
	"hysteron/gpu/layout"
)

var limitDispatches = []dispatch{
	{name: "above_limits", shape: looping, stage: stageElements, needs: (*cloth.Model).HasLimits},
}

// limited reports whether the model has hard limits.
func (s *Sim) limited() bool {
	bit, err := layout.TermBit("limits")
	return err == nil && s.terms&bit != 0 && s.Model.HasLimits()
}

// AboveLimits reports whether triangles are above a hard limit at the present positions.
func (s operations) AboveLimits() bool {
	if !s.limited() {
		return false
	}
	e := s.elements
	e.run("above_limits", len(e.m.Tri))
	e.sum(0, e.sums(len(e.m.Tri)), reductionEnergy)
	return s.status().Reductions[reductionEnergy][0] > 0
}
