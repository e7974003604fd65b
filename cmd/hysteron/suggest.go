package main

import (
	"regexp"
	"strings"
)

// suggestion is what the parser adds to names that it does not know.
var (
	suggestion = regexp.MustCompile(`^(unknown flag|unexpected argument) (\S+), did you mean (?:one of )?(.+)\?$`)
	suggested  = regexp.MustCompile(`"([^"]*)"`)
)

// nearOnly leaves of what the parser suggests instead of a name what a slip of the hand makes of it: its beginning, or with a letter in three, or one, wrong.
func nearOnly(message string) string {
	m := suggestion.FindStringSubmatch(message)
	if m == nil {
		return message
	}
	typed := strings.TrimLeft(strings.Trim(m[2], `"`), "-")
	var near []string
	for _, q := range suggested.FindAllStringSubmatch(m[3], -1) {
		name := strings.TrimLeft(q[1], "-")
		if strings.HasPrefix(name, typed) || edits(typed, name) <= max(1, len(typed)/3) {
			near = append(near, `"`+q[1]+`"`)
		}
	}
	text := m[1] + " " + m[2]
	switch len(near) {
	case 0:
		return text
	case 1:
		return text + ", did you mean " + near[0] + "?"
	}
	return text + ", did you mean one of " + strings.Join(near, ", ") + "?"
}

// edits is how many letters are put in, left out or changed between two words (Levenshtein's distance).
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
