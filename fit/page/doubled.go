package page

import (
	"bytes"
	"fmt"
)

// Doubled says where readings of a table stand twice, word for word, as when they were pasted twice: each row beside itself, or the whole after itself. Such a table counts
// twice as many readings as there are.
func Doubled(data []byte) string {
	const few = 6
	var rows [][]byte
	var lines []int
	for i, line := range bytes.Split(data, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) > 0 && bytes.IndexByte([]byte("-+.0123456789"), line[0]) >= 0 {
			rows, lines = append(rows, line), append(lines, i+1)
		}
	}
	n := len(rows)
	if n < 2*few || n%2 != 0 {
		return ""
	}
	beside, after := true, true
	for i := range n / 2 {
		beside = beside && bytes.Equal(rows[2*i], rows[2*i+1])
		after = after && bytes.Equal(rows[i], rows[n/2+i])
	}
	const so = "were they pasted twice? Each counts as a reading of its own, so intervals are too narrow, by 1.4 times"
	switch {
	case beside:
		return fmt.Sprintf("each row stands twice, from line %d on: %s", lines[0], so)
	case after:
		return fmt.Sprintf("the rows from line %d on are those from line %d on once more: %s", lines[n/2], lines[0], so)
	}
	return ""
}
