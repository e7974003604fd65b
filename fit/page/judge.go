package page

import (
	"hysteron/fit"
	"hysteron/fit/plausible"
)

// Judge says what speaks against numbers that were searched for a part of a fabric, and is an error where no cloth can have one of them. part may be none where keys
// name theirs.
func Judge(file, part string, numbers []Number) (doubts []string, err error) {
	if part != "" {
		part += "."
	}
	for _, n := range numbers {
		doubt, err := plausible.Judge(part+n.Key, "", n.Value, true)
		if err != nil {
			return nil, &fit.TableError{File: file, Text: err.Error()}
		} else if doubt != "" {
			doubts = append(doubts, doubt)
		}
	}
	return doubts, nil
}
