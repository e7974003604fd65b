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
}

// What cloth is, in SI: chiffon has 0.02 kg/m², coated canvas 1; stretch stiffness at small strains goes from 4 N/m
// of spandex to 1e5 of canvas, that of shear from 1 to 560 (1,000 of paper), of bending, which is B/3, from 3e-8 N·m
// of the sheerest silk to 2e-4 of suitings' canvas (Kawabata 1980; Clapp et al. 1990). Usual is that with room on
// both sides; possible is beyond what is sewn at all, felt, tarpaulin and paper as well: felt of 5 mm has 1.5 kg/m²,
// buckram B of 20 gf·cm²/cm, and no cloth is denser than packed fibres.
var (
	Density   = Range{"kg/m²", [2]float64{0.01, 1.2}, [2]float64{0.003, 1.8}}
	Thickness = Range{"m", [2]float64{3e-5, 0.01}, [2]float64{3e-6, 0.03}}
	// density over thickness: fibres have 900 to 2,500, fleece 65 and more
	Bulk    = Range{"kg/m³", [2]float64{60, 1000}, [2]float64{2, 2000}}
	Stretch = Range{"N/m", [2]float64{1, 5e5}, [2]float64{0.05, 2e6}}
	Shear   = Range{"N/m", [2]float64{0.5, 1500}, [2]float64{0.1, 5e3}}
	Bending = Range{"N·m", [2]float64{3e-8, 2e-4}, [2]float64{1e-8, 1.6e-3}}
	Moment  = Range{"N", [2]float64{0, 5e-3}, [2]float64{0, 0.03}} // friction of bending, half of 2HB: .5 and 3 gf·cm/cm
	Sliding = Range{"N/m", [2]float64{0, 15}, [2]float64{0, 50}}   // friction of shear, half of 2HG
	// What stays of a bend or a shear that is let go, friction over stiffness: of friction at 1 1/cm, where 2HB is
	// read, and of that at no shear, which may be none.
	KeptBend  = Range{"1/m", [2]float64{3, 100}, [2]float64{1, 200}}
	KeptShear = Range{"rad", [2]float64{0, 0.07}, [2]float64{0, 0.105}}
	Rubbing   = Range{"", [2]float64{0.02, 1.5}, [2]float64{0.01, 20}} // coefficients of friction
	// share of the work of stretching that comes back, Kawabata's RT: all of it where nothing rubs
	Resilience = Range{"%", [2]float64{25, 95}, [2]float64{5, 100}}
)

// Limits is a range of what is usual and of what can be.
func Limits(unit string, usualLo, usualHi, lo, hi float64) Range {
	return Range{unit, [2]float64{usualLo, usualHi}, [2]float64{lo, hi}}
}

// Usual are the ends of what is usual.
func (r Range) Usual() (lo, hi float64) { return r.usual[0], r.usual[1] }

// Possible are the ends of what can be.
func (r Range) Possible() (lo, hi float64) { return r.possible[0], r.possible[1] }

// Find is what speaks against a value, of which what says what it is: that none can be so, where blame is of another
// unit, or that it is rare. nil: nothing, as of zero.
func (r Range) Find(line int, v float64, blame string, rare Kind, what string) *Finding {
	switch {
	case beyond(v, r.possible):
		return New(line, OffUnit, Refusal, what, r.possible[0], r.possible[1], blame)
	case beyond(v, r.usual) && r == Resilience && v > r.usual[1]:
		return New(line, NothingRubs, Warning, what, r.usual[0], r.usual[1])
	case beyond(v, r.usual):
		return New(line, rare, Warning, what, r.usual[0], r.usual[1])
	}
	return nil
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

func beyond(v float64, b [2]float64) bool { return v != 0 && !(v >= b[0] && v <= b[1]) }

func (r Range) says(what string, v float64, has string, b [2]float64) string {
	in := ""
	if r.Unit != "" {
		in = " " + r.Unit
	}
	return fmt.Sprintf("%s of %.4g%s: %s %.2g to %.2g%s; are the units right?%s", what, v, in, has, b[0], b[1], in,
		r.off(v))
}

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
	switch {
	case first == 0:
		return ""
	case first == last:
		return fmt.Sprintf(" With %g times as much it would be cloth", first)
	}
	return fmt.Sprintf(" With %g to %g times as much it would be cloth", first, last)
}

