package fit

import (
	"fmt"
	"math"

	"hysteron/fit/findings"
)

// Units of Kawabata's instruments [N, N/m, rad, N·m].
const (
	kesGf   = 9.80665e-3
	gfPerCm = kesGf / 1e-2
	degree  = math.Pi / 180
	gfCm2   = kesGf * 1e-2 // gf·cm²/cm
)

// slopes are stiffnesses in the units of the instruments.
var slopes = map[string]struct {
	name string
	unit float64 // of force over deformation, in SI
	findings.Range
}{
	"tensile": {"a force over elongation", gfPerCm, findings.Stretch.In("gf/cm", gfPerCm)},
	"shear":   {"G", gfPerCm / degree, findings.Shear.In("gf/(cm·deg)", gfPerCm/degree)},
	"bending": {"B", gfCm2, findings.Bending.In("gf·cm²/cm", gfCm2/3)},
}

// KESBeside finds slopes of whole curves along warp and weft [SI] that are farther apart than the rows B and EMT of a
// sheet are.
func KESBeside(mode string, warp, weft float64) *findings.Finding {
	row := map[string]string{"bending": "B", "tensile": "EMT"}[mode]
	for _, q := range apart {
		if q.row == row && warp > 0 && weft > 0 {
			return both(times(q.rare, math.Inf(1)), 0, fmt.Sprintf("slopes of whole curves: %s [%s]", slopes[mode].name,
				slopes[mode].Unit), warp/slopes[mode].unit, weft/slopes[mode].unit)
		}
	}
	return nil
}

// KESSlope finds where the slope of a whole curve [SI] is one that cloth has not.
func KESSlope(mode string, slope float64) *findings.Finding {
	q := slopes[mode]
	return q.Find(0, q.name, slope/q.unit)
}
