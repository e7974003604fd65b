package fit

import (
	"fmt"
	"math"

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

// Wrong is what cannot be, in the lines of a sheet.
type KESWrong struct {
	Line int
	Text string
}

// span is what a number is of cloth, and can be.
type span struct{ rareLo, rareHi, lo, hi float64 }

// all of the work comes back, where nothing rubs [%].
const all = 100

// Half of the loop over the slope is what a sample keeps when it is let go: Kawabata 1980 and sheets since have .1 to
// 1 1/cm of bending, and .3 to 3.5 degrees of shear, of values that these instruments repeat to a fifth at the worst,
// so that what is rare begins a fifth beyond, and above, where knits and felts keep more, a little further on. None
// keeps what it was bent to by the instrument, to 2.5 1/cm and to 8 degrees, and none is without friction.
var kept = []struct {
	loop, slope, unit string
	span
}{
	{"2HB", "B", "1/cm", span{0.08, 1, 0.01, 2}},
	{"2HG", "G", "°", span{0.24, 4, 0.03, 6}},
	{"2HG5", "G", "°", span{0.24, 6, 0.03, 8}},
}

// How many times the larger of both directions may be the other: they are of one cloth, and shear along both is the
// same deformation.
var apart = []struct {
	row       string
	rare, far float64
}{{"G", 1.7, 3}, {"2HG", 2.5, 4}, {"2HG5", 2.5, 4}, {"LT", 1.7, 2.5}, {"RT", 1.6, 3}, {"B", 4, 15}, {"2HB", 5, 20},
	{"EMT", 6, 40}, {"WT", 6, 40}}

// What rows are by themselves, where no other may be there to compare with: woven suitings, shirts and dresses
// (Kawabata 1980), with room on both sides. Knits are longer, and take more work.
var own = []struct {
	row, unit, has string
	rareLo, rareHi float64
}{
	{"EMT", "%", "woven cloth for clothes has %g to %g, softer cloth more", 0.7, 30},
	{"WT", "gf·cm/cm²", "woven cloth for clothes has %g to %g, softer cloth more", 1, 45},
	{"2HG", "gf/cm", "cloth for clothes has %g to %g", 0.005, 30}, {"2HG5", "gf/cm", "cloth for clothes has %g to %g",
		0.01, 40},
}

var ways = [2]string{"warp", "weft"}

// CheckSheet compares the numbers of a sheet: what cannot be is a fault, nil where all can; what is rare are notes.
func CheckKESSheet(rows KESRows) (notes []string, wrong *KESWrong) {
	lines := func(a, b KESRow) string {
		if a.Line == b.Line {
			return fmt.Sprintf("line %d", a.Line)
		}
		return fmt.Sprintf("lines %d and %d", a.Line, b.Line)
	}
	judge := func(v float64, s span, at int, what, of string) *KESWrong {
		switch {
		case v < s.lo || v > s.hi:
			return &KESWrong{at, fmt.Sprintf("%s: no cloth is beyond %g to %g; %s is of another unit, or its decimal point is "+
				"off", what, s.lo, s.hi, of)}
		case s.hi == all && v > s.rareHi:
			notes = append(notes, fmt.Sprintf("%s: cloth for clothes gives back %g to %g %%, and only what nothing rubs in "+
				"gives back nearly all", what, s.rareLo, s.rareHi))
		case v < s.rareLo || v > s.rareHi:
			notes = append(notes, fmt.Sprintf("%s: cloth for clothes has %g to %g; are the units right?", what, s.rareLo,
				s.rareHi))
		}
		return nil
	}
	for d := range 2 {
		for _, q := range kept {
			loop, slope := rows[q.loop], rows[q.slope]
			if loop.V[d] == 0 || slope.V[d] == 0 {
				continue
			}
			v := loop.V[d] / 2 / slope.V[d]
			what := fmt.Sprintf("%s of %.4g beside %s of %.4g (%s, %s): when it is let go the cloth would keep %.3g %s", q.loop,
				loop.V[d], q.slope, slope.V[d], ways[d], lines(loop, slope), v, q.unit)
			if w := judge(v, q.span, loop.Line, what, "one of both"); w != nil {
				return nil, w
			}
		}
		for _, q := range own {
			if r := rows[q.row]; r.V[d] != 0 && (r.V[d] < q.rareLo || r.V[d] > q.rareHi) {
				notes = append(notes, fmt.Sprintf("%s of %.4g %s (%s, line %d): %s; are the units right?", q.row, r.V[d], q.unit,
					ways[d], r.Line, fmt.Sprintf(q.has, q.rareLo, q.rareHi)))
			}
		}
		for _, q := range []struct {
			row string
			span
		}{{"LT", span{0.4, 1.1, 0.3, 1.2}}, {"RT", span{25, 95, 5, all}}} {
			if r := rows[q.row]; r.V[d] != 0 {
				if w := judge(r.V[d], q.span, r.Line, fmt.Sprintf("%s of %.4g (%s)", q.row, r.V[d], ways[d]), "it"); w != nil {
					return nil, w
				}
			}
		}
		if g, g5 := rows["2HG"], rows["2HG5"]; g.V[d] > 0 && g5.V[d] > 0 {
			if w := judge(g5.V[d]/g.V[d], span{0.7, 6, 0.3, 10}, g5.Line, fmt.Sprintf("2HG5 of %.4g is %.3g times 2HG of %.4g "+
				"(%s, %s)", g5.V[d], g5.V[d]/g.V[d], g.V[d], ways[d], lines(g, g5)), "one of both"); w != nil {
				return nil, w
			}
		}
	}
	notes = append(notes, beyond(rows)...)
	for _, q := range apart {
		r := rows[q.row]
		less, more := min(r.V[0], r.V[1]), max(r.V[0], r.V[1])
		if less == 0 {
			continue
		}
		what := fmt.Sprintf("%s of %.4g along the warp and %.4g along the weft (line %d)", q.row, r.V[0], r.V[1], r.Line)
		if more > q.far*less {
			return nil, &KESWrong{r.Line, fmt.Sprintf("%s: expected one within %g times the other; a decimal point or a unit "+
				"is off", what, q.far)}
		} else if more > q.rare*less {
			notes = append(notes, fmt.Sprintf("%s: of cloth for clothes one is mostly within %g times the other; are the "+
				"units right?", what, q.rare))
		}
	}
	b, hb := rows["B"], rows["2HB"]
	if x, y := hb.V[0]*b.V[1], hb.V[1]*b.V[0]; x > 0 && y > 0 && max(x, y) > 5*min(x, y) {
		return nil, &KESWrong{hb.Line, fmt.Sprintf("2HB over B is %.3g 1/cm along the warp and %.3g along the weft (%s): "+
			"expected one within 5 times the other, as both are of the same yarns; a decimal point or a unit is off",
			hb.V[0]/b.V[0], hb.V[1]/b.V[1], lines(b, hb))}
	}
	for d := range 2 { // WT = LT·500 gf/cm·EMT/2
		e, l, w := rows["EMT"], rows["LT"], rows["WT"]
		if e.V[d] == 0 || l.V[d] == 0 || w.V[d] == 0 {
			continue
		}
		if lt := w.V[d] / (2.5 * e.V[d]); math.Abs(lt/l.V[d]-1) > 0.05 {
			return nil, &KESWrong{l.Line, fmt.Sprintf("LT is %.3g, but WT and EMT give %.3g (%s, lines %d and %d): expected "+
				"WT = LT·500 gf/cm·EMT/2; are the units right?", l.V[d], lt, ways[d], w.Line, e.Line)}
		}
	}
	return notes, nil
}

// Asks says where a stiffness alone (shear [N/m per rad] or bending [N·m]), as a text has it, would take more force
// at 8° or 2.5 1/cm than clothes do.
func KESUnitNote(mode, text string, stiffness float64) (note string) {
	if d := KESBeyond(mode, 0, stiffness*map[string]float64{"shear": 8 * degree, "bending": 250}[mode]); d != nil {
		note = text + " asks for a " + d.String()
	}
	return note
}

// Long says where an elongation of a FAST sheet, E100 [%], as a text has it, is one that woven cloth for clothes has
// not even under Kawabata's larger load.
func KESLong(text string, e float64) (note string) {
	if most := own[0].rareHi; e > most {
		note = fmt.Sprintf("%s: woven cloth for clothes has 0.5 to %g, softer cloth more; are the units right?", text, most)
	}
	return note
}

// beyond says where the curves that a sheet is of would take more force than those of clothes do, which a fit of
// curves says, too: from slope and loop to 8° and 2.5 1/cm.
func beyond(rows KESRows) (notes []string) {
	for d := range 2 {
		shear, bend := rows["G"].V[d]*8+max(rows["2HG"].V[d], rows["2HG5"].V[d])/2, rows["B"].V[d]*2.5+rows["2HB"].V[d]/2
		for _, q := range []struct {
			row   string
			doubt *findings.Finding
		}{{"G", KESBeyond("shear", 0, shear*gfPerCm)}, {"B", KESBeyond("bending", 0, bend*kesGf)}} {
			if q.doubt != nil {
				notes = append(notes, fmt.Sprintf("%s of %.4g (%s, line %d) asks for a %s", q.row, rows[q.row].V[d], ways[d],
					rows[q.row].Line, q.doubt))
			}
		}
	}
	return notes
}
