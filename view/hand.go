package view

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// hand holds the vertices within a radius by soft springs, at constant offsets from it.
type hand struct {
	vertices []int32
	k        []float64 // [N/m]
	offset   []r3.Vec  // from the hand [m]
	from     r3.Vec    // before the step
	at, to   r3.Vec
	pinned   []int32 // vertices that were pinned; they are pinned again on release
}

const (
	handSpeed = 3.0  // largest speed of the hand [m/s]
	handSag   = 0.01 // extension of the springs under the weight of the piece of cloth [m]
	handG     = 9.81 // for that weight, also without gravity [m/s²]
)

// grab grabs cloth. The springs together carry the weight of the piece at an extension of handSag, so a light piece is
// held as softly as a heavy one.
func (s *Session) grab(e *Event) error {
	m := s.Setup.Model
	if int(*e.Tri) >= len(m.Tri) {
		return fmt.Errorf("triangle %d: expected one of %d", *e.Tri, len(m.Tri))
	}
	if err := s.release(); err != nil {
		return err
	}
	x, err := s.positions()
	if err != nil {
		return err
	}
	tri := m.Tri[*e.Tri]
	h := &hand{}
	for k, v := range tri {
		h.at = r3.Add(h.at, r3.Scale(e.Bary[k], x[v]))
	}
	h.to = h.at
	part := &m.Parts[m.Part[tri[0]]]
	weight := map[int32]float64{}
	for k, v := range tri {
		weight[v] = max(e.Bary[k], 0.01)
	}
	if r2 := *e.Radius * *e.Radius; r2 > 0 {
		for v := part.Vertices.Lo; v < part.Vertices.Hi; v++ {
			if d2 := r3.Norm2(r3.Sub(x[v], h.at)); d2 < r2 {
				w := 1 - d2/r2
				weight[int32(v)] = max(weight[int32(v)], w*w)
			}
		}
	}
	var mass, sum float64
	for v := part.Vertices.Lo; v < part.Vertices.Hi; v++ {
		mass += m.Mass[v]
	}
	for v := range weight {
		h.vertices = append(h.vertices, v)
	}
	slices.Sort(h.vertices)
	for _, v := range h.vertices {
		sum += weight[v]
	}
	for _, v := range h.vertices {
		h.k = append(h.k, mass*handG/handSag*weight[v]/sum)
		h.offset = append(h.offset, r3.Sub(x[v], h.at))
		if held(m, v, s.time) {
			h.pinned = append(h.pinned, v)
		}
	}
	if len(h.pinned) > 0 {
		s.drop(h.pinned)
	}
	s.hand, s.steering.Grabs = h, h.grabs()
	return s.steer()
}

// move moves the hand towards the target over a step, at most at handSpeed.
func (h *hand) move(dt float64) {
	h.from = h.at
	h.turn(dt)
}

// turn moves the hand to a new target from where it was before the step in progress.
func (h *hand) turn(dt float64) { h.at = towards(h.from, h.to, handSpeed*dt) }

// towards returns the point on the way from a to b, at most a distance from a.
func towards(a, b r3.Vec, most float64) r3.Vec {
	d := r3.Sub(b, a)
	if l := r3.Norm(d); l > most {
		return r3.Add(a, r3.Scale(most/l, d))
	}
	return b
}

func (h *hand) grabs() (list []step.Grab) {
	for i, v := range h.vertices {
		list = append(list, step.Grab{Vertex: v, Stiffness: h.k[i], Target: r3.Add(h.at, h.offset[i])})
	}
	return list
}

// release lets go. Vertices that were pinned are pinned where they are.
func (s *Session) release() error {
	if s.hand == nil {
		return nil
	}
	pinned := s.hand.pinned
	s.hand, s.steering.Grabs = nil, nil
	if len(pinned) > 0 {
		if _, err := s.pin(pinned); err != nil {
			return err
		}
	}
	return s.steer()
}

// Hand returns the position and the target of the hand, if it holds cloth.
func (s *Session) Hand() (at, to r3.Vec, holds bool) {
	if s.hand == nil {
		return at, to, false
	}
	return s.hand.at, s.hand.to, true
}

// held reports whether a vertex is pinned at a time.
func held(m *cloth.Model, v int32, t float64) bool {
	return slices.ContainsFunc(m.Pins, func(p cloth.Pin) bool { return p.Vertex == v && p.Active(t) })
}

// pin pins vertices where they are.
func (s *Session) pin(vertices []int32) (note string, err error) {
	x, err := s.positions()
	if err != nil {
		return "", err
	}
	m := s.Setup.Model
	for _, v := range vertices {
		if int(v) >= len(x) {
			return "", fmt.Errorf("vertex %d: expected one of %d", v, len(x))
		}
	}
	pins := slices.Clone(m.Pins)
	n := 0
	for _, v := range vertices {
		if !held(m, v, s.time) {
			pins = append(pins, cloth.Pin{Vertex: v, Point: x[v]})
			n++
		}
	}
	m.Pins = pins
	return fmt.Sprintf("%d vertices pinned", n), nil
}

// unpin unpins vertices.
func (s *Session) unpin(vertices []int32) (note string, err error) {
	n := s.drop(vertices)
	return fmt.Sprintf("%d vertices set free", n), nil
}

// drop removes the pins of vertices. It returns their number.
func (s *Session) drop(vertices []int32) (n int) {
	free := map[int32]bool{}
	for _, v := range vertices {
		free[v] = true
	}
	var pins []cloth.Pin
	for _, p := range s.Setup.Model.Pins {
		if free[p.Vertex] {
			n++
			continue
		}
		pins = append(pins, p)
	}
	s.Setup.Model.Pins = pins
	return n
}

// pulled returns pins with the strength of soft ones scaled by a factor.
func pulled(pins []cloth.Pin, by float64) []cloth.Pin {
	pins = slices.Clone(pins)
	for i := range pins {
		pins[i].Stiffness, pins[i].LimitForce = by*pins[i].Stiffness, by*pins[i].LimitForce
	}
	return pins
}

// SoftPins returns the number of soft pins and their strength relative to the scene's.
func (s *Session) SoftPins() (n int, factor float64) {
	for i := range s.Setup.Model.Pins {
		if s.Setup.Model.Pins[i].Soft() {
			n++
		}
	}
	return n, s.pull
}

// Pinned returns the pinned vertices.
func (s *Session) Pinned() (list []int32) {
	for i := range s.Setup.Model.Pins {
		if p := &s.Setup.Model.Pins[i]; p.Active(s.time) {
			list = append(list, p.Vertex)
		}
	}
	return list
}
