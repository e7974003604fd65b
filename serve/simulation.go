package serve

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/step"
)

// checkpointEvery is the number of frames after which the simulation restarts from its state, as in a run.
const checkpointEvery = 10

// simulation is a running simulation.
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

// moment is the state of a simulation besides that of the cloth. It is stored with a saved state.
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

// field is an array of a simulation.
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

// now is the progress of a simulation.
type now struct {
	Time   float64 `json:"time_s"`
	Frame  int     `json:"frame"`
	Within int     `json:"within"` // steps after the frame
}

func (s *simulation) now() now { return now{s.Time, s.Frames, s.Within} }

// simulation returns the simulation, or an error without one.
func (r *request) simulation() (*simulation, error) {
	if r.s.sim == nil {
		return nil, wrongf("%s: no simulation: expected start first", r.Op)
	}
	return r.s.sim, nil
}

// anew restarts the simulation from its present state, of which it returns a copy. Later steps then depend on the state
// alone, as after a restore.
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

// each returns the list of of(i) for i below n.
func each[T any](n int, of func(i int) T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = of(i)
	}
	return list
}

// flat returns a list of coordinates.
func flat(x []r3.Vec) []float64 {
	return each(3*len(x), func(i int) float64 {
		v := x[i/3]
		return [3]float64{v.X, v.Y, v.Z}[i%3]
	})
}

// corners returns a list of vertices of triangles.
func corners(tri [][3]int32) []int32 {
	return each(3*len(tri), func(i int) int32 { return tri[i/3][i%3] })
}
