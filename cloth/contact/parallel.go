package contact

import (
	"sync"
	"sync/atomic"
)

// each calls f for 0 to n−1, each once, on several goroutines. Results must go where they depend
// on k alone.
func each(workers, n int, f func(k int)) {
	if workers = min(workers, n); workers <= 1 {
		for k := range n {
			f(k)
		}
		return
	}
	var next atomic.Int64
	var done sync.WaitGroup
	for range workers {
		done.Go(func() {
			for k := int(next.Add(1)) - 1; k < n; k = int(next.Add(1)) - 1 {
				f(k)
			}
		})
	}
	done.Wait()
}
