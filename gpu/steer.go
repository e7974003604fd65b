//go:build cgo

package gpu

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// Steer sets gravity, air and grabs from the next step on; grabs immediately while a step waits for steering
// (step.Moment).
func (s *Sim) Steer(by step.Steering) error {
	if err := by.Check(len(s.Model.X0)); err != nil {
		return err
	}
	by.Set(&s.Settings)
	s.driver.GrabsHold, s.grabs = len(by.Grabs) > 0, slices.Clone(by.Grabs)
	s.driver.Steered()
	return s.ctx.Do(func() error {
		s.bind()
		s.applyGrabs()
		return opengl.Error()
	})
}

// beginPins sets the soft pins to their targets at the end of a step from t to t + h.
func (s *Sim) beginPins(t, h float64) {
	s.softPins = step.SoftPins(s.Model, t+h, func(p *cloth.Pin) r3.Vec { return s.pinTarget(p, t+h) })
	s.applyGrabs()
}

// applyGrabs applies grabs and soft pins in the current step. Unchanged data is not uploaded again.
func (s *Sim) applyGrabs() {
	list := step.JoinGrabs(s.softPins, s.grabs)
	if s.idleTerms = s.grabBit; len(list) == 0 {
		return
	}
	if s.idleTerms = 0; slices.Equal(list, s.uploaded) {
		return
	}
	data := make([][4]float32, 4*len(s.Model.X0))
	for _, g := range list {
		k := 4 * s.pack.Place[g.Vertex]
		data[k], data[k+1] = layout.Split(g.Target)
		data[k+2], data[k+3] = layout.Split(g.Leash.Centre)
		data[k][3], data[k+1][3] = float32(g.Stiffness), float32(g.Leash.Hardness())
		data[k+2][3] = float32(g.Leash.Length)
	}
	write(s.queue, s.queue.buffers["grab"], data)
	s.uploaded = list
}
