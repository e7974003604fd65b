package pattern

import "context"

// stopper checks a context now and then, where checking each time would cost more than the work.
type stopper struct {
	ctx   context.Context
	count uint
}

// every is the number of calls between two checks.
const every = 1 << 12

// err returns the context's error.
func (s *stopper) err() error {
	if s.count++; s.count%every != 0 {
		return nil
	}
	return s.ctx.Err()
}
