package page

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"hysteron/fit/findings"
)

// rowsOf returns the header and the rows of a table without notes, and their line numbers.
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

// Doubled returns findings about repeated readings, as from pasting twice: each row, the whole table, or a single row.
// Such a table counts more readings than there are.
func Doubled(data []byte) findings.List {
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
	switch {
	case beside:
		return findings.List{findings.NewWarning(lines[0], findings.TwiceEach)}
	case after:
		return findings.List{findings.NewWarning(lines[n/2], findings.TwiceAfter, lines[0])}
	}
	return once(head, rows, lines)
}

// once returns a finding about a repeated row, if the settings change from row to row elsewhere. If settings are
// repeated elsewhere with other readings, or often, the repetition was a measurement, and rounding makes some equal.
func once(head string, rows []string, lines []int) (list findings.List) {
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
			list.Add(findings.NewWarning(lines[i], findings.TwiceOne, lines[i-1]))
		}
	}
	return list
}

// settings returns what was set for each row: its time, otherwise the column with the fewest values, with the direction
// of a strip. It returns nil if that mostly equals the row before, or if the only column is the reading itself: equal
// readings of several specimens are honest.
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
	least, numbers := 0, 0
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
		case name != "sample":
			numbers++
			if len(values) > 1 && (set == nil || len(values) < least) {
				set, least = slices.Clone(columns[k]), len(values)
			}
		}
	}
	if numbers < 2 {
		return nil
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

// Alike returns findings about two directions with the same table: the same file, or another one with the same
// readings. Tables of a virtual tester may be equal, for balanced cloth without errors.
func Alike(files, of []string, data [][]byte) (list findings.List) {
	for i := range files {
		for k := range i {
			switch same := filepath.Clean(files[i]) == filepath.Clean(files[k]); {
			case same:
				list.Add(findings.NewWarning(0, findings.FileTwice, files[i], of[k], of[i]))
			case !bytes.HasPrefix(data[i], []byte("# Written by Hysteron")) && alike(data[i], data[k]):
				list.Add(findings.NewWarning(0, findings.FileCopied, files[i], of[i], files[k], of[k]))
			}
		}
	}
	return list
}

func alike(a, b []byte) bool {
	_, one, _ := rowsOf(a)
	_, other, _ := rowsOf(b)
	return len(one) > 0 && slices.Equal(one, other)
}
