package scenes

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"hysteron/param"
)

// decode fills the struct that dst points to, strictly. The error joins an *InputError for
// each key that is wrong.
func (d *document) decode(dst any) error {
	var found []*InputError
	for _, p := range param.Decode(d.root, dst) {
		found = append(found, d.errorAt(p.Path, "%s", p.Text))
	}
	return joinErrors(found)
}

// joinErrors joins errors in the order of their places: the first of them, with the number of the others.
func joinErrors(found []*InputError) error {
	slices.SortStableFunc(found, func(a, b *InputError) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	var errs []error
	for _, e := range found[:min(len(found), maxErrors)] {
		errs = append(errs, e)
	}
	if more := len(found) - maxErrors; more > 0 {
		errs = append(errs, &InputError{File: found[0].File, Text: fmt.Sprintf("%d more errors", more)})
	}
	return errors.Join(errs...)
}
