package scenes

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// Vacuum is a layer whose air is removed. Its steps take very long.
const Vacuum formats.ProblemKind = "vacuum"

// vacuumLeast is the underpressure above which steps take long [Pa], measured with hysteron run (docs/air.md).
const vacuumLeast = 1000

// vacuums returns the layers that are evacuated.
func (c *inspection) vacuums(int) (problems []Problem) {
	for i := range c.Scene.Air {
		a := &c.Scene.Air[i]
		low := a.Start
		if a.Pressure != nil {
			low = *a.Pressure
		}
		v := c.Model.Enclosed(&c.Model.Air[i], c.Model.X0)
		switch {
		case low <= -vacuumLeast:
			problems = append(problems, warn(a.Cloth, Vacuum, "%.3g Pa below the air around press its walls on each other: "+
				"steps take very long; expected above -%d Pa", -low, vacuumLeast))
		case a.Flow < 0 && (a.Until == 0 || -a.Flow*a.Until > v):
			problems = append(problems, warn(a.Cloth, Vacuum, "it is sucked empty of the %.3g m³ that it starts with, and its "+
				"walls are pressed on each other: steps take very long; expected inlet_until_s to end before", v))
		}
	}
	return problems
}

// ErrAir returns the first [[air_layer]] whose volume at the start, with vertices at x, is below that of its min_gap_m,
// and an error: its density would be lower than at its pressure. Gaps up to the contact thickness are always allowed,
// as contact keeps the walls apart.
func (s *Setup) ErrAir(x []r3.Vec) (layer int, err error) {
	kept := max(s.Settings.Thickness, s.Settings.SelfThickness)
	for i := range s.Model.Air {
		a, c := &s.Scene.Air[i], &s.Model.Air[i]
		if v := s.Model.Enclosed(c, x); a.Gap > kept && c.Least > v {
			return i, fmt.Errorf("min_gap_m of %g between its walls is %.3g m³, and %s starts with %.3g m³: expected at most "+
				"%.2g", a.Gap, c.Least, a.Cloth, v, max(a.Gap*v/c.Least, kept))
		}
	}
	return 0, nil
}
