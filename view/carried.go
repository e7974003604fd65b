package view

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// carried is a body that the user moves in addition to its own motion, along a straight path in each step.
type carried struct {
	step.Surface
	from, v r3.Vec  // offset at the time, and its velocity [m, m/s]
	time    float64 // [s]
	to      r3.Vec  // target of the offset [m]
}

// bodySpeed is the largest speed of a body that the user moves [m/s].
const bodySpeed = 0.5

// begin sets the path of a step.
func (c *carried) begin(t, h float64) {
	c.from = c.offset(t)
	c.time = t
	c.v = r3.Scale(1/h, r3.Sub(towards(c.from, c.to, bodySpeed*h), c.from))
}

// offset returns the offset from the body's own motion.
func (c *carried) offset(t float64) r3.Vec {
	if c.v == (r3.Vec{}) {
		return c.from
	}
	return r3.Add(c.from, r3.Scale(t-c.time, c.v))
}

// Positions implements step.Surface.
func (c *carried) Positions(dst []r3.Vec, t float64) {
	c.Surface.Positions(dst, t)
	if d := c.offset(t); d != (r3.Vec{}) {
		for i := range dst {
			dst[i] = r3.Add(dst[i], d)
		}
	}
}

// carry sets the target of a body's offset from its own motion.
func (s *Session) carry(i int, to r3.Vec) error {
	if s.carried[i] == nil {
		c := &carried{Surface: s.Setup.Colliders[i].Surface}
		state, err := s.engine.State()
		if err != nil {
			return err
		}
		s.Setup.Colliders[i].Surface = c
		if err := s.renew(state.Clone()); err != nil {
			s.Setup.Colliders[i].Surface = c.Surface
			return err
		}
		s.carried[i] = c
	}
	s.carried[i].to = to
	return nil
}

// Offsets returns the offsets of bodies from their own motions [m].
func (s *Session) Offsets() (list []r3.Vec) {
	for _, c := range s.carried {
		var d r3.Vec
		if c != nil {
			d = c.offset(s.time)
		}
		list = append(list, d)
	}
	return list
}
