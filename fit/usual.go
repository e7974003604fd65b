package fit

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"hysteron/fit/plausible"
)

// JudgeSheet says what speaks against the numbers of a sheet, and is an error where no cloth can have one of them.
func JudgeSheet(file string, list []Converted) (doubts []string, err error) {
	numbers := make([]plausible.Number, len(list))
	for i, n := range list {
		numbers[i] = plausible.Number{Path: strings.TrimPrefix(n.Part+"."+n.Key, "."), From: n.From, Value: n.Value, Searched: n.Part == "warp" || n.Part == "weft"}
	}
	if doubts, err = plausible.JudgeAll(numbers); err != nil {
		e := &TableError{File: file, Text: err.Error()}
		if refused := new(plausible.Refused); errors.As(err, &refused) {
			for i, n := range numbers {
				if e.Line == 0 && strings.HasPrefix(n.Path, refused.Path) {
					e.Line = list[i].Line
				}
			}
		}
		return nil, e
	}
	return doubts, nil
}

// lined gives numbers the line of the first row that they are from.
func lined(list []Converted, lines map[string]int) []Converted {
	for i, n := range list {
		row, _, _ := strings.Cut(strings.ToLower(n.From), ",")
		list[i].Line = cmp.Or(lines[row], lines[row+"0"]) // T and T0
	}
	return list
}

// note adds a remark.
func (s *Sheet) note(format string, args ...any) {
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}

// usual are the ranges in which the values of clothing lie, in the units of the instruments: Kawabata 1980 for suitings and shirts,
// with room on both sides. What is outside is converted, and said. Of what a fabric has as well see JudgeSheet.
func (s *Sheet) usual() {
	for _, q := range []struct {
		name   string
		v      [2]float64
		unit   float64
		lo, hi float64
		in     string
	}{
		{"2HG", s.HG, gf / 1e-2, 0.005, 30, "gf/cm"},
		{"2HG5", s.HG5, gf / 1e-2, 0.01, 40, "gf/cm"},
	} {
		for d, way := range []string{"warp", "weft"} {
			if v := q.v[d] / q.unit; v != 0 && (v < q.lo || v > q.hi) {
				if q.v[0] == q.v[1] {
					way = "both"
					if d == 1 {
						continue
					}
				}
				s.note("%s of %.4g %s (%s): cloth for clothes has %g to %g; is the unit right?", q.name, v, q.in, way, q.lo, q.hi)
			}
		}
	}
	if mean2(s.G) > 0 && s.lines["2hg"] == 0 {
		if s.lines["2hg5"] > 0 {
			s.note("there is no 2HG: friction of shear is that of 2HG5 at every angle, more than cloth has at small ones")
		} else {
			s.note("there is no 2HG: shear gets no friction")
		}
	}
	if mean2(s.B) > 0 && s.lines["2hb"] == 0 {
		s.note("there is no 2HB: bending gets no friction")
	}
	for d, way := range []string{"warp", "weft"} {
		if s.HB[d] > 0 && s.B[d] == 0 {
			s.note("2HB of the %s is not used: there is no B of it", way)
		}
		if s.HG5[d] > 0 && s.HG5[d] < s.HG[d] {
			s.note("2HG5 of the %s is below 2HG: friction does not fall with shear, so b of shear is 0", way)
		}
	}
}
