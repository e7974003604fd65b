package serve

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/step"
)

// checkpointEvery is how many frames lie between two at which the simulation begins anew from its state, as in a run.
const checkpointEvery = 10

// simulation is one under way.
type simulation struct {
	setup   *scenes.Setup
	engine  *sim.Engine
	fields  []field
	print   []byte // of what decides the motion
	start   *cloth.State
	pins    []cloth.Pin // at the start
	h       float64     // size of a step [s]
	moment              // now
	bodies  []*posed    // per body; nil: the client has not moved it
	steered bool        // grabs were in the last steering
}

// moment is what the client has made of the simulation beside the cloth's state. It is kept with a state.
type moment struct {
	Frames, Within int     // whole frames since the start, and steps after them
	Time           float64 // [s]
	End            float64 // of the step that was interrupted or failed [s]; 0: none
	Steering       step.Steering
	Paths          []pinPath
	Forces         []r3.Vec // per vertex [N]; nil: none
	Grabs          []step.Grab
	Poses          []pose // per body that was moved
}

// field is an array that a simulation has.
type field struct {
	Name  string `json:"name"`
	Unit  string `json:"unit"` // empty: none
	Of    string `json:"of"`   // vertex, triangle, hinge, curve, segment or body vertex or triangle: what the rows are of
	Type  string `json:"dtype"`
	Shape []int  `json:"shape"`
	About string `json:"about"`

	floats func(*cloth.State) []float64
	ints   func() []int32
}

// now is where a simulation is.
type now struct {
	Time   float64 `json:"time_s"`
	Frame  int     `json:"frame"`
	Within int     `json:"within"` // steps after the frame
}

func (s *simulation) now() now { return now{s.Time, s.Frames, s.Within} }

// simulation refuses a request where there is no simulation.
func (r *request) simulation() (*simulation, error) {
	if r.s.sim == nil {
		return nil, wrongf("%s: no simulation: expected start first", r.Op)
	}
	return r.s.sim, nil
}

// anew has the simulation begin anew from its present state, which it returns a copy of. What follows then follows from
// the state alone: the same after a restore.
func (s *simulation) anew() (*cloth.State, error) {
	state, err := s.engine.State()
	if err != nil {
		return nil, err
	}
	state = state.Clone()
	if s.Within == 0 && s.End == 0 {
		state.Time = s.setup.Scene.FrameTime(s.Frames) // without the rounding of many steps
	}
	s.Time = state.Time
	return state, s.engine.SetState(state)
}

// each is a list of n numbers by their index.
func each[T any](n int, of func(i int) T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = of(i)
	}
	return list
}

// flat is a list of coordinates.
func flat(x []r3.Vec) []float64 {
	return each(3*len(x), func(i int) float64 {
		v := x[i/3]
		return [3]float64{v.X, v.Y, v.Z}[i%3]
	})
}

// corners is a list of vertices of triangles.
func corners(tri [][3]int32) []int32 {
	return each(3*len(tri), func(i int) int32 { return tri[i/3][i%3] })
}
