package fit

import (
	"fmt"
	"math"
	"strings"

	"hysteron/fit/findings"
)

// KESRows are the rows of a sheet by name (EMT, LT, WT, RT, G, 2HG, 2HG5, B, 2HB), warp and weft in the units of the
// instruments, with their lines; line 0: not measured.
type KESRows map[string]KESRow

// KESRow is a row.
type KESRow struct {
	Line int
	V    [2]float64
}

// kept are the ranges of half of the loop over the slope: the deformation that a sample keeps after release. Kawabata
// 1980 and later sheets have 0.1 to 1 1/cm of bending and 0.3 to 3.5 degrees of shear. The instruments repeat to a
// fifth at worst, so rare values start a fifth outside, and somewhat higher at the upper end, where knits and felts
// keep more. No cloth keeps the whole deformation of the instrument, 2.5 1/cm or 8 degrees, and none is without
// friction.
var kept = []struct {
	loop, slope string
	findings.Range
}{
	{"2HB", "B", findings.Limits("1/cm", 0.08, 1, 0.01, 2)},
	{"2HG", "G", findings.Limits("°", 0.24, 4, 0.03, 6)},
	{"2HG5", "G", findings.Limits("°", 0.24, 6, 0.03, 8)},
}

// apart are the largest ratios of both directions: they are of one cloth, and shear along both is the same deformation.
var apart = []struct {
	row       string
	rare, far float64
}{{"G", 1.7, 3}, {"2HG", 2.5, 4}, {"2HG5", 2.5, 4}, {"LT", 1.7, 2.5}, {"RT", 1.6, 3}, {"B", 4, 15}, {"2HB", 5, 20},
	{"EMT", 6, 40}, {"WT", 6, 40}}

// times returns the range of a ratio between a number and its inverse: usual within rare, possible within far.
func times(rare, far float64) findings.Range { return findings.Limits("", 1/rare, rare, 1/far, far) }

// own are ranges of single rows, if there are no others to compare with: woven suitings, shirts and dresses (Kawabata
// 1980) with margins. Knits are longer and take more work, so nothing is refused.
var own = []struct {
	row string
	findings.Range
}{
	{"EMT", findings.Woven("%", 0.7, 30, 0, 200)}, {"WT", findings.Woven("gf·cm/cm²", 1, 45, 0, math.Inf(1))},
	{"2HG", findings.Limits("gf/cm", 0.005, 30, 0, math.Inf(1))},
	{"2HG5", findings.Limits("gf/cm", 0.01, 40, 0, math.Inf(1))},
	{"LT", findings.Limits("", 0.4, 1.1, 0.3, 1.2)}, {"RT", findings.Resilience},
}

// Ratios of rows of one direction: 2HG5 over 2HG, and WT over LT·500 gf/cm·EMT/2, the definition of LT.
var (
	loopGrows = findings.Limits("", 0.7, 6, 0.3, 10)
	linearity = findings.Limits("", 0.95, 1.05, 0.95, 1.05)
)

var ways = [2]string{"warp", "weft"}

// CheckKESSheet returns findings about rows of a sheet, and about numbers that follow from two of them.
func CheckKESSheet(rows KESRows) (list findings.List) {
	for d, way := range ways {
		// ratio checks v if all rows that it follows from are present, named by what and names.
		ratio := func(r findings.Range, v float64, what string, names ...string) {
			var from []string
			for _, name := range names {
				if rows[name].V[d] == 0 {
					return
				}
				from = append(from, fmt.Sprintf("%s of %.4g in line %d", name, rows[name].V[d], rows[name].Line))
			}
			list.Add(r.Find(rows[names[0]].Line, fmt.Sprintf("%s (%s, by %s)", what, way, strings.Join(from, ", ")), v))
		}
		v := func(name string) float64 { return rows[name].V[d] }
		for _, q := range kept {
			ratio(q.Range, v(q.loop)/2/v(q.slope), "what cloth keeps when it is let go", q.loop, q.slope)
		}
		for _, q := range own {
			list.Add(q.Find(rows[q.row].Line, fmt.Sprintf("%s (%s)", q.row, way), v(q.row)))
		}
		ratio(loopGrows, v("2HG5")/v("2HG"), "2HG5 over 2HG", "2HG5", "2HG")
		ratio(linearity, v("WT")/(2.5*v("EMT")*v("LT")), "WT over LT·500 gf/cm·EMT/2", "LT", "WT", "EMT")
	}
	list = append(list, beyond(rows)...)
	for _, q := range apart {
		r := rows[q.row]
		list.Add(both(times(q.rare, q.far), r.Line, q.row, r.V[0], r.V[1]))
	}
	b, hb := rows["B"], rows["2HB"]
	if b.V[0]*b.V[1] != 0 {
		list.Add(both(times(5, 5), hb.Line, fmt.Sprintf("2HB over B (in line %d, in line %d)", hb.Line, b.Line),
			hb.V[0]/b.V[0], hb.V[1]/b.V[1]))
	}
	return list
}

// both returns a finding if the values along warp and weft differ by too large a factor.
func both(r findings.Range, line int, what string, warp, weft float64) *findings.Finding {
	if warp == 0 || weft == 0 {
		return nil
	}
	return r.Find(line, fmt.Sprintf("%s of %.4g along the warp over %.4g along the weft, a ratio", what, warp, weft),
		warp/weft)
}

// beyond returns findings about curves that would take more force than clothing fabrics do, from slope and loop to 8°
// and 2.5 1/cm. A fit of curves has the same findings.
func beyond(rows KESRows) (list findings.List) {
	for d, way := range ways {
		shear, bend := rows["G"].V[d]*8+max(rows["2HG"].V[d], rows["2HG5"].V[d])/2,
			rows["B"].V[d]*2.5+rows["2HB"].V[d]/2
		for _, q := range []struct {
			row   string
			doubt *findings.Finding
		}{{"G", KESBeyond("shear", 0, shear*gfPerCm)}, {"B", KESBeyond("bending", 0, bend*kesGf)}} {
			list.Add(impliedFinding(rows[q.row].Line, fmt.Sprintf("%s of %.4g (%s)", q.row, rows[q.row].V[d], way),
				q.doubt))
		}
	}
	return list
}

// impliedFinding returns the finding of what a number implies; nil if there is none.
func impliedFinding(line int, what string, beyond *findings.Finding) *findings.Finding {
	if beyond == nil {
		return nil
	}
	return findings.NewWarning(line, findings.AsksFor, what, beyond)
}

// stiff returns a finding about a stiffness (shear [N/m per rad] or bending [N·m]) that would take more force at 8° or
// 2.5 1/cm than clothing fabrics do.
func stiff(line int, mode, what string, stiffness float64) *findings.Finding {
	return impliedFinding(line, what, KESBeyond(mode, 0, stiffness*map[string]float64{"shear": 8 * degree,
		"bending": 250}[mode]))
}

// KESBeside returns a finding about slopes of whole curves along warp and weft [SI] that differ by more than the rows B
// and EMT of a sheet may.
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
