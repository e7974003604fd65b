package kes

import (
	"math"

	"hysteron/fit/plausible"
)

// Units of Kawabata's instruments [N, N/m, rad, N·m].
const (
	gf      = 9.80665e-3
	gfPerCm = gf / 1e-2
	degree  = math.Pi / 180
	gfCm2   = gf * 1e-2 // gf·cm²/cm
)

// slopes are stiffnesses in the units of the instruments.
var slopes = map[string]struct {
	name string
	unit float64 // of force over deformation, in SI
	plausible.Range
}{
	"tensile": {"a force over elongation", gfPerCm, plausible.Stretch.In("gf/cm", gfPerCm)},
	"shear":   {"G", gfPerCm / degree, plausible.Shear.In("gf/(cm·deg)", gfPerCm/degree)},
	"bending": {"B", gfCm2, plausible.Bending.In("gf·cm²/cm", gfCm2/3)},
}

// Slope says where the slope of a whole curve [SI] is one that cloth has not, and is an error where no cloth can have it.
func Slope(mode string, slope float64) (doubt string, err error) {
	q := slopes[mode]
	return q.Doubt(q.name, slope/q.unit), q.Check(q.name, slope/q.unit)
}
