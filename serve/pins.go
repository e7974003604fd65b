package serve

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// leadPins moves pins with paths over a step of h, from their present positions.
func (s *simulation) leadPins(h float64) {
	for i := range s.Paths {
		p := &s.Paths[i]
		if k := s.pinOf(p.Vertex); k >= 0 {
			pin := &s.setup.Model.Pins[k]
			from := pin.Target(s.setup.Model, s.Time)
			pin.Velocity = r3.Scale(1/h, r3.Sub(p.at(s.Time+h), from))
			pin.Point = r3.Sub(from, r3.Scale(s.Time, pin.Velocity))
		}
	}
}

// restPins holds pins with paths at their present positions, without rounding, and drops paths that have ended.
func (s *simulation) restPins() {
	for i := range s.Paths {
		p := &s.Paths[i]
		if k := s.pinOf(p.Vertex); k >= 0 {
			s.setup.Model.Pins[k] = cloth.Pin{Vertex: p.Vertex, Point: p.at(s.Time)}
		}
	}
	s.Paths = slices.DeleteFunc(s.Paths, func(p pinPath) bool { return p.ended(s.Time) })
}

// pinOf returns the pin that holds a vertex at present, −1: none.
func (s *simulation) pinOf(v int32) int {
	return slices.IndexFunc(s.setup.Model.Pins, func(p cloth.Pin) bool { return p.Vertex == v && p.Active(s.Time) })
}

// pinned returns the vertices that pins hold at present, ascending.
func (s *simulation) pinned() []int32 {
	list := []int32{}
	for i := range s.setup.Model.Pins {
		if p := &s.setup.Model.Pins[i]; p.Active(s.Time) {
			list = append(list, p.Vertex)
		}
	}
	slices.Sort(list)
	return list
}

// vertices reads an array of vertices, each once.
func (r *request) vertices(s *simulation) ([]int32, error) {
	b, n, err := r.input("vertices", int32s, -1)
	if err != nil {
		return nil, err
	}
	list, seen := make([]int32, n), make(map[int32]bool, n)
	for i := range list {
		v := index(b, i)
		if v < 0 || int(v) >= len(s.setup.Model.X0) {
			return nil, wrongf("%s: vertex %d: expected 0..%d", r.Op, v, len(s.setup.Model.X0)-1)
		}
		if seen[v] {
			return nil, wrongf("%s: vertex %d twice: expected each once", r.Op, v)
		}
		list[i], seen[v] = v, true
	}
	return list, nil
}

// vectors reads an array of n vectors that belong to vertices; nil: those in order.
func (r *request) vectors(name string, n int, vertices []int32) ([]r3.Vec, error) {
	b, n, err := r.input(name, float64s, n, 3)
	if err != nil {
		return nil, err
	}
	list := make([]r3.Vec, n)
	for i := range list {
		list[i] = r3.Vec{X: float(b, 3*i), Y: float(b, 3*i+1), Z: float(b, 3*i+2)}
		if x := list[i]; !cloth.FiniteVec(x) {
			v := int32(i)
			if vertices != nil {
				v = vertices[i]
			}
			return nil, wrongf("%s of vertex %d are (%g, %g, %g): expected finite numbers", name, v, x.X, x.Y, x.Z)
		}
	}
	return list, nil
}

// held is the list of pinned vertices as a result.
type held struct {
	Vertices []int32 `json:"vertices"`
}

func pins(r *request) (any, error) {
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	return held{s.pinned()}, nil
}

// pin holds vertices at their present positions.
func pin(r *request) (any, error) {
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	vertices, err := r.vertices(s)
	if err != nil {
		return nil, err
	}
	if err := s.hold(vertices); err != nil {
		return nil, err
	}
	return held{s.pinned()}, nil
}

// hold pins vertices at their present positions. Those of a fixed pin are unchanged; others, which follow a body or a
// motion, stay at rest from now on.
func (s *simulation) hold(vertices []int32) error {
	state, err := s.engine.State()
	if err != nil {
		return err
	}
	list := slices.Clone(s.setup.Model.Pins)
	for _, v := range vertices {
		k := slices.IndexFunc(list, func(p cloth.Pin) bool { return p.Vertex == v && p.Active(s.Time) })
		fixed := cloth.Pin{Vertex: v, Point: state.X[v]}
		switch {
		case k < 0:
			list = append(list, fixed)
		case list[k].Kind != cloth.PinFixed || list[k].Velocity != r3.Vec{} || list[k].Release != 0:
			list[k] = fixed
		}
	}
	s.setup.Model.Pins = list
	return nil
}

func unpin(r *request) (any, error) {
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	vertices, err := r.vertices(s)
	if err != nil {
		return nil, err
	}
	free := make(map[int32]bool, len(vertices))
	for _, v := range vertices {
		free[v] = true
	}
	s.setup.Model.Pins = slices.DeleteFunc(slices.Clone(s.setup.Model.Pins),
		func(p cloth.Pin) bool { return free[p.Vertex] })
	s.Paths = slices.DeleteFunc(s.Paths, func(p pinPath) bool { return free[p.Vertex] })
	return held{s.pinned()}, nil
}

// maxSeconds bounds the duration of a motion [s].
const maxSeconds = 1e6

func movePins(r *request) (any, error) {
	var args struct {
		head
		Seconds float64 `json:"seconds"`
	}
	if err := r.decode(&args); err != nil {
		return nil, err
	}
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	vertices, err := r.vertices(s)
	if err != nil {
		return nil, err
	}
	targets, err := r.vectors("targets", len(vertices), vertices)
	if err != nil {
		return nil, err
	}
	if !(args.Seconds >= 0 && args.Seconds <= maxSeconds) {
		return nil, wrongf("move_pins: %g s: expected 0 to %g", args.Seconds, float64(maxSeconds))
	}
	if err := s.hold(vertices); err != nil {
		return nil, err
	}
	moved := make(map[int32]bool, len(vertices))
	for _, v := range vertices {
		moved[v] = true
	}
	s.Paths = slices.DeleteFunc(s.Paths, func(p pinPath) bool { return moved[p.Vertex] })
	for i, v := range vertices {
		from := s.setup.Model.Pins[s.pinOf(v)].Target(s.setup.Model, s.Time)
		s.Paths = append(s.Paths, pinPath{v, from, targets[i], s.Time, args.Seconds})
	}
	return held{s.pinned()}, nil
}
