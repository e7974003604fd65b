package scenes

import (
	"cmp"
	"errors"
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

// joinErrors joins errors in the order of their places.
func joinErrors(found []*InputError) error {
	slices.SortStableFunc(found, func(a, b *InputError) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	errs := make([]error, len(found))
	for i, e := range found {
		errs[i] = e
	}
	return errors.Join(errs...)
}
