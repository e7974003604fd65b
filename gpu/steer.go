//go:build cgo

package gpu

import (
	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// Steer has gravity, air and grabs act as it says, from the next step on; where a step is open for it (step.Moment)
// grabs at once.
func (s *Sim) Steer(by step.Steering) error {
	if err := by.Check(len(s.Model.X0)); err != nil {
		return err
	}
	by.Set(&s.Settings)
	bit, err := layout.TermBit("grab")
	if err != nil {
		return err
	}
	s.idle, s.driver.GrabsHold = bit, len(by.Grabs) > 0
	s.driver.Steered()
	if len(by.Grabs) == 0 {
		return nil
	}
	s.idle = 0
	data := make([][4]float32, 2*len(s.Model.X0))
	for _, g := range by.Grabs {
		k := s.pack.Place[g.Vertex]
		data[2*k], data[2*k+1] = layout.Split(g.Target)
		data[2*k][3] = float32(g.Stiffness)
	}
	return s.ctx.Do(func() error {
		s.bind()
		write(s.queue, s.queue.buffers["grab"], data)
		return opengl.Error()
	})
}
