package view

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
)

// hand holds cloth by soft springs: those vertices within a radius, each where it was in the hand.
type hand struct {
	vertices []int32
	k        []float64 // [N/m]
	offset   []r3.Vec  // from the hand [m]
	from     r3.Vec    // where it was before the step
	at, to   r3.Vec
	pinned   []int32 // vertices that pins held; they are pinned again where they are let go
}

const (
	handSpeed = 3.0  // of the hand at most [m/s]
	handSag   = 0.01 // how far the springs give way under the weight of the piece of cloth [m]
	handG     = 9.81 // for that weight, also in space [m/s²]
)

// grab takes hold of cloth. The springs together carry the weight of the piece at handSag, so that they are as soft for
// a light piece as for a heavy one.
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

// move goes on towards the target over a step, at most at handSpeed.
func (h *hand) move(dt float64) {
	h.from = h.at
	h.turn(dt)
}

// turn goes towards the target from where it was before the step under way.
func (h *hand) turn(dt float64) { h.at = towards(h.from, h.to, handSpeed*dt) }

// towards goes from a to b, at most so far.
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

// release lets go; what pins held is pinned where it is.
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

// Hand is where the hand is that holds cloth, and where it is led.
func (s *Session) Hand() (at, to r3.Vec, holds bool) {
	if s.hand == nil {
		return at, to, false
	}
	return s.hand.at, s.hand.to, true
}

// held reports whether a pin holds a vertex at a time.
func held(m *cloth.Model, v int32, t float64) bool {
	return slices.ContainsFunc(m.Pins, func(p cloth.Pin) bool { return p.Vertex == v && p.Active(t) })
}

// pin holds vertices where they are.
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

// unpin sets vertices free.
func (s *Session) unpin(vertices []int32) (note string, err error) {
	n := s.drop(vertices)
	return fmt.Sprintf("%d vertices set free", n), nil
}

// drop removes the pins of vertices, and counts them.
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

// pulled are pins of which soft ones pull by a factor harder.
func pulled(pins []cloth.Pin, by float64) []cloth.Pin {
	pins = slices.Clone(pins)
	for i := range pins {
		pins[i].Stiffness, pins[i].LimitForce = by*pins[i].Stiffness, by*pins[i].LimitForce
	}
	return pins
}

// SoftPins counts the soft pins, and tells how hard they pull against what the scene says.
func (s *Session) SoftPins() (n int, factor float64) {
	for i := range s.Setup.Model.Pins {
		if s.Setup.Model.Pins[i].Soft() {
			n++
		}
	}
	return n, s.pull
}

// Pinned lists the vertices that pins hold now.
func (s *Session) Pinned() (list []int32) {
	for i := range s.Setup.Model.Pins {
		if p := &s.Setup.Model.Pins[i]; p.Active(s.time) {
			list = append(list, p.Vertex)
		}
	}
	return list
}
