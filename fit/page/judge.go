package page

import (
	"strings"

	"hysteron/fit"
	"hysteron/fit/plausible"
)

// Judge says what speaks against numbers that were searched for a part of a fabric, and is an error where no cloth can have one of them. part may be none where keys
// name theirs.
func Judge(file, part string, numbers []Number) (doubts []string, err error) {
	if part != "" {
		part += "."
	}
	list := make([]plausible.Number, len(numbers))
	for i, n := range numbers {
		list[i] = plausible.Number{Path: part + n.Key, Value: n.Value, Searched: true}
	}
	if doubts, err = plausible.JudgeAll(list); err != nil {
		return nil, &fit.TableError{File: file, Text: err.Error()}
	}
	for i, d := range doubts {
		doubts[i] = strings.TrimPrefix(d, "warning: ") // which is said before each
	}
	return doubts, nil
}
