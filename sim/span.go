package sim

import (
	"fmt"

	"hysteron/param"
)

// Span is a range of a run's frames, by frame number.
type Span struct {
	First, Last *int // nil: the first, the last cached frame
}

// of returns the range as indices of cached frames. start is the number of the first one, frames their number.
func (s Span) of(start, frames int) (lo, hi int, err error) {
	lo, hi = 0, frames-1
	if s.First != nil {
		lo = *s.First - start
	}
	if s.Last != nil {
		hi = *s.Last - start
	}
	if lo < 0 || hi >= frames || lo > hi {
		return 0, 0, param.Wrong(fmt.Errorf("frames %d to %d: expected some of %d to %d, which the caches hold", lo+start,
			hi+start, start, start+frames-1))
	}
	return lo, hi, nil
}
