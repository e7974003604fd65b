package page

import (
	"fmt"
	"math"
	"strings"
)

// instrumentUnits formats a number of a fabric, of shear or not, in the units of Kawabata's instruments; "" if there
// are none. The bending strain is three times the curvature: k1 = B/3 is given as B, and friction a as half of 2HB.
// Stiffness of shear is G per degree.
func instrumentUnits(key string, v float64, unit string, shear bool) string {
	const gf, deg = 9.80665e-3, math.Pi / 180
	switch unit {
	case "N/m":
		if strings.Contains(key, "k1_n_m") && shear {
			return fmt.Sprintf("G = %.4g gf/(cm·deg)", v/(gf/1e-2/deg))
		}
		return fmt.Sprintf("%.4g gf/cm", v/(gf/1e-2))
	case "N·m":
		return fmt.Sprintf("%.4g gf·cm²/cm; as k1, B = %.4g", v/(gf*1e-4/1e-2), 3*v/(gf*1e-4/1e-2))
	case "N":
		return fmt.Sprintf("%.4g gf·cm/cm", v/gf)
	case "1/m":
		return fmt.Sprintf("%.4g 1/cm, over three %.4g", v/100, v/300)
	}
	return ""
}
