package sim

import (
	"fmt"

	"hysteron/param"
)

// Span is some of a run's frames, by their numbers.
type Span struct {
	First, Last *int // nil: the first, the last that the caches hold
}

// of counts its frames from the run's first, whose number is start, where the caches hold so many.
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
