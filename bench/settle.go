package bench

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/step"
)

// Garments with divided triangles are far from rest. Their first step takes hundreds of iterations of Newton's method
// in many sub-steps, and the next ones still take 25, unlike steps of worn cloth. So the reference first brings them to
// rest on bodies at rest, with damped velocities, until they have been slow for a while. For sizes above that see
// divideMost.
const (
	settleSteps = 48   // at most
	settleKeep  = 0.8  // factor on velocities after each step
	settled     = 0.01 // root mean square of velocities [m/s]
	settledFor  = 4    // steps in a row
)

// still is a surface at rest, at its positions at time 0.
type still struct{ step.Surface }

func (s still) Positions(x []r3.Vec, t float64) { s.Surface.Positions(x, 0) }

// settle returns the state of rest of a problem, at time 0.
func (p *problem) settle(ctx context.Context) (*cloth.State, error) {
	colliders := make([]step.Collider, len(p.colliders))
	for i, c := range p.colliders {
		if colliders[i] = c; c.Surface != nil {
			colliders[i].Surface = still{c.Surface}
		}
	}
	settings := p.settings
	settings.Settling = true
	s, err := cpu.New(p.model, p.state, colliders, settings)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	s.SetWatch(func(step.Moment) error { return ctx.Err() })
	s.ResetHistory()
	for k, slow := 0, 0; k < settleSteps && slow < settledFor; k++ {
		if _, err := s.Step(stepSeconds); err != nil {
			return nil, fmt.Errorf("settling: %w", err)
		}
		var sum float64
		for i, v := range s.State.V {
			sum += r3.Norm2(v)
			s.State.V[i] = r3.Scale(settleKeep, v)
		}
		if slow++; sum > settled*settled*float64(len(s.State.V)) {
			slow = 0
		}
	}
	s.State.Time = 0
	return s.State.Clone(), nil
}
