package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// misread explains why a command line was not parsed. For an unknown word it suggests known ones that start with it, or
// differ in at most a third of the letters. Suggestions of the parser are looser.
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

// unknownWord returns the word at which the parser stopped, what kind of word it expected, and the words known there.
// what is empty if the parser stopped for another reason.
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

// edits returns Levenshtein's distance of two words.
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
