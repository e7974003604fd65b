package sim

import (
	"testing"

	"hysteron/param"
)

// Each end of a span may be left to the run, and a number may be 0 or below.
func TestSpan(t *testing.T) {
	for _, c := range []struct {
		span          Span
		start, frames int
		lo, hi        int
	}{
		{Span{}, 1, 4, 0, 3}, {Span{First: new(3)}, 1, 4, 2, 3}, {Span{Last: new(3)}, 1, 4, 0, 2}, {Span{new(2), new(2)}, 1,
			4, 1, 1},
		{Span{First: new(0)}, -3, 6, 3, 5}, {Span{Last: new(0)}, -3, 6, 0, 3}, {Span{new(-1), new(0)}, -3, 6, 2, 3},
	} {
		if lo, hi, err := c.span.of(c.start, c.frames); lo != c.lo || hi != c.hi || err != nil {
			t.Errorf("%+v: %d to %d, %v", c, lo, hi, err)
		}
	}
	for _, s := range []Span{{First: new(0)}, {Last: new(5)}, {new(3), new(2)}, {First: new(5)}, {Last: new(-1)}} {
		if _, _, err := s.of(1, 4); !param.IsInputError(err) {
			t.Errorf("%+v: %v, expected wrong input", s, err)
		}
	}
}
