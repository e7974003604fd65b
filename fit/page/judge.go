package page

import (
	"bytes"
	"errors"

	"hysteron/fit"
	"hysteron/fit/findings"
)

// Judge returns findings about identified numbers of a part of a fabric, and an error for impossible ones. part is
// empty if keys have full paths. An undetermined number is doubted only if nothing within its interval is plausible.
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

// AtUnits gives an error about a whole table the line of its header, which has the units.
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
