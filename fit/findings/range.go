// Holds what cloth can be, once for all that reads numbers of it: what lies beyond any cloth is an error, what lies
// beyond cloth for clothes a doubt. Such numbers are mostly of another unit.

package findings

import (
	"fmt"
	"math"
	"strings"
)

// Range is what a number of cloth can be, in a unit.
type Range struct {
	Unit            string
	usual, possible [2]float64
	beyond, rare    Kind // of findings
}

// What cloth is, in SI: chiffon has 0.02 kg/m², coated canvas 1; stretch stiffness at small strains goes from 4 N/m
// of spandex to 1e5 of canvas, that of shear from 1 to 560 (1,000 of paper), of bending, which is B/3, from 3e-8 N·m
// of the sheerest silk to 2e-4 of suitings' canvas (Kawabata 1980; Clapp et al. 1990). Usual is that with room on
// both sides; possible is beyond what is sewn at all, felt, tarpaulin and paper as well: felt of 5 mm has 1.5 kg/m²,
// buckram B of 20 gf·cm²/cm, and no cloth is denser than packed fibres.
var (
	Density   = Limits("kg/m²", 0.01, 1.2, 0.003, 1.8)
	Thickness = Limits("m", 3e-5, 0.01, 3e-6, 0.03)
	// density over thickness: fibres have 900 to 2,500, fleece 65 and more
	Bulk    = Limits("kg/m³", 60, 1000, 2, 2000)
	Stretch = Limits("N/m", 1, 5e5, 0.05, 2e6)
	Shear   = Limits("N/m", 0.5, 1500, 0.1, 5e3)
	Bending = Limits("N·m", 3e-8, 2e-4, 1e-8, 1.6e-3)
	Moment  = Limits("N", 0, 5e-3, 0, 0.03) // friction of bending, half of 2HB: .5 and 3 gf·cm/cm
	Sliding = Limits("N/m", 0, 15, 0, 50)   // friction of shear, half of 2HG
	// What stays of a bend or a shear that is let go, friction over stiffness: of friction at 1 1/cm, where 2HB is
	// read, and of that at no shear, which may be none.
	KeptBend  = Limits("1/m", 3, 100, 1, 200)
	KeptShear = Limits("rad", 0, 0.07, 0, 0.105)
	Rubbing   = Limits("", 0.02, 1.5, 0.01, 20) // coefficients of friction
	// share of the work of stretching that comes back, Kawabata's RT: all of it where nothing rubs
	Resilience = Limits("%", 25, 95, 5, 100)
)

// Limits is a range of what is usual and of what can be.
func Limits(unit string, usualLo, usualHi, lo, hi float64) Range {
	return Range{unit, [2]float64{usualLo, usualHi}, [2]float64{lo, hi}, NoCloth, Rare}
}

// Expected is the range of a reading, whatever the cloth.
func Expected(unit string, lo, hi float64) Range {
	return Range{unit, [2]float64{lo, hi}, [2]float64{lo, hi}, Unexpected, Unexpected}
}

// Woven is a range whose usual part is that of woven cloth for clothes, while softer cloth has more.
func Woven(unit string, usualLo, usualHi, lo, hi float64) Range {
	r := Limits(unit, usualLo, usualHi, lo, hi)
	r.rare = RareWoven
	return r
}

// Possible are the ends of what can be.
func (r Range) Possible() (lo, hi float64) { return r.possible[0], r.possible[1] }

// Find finds a value out of range: beyond what can be it is refused, beyond what is usual it is a warning. what says
// what it is. Zero of cloth stands for what was not measured, and is in every range.
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
		return Refuse(line, r.beyond, append(values, r.off(v))...)
	case !beyond(v, r.usual):
		return nil
	case r == Resilience && v > r.usual[1]:
		return Warn(line, NothingRubs, values...)
	}
	return Warn(line, r.rare, values...)
}

// Impossible finds a value beyond what can be.
func (r Range) Impossible(line int, what string, v float64) *Finding {
	r.usual = r.possible
	return r.Find(line, what, v)
}

// Reached is the least usual value where a smaller number has an interval that reaches it, else the number: then the
// data speak against it.
func (r Range) Reached(v, hi float64) float64 {
	if v < r.usual[0] && hi >= r.usual[0] {
		return r.usual[0]
	}
	return v
}

// In is the range in another unit, of so many SI.
func (r Range) In(unit string, si float64) Range {
	for k := range 2 {
		r.usual[k], r.possible[k] = r.usual[k]/si, r.possible[k]/si
	}
	r.Unit = unit
	return r
}

func beyond(v float64, b [2]float64) bool { return !(v >= b[0] && v <= b[1]) }

// off says by which powers of ten a value that is beyond would be usual, and not at the rim of a wide range; nearer
// ones first.
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
	case first == 0 || r.beyond == Unexpected: // no matter of cloth
		return ""
	case share && v <= 1:
		return " With 100 times as much it would be cloth; the unit of a share is [1]"
	case first == last:
		return fmt.Sprintf(" With %g times as much it would be cloth", first)
	}
	return fmt.Sprintf(" With %g to %g times as much it would be cloth", first, last)
}

// Of is the range of a number of a fabric file, by its path, such as bend_warp.k1_nm; ok is false where there is
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

// Number is one of a fabric file, what it is from, and whether a search found it.
type Number struct {
	Path, From string
	Value      float64
	Searched   bool
	Line       int // of a sheet
}

// Find finds a number out of its range. Of a searched one only what is too large is refused: where a stiffness grows
// from nearly none, and where friction takes its place, a search may leave little.
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

// Packed finds a density [kg/m²] over a thickness [m] out of range. One of them may be lent, of which it says what:
// that refuses nothing, and only what no cloth is speaks against both.
func Packed(line int, density, thickness float64, lent string) *Finding {
	if lent == "" {
		return Bulk.Find(line, "density over thickness", density/thickness)
	}
	return Bulk.Impossible(line, "density over thickness ("+lent+", not measured)", density/thickness).Mild()
}

// at is the strain of bending where Kawabata's 2HB is read, at 1 1/cm [1/m].
const at = 300

// Judge finds numbers of one cloth that are out of their ranges, and friction over stiffness and density over thickness
// that are.
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
		if !(k > 0 && searched) { // of a sheet its rows are compared
			continue
		}
		if grown/k < r.usual[0] { // of cloth without friction errors leave any
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
