package page

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// rowsOf are the header and the readings of a table, without what stands beside them, and their lines.
func rowsOf(data []byte) (head string, rows []string, lines []int) {
	for i, line := range strings.Split(string(data), "\n") {
		switch line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff")); {
		case line == "" || line[0] == '#':
		case strings.IndexByte("-+.0123456789", line[0]) >= 0:
			rows, lines = append(rows, line), append(lines, i+1)
		case head == "":
			head = strings.ToLower(line)
		}
	}
	return head, rows, lines
}

// Doubled says where readings of a table stand twice, word for word, as when they were pasted twice: each row beside
// itself, the whole after itself, or one row. Such a table counts more readings than there are.
func Doubled(data []byte) []string {
	const few = 6
	head, rows, lines := rowsOf(data)
	n := len(rows)
	if n < few {
		return nil
	}
	beside, after := n%2 == 0, n%2 == 0
	for i := range n / 2 {
		beside = beside && rows[2*i] == rows[2*i+1]
		after = after && rows[i] == rows[n/2+i]
	}
	const so = "were they pasted twice? Each counts as a reading of its own, so intervals are too narrow, by 1.4 times"
	switch {
	case beside:
		return []string{fmt.Sprintf("each row stands twice, from line %d on: %s", lines[0], so)}
	case after:
		return []string{fmt.Sprintf("the rows from line %d on are those from line %d on once more: %s", lines[n/2], lines[0],
			so)}
	}
	return once(head, rows, lines)
}

// once says which row is the row before once more, where what was set changes from row to row but there. Where it
// stands twice in a row elsewhere with other readings, or often, readings were repeated, and rounding makes some alike.
func once(head string, rows []string, lines []int) (says []string) {
	set := settings(head, rows)
	for i := 1; i < len(rows); i++ {
		if rows[i] != rows[i-1] {
			continue
		}
		again := 0
		for k := 1; k < len(rows) && set != nil; k++ {
			if set[k] == set[i] && set[k-1] == set[k] {
				again++
			}
		}
		if again == 1 {
			says = append(says, fmt.Sprintf("line %d is line %d once more, word for word: was it pasted twice? It counts as a "+
				"reading of its own", lines[i], lines[i-1]))
		}
	}
	return says
}

// settings are what was set of each row, as far as a table tells: its time, else the column with the fewest values,
// with the way that a strip went. nil where that mostly is as in the row before.
func settings(head string, rows []string) []string {
	cut := func(row string) []string {
		return strings.FieldsFunc(row, func(r rune) bool {
			return r == ';' || r == '\t' || r == ',' && !strings.Contains(head, ";")
		})
	}
	names := cut(head)
	columns := make([][]string, len(names))
	for _, r := range rows {
		cells := cut(r)
		if len(cells) != len(names) {
			return nil
		}
		for k := range cells {
			columns[k] = append(columns[k], strings.TrimSpace(cells[k]))
		}
	}
	var set, way []string
	least := 0
	for k, name := range names {
		values := map[string]bool{}
		for _, c := range columns[k] {
			values[c] = true
		}
		switch name = strings.TrimSpace(name); {
		case strings.HasPrefix(name, "time"):
			return columns[k]
		case name == "way":
			way = columns[k]
		case name != "sample" && len(values) > 1 && (set == nil || len(values) < least):
			set, least = slices.Clone(columns[k]), len(values)
		}
	}
	same := 0
	for i := range set {
		if way != nil {
			set[i] += way[i]
		}
		if i > 0 && set[i] == set[i-1] {
			same++
		}
	}
	if 3*same >= len(set) {
		return nil
	}
	return set
}

// Alike says where two directions got one table: the same file, or another with the same readings. Those of a virtual
// tester may be so, whose cloth is alike along both, and has no errors.
func Alike(files, of []string, data [][]byte) (says []string) {
	for i := range files {
		for k := range i {
			switch same := filepath.Clean(files[i]) == filepath.Clean(files[k]); {
			case same:
				says = append(says, fmt.Sprintf("%s was given for %s and for %s: was each measured, or is one file named twice? "+
					"Both get the same numbers", files[i], of[k], of[i]))
			case !bytes.HasPrefix(data[i], []byte("# Written by Hysteron")) && alike(data[i], data[k]):
				says = append(says, fmt.Sprintf("%s, for %s, has the readings of %s, for %s, word for word: was one copied for "+
					"the other?", files[i], of[i], files[k], of[k]))
			}
		}
	}
	return says
}

func alike(a, b []byte) bool {
	_, one, _ := rowsOf(a)
	_, other, _ := rowsOf(b)
	return len(one) > 0 && slices.Equal(one, other)
}
