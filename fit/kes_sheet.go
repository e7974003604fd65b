package fit

import (
	"fmt"
	"math"
	"strings"

	"hysteron/fit/findings"
)

// Rows of a sheet by name (EMT, LT, WT, RT, G, 2HG, 2HG5, B, 2HB), warp and weft in the instruments' units, with
// their lines; of 0: not measured.
type KESRows map[string]KESRow

// Row is one of them.
type KESRow struct {
	Line int
	V    [2]float64
}

// Half of the loop over the slope is what a sample keeps when it is let go: Kawabata 1980 and sheets since have .1 to
// 1 1/cm of bending, and .3 to 3.5 degrees of shear, of values that these instruments repeat to a fifth at the worst,
// so that what is rare begins a fifth beyond, and above, where knits and felts keep more, a little further on. None
// keeps what it was bent to by the instrument, to 2.5 1/cm and to 8 degrees, and none is without friction.
var kept = []struct {
	loop, slope string
	findings.Range
}{
	{"2HB", "B", findings.Limits("1/cm", 0.08, 1, 0.01, 2)},
	{"2HG", "G", findings.Limits("°", 0.24, 4, 0.03, 6)},
	{"2HG5", "G", findings.Limits("°", 0.24, 6, 0.03, 8)},
}

// How many times the larger of both directions may be the other: they are of one cloth, and shear along both is the
// same deformation.
var apart = []struct {
	row       string
	rare, far float64
}{{"G", 1.7, 3}, {"2HG", 2.5, 4}, {"2HG5", 2.5, 4}, {"LT", 1.7, 2.5}, {"RT", 1.6, 3}, {"B", 4, 15}, {"2HB", 5, 20},
	{"EMT", 6, 40}, {"WT", 6, 40}}

// times is the range of a ratio that is usually within one number and its inverse, and always within another.
func times(rare, far float64) findings.Range { return findings.Limits("", 1/rare, rare, 1/far, far) }

// What rows are by themselves, where no other may be there to compare with: woven suitings, shirts and dresses
// (Kawabata 1980), with room on both sides. Knits are longer, and take more work: that refuses nothing.
var own = []struct {
	row string
	findings.Range
}{
	{"EMT", findings.Woven("%", 0.7, 30, 0, 200)}, {"WT", findings.Woven("gf·cm/cm²", 1, 45, 0, math.Inf(1))},
	{"2HG", findings.Limits("gf/cm", 0.005, 30, 0, math.Inf(1))},
	{"2HG5", findings.Limits("gf/cm", 0.01, 40, 0, math.Inf(1))},
	{"LT", findings.Limits("", 0.4, 1.1, 0.3, 1.2)}, {"RT", findings.Resilience},
}

// Ratios of rows of one direction: 2HG5 over 2HG, and WT over LT·500 gf/cm·EMT/2, which LT is defined by.
var (
	loopGrows = findings.Limits("", 0.7, 6, 0.3, 10)
	linearity = findings.Limits("", 0.95, 1.05, 0.95, 1.05)
)

var ways = [2]string{"warp", "weft"}

// CheckKESSheet finds rows of a sheet, and numbers that follow from two of them, that are out of their ranges.
func CheckKESSheet(rows KESRows) (list findings.List) {
	for d, way := range ways {
		// ratio is v where all rows that it follows from are there, behind what it is and what it follows from.
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

// both finds a number along the warp that is too many times that along the weft.
func both(r findings.Range, line int, what string, warp, weft float64) *findings.Finding {
	if warp == 0 || weft == 0 {
		return nil
	}
	return r.Find(line, fmt.Sprintf("%s of %.4g along the warp over %.4g along the weft, a ratio", what, warp, weft),
		warp/weft)
}

// beyond finds curves that would take more force than those of clothes do, which a fit of curves says, too: from slope
// and loop to 8° and 2.5 1/cm.
func beyond(rows KESRows) (list findings.List) {
	for d, way := range ways {
		shear, bend := rows["G"].V[d]*8+max(rows["2HG"].V[d], rows["2HG5"].V[d])/2, rows["B"].V[d]*2.5+rows["2HB"].V[d]/2
		for _, q := range []struct {
			row   string
			doubt *findings.Finding
		}{{"G", KESBeyond("shear", 0, shear*gfPerCm)}, {"B", KESBeyond("bending", 0, bend*kesGf)}} {
			list.Add(asks(rows[q.row].Line, fmt.Sprintf("%s of %.4g (%s)", q.row, rows[q.row].V[d], way), q.doubt))
		}
	}
	return list
}

// asks is a finding of what a number asks for; nil of none.
func asks(line int, what string, beyond *findings.Finding) *findings.Finding {
	if beyond == nil {
		return nil
	}
	return findings.Warn(line, findings.AsksFor, what, beyond)
}

// stiff finds a stiffness alone (shear [N/m per rad] or bending [N·m]), which what says, that would take more force at
// 8° or 2.5 1/cm than clothes do.
func stiff(line int, mode, what string, stiffness float64) *findings.Finding {
	return asks(line, what, KESBeyond(mode, 0, stiffness*map[string]float64{"shear": 8 * degree, "bending": 250}[mode]))
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
