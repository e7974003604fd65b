package pattern

import "context"

// stopper asks a context now and then, where asking each time would cost more than the work.
type stopper struct {
	ctx   context.Context
	count uint
}

// every is how many calls pass between two questions.
const every = 1 << 12

// err is the context's error.
func (s *stopper) err() error {
	if s.count++; s.count%every != 0 {
		return nil
	}
	return s.ctx.Err()
}
