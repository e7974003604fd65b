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

// Beside says where slopes of whole curves along warp and weft [SI] are farther apart than those of one cloth are, as
// for the rows B and EMT of a sheet.
func KESBeside(mode string, warp, weft float64) string {
	row := map[string]string{"bending": "B", "tensile": "EMT"}[mode]
	for _, q := range apart {
		if less, more := min(warp, weft), max(warp, weft); q.row == row && less > 0 && more > q.rare*less {
			return fmt.Sprintf("%s of %.4g %s along the warp and %.4g along the weft, by the slopes of whole curves: of cloth "+
				"for clothes one is mostly within %g times the other; are the units right?",
				slopes[mode].name, warp/slopes[mode].unit, slopes[mode].Unit, weft/slopes[mode].unit, q.rare)
		}
	}
	return ""
}

// Slope says where the slope of a whole curve [SI] is one that cloth has not, and is an error where no cloth can have
// it.
func KESSlope(mode string, slope float64) (doubt string, err error) {
	q := slopes[mode]
	return q.Doubt(q.name, slope/q.unit), q.Check(q.name, slope/q.unit)
}
