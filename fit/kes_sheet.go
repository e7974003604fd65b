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

// What rows are by themselves, where no other may be there to compare with: woven suitings, shirts and dresses
// (Kawabata 1980), with room on both sides. Knits are longer, and take more work: that refuses nothing.
var own = []struct {
	row string
	findings.Range
	rare findings.Kind
}{
	{"EMT", findings.Limits("%", 0.7, 30, 0, math.Inf(1)), findings.RareWoven},
	{"WT", findings.Limits("gf·cm/cm²", 1, 45, 0, math.Inf(1)), findings.RareWoven},
	{"2HG", findings.Limits("gf/cm", 0.005, 30, 0, math.Inf(1)), findings.Rare},
	{"2HG5", findings.Limits("gf/cm", 0.01, 40, 0, math.Inf(1)), findings.Rare},
	{"LT", findings.Limits("", 0.4, 1.1, 0.3, 1.2), findings.Rare},
	{"RT", findings.Resilience, findings.Rare},
}

// loopGrows is 2HG5 over 2HG.
var loopGrows = findings.Limits("", 0.7, 6, 0.3, 10)

var ways = [2]string{"warp", "weft"}

// CheckKESSheet compares the numbers of a sheet: what cannot be is a refusal, and what is rare are warnings.
func CheckKESSheet(rows KESRows) (list []*findings.Finding) {
	add := func(f *findings.Finding) {
		if f != nil {
			list = append(list, f)
		}
	}
	lines := func(a, b KESRow) string {
		if a.Line == b.Line {
			return fmt.Sprintf("line %d", a.Line)
		}
		return fmt.Sprintf("lines %d and %d", a.Line, b.Line)
	}
	for d := range 2 {
		for _, q := range kept {
			loop, slope := rows[q.loop], rows[q.slope]
			if loop.V[d] == 0 || slope.V[d] == 0 {
				continue
			}
			v := loop.V[d] / 2 / slope.V[d]
			add(q.Find(loop.Line, v, "one of both", findings.Rare, fmt.Sprintf("%s of %.4g beside %s of %.4g (%s, %s): when "+
				"it is let go the cloth would keep %.3g %s", q.loop, loop.V[d], q.slope, slope.V[d], ways[d], lines(loop, slope),
				v, q.Unit)))
		}
		for _, q := range own {
			r := rows[q.row]
			add(q.Find(r.Line, r.V[d], "it", q.rare, strings.TrimSpace(fmt.Sprintf("%s of %.4g %s", q.row, r.V[d], q.Unit))+
				fmt.Sprintf(" (%s, line %d)", ways[d], r.Line)))
		}
		if g, g5 := rows["2HG"], rows["2HG5"]; g.V[d] > 0 && g5.V[d] > 0 {
			add(loopGrows.Find(g5.Line, g5.V[d]/g.V[d], "one of both", findings.Rare, fmt.Sprintf("2HG5 of %.4g is %.3g times "+
				"2HG of %.4g (%s, %s)", g5.V[d], g5.V[d]/g.V[d], g.V[d], ways[d], lines(g, g5))))
		}
	}
	list = append(list, beyond(rows)...)
	for _, q := range apart {
		r := rows[q.row]
		less, more := min(r.V[0], r.V[1]), max(r.V[0], r.V[1])
		switch {
		case less == 0:
		case more > q.far*less:
			add(findings.New(r.Line, findings.FarApart, findings.Refusal, q.row, r.V[0], r.V[1], r.Line, q.far))
		case more > q.rare*less:
			add(findings.New(r.Line, findings.RareApart, findings.Warning, q.row, r.V[0], r.V[1], r.Line, q.rare))
		}
	}
	b, hb := rows["B"], rows["2HB"]
	if x, y := hb.V[0]*b.V[1], hb.V[1]*b.V[0]; x > 0 && y > 0 && max(x, y) > 5*min(x, y) {
		add(findings.New(hb.Line, findings.LoopsApart, findings.Refusal, hb.V[0]/b.V[0], hb.V[1]/b.V[1], lines(b, hb)))
	}
	for d := range 2 { // WT = LT·500 gf/cm·EMT/2
		e, l, w := rows["EMT"], rows["LT"], rows["WT"]
		if e.V[d] == 0 || l.V[d] == 0 || w.V[d] == 0 {
			continue
		}
		if lt := w.V[d] / (2.5 * e.V[d]); math.Abs(lt/l.V[d]-1) > 0.05 {
			add(findings.New(l.Line, findings.OtherLinearity, findings.Refusal, l.V[d], lt, ways[d], w.Line, e.Line))
		}
	}
	return list
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
	if _, most := own[0].Usual(); e > most {
		note = fmt.Sprintf("%s: woven cloth for clothes has 0.5 to %g, softer cloth more; are the units right?", text, most)
	}
	return note
}

// beyond finds curves that would take more force than those of clothes do, which a fit of curves says, too: from slope
// and loop to 8° and 2.5 1/cm.
func beyond(rows KESRows) (list []*findings.Finding) {
	for d := range 2 {
		shear, bend := rows["G"].V[d]*8+max(rows["2HG"].V[d], rows["2HG5"].V[d])/2, rows["B"].V[d]*2.5+rows["2HB"].V[d]/2
		for _, q := range []struct {
			row   string
			doubt *findings.Finding
		}{{"G", KESBeyond("shear", 0, shear*gfPerCm)}, {"B", KESBeyond("bending", 0, bend*kesGf)}} {
			if q.doubt != nil {
				list = append(list, findings.New(rows[q.row].Line, findings.AsksFor, findings.Warning, q.row, rows[q.row].V[d],
					ways[d], rows[q.row].Line, q.doubt))
			}
		}
	}
	return list
}