// Doubt says what speaks against a value: that cloth for clothes has none such. Of zero, which is none, nothing.
func (r Range) Doubt(what string, v float64) string {
	if beyond(v, r.usual) {
		return r.says(what, v, "cloth has", r.usual)
	}
	return ""
}

// Check refuses a value that no cloth can have.
func (r Range) Check(what string, v float64) error {
	if beyond(v, r.possible) || math.IsNaN(v) {
		return fmt.Errorf("%s", r.says(what, v, "no cloth is beyond", r.possible))
	}
	return nil
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

// Judge says what speaks against a number of a fabric, and is an error where no cloth can have it. Of a searched one
// only what is too large is an error: where a stiffness grows from nearly none, and where friction takes its place, a
// search may leave little.
func Judge(path, from string, v float64, searched bool) (doubt string, err error) {
	r, ok := RangeOf(path)
	if !ok {
		return "", nil
	}
	if from != "" {
		path += " (from " + from + ")"
	}
	if err := r.Check(path, v); err != nil && !(searched && math.Abs(v) < r.possible[1]) {
		return "", err
	}
	return r.Doubt(path, v), nil
}

// Packed judges a density [kg/m²] over a thickness [m]. One of them may be lent, of which it says what: that refuses
// nothing, and only what no cloth is speaks against both.
func Packed(density, thickness float64, lent string) (doubt string, err error) {
	if lent == "" {
		const what = "density over thickness"
		return Bulk.Doubt(what, density/thickness), Bulk.Check(what, density/thickness)
	}
	if err := Bulk.Check("density over thickness ("+lent+", not measured)", density/thickness); err != nil {
		return err.Error(), nil
	}
	return "", nil
}

// at is the strain of bending where Kawabata's 2HB is read, at 1 1/cm [1/m].
const at = 300

// Number is one of a fabric file, what it is from, and whether a search found it.
type Number struct {
	Path, From string
	Value      float64
	Searched   bool
}

// Refused is a number that no cloth has.
type Refused struct {
	Path string
	error
}

// JudgeAll judges numbers of one cloth, and its density over its thickness. Doubts are worded as warnings; errors are
// *Refused.
func JudgeAll(numbers []Number) (doubts []string, err error) {
	whole, searched := map[string]float64{}, false
	say := func(doubt string) {
		if doubt != "" {
			doubts = append(doubts, "warning: "+doubt)
		}
	}
	for _, n := range numbers {
		doubt, err := Judge(n.Path, n.From, n.Value, n.Searched)
		if err != nil {
			return nil, &Refused{n.Path, err}
		}
		say(doubt)
		whole[n.Path] = n.Value
		searched = searched || n.Searched && strings.HasPrefix(n.Path, "bend_") || n.Searched &&
			strings.HasPrefix(n.Path, "shear")
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
			say(r.Doubt(part+": friction at 1 1/cm over stiffness, which the unit of curvature alone changes,", grown/k))
			continue
		}
		what := part + ": what friction.a keeps when it is let go"
		if kept := 2 * a / (k + math.Sqrt(k*k+4*k2*a)); kept > r.usual[1] { // (k + k₂x)x = a
			if err := r.Check(what, kept); err != nil {
				return nil, &Refused{part + ".friction.a", err}
			}
			say(r.Doubt(what, kept))
		}
	}
	if w, t := whole["density_kg_m2"], whole["thickness_m"]; w > 0 && t > 0 {
		doubt, err := Packed(w, t, "")
		if err != nil {
			return nil, &Refused{"thickness_m", err}
		}
		say(doubt)
	}
	return doubts, nil
}
