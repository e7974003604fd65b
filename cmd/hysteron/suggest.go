package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// misread says why a command line was not understood. Instead of an unknown word it suggests what a slip of
// the hand makes of it: its beginning, or with a letter in three, or one, wrong. The parser's own suggestions go
// further.
func misread(err error) string {
	var at *kong.ParseError
	if !errors.As(err, &at) {
		return err.Error()
	}
	word, what, known := unknownWord(at.Context)
	if what == "" {
		return err.Error()
	}
	var near []string
	for _, name := range known {
		if typed := strings.TrimLeft(word, "-"); strings.HasPrefix(name, typed) ||
			edits(typed, name) <= max(1, len(typed)/3) {
			near = append(near, fmt.Sprintf("%q", word[:len(word)-len(typed)]+name))
		}
	}
	if near == nil {
		return what + " " + word
	}
	return what + " " + word + ", did you mean " + strings.Join(near, " or ") + "?"
}

// unknownWord is the word at which the parser stopped, what it took it for, and the words that it knows there. what is
// empty where the parser stopped for another reason.
func unknownWord(at *kong.Context) (word, what string, known []string) {
	rest := at.Path[len(at.Path)-1].Remainder()
	if len(rest) == 0 {
		return "", "", nil
	}
	if name, ok := strings.CutPrefix(rest[0], "--"); ok {
		name, _, _ = strings.Cut(name, "=")
		for _, f := range at.Flags() {
			known = append(known, f.Name)
		}
		if name == "" || slices.Contains(known, name) {
			return "", "", nil
		}
		return "--" + name, "unknown flag", known
	}
	node := at.Selected()
	if node == nil {
		node = at.Model.Node
	}
	for _, c := range node.Children {
		known = append(known, c.Name)
	}
	if strings.HasPrefix(rest[0], "-") || known == nil || slices.Contains(known, rest[0]) {
		return "", "", nil
	}
	return rest[0], "unexpected argument", known
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
