package fit

import (
	"cmp"
	"fmt"
	"strings"

	"hysteron/fit/findings"
)

// JudgeSheet returns findings about the numbers of a sheet, and an error for impossible ones.
func JudgeSheet(file string, list []Converted) (findings.List, error) {
	numbers := make([]findings.Number, len(list))
	for i, n := range list {
		numbers[i] = findings.Number{Path: strings.TrimPrefix(n.Part+"."+n.Key, "."), From: n.From, Value: n.Value,
			Searched: n.Part == "warp" || n.Part == "weft", Line: n.Line}
	}
	found := findings.Judge(numbers)
	return found, Refused(file, found.Refusal())
}

// lined sets the lines of numbers to the first row that they follow from.
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

// friction notes parts with a stiffness but without friction.
func (s *Sheet) friction() {
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
	lacks := func(d int) bool { return s.stretches(d) && s.RT[d] == 0 }
	if lacks(0) && lacks(1) {
		s.note("there is no RT: stretch gets no friction")
	}
	for d, way := range []string{"warp", "weft"} {
		if lacks(d) && !lacks(1-d) {
			s.note("there is no RT of the %s: its stretch gets no friction", way)
		}
		if s.HB[d] > 0 && s.B[d] == 0 {
			s.note("2HB of the %s is not used: there is no B of it", way)
		}
		if s.B[d] > 0 && s.lines["2hb"] > 0 && !s.has("2hb", d) {
			s.note("there is no 2HB of the %s: its bending gets no friction", way)
		}
		if s.HG5[d] > 0 && s.HG5[d] < s.HG[d] {
			s.note("2HG5 of the %s is below 2HG: friction does not fall with shear, so b of shear is 0", way)
		}
	}
}
