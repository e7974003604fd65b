// Ranges of the numbers of cloth, shared by all readers: beyond any cloth is an error, beyond clothing fabrics a
// warning. Such numbers mostly have another unit.

package findings

import (
	"fmt"
	"math"
	"strings"
)

// Range is the range of a number of cloth in a unit.
type Range struct {
	Unit            string
	usual, possible [2]float64
	beyond, rare    Kind // of findings
}

// Ranges of cloth in SI units. Chiffon has 0.02 kg/m², coated canvas 1. Stretch stiffness at small strains is 4 N/m for
// spandex to 1e5 for canvas; of shear 1 to 560 (paper 1,000); of bending, B/3, 3e-8 N·m for the sheerest silk to 2e-4
// for the canvas of suitings (Kawabata 1980; Clapp et al. 1990). Usual is this range with margins on both sides.
// Possible is beyond anything that is sewn, including felt, tarpaulin and paper: felt of 5 mm has 1.5 kg/m², buckram B
// of 20 gf·cm²/cm; no cloth is denser than packed fibres.
// buckram B of 20 gf·cm²/cm, and no cloth is denser than packed fibres.
var (
	Density   = Limits("kg/m²", 0.01, 1.2, 0.003, 1.8)
	Thickness = Limits("m", 3e-5, 0.01, 3e-6, 0.03)
	// density over thickness: fibres 900 to 2,500, fleece 65 and more
	Bulk    = Limits("kg/m³", 60, 1000, 2, 2000)
	Stretch = Limits("N/m", 1, 5e5, 0.05, 2e6)
	Shear   = Limits("N/m", 0.5, 1500, 0.1, 5e3)
	Bending = Limits("N·m", 3e-8, 2e-4, 1e-8, 1.6e-3)
	Moment  = Limits("N", 0, 5e-3, 0, 0.03) // friction of bending, half of 2HB: 0.5 and 3 gf·cm/cm
	Sliding = Limits("N/m", 0, 15, 0, 50)   // friction of shear, half of 2HG
	// Remaining deformation after release, friction over stiffness: friction of bending at 1 1/cm, where 2HB is read;
	// of shear at zero shear, where it may be zero.
	KeptBend  = Limits("1/m", 3, 100, 1, 200)
	KeptShear = Limits("rad", 0, 0.07, 0, 0.105)
	Rubbing   = Limits("", 0.02, 1.5, 0.01, 20) // coefficients of friction
	// share of the work of stretching that is recovered, Kawabata's RT: 100 % without friction
	Resilience = Limits("%", 25, 95, 5, 100)
)

// Limits returns a range of usual and of possible values.
func Limits(unit string, usualLo, usualHi, lo, hi float64) Range {
	return Range{unit, [2]float64{usualLo, usualHi}, [2]float64{lo, hi}, NoCloth, Rare}
}

// Expected returns the range of a reading that does not depend on the cloth.
func Expected(unit string, lo, hi float64) Range {
	return Range{unit, [2]float64{lo, hi}, [2]float64{lo, hi}, Unexpected, Unexpected}
}

// Woven returns a range whose usual part is that of woven clothing fabrics; softer cloth exists.
func Woven(unit string, usualLo, usualHi, lo, hi float64) Range {
	r := Limits(unit, usualLo, usualHi, lo, hi)
	r.rare = RareWoven
	return r
}

// Possible returns the ends of the possible values.
func (r Range) Possible() (lo, hi float64) { return r.possible[0], r.possible[1] }

// Find returns a refusal for an impossible value, a warning for an unusual one, otherwise nil. what names the value.
// Zero stands for a value that was not measured, and is in every range.
func (r Range) Find(line int, what string, v float64) *Finding {
	if v == 0 && r.beyond != Unexpected {
		return nil
	}
	unit := r.Unit
	if unit != "" {
		unit = " " + unit
	}
	values := []any{what, v, unit, r.usual[0], r.usual[1], unit}
	switch {
	case beyond(v, r.possible):
		values[3], values[4] = r.possible[0], r.possible[1]
		return NewRefusal(line, r.beyond, append(values, r.off(v))...)
	case !beyond(v, r.usual):
		return nil
	case r == Resilience && v > r.usual[1]:
		return NewWarning(line, NothingRubs, values...)
	}
	return NewWarning(line, r.rare, values...)
}

// Impossible returns a finding for an impossible value.
func (r Range) Impossible(line int, what string, v float64) *Finding {
	r.usual = r.possible
	return r.Find(line, what, v)
}

// Reached returns the least usual value if v is below it and its interval, up to hi, reaches it; otherwise v. The data
// then do not contradict a usual value.
func (r Range) Reached(v, hi float64) float64 {
	if v < r.usual[0] && hi >= r.usual[0] {
		return r.usual[0]
	}
	return v
}

// In returns the range in another unit of si SI units.
func (r Range) In(unit string, si float64) Range {
	for k := range 2 {
		r.usual[k], r.possible[k] = r.usual[k]/si, r.possible[k]/si
	}
	r.Unit = unit
	return r
}

func beyond(v float64, b [2]float64) bool { return !(v >= b[0] && v <= b[1]) }

