package param

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// maxErrors is the largest number of reported errors of one file.
const maxErrors = 20

// Decode fills the struct that dst points to, strictly. The error joins an *param.InputError for each invalid key.
func (d *Document) Decode(dst any) error {
	var found []*InputError
	for _, p := range Decode(d.Root, dst) {
		found = append(found, d.ErrorAt(p.Path, "%s", p.Text))
	}
	return JoinErrors(found)
}

// JoinErrors joins errors in the order of their positions: the first of them, with the number of the others.
func JoinErrors(found []*InputError) error {
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
