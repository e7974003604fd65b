package scenes

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"
)

// ErrAir finds an [[air_layer]] of less volume at the start, with vertices at x, than its min_gap_m counts: it would be
// less dense than its pressure says. Walls that contact keeps apart may have any gap up to that.
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