// off returns the powers of ten that would make an unusual value usual, nearer ones first, without those at the rim of
// a wide range.
func (r Range) off(v float64) string {
	least, most := r.usual[0], r.usual[1]
	if least == 0 {
		least = most / 100
	}
	if most >= 100*least {
		least, most = 3.5*least, most/3.5
	}
	var first, last float64
	for k := 1; k <= 6; k++ {
		for _, by := range []float64{math.Pow10(-k), math.Pow10(k)} {
			if w := math.Abs(v) * by; w >= least && w <= most && beyond(v, r.possible) {
				if last = by; first == 0 {
					first = by
				}
			}
		}
	}
	switch share := r.Unit == "%" && min(first, last) <= 100 && max(first, last) >= 100; {
	case first == 0 || r.beyond == Unexpected: // not a number of cloth
		return ""
	case share && v <= 1:
		return " With 100 times as much it would be cloth; the unit of a share is [1]"
	case first == last:
		return fmt.Sprintf(" With %g times as much it would be cloth", first)
	}
	return fmt.Sprintf(" With %g to %g times as much it would be cloth", first, last)
}

// RangeOf returns the range of a number of a fabric file by its path, such as bend_warp.k1_nm. ok is false if there is
// none.
func RangeOf(path string) (r Range, ok bool) {
	part, key, within := strings.Cut(path, ".")
	if !within {
		key = path
	}
	switch {
	case path == "density_kg_m2":
		return Density, true
	case path == "thickness_m":
		return Thickness, true
	case path == "body_friction":
		return Rubbing, true
	case key == "k1_nm" || key == "k_1_nm":
		return Bending, true
	case key == "friction.a_n":
		return Moment, true
	case key == "friction.a_n_m" && part == "shear":
		return Sliding, true
	case (key == "k1_n_m" || key == "k_1_n_m") && part == "shear":
		return Shear, true
	case (key == "k1_n_m" || key == "k_1_n_m") && (part == "warp" || part == "weft"):
		return Stretch, true
	}
	return r, false
}

// Number is a number of a fabric file with its source.
type Number struct {
	Path, From string
	Value      float64
	Searched   bool
	Line       int // of a sheet
}

// Find returns a finding for a number out of its range. A searched number is refused only if it is too large: a search
// may leave little stiffness if it grows from nearly zero, or if friction replaces it.
func (n Number) Find() *Finding {
	r, ok := RangeOf(n.Path)
	if !ok {
		return nil
	}
	what := n.Path
	if n.From != "" {
		what += " (from " + n.From + ")"
	}
	f := r.Find(n.Line, what, n.Value)
	if n.Searched && math.Abs(n.Value) < r.possible[1] {
		return f.Mild()
	}
	return f
}

// Packed returns a finding for a density [kg/m²] over a thickness [m] out of range. lent names the one that is the
// base's: then nothing is refused, and only impossible cloth is a warning about both.
func Packed(line int, density, thickness float64, lent string) *Finding {
	if lent == "" {
		return Bulk.Find(line, "density over thickness", density/thickness)
	}
	return Bulk.Impossible(line, "density over thickness ("+lent+", not measured)", density/thickness).Mild()
}

// at is the bending strain where Kawabata's 2HB is read, at a curvature of 1 1/cm [1/m].
const at = 300

// Judge returns findings for numbers of one cloth: each out of its range, friction over stiffness, and density over
// thickness.
func Judge(numbers []Number) (list List) {
	whole, lines, searched := map[string]float64{}, map[string]int{}, false
	for _, n := range numbers {
		list.Add(n.Find())
		whole[n.Path], lines[n.Path] = n.Value, n.Line
		searched = searched || n.Searched && (strings.HasPrefix(n.Path, "bend_") || strings.HasPrefix(n.Path, "shear"))
	}
	for _, part := range []string{"shear", "bend_warp", "bend_weft"} {
		r, k, k2, a := KeptBend, 3*whole[part+".k1_nm"], 9*whole[part+".k2_nm2"], whole[part+".friction.a_n"]
		grown := a + at*whole[part+".friction.b_nm"]
		if part == "shear" {
			r, k, k2, a = KeptShear, whole["shear.k1_n_m"], whole["shear.k2_n_m"], whole["shear.friction.a_n_m"]
			grown = a
		}
		if !(k > 0 && searched) { // rows of sheets are compared elsewhere
			continue
		}
		if grown/k < r.usual[0] { // noise alone leaves a little in cloth without friction
			list.Add(r.Find(0, part+": friction at 1 1/cm over stiffness, which the unit of curvature alone changes,",
				grown/k).Mild())
		} else if kept := 2 * a / (k + math.Sqrt(k*k+4*k2*a)); kept > r.usual[1] { // (k + k₂x)x = a
			list.Add(r.Find(0, part+": what friction.a keeps when it is let go", kept))
		}
	}
	if w, t := whole["density_kg_m2"], whole["thickness_m"]; w > 0 && t > 0 {
		list.Add(Packed(lines["thickness_m"], w, t, ""))
	}
	return list
}
