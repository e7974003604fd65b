package step

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Steering is the inputs that may change while a simulation runs, between steps.
type Steering struct {
	Gravity r3.Vec // [m/s²]
	Air     Air
	Grabs   []Grab // at most one of each vertex

	Tolerance float64 // of the positions [m]; 0: unchanged
}

// Grab pulls a vertex towards a target by a soft spring, the potential ½k·|x − target|², and may keep it on a leash. It
// prescribes nothing, so contact holds against it. The user's hands and soft pins are grabs, see SoftPins.
type Grab struct {
	Vertex    int32
	Stiffness float64 // k [N/m]; 0: none, with a leash alone
	Target    r3.Vec  // at the end of the following steps, or of the present one [m]
	Leash     Leash
}

// Leash keeps a vertex within a distance L of a place. Beyond, the force towards it is F·(e/w)², with the excess e = |x
// − centre| − L and w = L/100; the potential F·w/3·(e/w)³ has a continuous second derivative. An excess of a tenth of L
// takes 100 F.
type Leash struct {
	Centre r3.Vec  // [m]
	Length float64 // L [m]
	Force  float64 // F [N]; 0: none
}

// leashShare is the relative excess at which the force of a leash is Force.
const leashShare = 0.01 // derived: 1/20/√25: 25 weights lead to an excess of a twentieth, where F is the weight

// Hardness returns F/w² of the force Hardness·e² [N/m²].
func (l *Leash) Hardness() float64 {
	if l.Force == 0 {
		return 0
	}
	w := leashShare * l.Length
	return l.Force / (w * w)
}

// Steering returns the steering of the settings, without grabs.
func (s *Settings) Steering() Steering { return Steering{Gravity: s.Gravity, Air: s.Air} }

// Check returns an error for the first invalid value in a model of n vertices.
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
		case !(g.Stiffness >= 0) || g.Stiffness > MaxGrab || g.Stiffness == 0 && g.Leash.Force == 0:
			return fmt.Errorf("grab %d: stiffness %g N/m: expected more than 0 and at most %g", i, g.Stiffness, MaxGrab)
		case g.Leash.Force != 0 && !(g.Leash.Force > 0 && g.Leash.Force <= MaxGrab && g.Leash.Length > 0 &&
			cloth.Finite(g.Leash.Length)):
			return fmt.Errorf("grab %d: leash of %g m with %g N: expected more than 0", i, g.Leash.Length, g.Leash.Force)
		case !cloth.FiniteVec(g.Target) || !cloth.FiniteVec(g.Leash.Centre):
			return fmt.Errorf("grab %d: target %v: expected finite numbers", i, g.Target)
		}
		seen[g.Vertex] = true
	}
	return nil
}

// MaxGrab is the largest stiffness of a grab [N/m]. More is a wrong unit.
const MaxGrab = 1e9 // derived: E·A/l of a steel rod of 1 cm² and 2 cm, 2e11 Pa · 1e-4 m² / .02 m

// Set writes gravity, air and tolerance to settings.
func (s *Steering) Set(set *Settings) {
	if set.Gravity, set.Air = s.Gravity, s.Air; s.Tolerance != 0 {
		set.Tolerance = s.Tolerance
	}
}
