package fit

import (
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

// slopes are ranges of stiffness in the units of the instruments.
var slopes = map[string]struct {
	name string
	unit float64 // force over deformation, in SI
	findings.Range
}{
	"tensile": {"a force over elongation", gfPerCm, findings.Stretch.In("gf/cm", gfPerCm)},
	"shear":   {"G", gfPerCm / degree, findings.Shear.In("gf/(cm·deg)", gfPerCm/degree)},
	"bending": {"B", gfCm2, findings.Bending.In("gf·cm²/cm", gfCm2/3)},
}

// KESSlope returns a finding if the slope of a whole curve [SI] is out of range.
func KESSlope(mode string, slope float64) *findings.Finding {
	q := slopes[mode]
	return q.Find(0, q.name, slope/q.unit)
}

// Largest forces of clothing fabrics on Kawabata's instruments at 8° and 2.5 1/cm, with margins. Of the shipped
// fabrics, except paper, felt has the largest values, 21 gf/cm in shear and 3.1 gf·cm/cm in bending; stretch-denim has
// 19 and 1.8, cotton 7.3 and 0.36. Forces that are 9.81 times too large keep the shape of a curve; for cloth of medium
// stiffness they exceed these limits.
const (
	mostShear = 40 * gfPerCm // [N/m]
	mostBend  = 3.3 * kesGf  // [N]
)

// KESBeyond returns a finding if a curve exceeds the range of Kawabata's instruments by a tenth (500 gf/cm, 8°, 2.5
// 1/cm); if it reverses before a fifth of it in shear and bending, or before a fiftieth of 500 gf/cm (knits reverse at
// a tenth, as with N/cm under gf/cm); or if it takes more force than clothing fabrics do.
func KESBeyond(mode string, most, force float64) *findings.Finding {
	const room = 1.1
	far := map[string]struct {
		name, unit, force, forceUnit, when string
		si, turns, short, forceSI, clothes float64
	}{
		"tensile": {"force", " gf/cm", "", "", "", gfPerCm, 500, 0.02, 0, 0},
		"shear":   {"angle", "°", "force", " gf/cm", "shears by 8°", degree, 8, 0.2, gfPerCm, mostShear},
		"bending": {"curvature", " 1/cm", "moment", " gf·cm/cm", "bends to 2.5 1/cm", 100, 2.5, 0.2, kesGf, mostBend},
	}[mode]
	reach := most
	if mode == "tensile" {
		reach = force
	}
	switch at := far.turns * far.si; {
	case reach > room*at:
		return findings.NewWarning(0, findings.BeyondTester, far.name, reach/far.si, far.unit, mode, far.turns)
	case reach > 0 && reach < far.short*at:
		return findings.NewWarning(0, findings.ShortOfTester, far.name, reach/far.si, far.unit, mode, far.turns)
	case mode != "tensile" && force > far.clothes:
		return findings.NewWarning(0, findings.StifferThanClothes, far.force, force/far.forceSI, far.forceUnit,
			far.clothes/far.forceSI, far.when)
	}
	return nil
}
