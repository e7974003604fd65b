package check

import (
	"sync"
	"sync/atomic"
)

// each calls f once for every k from 0 to n−1, on several goroutines, unless it is stopped. f has to store results in
// places that depend on k alone.
func each(workers, n int, s *stop, f func(k int)) {
	if workers = min(workers, n); workers <= 1 {
		for k := 0; k < n && !s.now(); k++ {
			f(k)
		}
		return
	}
	var next atomic.Int64
	var done sync.WaitGroup
	for range workers {
		done.Go(func() {
			for k := int(next.Add(1)) - 1; k < n && !s.now(); k = int(next.Add(1)) - 1 {
				f(k)
			}
		})
	}
	done.Wait()
}

// stop ends a check early. A nil one never does.
type stop struct {
	asked func() bool
	ended atomic.Bool
}

// now reports whether to end.
func (s *stop) now() bool {
	if s == nil || s.asked == nil {
		return false
	}
	if !s.ended.Load() && s.asked() {
		s.ended.Store(true)
	}
	return s.ended.Load()
}

// between is the number of pairs of leaves, or of triangles, between two calls of the stop function: some milliseconds.
const between = 1 << 13

// turns counts pairs or triangles and calls the stop function at intervals.
type turns struct {
	*stop
	n int
}

func (t *turns) now() bool {
	t.n++
	return t.n%between == 0 && t.stop.now()
}
