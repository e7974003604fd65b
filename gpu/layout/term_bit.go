package layout

import (
	"fmt"
	"strings"

	"hysteron/step"
)

// TermBit returns the bit of a term of step.Terms in Params.terms.
func TermBit(name string) (int32, error) {
	for i, t := range step.Terms {
		if t.Name == name {
			return 1 << i, nil
		}
	}
	return 0, fmt.Errorf("the kernels know no term %q: expected one of %s", name, strings.Join(step.TermNames(), ", "))
}
