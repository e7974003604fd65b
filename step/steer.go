package step

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Steering is what may change while a simulation runs, between steps.
type Steering struct {
	Gravity r3.Vec // [m/s²]
	Air     Air
	Grabs   []Grab // at most one of each vertex

	Tolerance float64 // of the positions [m]; 0: as it is
}

// Grab pulls a vertex towards a target by a soft spring, the potential ½k·|x − target|². It prescribes nothing, so
// contact holds against it.
type Grab struct {
	Vertex    int32
	Stiffness float64 // k [N/m]
	Target    r3.Vec  // at the end of the steps that follow, or of one under way [m]
}

// Steering is what the settings say, without grabs.
func (s *Settings) Steering() Steering { return Steering{Gravity: s.Gravity, Air: s.Air} }

// Check reports the first thing that makes no sense in a model of n vertices.
func (s *Steering) Check(n int) error {
	set := DefaultSettings()
	s.Set(&set)
	if err := set.Check(); err != nil {
		return err
	}
	seen := map[int32]bool{}
	for i := range s.Grabs {
		g := &s.Grabs[i]
		switch {
		case g.Vertex < 0 || int(g.Vertex) >= n:
			return fmt.Errorf("grab %d of vertex %d: expected 0..%d", i, g.Vertex, n-1)
		case seen[g.Vertex]:
			return fmt.Errorf("grab %d of vertex %d: expected one grab of a vertex", i, g.Vertex)
		case !(g.Stiffness > 0) || g.Stiffness > maxGrab:
			return fmt.Errorf("grab %d: stiffness %g N/m: expected more than 0 and at most %g", i, g.Stiffness, maxGrab)
		case !cloth.FiniteVec(g.Target):
			return fmt.Errorf("grab %d: target %v: expected finite numbers", i, g.Target)
		}
		seen[g.Vertex] = true
	}
	return nil
}

// maxGrab bounds the stiffness of a grab [N/m]. More is a wrong unit.
const maxGrab = 1e9 // derived: E·A/l of a steel rod of 1 cm² and 2 cm, 2e11 Pa · 1e-4 m² / .02 m

// Set writes gravity, air and tolerance to settings.
func (s *Steering) Set(set *Settings) {
	if set.Gravity, set.Air = s.Gravity, s.Air; s.Tolerance != 0 {
		set.Tolerance = s.Tolerance
	}
}
