package page

import (
	"bytes"
	"errors"

	"hysteron/fit"
	"hysteron/fit/findings"
)

// Judge finds what speaks against numbers that were searched for a part of a fabric, and is an error where no cloth can
// have one of them. part may be none where keys name theirs. Of what the data do not determine only what nothing within
// its interval explains is doubted: 0.006 N/m that may as well be 1,800 say nothing of units.
func Judge(file, part string, numbers []Number) (findings.List, error) {
	if part != "" {
		part += "."
	}
	list := make([]findings.Number, len(numbers))
	for i, n := range numbers {
		list[i] = findings.Number{Path: part + n.Key, Value: n.Value, Searched: true}
		if r, ok := findings.RangeOf(part + n.Key); ok && n.Hi > fit.Decades*n.Lo && !fit.Boundless(n.Lo, n.Hi) {
			list[i].Value = r.Reached(n.Value, n.Hi)
		}
	}
	found := findings.Judge(list)
	return found, fit.Refused(file, found.Refusal())
}

// AtUnits gives an error about a whole table the line of its header, where the units stand.
func AtUnits(err error, data []byte) error {
	if e := new(fit.TableError); errors.As(err, &e) && e.Line == 0 {
		for i, line := range bytes.Split(data, []byte("\n")) {
			if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
				e.Line = i + 1
				break
			}
		}
	}
	return err
}
